"""Consistency checks of the input of a comparison, a play, a donne or a game.

Each check returns everything that it finds, as values: what is wrong, with which part of the input,
and the numbers or cards concerned. This module must not know how the input was sent or how a
finding is reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from itertools import chain
from types import MappingProxyType

from service.belote.audit.events import Call, CallEvent, Log
from service.belote.cards import NO_CARDS, PACK, Card, Cards, Suit, listed, union
from service.belote.comparison import Declared
from service.belote.declarations import Declaration, named_cards, names_cards
from service.belote.facts import (
    ANYBODY,
    first_speaker,
    hands_of,
    holders,
    pile_of,
)
from service.belote.game import GameDonne, Logged, UnderRules, donne_and_rules, rows_with_winner
from service.belote.hands import NO_HANDS, with_fourth
from service.belote.inputs import (
    AnnouncementPoints,
    BeloteClaim,
    Contract,
    CountedPoints,
    CountedTotals,
    Donne,
    Play,
    TrickPiles,
)
from service.belote.rules import (
    CAPOT,
    CARD_POINTS,
    CARDS_IN_TRICK,
    CLASSIQUE,
    HAND_SIZE,
    LAST_TRICK,
    PLAIN_ORDER,
    ROUND_CAPOT,
    TARGET,
    TRICKS,
    TRUMP_ORDER,
    Rules,
    first_leader,
)
from service.belote.scales import SCALES, ScaleTable
from service.belote.table import TEAMS, ByTeam, Seat, Team
from service.belote.tricks import Trick, follow


class Contradiction(Enum):
    """What is wrong with an input."""

    # cards and hands
    CARD_TWICE = auto()
    CARD_OF_ANOTHER = auto()  # played by a seat that was not dealt it, but another was
    CARD_NOT_HELD = auto()  # played by a seat whose whole hand is known, and does not hold it
    # announcements
    NOBODY_DECLARES = auto()  # neither declarations nor the best of each hand
    NO_HAND_TO_DECLARE = auto()  # the best of each hand, and no hand
    CARDS_OR_HAND_UNKNOWN = auto()  # a kind said without cards, by a seat without a hand
    TOO_MANY_CARDS = auto()  # one seat declares more different cards than a hand holds
    FIRST_SPEAKER_UNKNOWN = auto()
    FIRST_SPEAKER_OTHER = auto()  # the dealer tells another first speaker
    DEALER_OTHER = auto()  # the play has another dealer
    BOTH_ANNOUNCE = auto()
    ANNOUNCEMENTS_OFF = auto()
    # the contract
    CONTRACT_UNKNOWN = auto()
    BID_UNKNOWN = auto()
    NO_CONTRACTS = auto()  # a contract, under a scale that has nothing to do with one
    NO_BIDS = auto()  # a bid, under a scale without bids
    TAKER_OF_OTHER_TEAM = auto()  # who took is not of the team that did
    # counted points
    SUM_OF_CARDS = auto()
    SUM_OF_TOTALS = auto()
    NO_TOTAL = auto()
    NO_CARDS_MAKE = auto()  # points that no whole tricks make
    CAPOT_AS_TOTAL = auto()  # the points of a capot, and nothing said of one
    CAPOT_WITHOUT_ALL_TRICKS = auto()
    TRUMP_UNKNOWN = auto()  # cards, and no trump suit
    SUM_OF_TRICKS = auto()
    TRICKS_UNKNOWN = auto()  # one team has all points: did it win all tricks?
    LAST_TRICK_OF_NONE = auto()
    POINTS_WITHOUT_A_TRICK = auto()
    ALL_TRICKS_WITHOUT_ALL_POINTS = auto()
    # piles of tricks
    NO_PILE = auto()
    BROKEN_TRICK = auto()  # a pile of no whole tricks
    PACK_INCOMPLETE = auto()
    LAST_TRICK_IN_EMPTY_PILE = auto()
    # a play
    SIZE_OF_TRICK = auto()
    NUMBER_OF_TRICKS = auto()
    OTHER_LEADER = auto()
    OTHER_PLAYER = auto()  # a card from a seat that was not its turn
    # the belote
    BELOTE_TEAM_UNKNOWN = auto()
    BELOTE_NOT_HELD = auto()
    # a game
    GAME_OVER = auto()
    DONNE_NOT_OVER = auto()  # a log that stops before the end of its donne
    DONNE_UNDECIDED = auto()  # a log of which nobody can say what the table writes


class Part(Enum):
    """A kind of part of an input; the comment names the fields of `Subject` that say which one."""

    HANDS = auto()
    CARD_OF_HAND = auto()  # seat, card
    HAND = auto()  # seat
    DECLARATIONS = auto()
    DECLARATIONS_OF_SEAT = auto()  # seat
    DECLARATION = auto()  # seat, index
    CARD_OF_DECLARATION = auto()  # seat, index, card
    FIRST_SPEAKER = auto()
    DEALER = auto()
    ANNOUNCEMENT_POINTS = auto()
    CARD_POINTS = auto()
    TOTALS = auto()
    TRUMP = auto()
    TRICKS_WON = auto()
    LAST_TRICK = auto()
    PILES = auto()
    PILE = auto()  # team
    CARD_OF_PILE = auto()  # team, index
    TRICKS = auto()
    TRICK = auto()  # index
    CARD_OF_TRICK = auto()  # index, position
    LEADER = auto()  # index
    BELOTE_TEAM = auto()
    CONTRACT = auto()
    BID = auto()
    TAKER = auto()
    DONNE = auto()  # the whole of it


@dataclass(frozen=True, slots=True)
class Subject:
    """One part of an input. Indexes and positions count from 0.

    `donne` is the index of the donne of a game that it belongs to; `in_log`: that donne is a log.
    """

    part: Part
    seat: Seat | None = None
    team: Team | None = None
    index: int | None = None
    position: int | None = None
    card: Card | None = None
    donne: int | None = None
    in_log: bool = False


@dataclass(frozen=True, slots=True)
class Inconsistency:
    """A contradiction in an input, the part concerned, and the values to report.

    The values are numbers, cards, seats, teams or other parts of the input.
    """

    kind: Contradiction
    subject: Subject
    values: Mapping[str, object] = field(default_factory=dict)

    def of_donne(self, index: int, *, in_log: bool = False) -> Inconsistency:
        """Return the same contradiction in the donne of a game with this index."""
        values = {
            name: replace(one, donne=index, in_log=in_log) if isinstance(one, Subject) else one
            for name, one in self.values.items()
        }
        subject = replace(self.subject, donne=index, in_log=in_log)
        return Inconsistency(self.kind, subject, values)


NO_DECLARATIONS: Declared = MappingProxyType({})


def validate_comparison(  # noqa: PLR0913 - the input of `compare`
    declared: Declared | None,
    hands: Mapping[Seat, Cards],
    rules: Rules = CLASSIQUE,
    *,
    declare_best: bool = False,
    first_player: Seat | None = None,
    dealer: Seat | None = None,
) -> list[Inconsistency]:
    """Return the contradictions in the input of `compare`.

    `declared` is None where it was not given.

    >>> validate_comparison({}, {})
    []
    >>> validate_comparison(None, {})[0].kind.name
    'NOBODY_DECLARES'
    """
    found = _validate_table(declared or NO_DECLARATIONS, hands)
    if declared is None and not declare_best:
        found.append(Inconsistency(Contradiction.NOBODY_DECLARES, Subject(Part.DECLARATIONS)))
    if declare_best and not hands:
        found.append(_NO_HAND)
    first = first_player if dealer is None else first_leader(dealer, rules)
    return found + _validate_first(first_player, first, rules)


def validate_hands(hands: Mapping[Seat, Cards]) -> list[Inconsistency]:
    """Return the cards that are in two of the known hands.

    >>> [one.kind.name for one in validate_hands({Seat.N: 255, Seat.W: 255 << 7})]
    ['CARD_TWICE']
    """
    return _validate_table(NO_DECLARATIONS, hands)


def _validate_first(
    first_player: Seat | None, first: Seat | None, rules: Rules
) -> list[Inconsistency]:
    """Return what is wrong if the first speaker is unknown, or `first` is not the one sent."""
    if not rules.last_tie:
        return []
    if first is None:
        return [_NO_SPEAKER]
    if first_player in (None, first):
        return []
    values = {"seat": first_player, "first": first}
    return [Inconsistency(Contradiction.FIRST_SPEAKER_OTHER, _NO_SPEAKER.subject, values)]


_NO_HAND = Inconsistency(Contradiction.NO_HAND_TO_DECLARE, Subject(Part.HANDS))
_NO_SPEAKER = Inconsistency(Contradiction.FIRST_SPEAKER_UNKNOWN, Subject(Part.FIRST_SPEAKER))


def _validate_table(declared: Declared, hands: Mapping[Seat, Cards]) -> list[Inconsistency]:
    """Return cards that are in two places, and declarations that cannot be checked.

    A place is a known hand, or the declarations of a seat whose hand is not known.
    """
    hands = with_fourth(hands)
    if _is_consistent(declared, hands):
        return []
    alone = {seat: said for seat, said in declared.items() if seat not in hands}
    return [
        *_duplicates(_places(alone, hands)),
        *chain.from_iterable(_unverifiable(seat, said) for seat, said in alone.items()),
        *chain.from_iterable(_too_many(seat, said) for seat, said in alone.items()),
    ]


def _is_consistent(declared: Declared, hands: Mapping[Seat, Cards]) -> bool:
    """Return whether `_validate_table` finds nothing, quickly."""
    taken = NO_CARDS
    for hand in hands.values():
        if hand & taken:
            return False
        taken |= hand
    for seat, said in declared.items():
        if seat not in hands:
            place = NO_CARDS
            for one in said:
                if not names_cards(one):
                    return False
                place |= named_cards(one)
            if place & taken or place.bit_count() > HAND_SIZE:
                return False
            taken |= place
    return True


def _places(alone: Declared, hands: Mapping[Seat, Cards]) -> Iterator[tuple[Card, object, Subject]]:
    """Yield each card with its place, and its position there."""
    for seat, hand in hands.items():
        for one in listed(hand):
            yield one, seat, Subject(Part.CARD_OF_HAND, seat=seat, card=one)
    for seat, said in alone.items():
        for index, each in enumerate(said):
            for one in listed(named_cards(each)):
                yield one, seat, _card_of(seat, index, each, one)


def _card_of(seat: Seat, index: int, said: Declaration, one: Card) -> Subject:
    """Return the place of a card in a declaration, which may name it by words."""
    if said.cards is None:
        return Subject(Part.DECLARATION, seat=seat, index=index)
    return Subject(Part.CARD_OF_DECLARATION, seat=seat, index=index, card=one)


def _duplicates(placed: Iterable[tuple[Card, object, Subject]]) -> Iterator[Inconsistency]:
    """Yield a finding for each card that is already in an earlier place.

    `placed`: cards, the place of each, and its position there.
    """
    first: dict[Card, tuple[object, Subject]] = {}
    for one, place, subject in placed:
        before, where = first.setdefault(one, (place, subject))
        if before != place:
            values = {"card": one, "first": where}
            yield Inconsistency(Contradiction.CARD_TWICE, subject, values)


def _unverifiable(seat: Seat, said: Sequence[Declaration]) -> Iterator[Inconsistency]:
    for index, one in enumerate(said):
        if not names_cards(one):
            subject = Subject(Part.DECLARATION, seat=seat, index=index)
            yield Inconsistency(Contradiction.CARDS_OR_HAND_UNKNOWN, subject, {"seat": seat})


def _too_many(seat: Seat, said: Sequence[Declaration]) -> Iterator[Inconsistency]:
    cards = union(map(named_cards, said))
    if cards.bit_count() > HAND_SIZE:
        values = {"seat": seat, "count": cards.bit_count(), "expected_count": HAND_SIZE}
        subject = Subject(Part.DECLARATIONS_OF_SEAT, seat=seat)
        yield Inconsistency(Contradiction.TOO_MANY_CARDS, subject, values)


def validate_play(
    play: Play,
    trump: Suit,
    hands: Mapping[Seat, Cards] = NO_HANDS,
    rules: Rules = CLASSIQUE,
    *,
    under_way: bool = False,
) -> list[Inconsistency]:
    """Return the contradictions in a play, also with the known hands of eight cards.

    `under_way`: the last trick may be short.

    >>> short = Play(Seat.N, (tuple(map(Card, range(3))),))
    >>> [one.kind.name for one in validate_play(short, Suit.HEARTS)]
    ['SIZE_OF_TRICK']
    >>> validate_play(short, Suit.HEARTS, under_way=True)
    []
    """
    table = _validate_table(NO_DECLARATIONS, hands)
    hands = with_fourth(hands)
    sizes = _sizes(play, under_way)
    twice = _played_twice(play)
    if sizes or table or not (hands or play.leaders or play.players):
        return [*table, *sizes, *twice]
    tricks = follow(play, trump, rules)
    found = {one.subject for one in twice}
    foreign = [one for one in _out_of_hands(tricks, hands) if one.subject not in found]
    return [
        *twice,
        *_few_or_first(foreign),
        *_leaders(tricks, play.leaders or ()),
        *_few_or_first(_players(tricks, play.players or ())),
    ]


FEW = 8
"""Cards in wrong places that are told one by one; more of them have one cause, a wrong dealer."""


def _few_or_first(found: Iterable[Inconsistency]) -> list[Inconsistency]:
    """Return the findings, or of more than `FEW` the first, with their number."""
    all_of = list(found)
    if len(all_of) <= FEW:
        return all_of
    return [replace(all_of[0], values={**all_of[0].values, "count": len(all_of)})]


def _sizes(play: Play, under_way: bool) -> list[Inconsistency]:
    last = len(play.tricks) - 1
    return [
        Inconsistency(
            Contradiction.SIZE_OF_TRICK,
            Subject(Part.TRICK, index=number),
            {"count": len(cards), "expected_count": CARDS_IN_TRICK},
        )
        for number, cards in enumerate(play.tricks)
        if len(cards) != CARDS_IN_TRICK
        and not (under_way and number == last and len(cards) < CARDS_IN_TRICK)
    ]


def _played_twice(play: Play) -> list[Inconsistency]:
    played = list(chain.from_iterable(play.tricks))
    if len(set(played)) == len(played):
        return []
    return list(
        _duplicates(
            (one, (number, at), Subject(Part.CARD_OF_TRICK, index=number, position=at))
            for number, cards in enumerate(play.tricks)
            for at, one in enumerate(cards)
        )
    )


def _out_of_hands(tricks: Sequence[Trick], hands: Mapping[Seat, Cards]) -> Iterator[Inconsistency]:
    owner = {one: seat for seat, hand in hands.items() for one in listed(hand)}
    for number, trick in enumerate(tricks):
        for at, (seat, one) in enumerate(zip(trick.seats, trick.cards, strict=False)):
            if owner.get(one) is not seat and (one in owner or seat in hands):
                subject = Subject(Part.CARD_OF_TRICK, index=number, position=at)
                yield _out_of_hand(one, seat, owner.get(one), subject)


def _out_of_hand(one: Card, seat: Seat, owner: Seat | None, subject: Subject) -> Inconsistency:
    """Return the finding on a card that another seat was dealt, or that the player was not."""
    if owner:
        values: dict[str, object] = {"card": one, "seat": seat, "owner": owner}
        return Inconsistency(Contradiction.CARD_OF_ANOTHER, subject, values)
    return Inconsistency(Contradiction.CARD_NOT_HELD, subject, {"card": one, "seat": seat})


def _leaders(tricks: Sequence[Trick], leaders: Sequence[Seat]) -> Iterator[Inconsistency]:
    for number, (trick, seat) in enumerate(zip(tricks, leaders, strict=False)):
        if trick.leader is not seat:
            subject = Subject(Part.LEADER, index=number)
            yield Inconsistency(Contradiction.OTHER_LEADER, subject, {"leader": trick.leader})


def _players(
    tricks: Sequence[Trick], players: Sequence[Sequence[Seat | None]]
) -> Iterator[Inconsistency]:
    """Yield a finding for each card that is noted from a seat whose turn it was not."""
    for number, (trick, noted) in enumerate(zip(tricks, players, strict=False)):
        for at, (seat, said) in enumerate(zip(trick.seats, noted, strict=False)):
            if said not in (None, seat):
                subject = Subject(Part.CARD_OF_TRICK, index=number, position=at)
                values = {"card": trick.cards[at], "seat": said, "player": seat}
                yield Inconsistency(Contradiction.OTHER_PLAYER, subject, values)


def validate_donne(donne: Donne, rules: Rules = CLASSIQUE) -> list[Inconsistency]:
    """Return the contradictions in a donne: in its form, hands, belote, announcements, contract.

    >>> donne = Donne(Suit.HEARTS, Team.NS, CountedPoints(ByTeam(88, 65), Team.NS))
    >>> [(one.kind.name, one.subject.part.name) for one in validate_donne(donne)]
    [('SUM_OF_CARDS', 'CARD_POINTS')]
    """
    match donne.form:
        case CountedPoints() as count:
            form = validate_count(count)
        case CountedTotals() as count:
            form = validate_totals(count)
        case TrickPiles() as piles:
            form = _validate_piles(piles)
        case Play() as play:
            form = [] if donne.trump is None else _validate_whole_play(play, donne, rules)
    scale = SCALES[rules.scale]
    if donne.contract is not None or scale.has_bid:
        form += validate_contract(donne.contract, scale)
    trump = _validate_trump(donne)
    table = _validate_hands(donne)
    known = not table and not (form and _cards_are_wrong(form))
    claim = None if trump else donne.belote
    return [
        *form,
        *trump,
        *table,
        *_validate_dealer(donne),
        *(_validate_belote(donne, claim, rules, known=known) if claim else ()),
        *_validate_points(donne.announcements, rules),
        *(_validate_speaker(donne, rules) if rules.last_tie and donne.is_compared else ()),
    ]


def validate_contract(contract: Contract | None, scale: ScaleTable) -> list[Inconsistency]:
    """Return what is wrong with a contract: too little or too much is told for the scale.

    >>> from service.belote.rules import Scale
    >>> [one.kind.name for one in validate_contract(None, SCALES[Scale.BID])]
    ['CONTRACT_UNKNOWN']
    """
    whole, bid = Subject(Part.CONTRACT), Subject(Part.BID)
    if contract is None:
        return [Inconsistency(Contradiction.CONTRACT_UNKNOWN, whole)] if scale.has_bid else []
    if not scale.has_contract:
        return [Inconsistency(Contradiction.NO_CONTRACTS, whole)]
    if scale.has_bid is (contract.bid is not None):
        return []
    kind = Contradiction.BID_UNKNOWN if scale.has_bid else Contradiction.NO_BIDS
    return [Inconsistency(kind, bid)]


def _validate_trump(donne: Donne) -> list[Inconsistency]:
    """Return what is wrong if there are cards and no trump suit.

    Without cards a count does not depend on the suit.
    """
    bare = isinstance(donne.form, (CountedPoints, CountedTotals))
    declared = any((donne.declared or NO_DECLARATIONS).values())
    if donne.trump is not None or (bare and not (donne.hands or declared or donne.declare_best)):
        return []
    return [Inconsistency(Contradiction.TRUMP_UNKNOWN, Subject(Part.TRUMP))]


def _validate_hands(donne: Donne) -> list[Inconsistency]:
    """Return what is wrong with hands and declarations; for a play all hands are known."""
    if isinstance(donne.form, Play) or not (donne.hands or donne.declared or donne.declare_best):
        return []
    found = _validate_table(donne.declared or NO_DECLARATIONS, donne.hands)
    return [*found, _NO_HAND] if donne.declare_best and not donne.hands else found


def _cards_are_wrong(form: Iterable[Inconsistency]) -> bool:
    """Return whether a play is too inconsistent to derive hands from it."""
    return any(one.subject.part in (Part.TRICKS, Part.TRICK, Part.CARD_OF_TRICK) for one in form)


def validate_count(count: CountedPoints) -> list[Inconsistency]:
    """Return what is wrong with counted points: their sum, or the number of tricks.

    >>> [one.kind.name for one in validate_count(CountedPoints(ByTeam(152, 0), Team.NS))]
    ['TRICKS_UNKNOWN']
    """
    found: list[Inconsistency] = []
    points, tricks = count.card_points, count.tricks_won
    if sum(points) != CARD_POINTS:
        values = {"sum": sum(points), "total": CARD_POINTS}
        subject = Subject(Part.CARD_POINTS)
        found.append(Inconsistency(Contradiction.SUM_OF_CARDS, subject, values))
    elif not _can_be_won(points.NS):
        values = {"ns": points.NS, "ew": points.EW}
        found.append(Inconsistency(Contradiction.NO_CARDS_MAKE, Subject(Part.CARD_POINTS), values))
    if tricks is not None:
        found += list(_impossible(points, tricks, count.last_trick))[:1]
    elif CARD_POINTS in points:
        subject = Subject(Part.TRICKS_WON)
        found.append(Inconsistency(Contradiction.TRICKS_UNKNOWN, subject))
    return found


def validate_totals(count: CountedTotals) -> list[Inconsistency]:
    """Return what is wrong with counted totals: their sum, or the number of tricks.

    >>> [one.kind.name for one in validate_totals(CountedTotals(ByTeam(161, 2)))]
    ['SUM_OF_TOTALS']
    """
    totals, capot = count.totals, count.capot
    if capot is not None:
        return list(_contradicted_capot(count, capot))
    if totals is None:
        return [Inconsistency(Contradiction.NO_TOTAL, Subject(Part.TOTALS))]
    whole, subject = CARD_POINTS + LAST_TRICK, Subject(Part.TOTALS)
    values: dict[str, object] = {"ns": totals.NS, "ew": totals.EW}
    found: list[Inconsistency] = []
    if winner := _winner_of_capot(totals):
        of_capot = {"points": totals.of(winner), "winner": winner}
        found.append(Inconsistency(Contradiction.CAPOT_AS_TOTAL, subject, of_capot))
    elif sum(totals) != whole:
        of_sum = {"sum": sum(totals), "total": whole}
        found.append(Inconsistency(Contradiction.SUM_OF_TOTALS, subject, of_sum))
    elif not any(_can_be_won(points) for points in _cards_of(totals, count.last_trick)):
        found.append(Inconsistency(Contradiction.NO_CARDS_MAKE, subject, values))
    elif count.tricks_won is None and whole in totals:
        found.append(Inconsistency(Contradiction.TRICKS_UNKNOWN, Subject(Part.TRICKS_WON)))
    if count.tricks_won is not None and not found:
        last = count.last_trick
        ways = [
            list(_impossible(ByTeam(points, CARD_POINTS - points), count.tricks_won, team))
            for team, points in zip(TEAMS, _cards_of(totals), strict=True)
            if last in (None, team) and 0 <= points <= CARD_POINTS
        ]
        found = min(ways, key=len)[:1]  # there is one: some cards make these totals
    return found


def _winner_of_capot(totals: ByTeam[int]) -> Team | None:
    """Return the team whose total is that of a capot, where the other's is nothing beside it."""
    for team in TEAMS:
        if totals.of(team) in _POINTS_OF_A_CAPOT and not totals.of(team.other):
            return team
    return None


