"""Every number and every choice of the rules, as frozen tables with their sources.

This module has values only; others apply them. A source is the document that states the rule (000
the belote sheet, 001 counting the points, 003 the announcements), or `arbiter` where the documents
are silent and this service decides. What becomes of a contract is in `scales`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from itertools import product
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from service.belote.cards import Rank
from service.belote.codes import DUTY_VALUES, Code
from service.belote.lookup import IncompleteTableError, complete
from service.belote.table import FROM, FROM_CLOCKWISE, Seat


class Kind(StrEnum):
    """The kinds of announcements, by their French names."""

    TIERCE = "tierce"
    CINQUANTE = "cinquante"
    CENT = "cent"
    CARRE = "carre"


# 003: three cards in a row 20, four 50, five or more 100.
SEQUENCES: Mapping[int, tuple[Kind, int]] = MappingProxyType(
    {
        3: (Kind.TIERCE, 20),
        4: (Kind.CINQUANTE, 50),
        5: (Kind.CENT, 100),
        6: (Kind.CENT, 100),
        7: (Kind.CENT, 100),
        8: (Kind.CENT, 100),
    }
)

SHORTEST, LONGEST = min(SEQUENCES), max(SEQUENCES)

# 000 and 003: four of a rank. Of 7s and 8s (Spanish 4s and 5s) they count nothing and beat nothing.
CARRES: Mapping[Rank, int] = complete(
    Rank,
    {
        Rank.SEVEN: 0,
        Rank.EIGHT: 0,
        Rank.NINE: 150,
        Rank.TEN: 100,
        Rank.JACK: 200,
        Rank.QUEEN: 100,
        Rank.KING: 100,
        Rank.ACE: 100,
    },
)


class Void(StrEnum):
    """Why a declaration is void; where several reasons apply, the first of this list (arbiter)."""

    ANNOUNCEMENTS_OFF = "announcements_off"
    LATE = "late"
    CARD_NOT_IN_HAND = "card_not_in_hand"
    NOT_AN_ANNOUNCEMENT = "not_an_announcement"
    KIND_MISMATCH = "kind_mismatch"
    POINTS_MISMATCH = "points_mismatch"
    WORTHLESS = "worthless"
    NOT_HELD = "not_held"
    NOT_SHOWN = "not_shown"
    CARD_REUSED = "card_reused"


# The reasons for which a declaration is false, not merely void: the cards disprove it (arbiter).
FALSE_DECLARATIONS = frozenset(
    {
        Void.CARD_NOT_IN_HAND,
        Void.NOT_AN_ANNOUNCEMENT,
        Void.KIND_MISMATCH,
        Void.POINTS_MISMATCH,
        Void.NOT_HELD,
    }
)


class Criterion(StrEnum):
    """A step of the comparison: what two announcements are compared by."""

    POINTS = "points"
    CARRE = "carre"
    LENGTH = "length"
    TOP = "top"
    TRUMP = "trump"
    FIRST_SPEAKER = "first_speaker"


# 003: the steps of the comparison, in order. Rules may leave out the length, or add a last step.
BEFORE_LENGTH = (Criterion.POINTS, Criterion.CARRE)
AFTER_LENGTH = (Criterion.TOP, Criterion.TRUMP)

# 003, steps 3 and 4: between two carrés neither length nor trump is compared.
BETWEEN_CARRES = frozenset(
    {Criterion.POINTS, Criterion.CARRE, Criterion.TOP, Criterion.FIRST_SPEAKER}
)

# 000: after the second deal each player has eight cards.
HAND_SIZE = 8

# 000 and 003: king and queen of trump in one hand, 20 points for their team.
BELOTE_RANKS = (Rank.QUEEN, Rank.KING)


# 000 and 001: points and order of the cards, low to high, in the trump suit and in the others.
TRUMP_ORDER: tuple[tuple[Rank, int], ...] = (
    (Rank.SEVEN, 0),
    (Rank.EIGHT, 0),
    (Rank.QUEEN, 3),
    (Rank.KING, 4),
    (Rank.TEN, 10),
    (Rank.ACE, 11),
    (Rank.NINE, 14),
    (Rank.JACK, 20),
)
PLAIN_ORDER: tuple[tuple[Rank, int], ...] = (
    (Rank.SEVEN, 0),
    (Rank.EIGHT, 0),
    (Rank.NINE, 0),
    (Rank.JACK, 2),
    (Rank.QUEEN, 3),
    (Rank.KING, 4),
    (Rank.TEN, 10),
    (Rank.ACE, 11),
)

# 000: eight tricks of four cards.
TRICKS = 8
CARDS_IN_TRICK = 4

# 000 and 001: all cards together; the last trick (dix de der) on top, ten times that on a capot.
CARD_POINTS = 152
LAST_TRICK = 10
CAPOT = 100
BELOTE_POINTS = 20

# 001: the equal totals of a donne without bonuses.
LEVEL_WITHOUT_BONUS = (CARD_POINTS + LAST_TRICK) // 2


class Obligation(StrEnum):
    """What a player must do: follow suit, else trump, and trump above the highest card (000)."""

    FOLLOW = "follow"
    TRUMP = "trump"
    OVERTRUMP = "overtrump"


class TrickState(Enum):
    """What a player's duties depend on."""

    EMPTY = 1
    TRUMP_LED = 2
    TRUMP_LED_PARTNER_MASTER = 3
    PARTNER_MASTER = 4  # with a card of the suit led, which is not the trump suit
    PARTNER_CUT = 5  # the partner is master with a trump, on another suit
    UNCUT = 6  # an opponent is master with a card of the suit led
    CUT = 7  # an opponent is master with a trump


