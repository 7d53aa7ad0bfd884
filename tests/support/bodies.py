"""Bodies to send: right ones in every spelling, and right ones gone wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import product
from typing import Any, TypeAlias

from hypothesis import strategies as st

from service.belote.cards import CARDS, DECKS, Card, Cards, Deck, Suit, bits, listed
from service.belote.declarations import Declaration
from service.belote.presets import SWITCHES
from service.belote.table import SEATS, Seat
from tests.reference.naive_spelling import in_deck
from tests.support.client import Json
from tests.support.logs import KINDS, a_log
from tests.support.strategies import hands, hands_and_said, tables, trumps

Path: TypeAlias = tuple[str | int, ...]

decks = st.sampled_from(DECKS)


# Spellings --------------------------------------------------------------------------------------


def spellings_of_suit(deck: Deck, suit: Suit) -> list[str]:
    symbols = deck.symbols[suit : suit + 1]
    letter = deck.suits[suit]
    return [letter, letter.lower(), *(a + b for a in symbols for b in ("", "\ufe0e", "\ufe0f"))]


def spellings_of_card(deck: Deck, card: Card) -> list[str]:
    rank = deck.ranks[card.rank]
    ends = spellings_of_suit(deck, card.suit)
    return [a + b for a, b in product(dict.fromkeys((rank, rank.lower())), ends)]


_CARDS = {
    deck.suits: [st.sampled_from(spellings_of_card(deck, card)) for card in CARDS] for deck in DECKS
}
_RANKS = {
    deck.suits: [text for rank in deck.ranks for text in (rank, rank.lower())] for deck in DECKS
}
_SUITS = {
    deck.suits: [st.sampled_from(spellings_of_suit(deck, suit)) for suit in Suit] for deck in DECKS
}


def spelled(deck: Deck, cards: Cards) -> st.SearchStrategy[list[str]]:
    """Some cards in any order, each in any spelling that the deck allows."""
    each = [_CARDS[deck.suits][card] for card in listed(cards)]
    return st.permutations(each).flatmap(lambda order: st.tuples(*order)).map(list)


def named(deck: Deck) -> st.SearchStrategy[Json]:
    """The fields that name a deck."""
    notations: list[Json] = [{"notation": deck.notation}]
    if deck is next(one for one in DECKS if one.name == deck.name):
        notations += [{}, {"notation": None}]
    return st.sampled_from([{"deck": deck.name} | one for one in notations])


def trump_field(deck: Deck, *, required: bool = False) -> st.SearchStrategy[Json]:
    of_a_suit = trumps.flatmap(_SUITS[deck.suits].__getitem__).map(lambda text: {"trump": text})
    nothing: list[Json] = [{}, {"trump": None}]
    return of_a_suit if required else of_a_suit | st.sampled_from(nothing)


@st.composite
def said(draw: st.DrawFn, deck: Deck, one: Declaration) -> Json:
    """A declaration; what is as by default may be said, null or left out."""
    fields: Json = {"kind": one.kind and one.kind.value, "points": one.points, "cards": None}
    if one.cards is not None:
        fields["cards"] = draw(spelled(deck, one.cards))
    if draw(st.integers(0, 3)) == 0:  # words about the cards, which may be wrong
        fields["top"] = draw(st.none() | st.sampled_from(_RANKS[deck.suits]))
        fields["suit"] = draw(st.none() | trumps.flatmap(_SUITS[deck.suits].__getitem__))
        fields["length"] = draw(st.none() | st.integers(3, 8))
    fields["with_card"] = one.with_card
    fields["shown"] = one.shown
    for field, default in (("with_card", 1), ("shown", True)):
        if fields[field] == default:
            fields[field] = draw(st.sampled_from([default, None]))
    return {
        field: value for field, value in fields.items() if value is not None or draw(st.booleans())
    }


def all_said(deck: Deck, declared: Sequence[Declaration]) -> st.SearchStrategy[list[Json]]:
    return st.tuples(*(said(deck, one) for one in declared)).map(list)


# Right bodies -----------------------------------------------------------------------------------


@st.composite
def resolve_bodies(draw: st.DrawFn) -> Json:
    deck = draw(decks)
    hand = {"hand": draw(spelled(deck, draw(hands)))}
    body: Json = draw(named(deck)) | draw(trump_field(deck)) | hand
    return body


@st.composite
def batch_bodies(draw: st.DrawFn) -> Json:
    deck = draw(decks)
    each = hands.flatmap(lambda hand: spelled(deck, hand))
    several = {"hands": draw(st.lists(each, min_size=1, max_size=3))}
    body: Json = draw(named(deck)) | draw(trump_field(deck)) | several
    return body


@st.composite
def validate_bodies(draw: st.DrawFn) -> Json:
    deck = draw(decks)
    hand, declared = draw(hands_and_said())
    body: Json = draw(named(deck)) | draw(trump_field(deck))
    body["hand"] = draw(spelled(deck, hand))
    body["declared"] = draw(all_said(deck, declared))
    return body


@st.composite
def compare_bodies(draw: st.DrawFn) -> Json:
    """A table: of some seats the hands are known, of the others the cards of what they said."""
    deck = draw(decks)
    deal, declared = draw(tables())
    body: Json = draw(named(deck)) | draw(trump_field(deck, required=True))
    known: set[Seat] = draw(st.sets(st.sampled_from(sorted(deal))))
    if draw(st.booleans()) or known:
        body["hands"] = {seat: draw(spelled(deck, deal[seat])) for seat in known}
    declare_best = draw(st.sampled_from([True, False, None] if known else [False, None]))
    if declare_best or draw(st.booleans()):
        body["declare_best"] = declare_best
    if not declare_best or draw(st.booleans()):
        body["declared"] = {
            seat: draw(all_said(deck, [one for one in ones if seat in known or _may(one, held)]))
            for seat, ones in declared.items()
            for held in (deal[seat],)
        }
    for field in ("first_player", "dealer"):
        if draw(st.booleans()):
            body[field] = draw(st.sampled_from([*"NWSE", None]))
    body |= draw(rules())
    return {key: body[key] for key in draw(st.permutations(sorted(body)))}


def _may(one: Declaration, held: Cards) -> bool:
    """Whether a seat without a known hand may say so: by cards that are at no other place."""
    return one.cards is not None and not one.cards & ~held


def rules(*without: str) -> st.SearchStrategy[Json]:
    """The rules of a table, under which right bodies stay right."""
    return st.just({}) | st.fixed_dictionaries(
        {},
        optional={
            name: st.sampled_from(list(switch.values))
            for name, switch in SWITCHES.items()
            if name not in {*_ASKING_FOR_MORE, *without}
        },
    ).map(lambda switches: {"rules": switches})


_ASKING_FOR_MORE = {"last_tie", "announcements"}
"""Switches under which some right bodies are refused."""


def contracts(agreed: Json) -> st.SearchStrategy[Json]:
    """What a donne tells of its contract under these rules."""
    scale = agreed.get("rules", {}).get("scale", "classic")
    nothing: list[Json] = [{}, {"contract": None}]
    doubled = {"coinche": st.sampled_from(["coinche", "surcoinche", None])}
    if scale == "classic":
        return st.sampled_from(nothing)
    if scale == "coinchee":
        told = st.fixed_dictionaries({}, optional=doubled)
        return st.sampled_from(nothing) | told.map(lambda one: {"contract": one})
    bids = st.integers(8, 82).map(lambda tens: 10 * tens) | st.just("capot")
    return st.fixed_dictionaries({"bid": bids}, optional=doubled).map(lambda one: {"contract": one})


# Donnes, right in their shape; the game may still find that one contradicts itself.


def a_team() -> st.SearchStrategy[str]:
    return st.sampled_from(["NS", "EW"])


def a_seat() -> st.SearchStrategy[str]:
    return st.sampled_from("NWSE")


def by_team(numbers: st.SearchStrategy[int], total: int) -> st.SearchStrategy[Json]:
    return numbers.map(lambda number: {"NS": number, "EW": total - number})


@st.composite
def forms(draw: st.DrawFn, deck: Deck, deal: Mapping[Seat, Cards]) -> Json:
    """A count, piles of tricks, or the cards as they were played out of four hands."""
    match draw(st.sampled_from(["count", "total", "won", "play"])):
        case "total":
            return {"count": draw(totals())}
        case "count":
            points = draw(st.sampled_from(SUMS))
            count: Json = {"card_points": {"NS": points, "EW": 152 - points}}
            count["last_trick"] = "EW" if points == 0 else "NS" if points == 152 else draw(a_team())
            if points in (0, 152) or draw(st.booleans()):
                least, most = (0, 0) if points == 0 else (8, 8) if points == 152 else (1, 7)
                count["tricks_won"] = draw(by_team(st.integers(least, most), 8))
            return {"count": count}
        case "won":
            pack = draw(st.permutations(CARDS))
            size = 4 * draw(st.integers(1, 7))
            piles = {"NS": pack[:size], "EW": pack[size:]}
            teams = draw(st.sampled_from([["NS"], ["EW"], ["NS", "EW"]]))
            told = {one: draw(spelled(deck, bits(piles[one]))) for one in teams}
            return {"won": {"last_trick": draw(a_team())} | told}
        case _:
            return {"play": {"dealer": draw(a_seat()), "tricks": draw(tricks(deck, deal))}}


SUMS = [points for points in range(153) if points not in (1, 151)]
"""The card points that whole tricks can make."""


@st.composite
def totals(draw: st.DrawFn) -> Json:
    """A count as tables write it: both totals, one of them, or a capot."""
    capot = draw(a_team())
    if draw(st.booleans()):
        of_capot: Json = {"capot": capot}
        if draw(st.booleans()):
            of_capot["tricks_won"] = {"NS": 0, "EW": 0} | {capot: 8}
        if draw(st.booleans()):
            of_capot["last_trick"] = draw(st.sampled_from([capot, None]))
        return of_capot
    ns = draw(st.integers(13, 149))  # either team may have won the last trick
    total = draw(st.sampled_from([{"NS": ns}, {"EW": 162 - ns}, {"NS": ns, "EW": 162 - ns}]))
    count: Json = {"total": total}
    if draw(st.booleans()):
        count["last_trick"] = draw(st.none() | a_team())
    if draw(st.booleans()):
        count["tricks_won"] = draw(by_team(st.integers(1, 7), 8))
    return count


@st.composite
def tricks(draw: st.DrawFn, deck: Deck, deal: Mapping[Seat, Cards]) -> list[list[str]]:
    """Eight tricks, a card of each hand in each, whoever may have led."""
    orders = [draw(spelled(deck, deal[seat])) for seat in SEATS]
    return [list(trick) for trick in zip(*orders, strict=True)]


@st.composite
def donnes(draw: st.DrawFn, deck: Deck) -> Json:
    """A donne without the fields that a game knows already."""
    deal, declared = draw(tables())
    form = draw(forms(deck, deal))
    settled = draw(st.sampled_from(["nothing", "points", "declared", "best"]))
    bare = "count" in form and settled in ("nothing", "points")
    body: Json = draw(trump_field(deck, required=not bare)) | {"takers": draw(a_team())} | form
    if settled == "points":
        body["announcement_points"] = {draw(a_team()): 10 * draw(st.integers(0, 70))}
    if settled in ("declared", "best") and "play" not in body:
        body["hands"] = {seat: draw(spelled(deck, deal[seat])) for seat in SEATS}
    if settled == "declared":
        body["declared"] = {seat: draw(all_said(deck, ones)) for seat, ones in declared.items()}
    if settled == "best":
        body["declare_best"] = True
    if "hands" not in body and draw(st.booleans()):
        claim = draw(st.dictionaries(st.sampled_from(_CLAIMS), st.none() | st.booleans()))
        body["belote"] = claim if "play" in body else claim | {"team": draw(a_team())}
    return body


_CLAIMS = ["said", "rebelote", "claimed_at_count"]


@st.composite
def score_bodies(draw: st.DrawFn) -> Json:
    deck = draw(decks)
    carry = {"carry_in": draw(st.sampled_from([0, 81, 100_000, None]))}
    agreed = draw(rules())
    body: Json = draw(named(deck)) | draw(donnes(deck)) | carry | draw(contracts(agreed)) | agreed
    return body


@st.composite
def replay_bodies(draw: st.DrawFn) -> Json:
    """The first cards of a play."""
    deck = draw(decks)
    deal, _ = draw(tables())
    body: Json = draw(named(deck)) | draw(trump_field(deck, required=True))
    whole, more = divmod(draw(st.integers(0, 32)), 4)
    played = draw(tricks(deck, deal))
    under_way = [*played[:whole], played[whole][:more]] if more else played[:whole]
    body |= {"dealer": draw(a_seat()), "tricks": under_way} | draw(rules())
    if under_way and under_way[0] and draw(st.booleans()):
        _tell_the_leader(body)
    return body


def _tell_the_leader(body: Json) -> None:
    """Send the first card with its player, who follows from the dealer and the direction."""
    clockwise = body.get("rules", {}).get("direction") == "clockwise"
    order = "NESW" if clockwise else "NWSE"
    leader = order[(order.index(body["dealer"]) + 1) % 4]
    first, *others = body["tricks"][0]
    body["tricks"][0] = [{"seat": leader, "card": first}, *others]


_NAMES_OF_TEAMS: list[Json] = [
    {"NS": "Les Bleus", "EW": None},
    {"NS": "=1+1", "EW": "<b>Eve & Wim</b>"},
]


@st.composite
def game_bodies(draw: st.DrawFn) -> Json:
    """Two donnes at most are sure to be still a game.

    One brings less than 1000 points, where contracts are doubled less than 10,000.
    """
    deck = draw(decks)
    agreed = draw(rules("false_declaration"))  # awards may win a game in one donne
    classic = agreed.get("rules", {}).get("scale", "classic") == "classic"
    if own := draw(st.none() | rules("false_declaration")):
        own = own.get("rules") and own
    classic = classic and (own or {}).get("rules", {}).get("scale", "classic") == "classic"
    games = [(1000, 2), (None, 2), (10_000, 3)] if classic else [(10_000, 2)]
    target, most = draw(st.sampled_from(games))
    unscored = st.builds(
        lambda form, dealer: form | ({"dealer": dealer} if dealer else {}),
        st.sampled_from(
            [{"passed": True}, {"scores": {"NS": 0, "EW": 162}, "because": "-2 cards"}]
        ),
        st.none() | a_seat(),
    )
    several = draw(st.lists(unscored | _played(deck, agreed), min_size=1, max_size=most))
    if own:
        several[-1] = draw(unscored | _played(deck, own)) | own
    body: Json = draw(named(deck)) | {"target": target, "donnes": several}
    body |= draw(st.sampled_from([{}, *({"names": names} for names in _NAMES_OF_TEAMS)]))
    return body | agreed


def _played(deck: Deck, agreed: Json) -> st.SearchStrategy[Json]:
    """A donne that was played under these rules."""
    return st.tuples(donnes(deck), contracts(agreed)).map(lambda both: both[0] | both[1])


# Donne logs: made up by a seed, since each event depends on those before it.


def tales(*kinds: str) -> st.SearchStrategy[Json]:
    """The bodies of made-up logs with French cards."""
    made = st.builds(a_log, st.integers(0, 2**32), st.sampled_from(kinds or tuple(KINDS)))
    return made.map(lambda tale: tale.body)


@st.composite
def audit_bodies(draw: st.DrawFn) -> Json:
    deck = draw(decks)
    body: Json = in_deck(draw(tales()), deck) | draw(named(deck))
    return {key: body[key] for key in draw(st.permutations(sorted(body)))}


@st.composite
def audit_batch_bodies(draw: st.DrawFn) -> Json:
    """Logs, whatever the rules that they were played by."""
    deck = draw(decks)
    logs = [_as_item(in_deck(one, deck)) for one in draw(st.lists(tales(), min_size=1, max_size=3))]
    body: Json = draw(named(deck)) | {"logs": logs}
    return body


def _as_item(body: Json) -> Json:
    """A body without what stands beside all items."""
    return {name: one for name, one in body.items() if name not in ("deck", "notation", "rules")}


@st.composite
def logged_games(draw: st.DrawFn) -> Json:
    """A game of one donne by its log, which is whole."""
    deck = draw(decks)
    body = in_deck(draw(tales("as_it_should_be")), deck)
    log = {name: one for name, one in _as_item(body).items() if name not in _OF_THE_GAME}
    rules = {name: one for name, one in body.items() if name == "rules"}
    game: Json = draw(named(deck)) | {"target": 10_000, "donnes": [{"log": log}]} | rules
    return game


_OF_THE_GAME = ("carry_in", "pardons_used")


BODIES = {
    "/v1/hands/resolve": resolve_bodies(),
    "/v1/hands/resolve-batch": batch_bodies(),
    "/v1/announcements/validate": validate_bodies(),
    "/v1/announcements/compare": compare_bodies(),
}
DONNES = {
    "/v1/donnes/score": score_bodies(),
    "/v1/donnes/replay": replay_bodies(),
    "/v1/donnes/audit": audit_bodies(),
    "/v1/donnes/audit-batch": audit_batch_bodies(),
    "/v1/games/score": game_bodies() | logged_games(),
}


# Gone wrong -------------------------------------------------------------------------------------

_NAMES_OF_DECKS = list(dict.fromkeys(one.name for one in DECKS))
_WORDS = ["", "x", "5", "true", "null", "N", "NS", "H", "♥", *_NAMES_OF_DECKS, "francaise"]
_CARDS_OF_ALL_DECKS = ["KS", "kh", "10♦", "7C", "RP", "12O", "1B", "4E", "11♠", "0S", "10", "ks "]
_FIELDS = [
    "deck",
    "notation",
    "trump",
    "hand",
    "hands",
    "declared",
    "declare_best",
    "kind",
    "cards",
    "top",
    "suit",
    "length",
    "total",
    "capot",
    "seat",
    "card",
    "dealer",
    "first_player",
    "contract",
    "bid",
    "coinche",
    "type",
    "events",
    "log",
    "call",
    "declares",
    "turned",
    "refused",
]
_SEATS = ["N", "W", "S", "E", "n", "X", "", "_schema"]
_LEAVES: list[Any] = [
    *(None, True, False, 0, 1, 2, 8, 9, 20, 100, -1, 1001, 10**17, 5.0, 0.5),
    *(*_WORDS, *_CARDS_OF_ALL_DECKS, "tierce", "cent", "carre"),
]
anything = st.recursive(
    st.sampled_from(_LEAVES),
    lambda inner: (
        st.lists(inner, max_size=9)
        | st.dictionaries(st.sampled_from([*_FIELDS, *_SEATS, "foo"]), inner, max_size=3)
    ),
    max_leaves=6,
)


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place in a value, its root first."""
    yield path
    members = value.items() if isinstance(value, dict) else ()
    for step, one in members or (enumerate(value) if isinstance(value, list) else ()):
        yield from places(one, (*path, step))