def _cards_of(totals: ByTeam[int], last_trick: Team | None = None) -> list[int]:
    """Return the card points of NS in both cases: if it won the last trick, and if it did not."""
    ways = {Team.NS: totals.NS - LAST_TRICK, Team.EW: totals.NS}
    return [points for team, points in ways.items() if last_trick in (None, team)]


def _contradicted_capot(count: CountedTotals, capot: Team) -> Iterator[Inconsistency]:
    if count.last_trick not in (None, capot):
        values: dict[str, object] = {"team": capot.other}
        yield Inconsistency(Contradiction.LAST_TRICK_OF_NONE, Subject(Part.LAST_TRICK), values)
    if count.tricks_won is not None and count.tricks_won.of(capot) != TRICKS:
        values = {"ns": count.tricks_won.NS, "ew": count.tricks_won.EW, "team": capot}
        yield Inconsistency(
            Contradiction.CAPOT_WITHOUT_ALL_TRICKS, Subject(Part.TRICKS_WON), values
        )
    if count.totals is not None and count.totals.of(capot.other):
        values = {"team": capot.other, "points": count.totals.of(capot.other)}
        yield Inconsistency(Contradiction.POINTS_WITHOUT_A_TRICK, Subject(Part.TOTALS), values)
    elif count.totals is not None and sum(count.totals) not in _TOTALS_OF_A_CAPOT:
        values = {"sum": sum(count.totals), "total": CARD_POINTS + LAST_TRICK}
        yield Inconsistency(Contradiction.SUM_OF_TOTALS, Subject(Part.TOTALS), values)


