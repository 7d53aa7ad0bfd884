"""The names and types of the params of each code, as `x-params` in openapi.yaml.

They are the data of `/v1/rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any, TypeAlias

from service.api.problem_codes import problem_params
from service.api.reason_codes import MAY_BE_NULL, PARAMS, TYPES
from service.api.schemas.vocabulary import FaultCode, ProblemCode
from service.belote.codes import Code

Params: TypeAlias = dict[str, str]
"""Types by the name of the param."""


def _of_reason(code: Code) -> Params:
    params = PARAMS[code]
    nullable = {name for name, codes in MAY_BE_NULL.items() if code in codes}
    return {
        name: TYPES[type(value)] + (" or null" if name in nullable else "")
        for name, value in params.items()
    }


OF_CODES: Mapping[type[Enum], Callable[[Any], Params]] = MappingProxyType(
    {Code: _of_reason, FaultCode: problem_params, ProblemCode: problem_params}
)


def params(enum: type[Enum]) -> dict[str, Params]:
    """Return the params of each code of a list of codes, nothing for another list.

    >>> params(FaultCode)["duplicate_card"]
    {'card': 'string', 'first': 'string', 'index': 'integer'}
    """
    of_code = OF_CODES.get(enum)
    return {one.value: of_code(one) for one in enum} if of_code else {}