class Owed(Enum):
    """The cards that a duty asks for."""

    SUIT_LED = 1
    TRUMPS_ABOVE = 2  # the trumps above the master card
    TRUMPS = 3
    ANY = 4


@dataclass(frozen=True, slots=True)
class DutyRule:
    """One cell of the table of duties.

    `owed` names the cards, `obligation` what a player breaks by withholding them, None where any
    card may be played. `code` is the reason to give to a player bound by this duty, `broken` the
    one to give where he broke it. `holding`: the cards of which a player must hold one to be bound;
    None: those that he owes.

    Raises: IncompleteTableError for a code without a row in `DUTY_VALUES`; ValueError for an
    obligation without the code of its breach, or a code without an obligation.
    """

    owed: Owed
    obligation: Obligation | None
    code: Code
    broken: Code | None = None
    holding: Owed | None = None

    def __post_init__(self) -> None:
        if self.code not in DUTY_VALUES:
            raise IncompleteTableError([self.code], [])
        if (self.obligation is None) is not (self.broken is None):
            raise ValueError("an obligation goes with the code of its breach")


_FOLLOW = DutyRule(Owed.SUIT_LED, Obligation.FOLLOW, Code.MUST_FOLLOW, Code.IRREGULAR_FOLLOW)
_FOLLOW_BELOW = replace(_FOLLOW, code=Code.MUST_FOLLOW_BELOW)
_GO_ABOVE = DutyRule(
    Owed.TRUMPS_ABOVE, Obligation.OVERTRUMP, Code.MUST_GO_ABOVE, Code.IRREGULAR_GO_ABOVE
)
_GO_ABOVE_PARTNER = DutyRule(
    Owed.TRUMPS_ABOVE,
    Obligation.OVERTRUMP,
    Code.MUST_GO_ABOVE_PARTNER,
    Code.IRREGULAR_GO_ABOVE_PARTNER,
)
_FOLLOW_BELOW_PARTNER = DutyRule(
    Owed.SUIT_LED, Obligation.FOLLOW, Code.NEED_NOT_GO_ABOVE_PARTNER, Code.IRREGULAR_FOLLOW
)
_TRUMP = DutyRule(Owed.TRUMPS, Obligation.TRUMP, Code.MUST_TRUMP, Code.IRREGULAR_TRUMP)
_OVERTRUMP = DutyRule(
    Owed.TRUMPS_ABOVE, Obligation.OVERTRUMP, Code.MUST_OVERTRUMP, Code.IRREGULAR_OVERTRUMP
)
_UNDERTRUMP = DutyRule(Owed.TRUMPS, Obligation.TRUMP, Code.MUST_UNDERTRUMP, Code.IRREGULAR_TRUMP)
_PARTNER_MASTERS = DutyRule(Owed.ANY, None, Code.PARTNER_MASTERS)
_NEITHER = DutyRule(Owed.ANY, None, Code.NEITHER_SUIT_NOR_TRUMP)