_POINTS_OF_A_CAPOT = {CARD_POINTS + CAPOT, ROUND_CAPOT}
# The last trick as in any donne, or as the rules for a capot have it.
_TOTALS_OF_A_CAPOT = {CARD_POINTS + LAST_TRICK, *_POINTS_OF_A_CAPOT}


def _sums() -> frozenset[int]:
    """Return the card points that whole tricks can make."""
    ways = {(0, 0)}
    plain = [points for _, points in PLAIN_ORDER]
    for points in [one for _, one in TRUMP_ORDER] + plain * (len(Suit) - 1):
        ways |= {(cards + 1, made + points) for cards, made in ways}
    return frozenset(made for cards, made in ways if cards % CARDS_IN_TRICK == 0)


_SUMS = _sums()


def _can_be_won(points: int) -> bool:
    return points in _SUMS


def _impossible(
    points: ByTeam[int], tricks: ByTeam[int], last_trick: Team
) -> Iterator[Inconsistency]:
    """Yield why these numbers of tricks cannot go with the points or the last trick."""
    subject = Subject(Part.TRICKS_WON)
    if sum(tricks) != TRICKS:
        values = {"ns": tricks.NS, "ew": tricks.EW, "sum": sum(tricks), "total": TRICKS}
        yield Inconsistency(Contradiction.SUM_OF_TRICKS, subject, values)
    if not tricks.of(last_trick):
        yield Inconsistency(Contradiction.LAST_TRICK_OF_NONE, subject, {"team": last_trick})
    for team in TEAMS:
        if points.of(team) and not tricks.of(team):
            without = {"team": team, "points": points.of(team)}
            yield Inconsistency(Contradiction.POINTS_WITHOUT_A_TRICK, subject, without)
        if tricks.of(team) == TRICKS and points.of(team) != CARD_POINTS:
            whole = {"team": team, "total": CARD_POINTS}
            yield Inconsistency(Contradiction.ALL_TRICKS_WITHOUT_ALL_POINTS, subject, whole)


