"""A second scorer for every scale of points, and a second score sheet of a game.

It reads the rules step by step: what the tricks give, what is compared, what became of the
contract, who marks what. Numbers, ifs and strings; it shares nothing with the service, so that the
two can only agree by being right. Switches, items and outcomes have the names of the API.

Where the text can be read in two ways, this is the reading here:

1  What stood and did not win has a line for each side that said it, and only where it is marked.
2  What won has a line even where nobody marks it (`chute_announcements: none`): it was counted.
3  `capot_announcements` says what the side that won all tricks marks, `chute_announcements` what
   the defence marks of any other chute. So where the takers win all tricks and miss a higher bid,
   the second one acts.
4  Where a side won no trick and marks all the same (a bid missed with all eight tricks), its belote
   stands doubled in what it writes, and that is what the game end takes off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

from tests.reference.naive_donne import other_team

TEAMS = ("NS", "EW")
Points: TypeAlias = Mapping[str, int]
NOTHING: Points = {"NS": 0, "EW": 0}


@dataclass(frozen=True)
class Rules:
    """The switches that touch the score, each with its usual value."""

    scale: str = "classic"
    equality: str = "litige"
    litige_belote: str = "kept"
    carry_to: str = "winner"
    bonus_in_contract: str = "all"
    chute_announcements: str = "validated"
    capot_announcements: str = "validated"
    capot_defence: int = 252
    capot_points: int = 252
    takers_need: str = "more"
    belote_on_chute: str = "kept"
    rebelote_pardon: str = "team"
    rounding: str = "none"
    win_by_belote: bool = True


USUAL = Rules()


@dataclass(frozen=True)
class Contract:
    """What the takers promised, a number or `capot`, and whether it was doubled."""

    bid: int | str | None = None
    coinche: str | None = None

    @property
    def points(self) -> int:
        if self.bid == "capot":
            return 250
        return int(self.bid or 0)

    @property
    def times(self) -> int:
        if self.coinche == "surcoinche":
            return 4
        return 2 if self.coinche == "coinche" else 1


@dataclass(frozen=True)
class Claim:
    """What somebody told of the belote; `team`: who said it, where that is told."""

    team: str | None = None
    said: bool = True
    rebelote: bool = True
    claimed_at_count: bool = False
    pardon_used: bool = False


@dataclass(frozen=True)
class Donne:
    """What happened.

    `points`: of the cards that each side won, or, where `last` is not told, with the last trick;
    `eight`: who won all eight tricks; `holder`: the side of the player with king and queen of
    trump, "nobody" if two players have them, None if that is not known; `won`: the announcements
    that won the comparison; `lost`: those that stand and did not win; `awards`: what each side gets
    for what the other said falsely.
    """

    takers: str
    points: Points
    last: str | None
    eight: str | None = None
    contract: Contract = Contract()
    holder: str | None = None
    claim: Claim | None = None
    won: Points = field(default_factory=lambda: NOTHING)
    lost: Points = field(default_factory=lambda: NOTHING)
    awards: Points = field(default_factory=lambda: NOTHING)
    carry: int = 0

    @property
    def defence(self) -> str:
        return other_team(self.takers)


class Line(NamedTuple):
    """A line of the count: what it is, who counted it in the contract, and who writes it."""

    item: str
    points: int
    counted_by: str | None = None
    marked_by: str | None = None
    carried: bool = False


class Belote(NamedTuple):
    team: str | None
    points: int
    status: str
    pardon_left: bool


@dataclass(frozen=True)
class Result:
    outcome: str
    capot: str | None
    totals: Points
    scores: Points
    carry_out: int
    lines: Sequence[Line]
    belote: Belote


# What is known before anything is compared ----------------------------------------------------


def belote_of(donne: Donne, rules: Rules) -> Belote:
    """Whose the belote is, and what became of it."""
    claim = donne.claim
    left = rules.rebelote_pardon != "none" and (claim is None or not claim.pardon_used)
    if donne.holder == "nobody":
        return Belote(None, 0, "nobody", left)
    if claim is None:
        return Belote(donne.holder, 0, "not_told", left)
    team = donne.holder or claim.team
    if not claim.said:
        return Belote(team, 0, "not_said", left)
    if claim.rebelote:
        return Belote(team, 20, "scored", left)
    if claim.claimed_at_count and left:
        return Belote(team, 20, "pardoned", False)
    return Belote(team, 0, "rebelote_forgotten", left)


def all_tricks(donne: Donne, rules: Rules) -> int:
    """What the eight tricks give together."""
    if donne.eight is None:
        return 162
    if donne.eight == donne.defence and rules.scale != "bid" and rules.capot_defence == 162:
        return 162
    return rules.capot_points


def in_tricks(donne: Donne, rules: Rules) -> dict[str, int]:
    """What each side has in its tricks, the last one included."""
    if donne.last:
        found = dict(donne.points)
        found[donne.last] += all_tricks(donne, rules) - 152
        return found
    if donne.eight:
        return {donne.eight: all_tricks(donne, rules), other_team(donne.eight): 0}
    return dict(donne.points)


def belote_helps(rules: Rules) -> bool:
    return rules.bonus_in_contract in ("all", "belote")


def announcements_help(rules: Rules) -> bool:
    return rules.bonus_in_contract == "all"


def compared(donne: Donne, rules: Rules) -> dict[str, int]:
    """The two totals that are held against each other."""
    totals = in_tricks(donne, rules)
    belote = belote_of(donne, rules)
    if belote.points and belote_helps(rules):
        assert belote.team
        totals[belote.team] += belote.points
    if announcements_help(rules):
        for team in TEAMS:
            totals[donne.eight or team] += donne.won[team]
    return totals


def outcome_of(donne: Donne, rules: Rules) -> str:
    totals = compared(donne, rules)
    own, against = totals[donne.takers], totals[donne.defence]
    if rules.scale == "bid":
        if donne.contract.bid == "capot":
            reached = donne.eight == donne.takers
        else:
            reached = own >= donne.contract.points
        if not reached:
            return "chute"
    elif rules.takers_need == "fixed_82":
        return "made" if own >= 82 else "chute"
    if own == against:
        return rules.equality
    return "made" if own > against else "chute"


# Who marks what -------------------------------------------------------------------------------


def announcements_of_one_side(donne: Donne, rules: Rules, outcome: str, side: str) -> list[str]:
    """Which of `won` and `lost` a side marks that marks all announcements there are."""
    if donne.eight == side:
        how = rules.capot_announcements
    elif outcome == "chute":
        how = rules.chute_announcements
    else:
        how = "validated"
    return {"none": [], "validated": ["won"], "declared": ["won", "lost"]}[how]


def times_of(donne: Donne, rules: Rules, outcome: str) -> int:
    """By how much the side that marks multiplies; a litige doubles nothing."""
    if rules.scale == "classic" or outcome == "litige":
        return 1
    return donne.contract.times


def lump_of(donne: Donne, rules: Rules, outcome: str) -> int:
    """The lump that stands for the tricks where one side marks them all."""
    if rules.scale != "bid":
        return all_tricks(donne, rules)
    return 250 if outcome == "made" and donne.eight == donne.takers else 160


def has_lump(donne: Donne, rules: Rules, outcome: str) -> bool:
    """Whether the lump stands in a line of its own, in place of cards and last trick."""
    is_doubled = times_of(donne, rules, outcome) > 1
    return is_doubled or (rules.scale == "bid" and outcome == "chute")


def score(donne: Donne, rules: Rules = USUAL) -> Result:
    outcome = outcome_of(donne, rules)
    takers, defence = donne.takers, donne.defence
    tricks = in_tricks(donne, rules)
    belote = belote_of(donne, rules)
    own_belote = {team: belote.points if belote.team == team else 0 for team in TEAMS}
    bid = donne.contract.points if rules.scale == "bid" else 0
    times = times_of(donne, rules, outcome)
    scores = dict(NOTHING)
    waits = 0

    if outcome == "litige":
        scores[defence] += tricks[defence] + donne.won[defence] + own_belote[defence]
        waits += tricks[takers] + donne.won[takers]
        if rules.litige_belote == "kept":
            scores[takers] += own_belote[takers]
        else:
            waits += own_belote[takers]
    elif outcome == "made" and times == 1:
        scores[takers] += tricks[takers] + own_belote[takers] + bid
        scores[defence] += tricks[defence] + own_belote[defence]
        if donne.eight:
            for which in announcements_of_one_side(donne, rules, outcome, takers):
                scores[takers] += sum(getattr(donne, which).values())
        else:
            for team in TEAMS:
                scores[team] += donne.won[team]
    else:
        marking = takers if outcome == "made" else defence
        bracket = lump_of(donne, rules, outcome) + own_belote[marking] + bid
        for which in announcements_of_one_side(donne, rules, outcome, marking):
            bracket += sum(getattr(donne, which).values())
        if outcome == "chute" and rules.belote_on_chute == "lost":
            bracket += own_belote[takers]
        else:
            scores[other_team(marking)] += own_belote[other_team(marking)]
        scores[marking] += bracket * times

    to = carry_goes_to(donne, rules, outcome)
    if to:
        scores[to] += donne.carry
    else:
        waits += donne.carry
    for team in TEAMS:
        scores[team] += donne.awards[team]
        scores[team] = rounded(scores[team], rules)
    return Result(
        outcome,
        donne.eight,
        compared(donne, rules),
        scores,
        waits,
        lines_of(donne, rules, outcome),
        belote,
    )


def carry_goes_to(donne: Donne, rules: Rules, outcome: str) -> str | None:
    """Who gets what was carried, or None: it waits."""
    if outcome == "litige":
        return None
    if outcome == "made" or rules.carry_to == "takers":
        return donne.takers
    return donne.defence if rules.carry_to == "winner" else None


def rounded(points: int, rules: Rules) -> int:
    """The nearest ten, upwards from five, where the table rounds."""
    if rules.rounding == "none":
        return points
    units = points % 10
    return points - units if units < 5 else points - units + 10


# The lines ------------------------------------------------------------------------------------


def lines_of(donne: Donne, rules: Rules, outcome: str) -> list[Line]:
    """Every point that was counted or marked, in the order of the count."""
    marking = donne.takers if outcome == "made" else donne.defence
    times = times_of(donne, rules, outcome)
    tricks = trick_lines(donne, rules, outcome)
    bracket: list[Line] = []
    if has_lump(donne, rules, outcome):
        bracket.append(
            Line("base", lump_of(donne, rules, outcome), None, marked_by=marking),
        )
    bracket += belote_lines(donne, rules, outcome)
    bracket += won_lines(donne, rules, outcome)
    awards = [Line("announcements", donne.awards[team], None, team) for team in TEAMS]
    lost = lost_lines(donne, rules, outcome)
    bid = []
    if rules.scale == "bid" and outcome != "litige":
        bid.append(Line("bid", donne.contract.points, None, marking))
    doubled = [line for line in bracket + lost + bid if line.marked_by == marking]
    more = sum(line.points for line in doubled) * (times - 1)
    to = carry_goes_to(donne, rules, outcome)
    found = [
        *tricks,
        *bracket,
        *awards,
        *lost,
        *bid,
        Line("coinche", more, None, marking),
        Line("carry", donne.carry, None, to, carried=to is None),
    ]
    for team in TEAMS:
        written = sum(line.points for line in found if line.marked_by == team)
        found.append(Line("rounding", rounded(written, rules) - written, None, team))
    return [line for line in found if line.points or line.item in ("cards", "tricks")]


def own_way(donne: Donne, rules: Rules, outcome: str, team: str) -> tuple[str | None, bool]:
    """Who marks what a side has in tricks and announcements, and whether it is carried."""
    if outcome == "litige":
        return (None, True) if team == donne.takers else (team, False)
    if outcome == "made" and times_of(donne, rules, outcome) == 1:
        return team, False
    return (donne.takers if outcome == "made" else donne.defence), False


def trick_lines(donne: Donne, rules: Rules, outcome: str) -> list[Line]:
    found = []
    for team in TEAMS:
        marked_by, carried = own_way(donne, rules, outcome, team)
        if has_lump(donne, rules, outcome):
            marked_by = None
        if donne.last:
            found.append(Line("cards", donne.points[team], team, marked_by, carried))
        else:
            found.append(Line("tricks", in_tricks(donne, rules)[team], team, marked_by, carried))
    if donne.last:
        (own,) = [line for line in found if line.counted_by == donne.last]
        worth = all_tricks(donne, rules) - 152
        item = "dix_de_der" if worth == 10 else "capot"
        found.append(own._replace(item=item, points=worth))
    return found


def belote_lines(donne: Donne, rules: Rules, outcome: str) -> list[Line]:
    belote = belote_of(donne, rules)
    if not belote.points:
        return []
    marked_by, carried = belote.team, False
    if belote.team == donne.takers:
        if outcome == "litige" and rules.litige_belote == "carried":
            marked_by, carried = None, True
        if outcome == "chute" and rules.belote_on_chute == "lost":
            marked_by = donne.defence
    counted_by = belote.team if belote_helps(rules) else None
    return [Line("belote", belote.points, counted_by, marked_by, carried)]


def won_lines(donne: Donne, rules: Rules, outcome: str) -> list[Line]:
    """The announcements that won the comparison, marked or not."""
    found = []
    for team in TEAMS:
        counting = donne.eight or team
        marked_by, carried = own_way(donne, rules, outcome, counting)
        if marked_by and "won" not in announcements_of_one_side(donne, rules, outcome, marked_by):
            marked_by = None
        counted_by = counting if announcements_help(rules) else None
        found.append(Line("announcements", donne.won[team], counted_by, marked_by, carried))
    return found


def lost_lines(donne: Donne, rules: Rules, outcome: str) -> list[Line]:
    """The announcements that did not win, where somebody marks them."""
    marking = donne.takers if outcome == "made" else donne.defence
    if outcome == "litige":
        return []
    if "lost" not in announcements_of_one_side(donne, rules, outcome, marking):
        return []
    return [Line("announcements", donne.lost[team], None, marking) for team in TEAMS]


# A game ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """A line of the sheet; `result`: None where all passed or the organiser decided."""

    scores: Points
    carry_in: int
    carry_out: int
    result: Result | None


@dataclass(frozen=True)
class Sheet:
    rows: Sequence[Row]
    totals: Points
    carry_out: int
    winner: str | None


Entry: TypeAlias = "Donne | Points | None"
"""A donne that was played, the scores that an organiser wrote, or None: all passed."""


def play_game(entries: Sequence[Entry], target: int, rules: Rules = USUAL) -> Sheet:
    """Write donne after donne; what is carried and which pardon is used follow from the sheet.

    It goes on after a side has won; `winner` is who has won after the last donne.
    """
    rows: list[Row] = []
    sums = dict(NOTHING)
    carry = 0
    pardoned: list[str] = []
    winner = None
    for entry in entries:
        if entry is None:
            rows.append(Row(NOTHING, carry, carry, None))
            continue
        if not isinstance(entry, Donne):
            rows.append(Row(entry, carry, carry, None))
            for team in TEAMS:
                sums[team] += entry[team]
            winner = winner_of(sums, target)
            continue
        donne = with_pardon(replace(entry, carry=carry), pardoned, rules)
        result = score(donne, rules)
        if result.belote.status == "pardoned":
            assert result.belote.team
            pardoned.append(result.belote.team)
        rows.append(Row(result.scores, carry, result.carry_out, result))
        carry = result.carry_out
        for team in TEAMS:
            sums[team] += result.scores[team]
        winner = winner_of(sums, target)
        if (
            winner
            and not rules.win_by_belote
            and wins_by_belote(donne, rules, sums, target, winner)
        ):
            winner = None
    return Sheet(rows, sums, carry, winner)


def with_pardon(donne: Donne, pardoned: Sequence[str], rules: Rules) -> Donne:
    """Tell the donne whether the pardon of who forgot is used up."""
    if donne.claim is None:
        return donne
    team = belote_of(donne, rules).team
    used = team in pardoned if rules.rebelote_pardon == "team" else bool(pardoned)
    return replace(donne, claim=replace(donne.claim, pardon_used=used))


def winner_of(sums: Points, target: int) -> str | None:
    """The side alone highest, at the target or above."""
    for team in TEAMS:
        if sums[team] >= target and sums[team] > sums[other_team(team)]:
            return team
    return None


def wins_by_belote(donne: Donne, rules: Rules, sums: Points, target: int, team: str) -> bool:
    """Whether a side that lost its contract or won no trick is there by its belote alone."""
    result = score(donne, rules)
    lost_its_contract = result.outcome == "chute" and donne.takers == team
    won_no_trick = result.capot == other_team(team)
    if not lost_its_contract and not won_no_trick:
        return False
    theirs = [one for one in result.lines if one.item == "belote" and one.marked_by == team]
    of_belote = sum(line.points for line in theirs)
    if result.outcome == "chute" and donne.defence == team:
        of_belote *= times_of(donne, rules, result.outcome)
    return sums[team] - of_belote < target