# Who need not play a lower trump owes a trump only where he holds one above.
_TRUMP_IF_ABOVE = replace(_OVERTRUMP, owed=Owed.TRUMPS, obligation=Obligation.TRUMP)
_TRUMP_IF_ABOVE = replace(_TRUMP_IF_ABOVE, broken=Code.IRREGULAR_TRUMP, holding=Owed.TRUMPS_ABOVE)
_MAY_DISCARD = DutyRule(Owed.ANY, None, Code.NEED_NOT_UNDERTRUMP, holding=Owed.TRUMPS)

# Where one must trump although the partner is master.
_TRUMP_FOR_PARTNER = DutyRule(
    Owed.TRUMPS, Obligation.TRUMP, Code.MUST_TRUMP_FOR_PARTNER, Code.IRREGULAR_TRUMP_FOR_PARTNER
)
_OVERTRUMP_PARTNER = DutyRule(
    Owed.TRUMPS_ABOVE,
    Obligation.OVERTRUMP,
    Code.MUST_OVERTRUMP_PARTNER,
    Code.IRREGULAR_OVERTRUMP_PARTNER,
)
_UNDERTRUMP_PARTNER = replace(_TRUMP_FOR_PARTNER, code=Code.MUST_UNDERTRUMP_PARTNER)
_TRUMP_PARTNER_IF_ABOVE = replace(
    _TRUMP_FOR_PARTNER, code=Code.MUST_OVERTRUMP_PARTNER, holding=Owed.TRUMPS_ABOVE
)
_TRUMP_ANY_IF_ABOVE = replace(_TRUMP_FOR_PARTNER, holding=Owed.TRUMPS_ABOVE)


class Owing(StrEnum):
    """Whether a duty is required or waived."""

    REQUIRED = "required"
    FREE = "free"


class PartnerMaster(StrEnum):
    """What a player who cannot follow may do while the partner is master."""

    FREE = "free"
    TRUMP = "trump"


class Direction(StrEnum):
    """The way in which the turn goes round the table."""

    COUNTER_CLOCKWISE = "counter_clockwise"
    CLOCKWISE = "clockwise"


PLAYING_ORDER: Mapping[Direction, Mapping[Seat, tuple[Seat, ...]]] = complete(
    Direction, {Direction.COUNTER_CLOCKWISE: FROM, Direction.CLOCKWISE: FROM_CLOCKWISE}
)
"""For each direction and seat, all seats in playing order from it on."""

Duties: TypeAlias = Mapping[TrickState, tuple[DutyRule, ...]]
"""The duties of a player in each state: he is bound by the first of which he holds a card."""

# 000: follow; else trump, unless the partner is master; trumps above the highest where possible.
# Trump led, that holds against the partner's trump too (arbiter).
DUTIES: Duties = complete(
    TrickState,
    {
        TrickState.EMPTY: (DutyRule(Owed.ANY, None, Code.LEADS),),
        TrickState.TRUMP_LED: (_GO_ABOVE, _FOLLOW_BELOW, _NEITHER),
        TrickState.TRUMP_LED_PARTNER_MASTER: (_GO_ABOVE_PARTNER, _FOLLOW_BELOW, _PARTNER_MASTERS),
        TrickState.PARTNER_MASTER: (_FOLLOW, _PARTNER_MASTERS),
        TrickState.PARTNER_CUT: (_FOLLOW, _PARTNER_MASTERS),
        TrickState.UNCUT: (_FOLLOW, _TRUMP, _NEITHER),
        TrickState.CUT: (_FOLLOW, _OVERTRUMP, _UNDERTRUMP, _NEITHER),
    },
)