def _validate_piles(won: TrickPiles) -> list[Inconsistency]:
    piles = {team: pile for team in TEAMS if (pile := won.piles.of(team)) is not None}
    if not piles:
        return [Inconsistency(Contradiction.NO_PILE, Subject(Part.PILE, team=Team.NS))]
    found = [
        Inconsistency(
            Contradiction.BROKEN_TRICK,
            Subject(Part.PILE, team=team),
            {"count": len(pile)},
        )
        for team, pile in piles.items()
        if len(pile) % CARDS_IN_TRICK
    ]
    found += _duplicates(
        (one, (team, at), Subject(Part.CARD_OF_PILE, team=team, index=at))
        for team, pile in piles.items()
        for at, one in enumerate(pile)
    )
    return found or _validate_pack(won)


def _validate_pack(won: TrickPiles) -> list[Inconsistency]:
    """Return what is wrong if a card is in no pile, or the last trick's pile is empty."""
    if pile_of(won, Team.NS) | pile_of(won, Team.EW) != PACK:
        values: dict[str, object] = {"total": PACK.bit_count()}
        return [Inconsistency(Contradiction.PACK_INCOMPLETE, Subject(Part.PILES), values)]
    if not pile_of(won, won.last_trick):
        values = {"team": won.last_trick}
        return [Inconsistency(Contradiction.LAST_TRICK_IN_EMPTY_PILE, Subject(Part.PILES), values)]
    return []


