"""What an operation takes, answers and refuses, as data beside its view.

`tools/openapi` reads it from the views; a request is handled without it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from marshmallow import Schema

from service.api.responses import JSON
from service.api.schemas.answers.common import AnswerSchema

V = TypeVar("V", bound=Callable[..., Any])

BODY_PROBLEMS = (
    "bad_request",
    "malformed_json",
    "duplicate_key",
    "number_out_of_range",
    "too_deep",
    "request_timeout",
    "too_large",
    "unsupported_media_type",
    "overloaded",
    "missing_field",
    "unknown_field",
    "invalid_value",
    "notation_not_allowed",
    "unknown_card",
    "unknown_suit",
    "duplicate_card",
    "wrong_number_of_cards",
)
"""The codes that any operation with a body may answer."""

DECLARATION_PROBLEMS = ("cards_or_hand_required",)
DONNE_PROBLEMS = (
    *DECLARATION_PROBLEMS,
    "conflicting_fields",
    "inconsistent_points",
    "inconsistent_tricks",
    "inconsistent_seat",
    "inconsistent_leader",
    "inconsistent_belote",
)
REPLAY_PROBLEMS = ("conflicting_fields", "inconsistent_seat")
AUDIT_PROBLEMS = ("conflicting_fields",)
GAME_PROBLEMS = (*DONNE_PROBLEMS, "undecided_donne", "game_over")
QUERY_PROBLEMS = ("unknown_field", "invalid_value")
"""The codes that any operation with query parameters may answer."""

DEAL_PROBLEMS = (*QUERY_PROBLEMS, "missing_field", "notation_not_allowed", "unknown_suit")
"""The codes that the address of a random deal may answer."""

CODE_PROBLEMS = ("not_found", *QUERY_PROBLEMS)
"""The codes that the address of a code of an error may answer."""

CARD_FACE_PROBLEMS = ("not_found", *QUERY_PROBLEMS, "notation_not_allowed")
"""The codes that the address of a card may answer."""

HAND_ADDRESS_PROBLEMS = (
    "not_found",
    *QUERY_PROBLEMS,
    "notation_not_allowed",
    "unknown_card",
    "unknown_suit",
    "duplicate_card",
    "wrong_number_of_cards",
)
"""The codes that the address of a hand may answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """What openapi.yaml says of a view, besides its route and its prose.

    `problems`: the codes that it may answer on its own account. `media_types`: the forms of its
    answer, the default first. `cacheable`: whether a GET may be answered by 304.
    `in_reader_language`: whether `Accept-Language` chooses the language of the answer to a GET.
    """

    request_schema: type[Schema] | None = None
    response_schema: type[AnswerSchema] | None = None
    problems: tuple[str, ...] = ()
    media_types: tuple[str, ...] = (JSON,)
    cacheable: bool = False
    in_reader_language: bool = False


def documented(operation: Operation) -> Callable[[V], V]:
    """Decorate a view: record what it does as its attribute `operation`."""

    def record(view: V) -> V:
        vars(view)["operation"] = operation
        return view

    return record


def operation_id(endpoint: str) -> str:
    """Return the `operationId` of an endpoint in openapi.yaml."""
    return endpoint.partition(".")[2]


def tag_of(path: str) -> str:
    """Return the tag of a path in openapi.yaml: its first part below the version.

    What has no version is of the service itself.
    """
    version, _, rest = path[1:].partition("/")
    return rest.partition("/")[0] if re.fullmatch(r"v\d+", version) else "service"


def operation_of(view: Callable[..., Any]) -> Operation | None:
    """Return what `documented` recorded, None for any other view."""
    found = vars(view).get("operation")
    return found if isinstance(found, Operation) else None
