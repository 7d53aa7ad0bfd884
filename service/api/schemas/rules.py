"""The field `rules`: what a table agreed on, by a preset and by switches that win over it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from orjson import Fragment

from service.api.problems import Fault, unknown_names
from service.api.schemas.fields import GameField, Unfit, expected, nullable
from service.api.strict_json import ready
from service.belote.presets import (
    DEFAULT_PRESET,
    PRESETS,
    SWITCHES,
    SwitchValue,
    echo,
    resolve_rules,
)
from service.belote.rules import CLASSIQUE, Rules


class Agreed(NamedTuple):
    """Rules, and the preset that they started from."""

    preset: str
    rules: Rules


CLASSIC = Agreed(DEFAULT_PRESET, CLASSIQUE)
PRESET = "preset"


@lru_cache(maxsize=256)
def echoed(agreed: Agreed) -> Fragment:
    """The rules as every answer repeats them: the preset's name, then every switch."""
    return ready(echo(agreed.preset, agreed.rules))


def _is_choice(name: str, value: Any) -> bool:
    """Whether a switch has this value; 1 is not true, and true is no number."""
    return any(type(value) is type(one) and value == one for one in SWITCHES[name].values)


class RulesField(GameField[Agreed]):
    """An object with `preset` and any of the switches; null stands for absent, as everywhere."""

    def read(self, value: Any) -> Agreed:
        if type(value) is not dict:
            raise Unfit
        preset = value.get(PRESET) or DEFAULT_PRESET
        switches: dict[str, SwitchValue] = {
            name: one for name, one in value.items() if name != PRESET and one is not None
        }
        if value.get(PRESET) not in (None, *PRESETS) or not value.keys() <= _KNOWN:
            raise Unfit
        if not all(_is_choice(name, one) for name, one in switches.items()):
            raise Unfit
        return Agreed(preset, resolve_rules(preset, switches))

    def faults(self, value: Any) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield expected("object")
            return
        yield from unknown_names(value, sorted(_KNOWN))
        for name, one in value.items():
            if name not in _KNOWN:
                continue
            if name == PRESET and one not in (None, *PRESETS):
                yield expected("one_of", (name,), choices=list(PRESETS))
            elif name != PRESET and one is not None and not _is_choice(name, one):
                choices = [_written(choice) for choice in SWITCHES[name].values]
                yield expected("one_of", (name,), choices=choices)

    def describe(self) -> dict[str, Any]:
        return {"$ref": "#/components/schemas/RulesRequest"}


_KNOWN = frozenset({PRESET, *SWITCHES})


def _written(value: SwitchValue) -> SwitchValue:
    """A choice as JSON writes it in a sentence."""
    return str(value).lower() if isinstance(value, bool) else value


_TYPES: Mapping[type, str] = {str: "string", bool: "boolean", int: "integer"}


def described(*, all_there: bool) -> dict[str, Any]:
    """The JSON Schema of rules: as asked for, or as echoed with every switch `all_there`."""

    def one_of(choices: list[SwitchValue]) -> dict[str, Any]:
        schema = {"type": _TYPES[type(choices[0])], "enum": choices}
        return schema if all_there else nullable(schema)

    properties = {PRESET: one_of(list(PRESETS))} | {
        name: one_of(list(switch.values)) for name, switch in SWITCHES.items()
    }
    required = {"required": list(properties)} if all_there else {}
    return {
        "type": "object",
        "description": "What the table agreed on; see /v1/rules for the meaning of each switch.",
        "properties": properties,
        "additionalProperties": False,
    } | required
