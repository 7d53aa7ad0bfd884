"""House rules by name: every switch with its values, and the tables known by a name of their own.

A preset is what it does otherwise than `CLASSIQUE`, and nothing else, so this file is all there is
to read. A new one is one more entry. It knows the names of the choices; what the values do is in
the engines that read `Rules`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeAlias

from service.belote.cards import Rank
from service.belote.rules import (
    CAPOT,
    CARD_POINTS,
    CLASSIQUE,
    LAST_TRICK,
    PLAIN_ORDER,
    BonusInContract,
    CarryTo,
    Criterion,
    FalseDeclaration,
    LitigeBelote,
    Marked,
    Outcome,
    RebelotePardon,
    Rules,
)

SwitchValue: TypeAlias = str | int | bool
"""A value of a switch by its name."""


@dataclass(frozen=True, slots=True)
class Switch:
    """One choice: `values` as they are named to what they are in the game, the default first.

    `source`: the document that the default rests on; the other values are a table's own.
    """

    field: str
    values: Mapping[SwitchValue, Any]
    source: str

    @property
    def default(self) -> SwitchValue:
        default, *_ = self.values
        return default

    def named(self, rules: Rules) -> SwitchValue:
        """Return the name of the choice that these rules make."""
        names = {value: name for name, value in self.values.items()}
        return names[getattr(rules, self.field)]


def _words(field: str, words: Iterable[Any], source: str) -> Switch:
    """Return a switch whose values are the game's own words."""
    return Switch(field, MappingProxyType({str(one): one for one in words}), source)


def _switch(field: str, values: Mapping[SwitchValue, Any], source: str) -> Switch:
    return Switch(field, MappingProxyType(values), source)


NO_STEP: tuple[Criterion, ...] = ()
SPEAKER_LAST = (Criterion.FIRST_SPEAKER,)
# 001: plain suits from the ace down: ace, ten, king, queen.
TRICK_ORDER: tuple[Rank, ...] = tuple(rank for rank, _ in PLAIN_ORDER)

SWITCHES: Mapping[str, Switch] = MappingProxyType(
    {
        one.field: one
        for one in (
            _switch("last_tie", {"none": NO_STEP, "first_speaker": SPEAKER_LAST}, "003"),
            _switch("length_step", {True: (Criterion.LENGTH,), False: NO_STEP}, "003"),
            _switch("carre_order", {"sequence": tuple(Rank), "trick": TRICK_ORDER}, "003"),
            _switch("split_runs", {True: True, False: False}, "003"),
            _switch("announcements", {True: True, False: False}, "003"),
            _words("false_declaration", FalseDeclaration, "arbiter"),
            _words("equality", (Outcome.LITIGE, Outcome.CHUTE, Outcome.MADE), "001"),
            _words("litige_belote", LitigeBelote, "arbiter"),
            _words("carry_to", CarryTo, "001"),
            _words("bonus_in_contract", BonusInContract, "001"),
            _words("chute_announcements", Marked, "001"),
            _words("capot_announcements", (Marked.VALIDATED, Marked.DECLARED), "001"),
            _switch(
                "capot_defence",
                {points: points for points in (CARD_POINTS + CAPOT, CARD_POINTS + LAST_TRICK)},
                "001",
            ),
            _words("rebelote_pardon", RebelotePardon, "arbiter"),
        )
    }
)

PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        "classique": CLASSIQUE,
        "ffb-coinche": replace(
            CLASSIQUE,
            length_step=NO_STEP,
            carre_order=TRICK_ORDER,
            false_declaration=FalseDeclaration.AWARD_OPPONENTS,
            litige_belote=LitigeBelote.CARRIED,
        ),
        "premier-annonceur": replace(CLASSIQUE, last_tie=SPEAKER_LAST),
        "sans-litige": replace(CLASSIQUE, equality=Outcome.CHUTE),
        "concours": replace(CLASSIQUE, announcements=False),
    }
)
DEFAULT_PRESET = next(iter(PRESETS))


def resolve_rules(
    preset: str = DEFAULT_PRESET, switches: Mapping[str, SwitchValue] = MappingProxyType({})
) -> Rules:
    """Return the rules of a preset and of switches that win over it; the same for all that agree.

    Names and values are those of `PRESETS` and `SWITCHES`. Raises: KeyError for any other.

    >>> resolve_rules("classique", {"equality": "chute"}) is PRESETS["sans-litige"]
    True
    """
    return _resolve(preset, frozenset(switches.items())) if switches else PRESETS[preset]


@lru_cache(maxsize=256)
def _resolve(preset: str, switches: frozenset[tuple[str, SwitchValue]]) -> Rules:
    chosen = {SWITCHES[name].field: SWITCHES[name].values[value] for name, value in switches}
    rules = replace(PRESETS[preset], **chosen)
    return _FOUND.get(choices_of(rules)) or _made(choices_of(rules))


@lru_cache(maxsize=256)
def _made(choices: tuple[SwitchValue, ...]) -> Rules:
    """One value for each combination, however it was asked for."""
    named = zip(SWITCHES.values(), choices, strict=True)
    return replace(CLASSIQUE, **{one.field: one.values[value] for one, value in named})


def choices_of(rules: Rules) -> tuple[SwitchValue, ...]:
    """Return what rules say on each switch, in the order of `SWITCHES`.

    >>> choices_of(CLASSIQUE)[:3]
    ('none', True, 'sequence')
    """
    return tuple(switch.named(rules) for switch in SWITCHES.values())


_FOUND: Mapping[tuple[SwitchValue, ...], Rules] = {
    choices_of(rules): rules for rules in PRESETS.values()
}


def echo(preset: str, rules: Rules) -> dict[str, SwitchValue]:
    """Return the rules as they were resolved: the preset's name, then the value of every switch.

    >>> echo("concours", PRESETS["concours"])["announcements"]
    False
    """
    return {"preset": preset, **dict(zip(SWITCHES, choices_of(rules), strict=True))}
