"""House rules by name: the switches with their values, and the presets.

A preset states only where it departs from `CLASSIQUE`; a new one is one more entry. This module
knows the names of the choices, not what they do: that is for the modules that read `Rules`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeAlias

from service.belote.cards import Rank
from service.belote.lookup import complete
from service.belote.paragraphs import PARAGRAPH_OF_DEFAULT, Source
from service.belote.rules import (
    CAPOT,
    CARD_POINTS,
    CLASSIQUE,
    LAST_TRICK,
    LAST_TRICK_OF,
    PLAIN_ORDER,
    ROUND_CAPOT,
    BeloteOnChute,
    BonusInContract,
    CarryTo,
    Criterion,
    Direction,
    FalseDeclaration,
    LitigeBelote,
    Marked,
    Outcome,
    Owing,
    PartnerMaster,
    Penalty,
    PenaltyOn,
    RebelotePardon,
    Rounding,
    Rules,
    Scale,
    TakersNeed,
)

SwitchValue: TypeAlias = str | int | bool
"""The name of a value of a switch."""


@dataclass(frozen=True, slots=True)
class Switch:
    """One choice of a table, a field of `Rules`.

    `values` maps the name of each value to the value of the field, the default first.
    """

    field: str
    values: Mapping[SwitchValue, Any]

    @property
    def default(self) -> SwitchValue:
        """Return the name of the default."""
        default, *_ = self.values
        return default

    @property
    def source(self) -> Source:
        """Return what the default rests on; every other value is the table's own choice.

        >>> SWITCHES["litige_belote"].source.value
        'arbiter'
        """
        return PARAGRAPH_OF_DEFAULT[self.field].source

    def named(self, rules: Rules) -> SwitchValue:
        """Return the name of the value that these rules have."""
        names = {value: name for name, value in self.values.items()}
        return names[getattr(rules, self.field)]


def _switch(field: str, values: Mapping[SwitchValue, Any]) -> Switch:
    return Switch(field, MappingProxyType(values))


def _enum_switch(field: str, members: Iterable[StrEnum]) -> Switch:
    """Return a switch whose values have the names of the members of an enum."""
    return _switch(field, {str(one): one for one in members})


def _points_switch(field: str, points: Sequence[int]) -> Switch:
    """Return a switch between points of a donne, each of which has a row in `LAST_TRICK_OF`."""
    return Switch(field, complete(points, {one: one for one in points if one in LAST_TRICK_OF}))


NO_STEP: tuple[Criterion, ...] = ()
SPEAKER_LAST = (Criterion.FIRST_SPEAKER,)
# 001: plain suits from the ace down: ace, ten, king, queen.
TRICK_ORDER: tuple[Rank, ...] = tuple(rank for rank, _ in PLAIN_ORDER)

SWITCHES: Mapping[str, Switch] = MappingProxyType(
    {
        one.field: one
        for one in (
            _switch("last_tie", {"none": NO_STEP, "first_speaker": SPEAKER_LAST}),
            _switch("length_step", {True: (Criterion.LENGTH,), False: NO_STEP}),
            _switch("carre_order", {"sequence": tuple(Rank), "trick": TRICK_ORDER}),
            _switch("split_runs", {True: True, False: False}),
            _switch("announcements", {True: True, False: False}),
            _enum_switch("false_declaration", FalseDeclaration),
            _enum_switch("equality", (Outcome.LITIGE, Outcome.CHUTE, Outcome.MADE)),
            _enum_switch("litige_belote", LitigeBelote),
            _enum_switch("carry_to", CarryTo),
            _enum_switch("bonus_in_contract", BonusInContract),
            _enum_switch("chute_announcements", Marked),
            _enum_switch("capot_announcements", (Marked.VALIDATED, Marked.DECLARED)),
            _points_switch("capot_defence", (CARD_POINTS + CAPOT, CARD_POINTS + LAST_TRICK)),
            _enum_switch("rebelote_pardon", RebelotePardon),
            _enum_switch("undertrump", Owing),
            _enum_switch("partner_master", PartnerMaster),
            _enum_switch("over_partner", Owing),
            _enum_switch("direction", Direction),
            _enum_switch("rounding", Rounding),
            _points_switch("capot_points", (CARD_POINTS + CAPOT, ROUND_CAPOT)),
            _enum_switch("takers_need", TakersNeed),
            _enum_switch("belote_on_chute", BeloteOnChute),
            _switch("win_by_belote", {True: True, False: False}),
            _enum_switch("scale", Scale),
            _enum_switch("irregular", Penalty),
            _enum_switch("out_of_turn", Penalty),
            _enum_switch("penalty_on", PenaltyOn),
            _enum_switch("irregular_announcements", (Marked.NONE, Marked.VALIDATED)),
        )
    }
)

# The Federation's text on belote coinchée, 2015.
_FFB_COINCHE = replace(
    CLASSIQUE,
    length_step=NO_STEP,
    carre_order=TRICK_ORDER,
    false_declaration=FalseDeclaration.AWARD_OPPONENTS,
    litige_belote=LitigeBelote.CARRIED,
    carry_to=CarryTo.CONTRACT_MADE,
    rebelote_pardon=RebelotePardon.NONE,
    undertrump=Owing.FREE,
    rounding=Rounding.TENS,
    win_by_belote=False,
    scale=Scale.BID,
)

PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        "classique": CLASSIQUE,
        "ffb-coinche": _FFB_COINCHE,
        "coinchee": replace(CLASSIQUE, scale=Scale.COINCHEE),
        "coinche-maison": replace(_FFB_COINCHE, rounding=Rounding.NONE),
        "premier-annonceur": replace(CLASSIQUE, last_tie=SPEAKER_LAST),
        "sans-litige": replace(CLASSIQUE, equality=Outcome.CHUTE),
        "concours": replace(CLASSIQUE, announcements=False),
        "concours-162": replace(CLASSIQUE, announcements=False, irregular=Penalty.DONNE_LOST),
    }
)
DEFAULT_PRESET = next(iter(PRESETS))


def resolve_rules(
    preset: str = DEFAULT_PRESET, switches: Mapping[str, SwitchValue] = MappingProxyType({})
) -> Rules:
    """Return the rules of a preset, changed by `switches`.

    Equal choices give the same object, however they were asked for. Names and values are those of
    `PRESETS` and `SWITCHES`.

    Raises: KeyError for any other name or value.

    >>> resolve_rules("classique", {"equality": "chute"}) is PRESETS["sans-litige"]
    True
    """
    return _resolve(preset, frozenset(switches.items())) if switches else PRESETS[preset]


@lru_cache(maxsize=256)
def _resolve(preset: str, switches: frozenset[tuple[str, SwitchValue]]) -> Rules:
    chosen = {SWITCHES[name].field: SWITCHES[name].values[value] for name, value in switches}
    rules = replace(PRESETS[preset], **chosen)
    return _PRESET_OF.get(choices_of(rules)) or _rules_of(choices_of(rules))


@lru_cache(maxsize=256)
def _rules_of(choices: tuple[SwitchValue, ...]) -> Rules:
    """Return the rules with these choices, one object for each combination."""
    named = zip(SWITCHES.values(), choices, strict=True)
    return replace(CLASSIQUE, **{one.field: one.values[value] for one, value in named})


def choices_of(rules: Rules) -> tuple[SwitchValue, ...]:
    """Return the value that rules have for each switch, in the order of `SWITCHES`.

    >>> choices_of(CLASSIQUE)[:3]
    ('none', True, 'sequence')
    """
    return tuple(switch.named(rules) for switch in SWITCHES.values())


_PRESET_OF: Mapping[tuple[SwitchValue, ...], Rules] = {
    choices_of(rules): rules for rules in PRESETS.values()
}


def echo(preset: str, rules: Rules) -> dict[str, SwitchValue]:
    """Return resolved rules as an answer repeats them: the preset, then the value of each switch.

    >>> echo("concours", PRESETS["concours"])["announcements"]
    False
    """
    return {"preset": preset, **dict(zip(SWITCHES, choices_of(rules), strict=True))}
