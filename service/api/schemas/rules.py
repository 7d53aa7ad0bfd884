"""The rules of a table in a request: a preset, and switches that take precedence over it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from marshmallow import fields
from marshmallow.validate import OneOf
from orjson import Fragment

from service.api.schemas.base import RequestSchema
from service.api.schemas.fields import SwitchField
from service.api.strict_json import ready
from service.belote.presets import DEFAULT_PRESET, PRESETS, SWITCHES, echo, resolve_rules
from service.belote.rules import CLASSIQUE, Rules


@dataclass(frozen=True, slots=True)
class NamedRules:
    """Rules, and the name of the preset that they started from."""

    preset: str
    rules: Rules


DEFAULT_RULES = NamedRules(DEFAULT_PRESET, CLASSIQUE)
PRESET = "preset"


@lru_cache(maxsize=256)
def rules_json(named: NamedRules) -> Fragment:
    """Return the rules as every answer repeats them: the preset's name, then every switch."""
    return ready(echo(named.preset, named.rules))


class RulesSchema(RequestSchema[NamedRules]):
    """What the table agreed on: a preset, and any of the switches."""

    class Meta:
        """Options of marshmallow."""

        include: ClassVar[dict[str, fields.Field[Any]]] = {
            PRESET: fields.String(validate=OneOf(list(PRESETS)), metadata={"component": "Preset"}),
            **{name: SwitchField(name) for name in SWITCHES},
        }

    title = "RulesRequest"
    example = '{"preset": "concours"}'

    @property
    def known_names(self) -> Sequence[str]:
        return sorted(self.fields)

    def make(self, values: dict[str, Any]) -> NamedRules:
        preset = values.pop(PRESET, DEFAULT_PRESET)
        return NamedRules(preset, resolve_rules(preset, values))