@st.composite
def spoiled(draw: st.DrawFn, right: st.SearchStrategy[Json]) -> Any:
    """A right body with a few things changed for no good reason; it may be right still."""
    body: Any = {"": deepcopy(draw(right))}
    for _ in range(draw(st.integers(1, 3))):
        *way, last = draw(st.sampled_from(list(places(body))[1:]))
        inside = body
        for step in way:
            inside = inside[step]
        _change(draw, inside, last)
    return body.get("")


def _change(draw: st.DrawFn, inside: Any, last: Any) -> None:
    """Replace, take away, add or double something in an object or a list."""
    found = inside[last]
    match draw(st.sampled_from(["replace", "null", "take", "add", "double", "swap"])):
        case "replace":
            inside[last] = draw(anything)
        case "null":
            inside[last] = None
        case "take" if last != "":
            del inside[last]
        case "add" if isinstance(found, dict):
            found[draw(st.sampled_from([*_FIELDS, *_SEATS, "foo", "points"]))] = draw(
                st.none() | anything
            )
        case "add" if isinstance(found, list):
            found.append(draw(anything))
        case "double" if isinstance(found, list):
            found.extend(found[: draw(st.integers(1, 9))])
        case "double" if isinstance(inside, list):
            inside[draw(st.integers(0, len(inside) - 1))] = deepcopy(found)
        case "swap" if isinstance(inside, dict):
            other = draw(st.sampled_from(sorted(inside)))
            inside[last], inside[other] = inside[other], found