def _validate_whole_play(play: Play, donne: Donne, rules: Rules) -> list[Inconsistency]:
    assert donne.trump is not None
    found = validate_play(play, donne.trump, donne.hands, rules)
    if len(play.tricks) != TRICKS:
        subject = Subject(Part.TRICKS)
        found.append(Inconsistency(Contradiction.NUMBER_OF_TRICKS, subject, {"total": TRICKS}))
    return found


def _validate_belote(
    donne: Donne, claim: BeloteClaim, rules: Rules, *, known: bool
) -> list[Inconsistency]:
    """Return what is wrong with the team that is said to hold the belote.

    `known`: whether the hands, as far as they are given, are consistent.
    """
    if claim.team is None and (isinstance(donne.form, Play) or not claim.said):
        return []
    subject = Subject(Part.BELOTE_TEAM)
    may_hold = holders(hands_of(donne, rules), donne.trump) if known else ANYBODY
    if claim.team is None:
        unknown = Inconsistency(Contradiction.BELOTE_TEAM_UNKNOWN, subject)
        return [] if len(may_hold) == 1 else [unknown]
    if claim.team in may_hold:
        return []
    return [Inconsistency(Contradiction.BELOTE_NOT_HELD, subject, {"team": claim.team})]


def _validate_points(settled: AnnouncementPoints, rules: Rules) -> list[Inconsistency]:
    """Return what is wrong with settled points: at most one team has any (arbiter)."""
    if not isinstance(settled, ByTeam):
        return []
    subject, values = Subject(Part.ANNOUNCEMENT_POINTS), {"ns": settled.NS, "ew": settled.EW}
    if any(settled) and not rules.announcements:
        return [Inconsistency(Contradiction.ANNOUNCEMENTS_OFF, subject, values)]
    if all(settled):
        return [Inconsistency(Contradiction.BOTH_ANNOUNCE, subject, values)]
    return []