# What the switches of the play put in place of those cells: on an opponent's trump, by
# `undertrump`; with trump led and the partner master, by `over_partner` and `partner_master`; on
# the partner's trump where one must trump, by `over_partner` and `undertrump`.
_ON_A_CUT: Mapping[Owing, tuple[DutyRule, ...]] = complete(
    Owing,
    {
        Owing.REQUIRED: DUTIES[TrickState.CUT],
        Owing.FREE: (_FOLLOW, _OVERTRUMP, _TRUMP_IF_ABOVE, _MAY_DISCARD, _NEITHER),
    },
)
_ON_TRUMP_OF_PARTNER: Mapping[tuple[Owing, PartnerMaster], tuple[DutyRule, ...]] = complete(
    product(Owing, PartnerMaster),
    {
        (Owing.REQUIRED, PartnerMaster.FREE): DUTIES[TrickState.TRUMP_LED_PARTNER_MASTER],
        (Owing.REQUIRED, PartnerMaster.TRUMP): (_GO_ABOVE_PARTNER, _FOLLOW_BELOW, _NEITHER),
        (Owing.FREE, PartnerMaster.FREE): (_FOLLOW_BELOW_PARTNER, _PARTNER_MASTERS),
        (Owing.FREE, PartnerMaster.TRUMP): (_FOLLOW_BELOW_PARTNER, _NEITHER),
    },
)
_ON_A_CUT_OF_PARTNER: Mapping[tuple[Owing, Owing], tuple[DutyRule, ...]] = complete(
    product(Owing, Owing),
    {
        (Owing.REQUIRED, Owing.REQUIRED): (
            _FOLLOW,
            _OVERTRUMP_PARTNER,
            _UNDERTRUMP_PARTNER,
            _NEITHER,
        ),
        (Owing.REQUIRED, Owing.FREE): (
            _FOLLOW,
            _OVERTRUMP_PARTNER,
            _TRUMP_PARTNER_IF_ABOVE,
            _MAY_DISCARD,
            _NEITHER,
        ),
        (Owing.FREE, Owing.REQUIRED): (_FOLLOW, _TRUMP_FOR_PARTNER, _NEITHER),
        (Owing.FREE, Owing.FREE): (_FOLLOW, _TRUMP_ANY_IF_ABOVE, _MAY_DISCARD, _NEITHER),
    },
)


def duties_of(undertrump: Owing, partner_master: PartnerMaster, over_partner: Owing) -> Duties:
    """Return the table of duties that these switches choose.

    >>> duties_of(Owing.REQUIRED, PartnerMaster.FREE, Owing.REQUIRED) == DUTIES
    True
    """
    must_trump = partner_master is PartnerMaster.TRUMP
    on_partner = {
        TrickState.PARTNER_MASTER: (_FOLLOW, _TRUMP_FOR_PARTNER, _NEITHER),
        TrickState.PARTNER_CUT: _ON_A_CUT_OF_PARTNER[over_partner, undertrump],
    }
    led = {TrickState.TRUMP_LED_PARTNER_MASTER: _ON_TRUMP_OF_PARTNER[over_partner, partner_master]}
    cut = {TrickState.CUT: _ON_A_CUT[undertrump]}
    return {**DUTIES, **led, **(on_partner if must_trump else {}), **cut}


# 000: "souvent 501, 1000 ou 2000".
TARGET = 1000


class Outcome(StrEnum):
    """What became of the takers' contract."""

    MADE = "made"
    CHUTE = "chute"
    LITIGE = "litige"


class BeloteStatus(StrEnum):
    """What became of king and queen of trump."""

    SCORED = "scored"
    PARDONED = "pardoned"
    REBELOTE_FORGOTTEN = "rebelote_forgotten"
    NOT_SAID = "not_said"
    NOT_TOLD = "not_told"
    NOBODY = "nobody"


class Standing(Enum):
    """The state of a game: won, level at or above the target, or undecided."""

    WON = 1
    LEVEL = 2
    OPEN = 3
    BY_BELOTE = 4  # ahead by the points of a belote that must not win the game


class Item(StrEnum):
    """What is counted and marked, in the order of the count."""

    CARDS = "cards"
    TRICKS = "tricks"  # cards and last trick together, where they were not told apart
    DIX_DE_DER = "dix_de_der"
    CAPOT = "capot"
    BASE = "base"  # a flat score in place of the tricks
    BELOTE = "belote"
    ANNOUNCEMENTS = "announcements"
    BID = "bid"
    COINCHE = "coinche"  # what doubling adds
    CARRY = "carry"
    ROUNDING = "rounding"


class Side(StrEnum):
    """The two teams by their part in a donne."""

    TAKERS = "takers"
    DEFENCE = "defence"


class Shares(NamedTuple):
    """The side that marks the takers' points, and the one that marks the defence's.

    None: the points are carried to a later donne.
    """

    takers: Side | None
    defence: Side | None


