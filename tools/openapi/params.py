"""The names and types of the params of each code, as `x-params` in openapi.yaml.

Those of a reason are the data of `/v1/rules`. Those of a fault are the names in its sentences in
the English catalogue, and the few that no sentence uses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any, TypeAlias

from service.api.i18n import CATALOGUES, DEFAULT
from service.api.i18n.catalogues import placeholders
from service.api.reason_codes import MAY_BE_NULL, PARAMS, TYPES
from service.api.schemas.vocabulary import FaultCode
from service.belote.codes import Code

Params: TypeAlias = dict[str, str]
"""Types by the name of the param."""

WORDS: Mapping[str, Any] = CATALOGUES[DEFAULT]

OF_FAULTS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("low", "high", "count", "expected_count", "index", "number"), "integer"),
        **dict.fromkeys(
            ("sum", "total", "ns", "ew", "points", "tricks", "target", "multiple"), "integer"
        ),
        **dict.fromkeys(("choices", "did_you_mean", "ranks", "suits"), "list"),
    }
)
"""The type of a param of a fault by its name; any other is a string."""

PLACE = "place"
"""What a sentence names that is no param: the pointer or the parameter of the fault."""

BESIDE: Mapping[str, tuple[str, ...]] = MappingProxyType({"unknown_card": ("index",)})
"""By code, the params that no sentence uses: the place of a card in an address."""


def _of_reason(code: Code) -> Params:
    params = PARAMS[code]
    nullable = {name for name, codes in MAY_BE_NULL.items() if code in codes}
    return {
        name: TYPES[type(value)] + (" or null" if name in nullable else "")
        for name, value in params.items()
    }


def _of_fault(code: str) -> Params:
    names = (name for name in _names_in(code) if name != PLACE)
    return {name: OF_FAULTS.get(name, "string") for name in dict.fromkeys(names)}


def _names_in(code: str) -> Iterator[str]:
    """Yield the names in the sentences of a fault, some of them several times."""
    words = WORDS["problems"][code]
    if "details" in words:
        yield "because"
    sentences = (words["detail"], *words.get("details", {}).values())
    for text in (*sentences, *words.get("hints", {}).values()):
        yield from placeholders(text)
    if "expected" in placeholders(words["detail"]):
        for phrase in WORDS["expected"].values():
            yield from placeholders(phrase)
    yield from BESIDE.get(code, ())


OF_CODES: Mapping[type[Enum], Callable[[Any], Params]] = MappingProxyType(
    {Code: _of_reason, FaultCode: _of_fault}
)


def params(enum: type[Enum]) -> dict[str, Params]:
    """Return the params of each code of a list of codes, nothing for another list.

    >>> params(FaultCode)["duplicate_card"]
    {'card': 'string', 'first': 'string'}
    """
    of_code = OF_CODES.get(enum)
    return {one.value: of_code(one) for one in enum} if of_code else {}