def _validate_dealer(donne: Donne) -> list[Inconsistency]:
    """Return what is wrong if another dealer is named beside a play than in it."""
    if donne.dealer in (None, donne.dealt_by):
        return []
    values: dict[str, object] = {"seat": donne.dealer, "first": donne.dealt_by}
    return [Inconsistency(Contradiction.DEALER_OTHER, Subject(Part.DEALER), values)]


def _validate_speaker(donne: Donne, rules: Rules) -> list[Inconsistency]:
    """Return what is wrong if the first speaker is unknown, or not the one a play implies."""
    return _validate_first(donne.first_player, first_speaker(donne, rules), rules)


def validate_log(log: Log, rules: Rules = CLASSIQUE) -> list[Inconsistency]:
    """Return the contradictions in what stands beside the events of a log.

    Whatever is wrong with the events is a finding of the audit, and no contradiction.

    >>> found = validate_log(Log((), taker=Seat.N, takers=Team.EW))
    >>> [(one.kind.name, one.subject.part.name) for one in found]
    [('TAKER_OF_OTHER_TEAM', 'TAKER')]
    """
    return [
        *validate_hands(log.hands),
        *_validate_taker(log),
        *_validate_contract_of(log, SCALES[rules.scale]),
    ]


def _validate_taker(log: Log) -> list[Inconsistency]:
    if log.taker is None or log.takers in (None, log.taker.team):
        return []
    values: dict[str, object] = {"seat": log.taker, "team": log.takers}
    return [Inconsistency(Contradiction.TAKER_OF_OTHER_TEAM, Subject(Part.TAKER), values)]