TO_EACH_ITS_OWN = Shares(Side.TAKERS, Side.DEFENCE)
ALL_TO_TAKERS = Shares(Side.TAKERS, Side.TAKERS)
ALL_TO_DEFENCE = Shares(Side.DEFENCE, Side.DEFENCE)
TAKERS_CARRIED = Shares(None, Side.DEFENCE)
ALL_CARRIED = Shares(None, None)

# What some tables count for a donne with a capot, all in all.
ROUND_CAPOT = 250

# What the last trick is worth in a donne of so many points.
LAST_TRICK_OF: Mapping[int, tuple[Item, int]] = MappingProxyType(
    {
        CARD_POINTS + LAST_TRICK: (Item.DIX_DE_DER, LAST_TRICK),
        CARD_POINTS + CAPOT: (Item.CAPOT, CAPOT),
        ROUND_CAPOT: (Item.CAPOT, ROUND_CAPOT - CARD_POINTS),
    }
)


class FalseDeclaration(StrEnum):
    """What a false declaration costs: nothing more than being void, or an award."""

    VOID = "void"
    AWARD_OPPONENTS = "award_opponents"


# The award for a kind said without points; for a carré, what most carrés are worth.
SAID_WITHOUT_POINTS: Mapping[Kind, int] = complete(
    Kind, {Kind.CARRE: 100, **dict(SEQUENCES.values())}
)


class LitigeBelote(StrEnum):
    """What becomes of the takers' belote on a litige."""

    KEPT = "kept"
    CARRIED = "carried"


class BeloteOnChute(StrEnum):
    """What becomes of the takers' belote on a chute."""

    KEPT = "kept"
    LOST = "lost"


BELOTE_ON_CHUTE: Mapping[BeloteOnChute, Shares] = complete(
    BeloteOnChute, {BeloteOnChute.KEPT: TO_EACH_ITS_OWN, BeloteOnChute.LOST: ALL_TO_DEFENCE}
)


class Scale(StrEnum):
    """What the points of a donne are marked by: a simple take, a take that is doubled, or a bid."""

    CLASSIC = "classic"
    COINCHEE = "coinchee"
    BID = "bid"


class Rounding(StrEnum):
    """What becomes of the last digit of what a team writes down."""

    NONE = "none"
    TENS = "tens"


ROUNDED_TO = 10


class TakersNeed(StrEnum):
    """What makes the contract: more than the defence, or a number of points."""

    MORE = "more"
    FIXED_82 = "fixed_82"


# The number of points of their own with which the takers make the contract, where it is fixed.
NEEDED: Mapping[TakersNeed, int] = MappingProxyType({TakersNeed.FIXED_82: 82})

LITIGE_BELOTE: Mapping[LitigeBelote, Shares] = complete(
    LitigeBelote, {LitigeBelote.KEPT: TO_EACH_ITS_OWN, LitigeBelote.CARRIED: TAKERS_CARRIED}
)


class CarryTo(StrEnum):
    """Who marks the points carried from earlier donnes."""

    WINNER = "winner"
    TAKERS = "takers"
    CONTRACT_MADE = "contract_made"


@dataclass(frozen=True, slots=True)
class CarryRule:
    """Who marks the carried points, and the code of the reason."""

    shares: Shares
    code: Code


_TAKERS_WIN_IT = CarryRule(ALL_TO_TAKERS, Code.CARRY_WON)
_IT_WAITS = CarryRule(ALL_CARRIED, Code.CARRY_WAITS_ON)

# Where it is carried on, it waits for the next donne. On a further litige it always does (arbiter).
CARRY_TO: Mapping[CarryTo, Mapping[Outcome, CarryRule]] = complete(
    CarryTo,
    {
        CarryTo.WINNER: complete(
            Outcome,
            {
                Outcome.MADE: _TAKERS_WIN_IT,
                Outcome.CHUTE: CarryRule(ALL_TO_DEFENCE, Code.CARRY_WON),
                Outcome.LITIGE: _IT_WAITS,
            },
        ),
        CarryTo.TAKERS: complete(
            Outcome,
            {
                Outcome.MADE: _TAKERS_WIN_IT,
                Outcome.CHUTE: CarryRule(ALL_TO_TAKERS, Code.CARRY_TO_TAKERS),
                Outcome.LITIGE: _IT_WAITS,
            },
        ),
        CarryTo.CONTRACT_MADE: complete(
            Outcome,
            {
                Outcome.MADE: _TAKERS_WIN_IT,
                Outcome.CHUTE: CarryRule(ALL_CARRIED, Code.CARRY_TO_CONTRACT_MADE),
                Outcome.LITIGE: _IT_WAITS,
            },
        ),
    },
)


