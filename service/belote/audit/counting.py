"""The count of a table, held against the cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from service.belote.audit.events import CountEvent
from service.belote.audit.findings import found_later
from service.belote.audit.rulings import Decision, Finding
from service.belote.audit.state import State
from service.belote.codes import Code
from service.belote.donne import DonneResult
from service.belote.explain import audit as explain
from service.belote.facts import Facts
from service.belote.lookup import complete
from service.belote.rules import BELOTE_POINTS, CARD_POINTS, LAST_TRICK, Because
from service.belote.table import TEAMS, ByTeam


@dataclass(frozen=True, slots=True)
class Check:
    """What a count is held against: the numbers that differ, and all that may be the reason.

    `points` and `scores`: by how much each wrong number of the points won is off, and of what would
    be written. `announced`: the points of the announcements that stand; `total`: those of all
    tricks.
    """

    count: CountEvent
    points: tuple[int, ...]
    scores: tuple[int, ...]
    facts: Facts
    announced: int
    total: int

    @property
    def off(self) -> frozenset[int]:
        """Return by how many points any number is off."""
        return frozenset((*self.points, *self.scores))

    @property
    def off_in_tricks(self) -> frozenset[int]:
        """Return by how many points the tricks may be miscounted."""
        return frozenset() if self.has_points_right else self.off

    @property
    def has_points_right(self) -> bool:
        """Return whether the points won were told, the last trick included, and are right."""
        count = self.count
        is_told = count.totals is not None and any(one is not None for one in count.totals)
        is_told |= count.card_points is not None and count.last_trick is not None
        is_told |= count.capot is not None
        return is_told and not self.points and not _names_another(self)

    @property
    def trick(self) -> int | None:
        """Return the first trick, from 1, by whose points a number is off."""
        off, tricks = self.off_in_tricks, self.facts.tricks or ()
        return next((number for number, one in enumerate(tricks, 1) if one.points in off), None)


def find_count(
    state: State,
    facts: Facts,
    totals: ByTeam[int],
    found: DonneResult | None,
    decision: Decision | None,
) -> Iterator[Finding]:
    """Yield a finding where the count differs from the cards, with the likely reason.

    `totals`: the points of each team with the last trick. `found`: the donne as it was played, None
    where it could not be scored.

    >>> from service.belote.audit.events import Log
    >>> from service.belote.rules import CLASSIQUE
    >>> from service.belote.table import Team
    >>> facts = Facts(ByTeam(88, 64), None, Team.NS, frozenset(), {})
    >>> list(find_count(State(Log(()), CLASSIQUE), facts, ByTeam(98, 64), None, None))
    []
    """
    if state.count is None:
        return
    event, count = state.count
    marked = sum(found.validated) if found else 0
    scores = _scores_to_write(count, found, decision)
    won = (count.card_points, facts.card_points), (count.totals, totals)
    points = tuple(off for told, right in won for off in _differences(told, right))
    check = Check(
        count, points, tuple(_differences(count.scores, scores)), facts, marked, sum(totals)
    )
    if not (points or check.scores or _names_another(check)):
        return
    because = next(one for one, fits in _REASONS.items() if fits(check))
    last = facts.last_trick
    assert last is not None
    if because is Because.OTHER and check.has_points_right and scores is not None:
        said = explain.say_scores(scores)
    else:
        said = explain.say_count(because, facts.card_points, last, check.trick)
    yield found_later(state, Code.COUNT_DIFFERS, count.seat, event, event, said)


def _scores_to_write(
    count: CountEvent, found: DonneResult | None, decision: Decision | None
) -> ByTeam[int] | None:
    """Return the scores that a count should tell: as played where it told those, else as decided.

    None where the donne could not be scored.
    """
    if found is None:
        return None
    if found.scores == count.scores or decision is None or decision.scores is None:
        return found.scores
    return decision.scores


def _differences(
    told: ByTeam[int | None] | ByTeam[int] | None, right: ByTeam[int] | None
) -> Iterator[int]:
    """Yield by how much each number that was told is off, where it is."""
    if told is None or right is None:
        return
    for team in TEAMS:
        number = told.of(team)
        if number is not None and number != right.of(team):
            yield abs(number - right.of(team))


def _names_another(check: Check) -> bool:
    """Return whether the count names another winner of the last trick, or of all tricks."""
    count, facts = check.count, check.facts
    return (
        count.last_trick not in (None, facts.last_trick)
        or count.capot not in (None, facts.capot)
        or count.tricks_won not in (None, facts.tricks_won)
    )


def _is_off_by_last_trick(check: Check) -> bool:
    other = check.count.last_trick not in (None, check.facts.last_trick)
    return other or LAST_TRICK in check.off_in_tricks


def _is_off_in_sum(check: Check) -> bool:
    card_points, totals = check.count.card_points, check.count.totals
    if card_points is not None and sum(card_points) != CARD_POINTS:
        return True
    told = [one for one in totals or () if one is not None]
    return len(told) == len(TEAMS) and sum(told) != check.total


_REASONS: Mapping[Because, Callable[[Check], bool]] = complete(
    Because,
    {
        Because.DIX_DE_DER: _is_off_by_last_trick,
        Because.BELOTE: lambda check: BELOTE_POINTS in check.off,
        Because.ANNOUNCEMENTS: lambda check: check.announced in check.off,
        Because.SUM: _is_off_in_sum,
        Because.TRICK: lambda check: check.trick is not None,
        Because.OTHER: lambda check: True,
    },
)
"""The reasons for a difference; the first that fits is named."""