def _validate_contract_of(log: Log, scale: ScaleTable) -> list[Inconsistency]:
    """Return what is wrong with the contract of a log; without one, its calls tell it.

    It must be told where the auction lies before the log: the trump suit is known, and nobody bids.
    """
    if log.contract is None and (log.trump is None or _has_bid(log)):
        return []
    return validate_contract(log.contract, scale)


def _has_bid(log: Log) -> bool:
    return any(isinstance(one, CallEvent) and one.call is Call.BID for one in log.events)


def any_is_inconsistent(donnes: Iterable[GameDonne], rules: Rules = CLASSIQUE) -> bool:
    """Return whether any donne of a game has contradictions in itself.

    >>> from service.belote.game import Passed
    >>> any_is_inconsistent([Passed()])
    False
    """
    return any(_validate_one(one, rules) for one in donnes)


def _validate_one(donne: GameDonne, rules: Rules) -> list[Inconsistency]:
    """Return the contradictions in a donne of a game; what is not scored has none."""
    form, own = donne_and_rules(donne, rules)
    match form:
        case Donne():
            return validate_donne(form, own)
        case Logged(log):
            return validate_log(log, own)
        case _:
            return []


def validate_game(
    donnes: Sequence[GameDonne], target: int = TARGET, rules: Rules = CLASSIQUE
) -> list[Inconsistency]:
    """Return the contradictions in each donne, each log without a decision, and what came too late.

    A donne after the game was won comes too late. Donnes are scored up to the first that has
    contradictions.

    >>> donne = Donne(Suit.HEARTS, Team.NS, CountedPoints(ByTeam(88, 64), Team.NS))
    >>> [(one.kind.name, one.subject.donne) for one in validate_game([donne, donne], 98)]
    [('GAME_OVER', 1)]
    """
    found = [_validate_one(one, rules) for one in donnes]
    first_wrong = next((at for at, wrong in enumerate(found) if wrong), len(donnes))
    over, known = len(donnes), True
    for row, winner in rows_with_winner(donnes[:first_wrong], target, rules):
        if row.is_undecided:
            found[row.number - 1].append(_UNDECIDED if row.is_over else _NOT_OVER)
            known = False  # nor is it known what the game stands at
        elif winner and known:
            over = row.number
            break
    late = Inconsistency(Contradiction.GAME_OVER, Subject(Part.DONNE), {"target": target})
    return [
        one.of_donne(at, in_log=_is_log(donnes[at]) and one is not late)
        for at, wrong in enumerate(found)
        for one in ([late] if at >= over else []) + wrong
    ]


def _is_log(donne: GameDonne) -> bool:
    return isinstance(donne.donne if isinstance(donne, UnderRules) else donne, Logged)


_NOT_OVER = Inconsistency(Contradiction.DONNE_NOT_OVER, Subject(Part.DONNE))
_UNDECIDED = Inconsistency(Contradiction.DONNE_UNDECIDED, Subject(Part.DONNE))