class BonusInContract(StrEnum):
    """Which points beyond the tricks the takers may reach their contract with."""

    ALL = "all"
    BELOTE = "belote"
    NONE = "none"


LAST_TRICK_ITEMS = frozenset({Item.DIX_DE_DER, Item.CAPOT})
TRICK_ITEMS = LAST_TRICK_ITEMS | {Item.CARDS, Item.TRICKS}
ALL_ITEMS = TRICK_ITEMS | {Item.BELOTE, Item.ANNOUNCEMENTS}  # the others count in no contract
FLAT_ITEMS = frozenset({Item.BASE, Item.BELOTE, Item.ANNOUNCEMENTS, Item.BID})


@dataclass(frozen=True, slots=True)
class ContractItems:
    """The items that count in the contract, and the code to give where not all of them do."""

    items: frozenset[Item]
    code: Code | None


COUNTED: Mapping[BonusInContract, ContractItems] = complete(
    BonusInContract,
    {
        BonusInContract.ALL: ContractItems(ALL_ITEMS, None),
        BonusInContract.BELOTE: ContractItems(
            TRICK_ITEMS | {Item.BELOTE}, Code.ANNOUNCEMENTS_NOT_IN_CONTRACT
        ),
        BonusInContract.NONE: ContractItems(TRICK_ITEMS, Code.TRICKS_ALONE_IN_CONTRACT),
    },
)


class Marked(StrEnum):
    """Which announcements are marked: those that won, all that were declared, or none."""

    VALIDATED = "validated"
    DECLARED = "declared"
    NONE = "none"


class Penalty(StrEnum):
    """What a fault of the play costs: nothing, or the donne."""

    AS_PLAYED = "as_played"
    DONNE_LOST = "donne_lost"


class PenaltyOn(StrEnum):
    """When a fault is penalised: once it is proven, or only if an opponent claimed it in time."""

    PROOF = "proof"
    CLAIM = "claim"


class Because(StrEnum):
    """Why a count differs from the cards; the first of this list that fits."""

    DIX_DE_DER = "dix_de_der"
    BELOTE = "belote"
    ANNOUNCEMENTS = "announcements"
    SUM = "sum"
    TRICK = "trick"
    OTHER = "other"


