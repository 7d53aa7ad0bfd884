"""What each code of an error carries: its status, its sentences, and the values in them.

The names of the params are those that the sentences use, so the catalogues have them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from service.api.i18n import CATALOGUES, DEFAULT
from service.api.i18n.catalogues import placeholders
from service.api.problems import STATUS_OF

TYPES: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("low", "high", "count", "expected_count", "multiple", "index"), "integer"),
        "members": "integer",
        **dict.fromkeys(("sum", "total", "ns", "ew", "points", "tricks", "target"), "integer"),
        **dict.fromkeys(("line", "column", "got", "announced", "limit"), "integer"),
        "seconds": "number",
        **dict.fromkeys(("choices", "did_you_mean", "ranks", "suits", "allowed"), "list"),
    }
)
"""The type of a param of an error by its name; any other is a string."""

PLACE = "place"
"""What a sentence names that is no param: the pointer or the parameter of the fault."""

INDEX = "index"
"""The param that no sentence uses: the place of a card in an address that lists cards."""


def problem_params(code: str) -> dict[str, str]:
    """Return the type of each param that errors with a code may have, by name.

    >>> problem_params("duplicate_card")
    {'card': 'string', 'first': 'string', 'index': 'integer'}
    """
    names = dict.fromkeys(_names_in(code))
    if "card" in names:
        names[INDEX] = None
    return {name: TYPES.get(name, "string") for name in names if name != PLACE}


def _names_in(code: str) -> Iterator[str]:
    """Yield the names in the sentences of an error, some of them several times."""
    words = CATALOGUES[DEFAULT]["problems"][code]
    if "details" in words:
        yield "because"
    sentences = (words["detail"], *words.get("details", {}).values())
    for text in (*sentences, *words.get("hints", {}).values()):
        yield from placeholders(text)
    if "expected" in placeholders(words["detail"]):
        for phrase in CATALOGUES[DEFAULT]["expected"].values():
            yield from placeholders(phrase)


def problem_codes(language: str) -> dict[str, Any]:
    """Return what `problem_code` says of every code."""
    return {code: problem_code(code, language) for code in STATUS_OF}


def problem_code(code: str, language: str) -> dict[str, Any]:
    """Return the status of a code, its sentences as templates, and its params."""
    words = CATALOGUES[language]["problems"][code]
    return {
        "status": STATUS_OF[code],
        "title": words["title"],
        "template": words["detail"],
        "templates": words.get("details", {}),
        "hints": words.get("hints", {}),
        "advice": words["advice"],
        "params": [{"name": name, "type": kind} for name, kind in problem_params(code).items()],
    }
