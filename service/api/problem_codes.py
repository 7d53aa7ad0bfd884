"""What each code of an error carries: its status, its sentences, and the params of a fault.

The names of the params are those that the sentences use, so the catalogues have them; a fault is an
error in a single field, and only faults carry params.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from service.api.i18n import CATALOGUES, DEFAULT
from service.api.i18n.catalogues import placeholders
from service.api.problems import INVALID, STATUS_OF

TYPES: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("low", "high", "count", "expected_count", "multiple", "index"), "integer"),
        **dict.fromkeys(("sum", "total", "ns", "ew", "points", "tricks", "target"), "integer"),
        **dict.fromkeys(("choices", "did_you_mean", "ranks", "suits"), "list"),
    }
)
"""The type of a param of a fault by its name; any other is a string."""

PLACE = "place"
"""What a sentence names that is no param: the pointer or the parameter of the fault."""

INDEX = "index"
"""The param that no sentence uses: the place of a card in an address that lists cards."""


def fault_params(code: str) -> dict[str, str]:
    """Return the type of each param that faults with a code may have, by name.

    >>> fault_params("duplicate_card")
    {'card': 'string', 'first': 'string', 'index': 'integer'}
    """
    names = dict.fromkeys(_names_in(code) if STATUS_OF[code] == INVALID else ())
    if "card" in names:
        names[INDEX] = None
    return {name: TYPES.get(name, "string") for name in names if name != PLACE}


def _names_in(code: str) -> Iterator[str]:
    """Yield the names in the sentences of a fault, some of them several times."""
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
    """Return every code with its status, its sentences as templates, and its params."""
    problems = CATALOGUES[language]["problems"]
    return {
        code: {
            "status": status,
            "title": problems[code]["title"],
            "template": problems[code]["detail"],
            "templates": problems[code].get("details", {}),
            "advice": problems[code]["advice"],
            "params": [{"name": name, "type": kind} for name, kind in fault_params(code).items()],
        }
        for code, status in STATUS_OF.items()
    }