class RebelotePardon(StrEnum):
    """How often a forgotten "rebelote" is pardoned: once for each team, once in the game, never."""

    TEAM = "team"
    GAME = "game"
    NONE = "none"


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """What a table agreed on. Other rules are `dataclasses.replace(CLASSIQUE, ...)`.

    Rules are compared and hashed by identity, which makes them a cheap key of a cache.

    `length_step`: the steps of the comparison between carré and top card; `last_tie`: those at the
    end. `steps`, all of them, is derived: the first that differs decides.
    `carre_order`: ranks, low to high, that order carrés of equal points.
    `split_runs`: whether one unbroken run may make two announcements.
    `announcements`: whether announcements are played.
    `equality`: the outcome of a donne with equal totals.
    `chute_announcements`: the announcements that the defence marks on a chute;
    `capot_announcements`: those that the capot team marks.
    `capot_points`: the points of a donne in which one team wins every trick; `capot_defence`: of
    one in which the defence does, where these are fewer.
    `undertrump`, `partner_master`, `over_partner`: the duties to trump; `duties`, the table of
    them, is derived. `direction`: the way of the turn; `order`, the seats from each on, is derived.
    `rounding`: of what a team writes. `takers_need`: what makes the contract.
    `belote_on_chute`: whose the takers' belote is. `win_by_belote`: whether a team that lost its
    contract or won no trick may reach the target by its belote alone. `scale`: the row of
    `scales.SCALES` by which a donne is marked.
    `irregular`: what a card against the duties costs, `out_of_turn` one out of turn; `penalty_on`:
    when. `irregular_announcements`: those that the other team marks when a donne is lost so.
    `last_card_in_time`: the last of a player's own cards, from 1, with which he may announce.
    """

    last_tie: tuple[Criterion, ...]
    length_step: tuple[Criterion, ...]
    carre_order: tuple[Rank, ...]
    split_runs: bool
    announcements: bool
    false_declaration: FalseDeclaration
    equality: Outcome
    litige_belote: LitigeBelote
    carry_to: CarryTo
    bonus_in_contract: BonusInContract
    chute_announcements: Marked
    capot_announcements: Marked
    capot_defence: int
    rebelote_pardon: RebelotePardon
    undertrump: Owing
    partner_master: PartnerMaster
    over_partner: Owing
    direction: Direction
    rounding: Rounding
    capot_points: int
    takers_need: TakersNeed
    belote_on_chute: BeloteOnChute
    win_by_belote: bool
    scale: Scale
    irregular: Penalty
    out_of_turn: Penalty
    penalty_on: PenaltyOn
    irregular_announcements: Marked
    last_card_in_time: int
    steps: tuple[Criterion, ...] = field(init=False)
    duties: Duties = field(init=False)
    order: Mapping[Seat, tuple[Seat, ...]] = field(init=False)

    def __post_init__(self) -> None:
        steps = (*BEFORE_LENGTH, *self.length_step, *AFTER_LENGTH, *self.last_tie)
        object.__setattr__(self, "steps", steps)
        duties = duties_of(self.undertrump, self.partner_master, self.over_partner)
        object.__setattr__(self, "duties", duties)
        object.__setattr__(self, "order", PLAYING_ORDER[self.direction])


CLASSIQUE = Rules(
    last_tie=(),  # 003, step 5: nothing counts on either side
    length_step=(Criterion.LENGTH,),  # 003, step 3
    carre_order=tuple(Rank),  # 003, step 4: the order of sequences
    split_runs=True,  # 003: "les combinaisons qui n'utilisent aucune carte deux fois"
    announcements=True,  # 003
    false_declaration=FalseDeclaration.VOID,  # arbiter
    equality=Outcome.LITIGE,  # 000 and 001
    litige_belote=LitigeBelote.KEPT,  # arbiter: "imprenable" (000)
    carry_to=CarryTo.WINNER,  # 001: "au score du camp qui remportera la prise suivante"
    bonus_in_contract=BonusInContract.ALL,  # 001: "ces 20 points entrent dans le décompte"
    chute_announcements=Marked.VALIDATED,  # 001 and 003
    capot_announcements=Marked.VALIDATED,  # 001
    capot_defence=CARD_POINTS + CAPOT,  # 001: whoever wins the eight tricks
    rebelote_pardon=RebelotePardon.TEAM,  # arbiter: 000 and 001 say once, not whose
    undertrump=Owing.REQUIRED,  # 000: "tout de même jouer un atout plus faible"
    partner_master=PartnerMaster.FREE,  # 000: "sauf si votre partenaire maîtrise déjà le pli"
    over_partner=Owing.REQUIRED,  # arbiter
    direction=Direction.COUNTER_CLOCKWISE,  # 000
    rounding=Rounding.NONE,  # 001 names it as a custom of some contests
    capot_points=CARD_POINTS + CAPOT,  # 001
    takers_need=TakersNeed.MORE,  # 001: "strictement plus que la défense"
    belote_on_chute=BeloteOnChute.KEPT,  # 000: "imprenables"
    win_by_belote=True,  # 000 makes no exception
    scale=Scale.CLASSIC,  # 000 and 001
    irregular=Penalty.AS_PLAYED,  # arbiter: the documents name no penalty
    out_of_turn=Penalty.AS_PLAYED,  # arbiter
    penalty_on=PenaltyOn.PROOF,  # arbiter
    irregular_announcements=Marked.NONE,  # arbiter
    last_card_in_time=1,  # 003: announced with the player's first card
)


def first_leader(dealer: Seat, rules: Rules) -> Seat:
    """Return the player who leads the first trick and speaks first: the one at the dealer's right.

    Source: document 000.

    >>> first_leader(Seat.N, CLASSIQUE)
    <Seat.W: 'W'>
    """
    return rules.order[dealer][1]
