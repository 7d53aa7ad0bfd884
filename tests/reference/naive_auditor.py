"""A second auditor of donne logs, written from the text of the contract alone.

It reads a log, or any beginning of it, from the first event on, and finds what can be proven by
then. When a finding was proven is found by reading shorter beginnings until it is there. Cards are
strings ("KH"), seats are letters; only the spelling of cards comes from the service. The classic
scale only; switches of the rules that it does not know are refused (`KNOWN_SWITCHES`).

The answer has the members of `POST /v1/donnes/audit` that need no words. A finding `count_differs`
has `because` beside them.

Where the text can be read in two ways, this is the reading here, and why:

=== Who is next, and what is set aside =============================================================
 1  A trick led out of turn goes on from who led ("playing order" of that trick), not from who
    should have led.
 2  Of several reasons against one event the first stands: for a card misplaced, played before, not
    held, too many; for a call misplaced, not of this scale, after the take, out of turn, suit. An
    event that is set aside has no second finding; a card that stays may have two (out of turn and
    irregular).
 3  `card_not_held` also when another's known hand has the card. All three of `card_played_before`,
    `card_not_held`, `card_too_many` make the log impossible; `misplaced_event` and void calls not.
 4  `declare` after the last trick is misplaced ("only claim, count, show"), and so is a `say`,
    unless it touches the 32nd card: its player may say the word before anything else is read.
    Who sends card and word apart could otherwise not say rebelote with the last card.
 5  `show` after the last trick: nothing can be due by then, so it is misplaced. After `thrown_in`
    a first count has no finding.
 6  `declare`, `say`, `show` in the auction are not in the list of misplaced events: `early`,
    `belote_on_wrong_card` (no card), `show_too_soon`.
 7  Without a dealer the first caller or leader is taken to be in turn, and who called first
    leads, or deals next; `dealer` stays null, and `next` is null until somebody has called or led.
=== The auction and the header =====================================================================
 8  A take in round one that names the turned suit is right (`next.calls` offers `{"take": "H"}`);
    another suit is `suit_in_round_one`. Nothing turned: any suit, in both rounds.
 9  A take without suit where nothing was turned and no header tells a trump: the taker is known,
    trump is not; the phase stays `auction`, `next` is null, every play misplaced.
    In round two with nothing turned the header's trump serves as well.
10  A trump in the header puts the phase at `play`, unless a call counted: then it is `auction`
    until the take or the first card, which ends it with the header's trump.
11  `header_differs`: one finding an event, seat null, at the deal (dealer) or the take (trump,
    taker, takers); other members of the header that no event contradicts stay.
12  `packets` that are right: exactly [3, 2] or [2, 3], without a third number.
13  `turned_card_elsewhere`: event 0, seat of who has the card; proven by his play of it, or by the
    take where hands say it. A show of it does not prove it.
=== Proof =========================================================================================
14  What was "seen" proves: cards played later, the turned card of the taker, cards shown. So a
    taker who does not trump is proven at once by the turned card. Cards told in a declaration and
    the word belote prove nothing.
15  The code of an irregular card is that of all that is known now: `irregular_trump` of a short log
    may be `irregular_follow` of the longer one, proven by the later card. Hence a finding may be
    replaced by a better one; never the other way (nothing proven by a cut is missing at the cut).
16  Three hands all of whose cards are played make the fourth known: the third card of the last
    trick may prove the fourth irregular before and gives `legal` of the last card.
17  `hands` of the answer: a hand that follows from three known ones is given whole.
=== Words =========================================================================================
18  A void word is no word: belote on the second card is `belote_on_second_card` and the silence is
    `belote_unsaid` as well; belote twice leaves rebelote unsaid.
19  One code a word: wrong card, without the pair, second card, twice, rebelote without belote; in
    that order, but belote on the second card after a valid one is `belote_twice`. Rebelote on the
    first card after belote is `belote_on_wrong_card`; any valid word again is `belote_twice`. A
    word that is void at once keeps its code when the pair turns out to be in two hands.
20  `belote_unsaid`: the event is the first card, proven by the second. `rebelote_unsaid`: the
    event is the second card, proven by the next card; as card 32, by the first claim or count.
21  "The one before it until the next card is played" goes first, unless its player won the trick
    and leads: a word then is of the card that he leads, if the one before is not of the pair.
22  A word apart, with no card of that seat before it and not in its turn: `belote_on_wrong_card`.
23  `belote` of the answer is null until both cards are played by one seat and the time to say
    rebelote is over, or they are known to be in two hands (`nobody`); not recorded: `not_told`.
24  The pardon: a claim about rebelote by that team after the second card and before the first count
    that counts, with `event` null or of that card.
=== Declarations ==================================================================================
25  One finding a declaration, at its event; `early` and `cards_named_too_soon` do not void. With
    `announcements: false` the only code is `announcements_off`. A late one with cards told in trick
    one is also named too soon. What is lost for want of a show competes for no cards any more.
26  Ruled before its hand is known only by cards: told, shown, or named by words. Told cards that
    another was seen with are `card_not_in_hand` at once.
27  `declare_best` acts only where declarations are not recorded; nothing is to be shown then.
28  `announcements` is open while a declaration of the leading side is not ruled, or one of the
    other side could still be level or higher by its words alone (cards seen elsewhere are not
    used to narrow them). No declarations recorded: null.
=== Shows =========================================================================================
29  Who must show, `due` and `not_shown` go by the comparison with every declaration taken at its
    word; two tierces without tops: open, nobody owes, nobody loses, until cards are known.
30  `not_shown`: one finding a seat, event = the first card of trick three, or the refusal. All his
    declarations that are not shown by then are void, also those that would stand in their place.
    Who had won is told by what was known before that card; where that left it open, by what is
    known now. Who wins instead was never asked: it stands; but after a refusal there is time.
31  A refusal in trick one, or by who has not won at its face, has no effect.
32  A show is understood with what was known then. Known cards first; then the cards laid and the
    card of trick one, competing as in a ruling; a card of trick one does not lengthen a run while
    another declaration waits. Cards left over while a declaration waits: `show_differs`, and the
    first that waits is ruled with them, so the void of that ruling (`kind_mismatch`, ...) is a
    second finding, at the declaration. Left over and nobody waits: nothing.
33  `show_differs` also: the winning side shows, but this seat said nothing. `show_by_loser`: by who
    is known to win before the show, else by what is known now; also where nobody wins. A show in
    trick one can be both too soon and by a loser.
34  A late show (after the first card of trick three) has no code; it tells cards, no more.
35  Findings of shows need declarations that are recorded, and rules under which they count, but
    for `show_too_soon`.
=== Claims, count, decision =======================================================================
36  A claim without `event` is about the first finding of its kind before it (by event, then code),
    of any seat. `irregular_card` is refuted when no hand could make any such card irregular.
    A claim about rebelote by opponents is upheld and does not cure.
37  `counted_too_soon` and `counted_again` are set aside: they close no time, are not checked.
38  A count is off when any number of it is; "off by ten" when any side of any of them is. A wrong
    `last_trick` is off by ten; `scores` may be those as played or those decided;
    where the points of the tricks were told and are right, wrong scores are no matter of the last
    trick or of any other. An impossible log
    has no `count_differs`.
39  `decision` is null until the phase is over, also of an impossible log. Undecided: scores null,
    the carry waits, findings are what made it so. Thrown in: 0 and 0, the carry waits. Stands: no
    indexes. No takers told: no score, undecided.
40  Donne lost: 162 whatever was won (no capot); the belote as scored, carry to the other side,
    nothing carried out, the sum rounded where the table rounds what it writes. Faults of both
    sides count as `penalty_on` says.
41  `at`: the phase before the event; `trick` in the play is the trick in progress; `turn` only for
    findings about a card that lies. A silence is at its card.
42  `next.may`: in the order declare, say, play; `declare` before one's first card, `say` while the
    pair may be in the hand, whether or not words are recorded. Thrown in: `[]`.
43  `due` rebelote only between the second card and the next one; not from the word belote on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from service.belote.cards import INTERNATIONAL
from tests.reference.naive_declarations import (
    Judge,
    Standing,
    rule,
    whole,
)
from tests.reference.naive_donne import PACK, other_team, points_of, suit_of
from tests.reference.naive_reading import (
    ABOUT,
    IMPOSSIBLE,
    IRREGULAR,
    OUT_OF_TURN,
    TEAMS,
    Reading,
    Source,
    broken_duty,
    in_order,
    with_the_fourth,
)
from tests.reference.naive_scales import NOTHING, Claim, Donne, Rules, rounded, score
from tests.reference.naive_spelling import deck_of, in_deck, in_french
from tests.reference.referee import team_of
from tests.reference.twin import AS_IN_A_TRICK, RANKS, House, firsts

Json: TypeAlias = dict[str, Any]


def audit(body: Json) -> Json:
    """The answer to a log, as `POST /v1/donnes/audit` gives it, without words."""
    return in_deck(Log(in_french(body)).answer(), deck_of(body))


# A log and its beginnings ---------------------------------------------------------------------


class Log(Source):
    """A whole log; it keeps what was found of each beginning."""

    def __init__(self, body: Json) -> None:
        super().__init__(body)
        self.beginnings: dict[int, Look] = {}

    def after(self, count: int) -> Look:
        """What can be told once `count` events have happened."""
        if count not in self.beginnings:
            self.beginnings[count] = Look(self, count)
        return self.beginnings[count]

    def answer(self) -> Json:
        look = self.after(len(self.events))
        answer = look.answer()
        for finding in answer["findings"]:
            finding["proven_by_event"] = self._proven_by(finding)
        return answer

    def _proven_by(self, finding: Json) -> int:
        """The first event after which the same finding is there."""
        names = ("event", "code", "seat", "nth")
        for count in range(finding["event"] + 1, len(self.events) + 1):
            for other in self.after(count).findings:
                if all(other[name] == finding[name] for name in names):
                    return count - 1
        raise AssertionError(finding)


class Look(Reading):
    """What a referee can tell after the first `count` events.

    First the events are read in order (`read_…`); then what they prove is found (`find_…`).
    """

    def __init__(self, log: Log, count: int) -> None:
        super().__init__(log, count)
        self.log: Log = log
        self.hands = self.find_hands()
        self.owners = self.find_owners()
        self.find_turned_elsewhere()
        self.find_irregular_cards()
        self.belote = self.find_belote()
        self.find_declarations()
        self.decide()

    # What is known of the hands ---------------------------------------------------------------

    def find_owners(self) -> dict[str, str]:
        """Of each card that was seen, or lies in a known hand, who has it or had it."""
        owners = {card: seat for seat, hand in self.hands.items() for card in hand}
        for play in self.plays:
            owners.setdefault(play["card"], play["seat"])
        if self.turned and self.take and self.take["seat"] not in self.hands:
            owners.setdefault(self.turned, self.take["seat"])
        for show in self.shows:
            if show["seat"] not in self.hands:
                for card in show.get("cards") or ():
                    owners.setdefault(card, show["seat"])
        return owners

    def find_hands(self) -> dict[str, frozenset[str]]:
        """The hands that are known whole."""
        known = dict(self.log.sent_hands)
        for seat in "NWSE":
            played = [play["card"] for play in self.plays if play["seat"] == seat]
            if len(played) == 8 and seat not in known:
                known[seat] = frozenset(played)
        return with_the_fourth(known)

    def seen_of(self, seat: str) -> frozenset[str]:
        """The hand, or as much of it as was seen."""
        if seat in self.hands:
            return self.hands[seat]
        return frozenset(card for card, owner in self.owners.items() if owner == seat)

    def seen_elsewhere(self, seat: str) -> frozenset[str]:
        """Cards that others have or had."""
        return frozenset(card for card, owner in self.owners.items() if owner != seat)

    def find_turned_elsewhere(self) -> None:
        if not self.turned or not self.take:
            return
        for seat in "NWSE":
            if seat != self.take["seat"] and (
                self.turned in self.hands.get(seat, ())
                or any(p["card"] == self.turned and p["seat"] == seat for p in self.plays)
            ):
                self.find(0, "turned_card_elsewhere", seat, {"phase": "deal"})

    def find_irregular_cards(self) -> None:
        for play in self.plays:
            duty = self.duty_broken_by(play, self.seen_of(play["seat"]) | {play["card"]})
            if duty:
                self.find(play["event"], "irregular_" + duty, play["seat"], play["at"])

    def duty_broken_by(self, play: Json, hand: frozenset[str]) -> str:
        seat, card = play["seat"], play["card"]
        gone = {
            other["card"]
            for other in self.plays
            if other["seat"] == seat and other["event"] < play["event"]
        }
        assert self.trump
        return broken_duty(seat, card, hand - gone, play["table"], self.trump, self.rules)

    def is_surely_regular(self, play: Json) -> bool:
        """Whether no hand that the player can have had makes the card irregular."""
        seat = play["seat"]
        if seat in self.hands:
            largest = self.hands[seat]
        else:
            largest = frozenset(PACK) - self.seen_elsewhere(seat)
        return not self.duty_broken_by(play, largest | {play["card"]})

    # Belote -----------------------------------------------------------------------------------

    def find_belote(self) -> Json | None:
        if not self.trump:
            if self.records["words"]:
                self.find_words(())
            return None
        pair = ("K" + self.trump, "Q" + self.trump)
        holders = {self.owners.get(card) for card in pair}
        is_split = any(len(hand.intersection(pair)) == 1 for hand in self.hands.values())
        if is_split or (len(holders) == 2 and None not in holders):
            holder, status = None, "nobody"
        else:
            holder = holders.pop() if len(holders) == 1 else None
            status = ""
        if not self.records["words"]:
            return self.belote_answer(holder, status or "not_told")
        said = self.find_words(pair)
        if status:
            return self.belote_answer(None, status)
        played = [play for play in self.plays if play["card"] in pair]
        if len(played) < 2:
            return None
        first, second = played
        if ("belote", first["event"]) not in said:
            self.find(first["event"], "belote_unsaid", first["seat"], first["at"])
            return self.belote_answer(holder, "not_said")
        if ("rebelote", second["event"]) in said:
            return self.belote_answer(holder, "scored")
        if self.may_still_say_rebelote(second):
            self.awaited = second["seat"]
            return None
        self.find(second["event"], "rebelote_unsaid", second["seat"], second["at"])
        cure = self.cure_of(second)
        self.findings[-1]["cured_by_event"] = cure
        status = "rebelote_forgotten" if cure is None else "pardoned"
        return self.belote_answer(holder, status)

    awaited: str | None = None
    """Who played the second card of the pair, and may still say rebelote."""

    @staticmethod
    def belote_answer(holder: str | None, status: str) -> Json:
        return {
            "team": team_of(holder) if holder else None,
            "points": 20 if status in ("scored", "pardoned") else 0,
            "status": status,
        }

    def may_still_say_rebelote(self, second: Json) -> bool:
        """Whether nothing was read since the card that ends the time for the word."""
        is_last = self.plays[-1] is second
        return is_last and (self.phase == "play" or self.may_say_with_last_card())

    def find_words(self, pair: Sequence[str]) -> set[tuple[str, int]]:
        """The words that count, each with the event of its card; the rest are findings."""
        valid: set[tuple[str, int]] = set()
        for word in self.words:
            if word["waits"]:
                continue
            code = self.fault_of_word(word, pair, valid)
            if code:
                self.find(word["event"], code, word["seat"], word["at"])
            else:
                valid.add((word["word"], word["play"]["event"]))
        return valid

    def fault_of_word(self, word: Json, pair: Sequence[str], valid: set[tuple[str, int]]) -> str:
        """What is wrong with a word, by what was known when it was said or, if it stood, now."""
        play, seat = word["play"], word["seat"]
        if not play or play["card"] not in pair:
            return "belote_on_wrong_card"
        known_at = max(word["event"], play["event"]) + 1
        then = self.log.after(known_at) if known_at < self.count else self
        other_card = pair[0] if play["card"] == pair[1] else pair[1]
        if then.is_surely_without(seat, other_card):
            return "belote_without_pair"
        earlier = [p for p in self.plays if p["card"] == other_card and p["event"] < play["event"]]
        first = earlier[0] if earlier else play
        was_said = ("belote", first["event"]) in valid
        if word["word"] == "belote":
            if was_said:
                return "belote_twice"
            code = "belote_on_second_card" if earlier else ""
        elif not was_said:
            code = "rebelote_without_belote"
        elif not earlier:
            code = "belote_on_wrong_card"
        else:
            code = "belote_twice" if ("rebelote", play["event"]) in valid else ""
        is_without = self.is_surely_without(seat, other_card)
        return "belote_without_pair" if is_without and not code else code

    def is_surely_without(self, seat: str, card: str) -> bool:
        """Whether a card is known not to be in a hand."""
        lacks_it = card not in self.hands.get(seat, {card})
        return lacks_it or self.owners.get(card) not in (None, seat)

    def pardon_is_left(self, team: str) -> bool:
        used = self.log.body.get("pardons_used") or ()
        scope = self.rules["rebelote_pardon"]
        return not used if scope == "game" else scope == "team" and team not in used

    def cure_of(self, second: Json) -> int | None:
        team = team_of(second["seat"])
        if not self.pardon_is_left(team):
            return None
        for claim in self.claims:
            if (
                claim["about"] == "rebelote"
                and team_of(claim["seat"]) == team
                and claim["event"] > second["event"]
                and claim["target"] in (None, second["event"])
                and self.is_in_time(claim)
            ):
                index: int = claim["event"]
                return index
        return None

    def is_in_time(self, claim: Json) -> bool:
        """Whether the claim comes by the count."""
        return not self.counted or claim["event"] < self.counted[0]["event"]

    # Declarations -----------------------------------------------------------------------------

    @property
    def judge(self) -> Judge:
        tops = AS_IN_A_TRICK if self.rules["carre_order"] == "trick" else RANKS
        house = House(length_step=self.rules["length_step"], carres=tops)
        speaking = ""
        if self.rules["last_tie"] == "first_speaker" and self.dealer:
            speaking = self.log.around(self.log.right_of(self.dealer))
        assert self.trump
        return Judge(self.trump, house, speaking)

    @property
    def deadline(self) -> Json | None:
        """The first card of trick three: who won has shown by then."""
        return next((play for play in self.plays if play["at"]["trick"] == 3), None)

    def find_declarations(self) -> None:
        """Rule the declarations, match the shows, and compare."""
        self.face = self.settled = "open"
        self.owed: list[str] = []
        self.entries: list[Json] = []
        self.effects: dict[int, Json] = {}  # of each show, by its event
        if not self.trump:
            self.make_entries()
            self.find_void_entries()
            for show in self.shows:  # nothing can be compared yet
                said = [e for e in self.entries if e["seat"] == show["seat"] and not e["reason"]]
                self.effects[show["event"]] = {**NO_EFFECT, "is_of_nothing": not said}
            return
        self.make_entries()
        if self.records["shows"]:
            self.match_shows()
        self.rule_entries()
        self.face = self.judge.on_its_face(self.standing())
        if self.records["shows"] and self.tricks:
            self.find_not_shown()
            self.rule_entries()
            if self.records["declarations"] and self.rules["announcements"]:
                self.find_shows_by_losers()
        self.find_void_entries()
        if self.tricks:
            self.settled = self.judge.settled(self.standing())

    def find_void_entries(self) -> None:
        for entry in self.entries:
            if entry["reason"] and entry["reason"] != "not_shown" and not entry["is_best"]:
                self.find(entry["event"], entry["reason"], entry["seat"], entry["at"])

    def make_entries(self) -> None:
        declared: list[Json] = self.declared
        is_best = not self.records["declarations"] and self.log.body.get("declare_best")
        if is_best and self.trump:
            declared = list(self.best_of_known_hands())
        for one in declared:
            reason = "late" if one["is_late"] else ""
            if not self.rules["announcements"]:
                reason = "announcements_off"
            fresh = {
                "reason": reason,
                "is_shown": False,
                "is_lost": False,
                "given": frozenset(),
                "is_best": False,
            }
            self.entries.append(fresh | one)  # of a hand's best all was shown
        self.rule_entries()

    def best_of_known_hands(self) -> Iterator[Json]:
        for seat in "NWSE":
            if seat in self.hands:
                hand = sum(1 << INTERNATIONAL.card_of[card] for card in self.hands[seat])
                for one in firsts(hand, self.judge.house)[0]:
                    yield {"event": 0, "seat": seat, "said": {"cards": in_order(one.cards)}} | {
                        "is_late": False,
                        "is_best": True,
                        "is_shown": True,
                        "at": {"phase": "play", "trick": 1},
                    }

    def rule_entries(self) -> None:
        """Rule what is not void for a reason of time, as far as cards are known."""
        for seat in "NWSE":
            mine = [e for e in self.entries if e["seat"] == seat]
            for entry in mine:
                if entry["reason"] not in ("late", "announcements_off"):
                    entry["reason"] = ""
            hand, elsewhere = self.hands.get(seat), self.seen_elsewhere(seat)
            for entry in mine:
                if entry["is_lost"] and not entry["reason"]:  # false, or not shown, and no more
                    (alone,) = rule([entry["said"]], hand, elsewhere, self.trump)
                    entry["reason"] = alone.reason or "not_shown"
            mine = [e for e in mine if not e["reason"]]
            ruled = rule([e["said"] for e in mine], hand, elsewhere, self.trump)
            for entry, (reason, options, is_ruled) in zip(mine, ruled, strict=True):
                entry.update(reason=reason, options=options, is_ruled=is_ruled)

    def standing(self) -> list[Standing]:
        return [
            Standing(entry["seat"], entry["options"], entry["is_ruled"])
            for entry in self.entries
            if not entry["reason"]
        ]

    def match_shows(self) -> None:
        """Take the shows in their order, each as it was understood when it happened."""
        for show in self.shows:
            index = show["event"]
            if index == self.count - 1:
                self.rule_entries()
                effect = self.refusal(show) if show.get("refused") else self.matched_show(show)
            else:
                effect = self.log.after(index + 1).effects.get(index, NO_EFFECT)
            self.effects[index] = effect
            for number, cards in effect["given"].items():
                self.give(self.entries[number], cards, show)
            if effect["differs"]:
                self.find(index, "show_differs", show["seat"], show["at"])
            if effect["lost"]:
                self.lose(effect["lost"], show["seat"], index, show["at"])

    def is_refusal(self, show: Json) -> bool:
        """Whether somebody who could be asked to show would not: not in trick one, not too late."""
        deadline = self.deadline
        was_asked = show["at"].get("trick", 1) > 1
        return was_asked and not (deadline and show["event"] > deadline["event"])

    def refusal(self, show: Json) -> Json:
        """Who won and will not show loses what he has not shown."""
        has_won = self.judge.on_its_face(self.standing()) == team_of(show["seat"])
        lost = self.unshown(show["seat"]) if has_won and self.is_refusal(show) else []
        return {**NO_EFFECT, "lost": lost}

    def unshown(self, seat: str) -> list[int]:
        """The declarations that a seat has to show, by number: those that stand, or would."""
        unshown = [
            number
            for number, entry in enumerate(self.entries)
            if entry["seat"] == seat
            and entry["reason"] in ("", "card_reused")
            and not entry["is_shown"]
        ]
        return unshown if any(not self.entries[number]["reason"] for number in unshown) else []

    def matched_show(self, show: Json) -> Json:
        """Give the cards of a show to the declarations of its seat that are not shown yet."""
        seat, laid = show["seat"], frozenset(show["cards"])
        mine = [(number, e) for number, e in enumerate(self.entries) if e["seat"] == seat]
        standing = [(number, entry) for number, entry in mine if not entry["reason"]]
        waiting = [(number, entry) for number, entry in standing if not entry["is_shown"]]
        first = {p["card"] for p in self.plays if p["seat"] == seat and p["at"]["trick"] == 1}
        first = first.difference(*(entry["given"] for _, entry in mine))
        given: dict[int, frozenset[str]] = {
            number: entry["options"][0].cards
            for number, entry in waiting
            if entry["is_ruled"] and entry["options"][0].cards <= laid | first
        }
        still = [(number, entry) for number, entry in waiting if number not in given]
        rest = (laid | first).difference(*given.values())
        found = rule([entry["said"] for _, entry in still], rest, trump=self.trump)
        for (number, _), ruled in zip(still, found, strict=True):
            if not ruled.reason:
                one = ruled.options[0]
                shorter = whole(one.cards - first)
                is_spared = len(still) > 1 and shorter and shorter.points == one.points
                given[number] = one.cards - first if is_spared else one.cards
        left = laid.difference(*given.values()) - rest_of_runs(given.values(), laid)
        unmatched = [number for number, _ in waiting if number not in given]
        differs = bool(left and unmatched)
        if differs:
            given[unmatched[0]] = left | first if whole(left | first) else left
        return {**NO_EFFECT, "given": given, "differs": differs, "is_of_nothing": not standing}

    def give(self, entry: Json, cards: frozenset[str], show: Json) -> None:
        deadline = self.deadline
        in_time = not deadline or show["event"] < deadline["event"]
        entry["said"] = {**entry["said"], "cards": in_order(cards)}
        entry["is_shown"] = in_time
        entry["given"] = cards

    def lose(self, lost: Sequence[int], seat: str, event: int, at: Json) -> None:
        """Lose what was not shown, whatever is known of it now."""
        for number in lost:
            self.entries[number]["is_lost"] = True
        self.find(event, "not_shown", seat, at)

    def find_not_shown(self) -> None:
        deadline = self.deadline
        winners = [seat for seat in "NWSE" if team_of(seat) == self.face]
        if deadline:
            before = self.log.after(deadline["event"])
            owing = winners if before.face == "open" else before.owed
            for seat in owing:
                refusals = [
                    show
                    for show in self.shows
                    if show["seat"] == seat and show.get("refused") and self.is_refusal(show)
                ]
                when = refusals[0] if refusals else deadline
                is_known = before.face != "open"
                lost = (before if is_known else self).unshown(seat)
                if lost:
                    self.lose(lost, seat, when["event"], when["at"])
            return
        self.owed = [seat for seat in winners if self.unshown(seat)]

    def find_shows_by_losers(self) -> None:
        """Judge each show by what was known of the winner before it, else by what is known now."""
        for show in self.shows:
            if show.get("refused"):
                continue
            before = max(show["event"], self.tricks[0]["end"] + 1)
            face = self.face
            if before < self.count:
                earlier = self.log.after(before).face
                face = face if earlier == "open" else earlier
            if face == "open":
                continue
            if face != team_of(show["seat"]):
                self.find(show["event"], "show_by_loser", show["seat"], show["at"])
            elif self.effects[show["event"]]["is_of_nothing"]:
                self.find(show["event"], "show_differs", show["seat"], show["at"])

    def announcements(self) -> Json | None:
        is_told = self.records["declarations"] or self.log.body.get("declare_best")
        if not is_told or not self.tricks or self.settled == "open":
            return None
        points = dict.fromkeys(TEAMS, 0)
        for entry in self.entries:
            if not entry["reason"] and team_of(entry["seat"]) == self.settled:
                points[self.settled] += entry["options"][0].points
        winner = None if self.settled == "nobody" else self.settled
        return {"winner": winner, "points": points}

    # The end ----------------------------------------------------------------------------------

    def trick_points(self, trick: Json) -> int:
        assert self.trump
        return sum(points_of(play["card"], self.trump) for play in trick["plays"])

    def card_points(self) -> dict[str, int]:
        points = dict.fromkeys(TEAMS, 0)
        for trick in self.tricks:
            points[team_of(trick["winner"])] += self.trick_points(trick)
        return points

    def points(self) -> dict[str, int]:
        points = self.card_points()
        if self.phase == "over":
            last = team_of(self.tricks[-1]["winner"])
            is_capot = all(team_of(trick["winner"]) == last for trick in self.tricks)
            points[last] += 100 if is_capot else 10
        return points

    def score(self) -> Json | None:
        if self.phase != "over" or self.is_impossible or not self.takers:
            return None
        winners = [team_of(trick["winner"]) for trick in self.tricks]
        belote = self.belote or {"team": None, "points": 0}
        announced = self.announcements()
        found = score(
            Donne(
                self.takers,
                self.card_points(),
                winners[-1],
                winners[0] if len({*winners}) == 1 else None,
                claim=Claim(belote["team"]) if belote["points"] else None,
                won=announced["points"] if announced else NOTHING,
                carry=self.log.body.get("carry_in") or 0,
            ),
            self.writing(),
        )
        return {
            "outcome": found.outcome,
            "totals": found.totals,
            "scores": found.scores,
            "carry_out": found.carry_out,
        }

    def writing(self) -> Rules:
        """How points are written down."""
        return Rules(rounding=self.rules["rounding"])

    def decide(self) -> None:
        """Judge the claims and the count, and decide; the findings are complete after it."""
        self.scored = self.score()
        self.decided = self.decision()
        self.find_count()
        self.findings.sort(key=lambda f: (f["event"], f["code"]))

    def matched(self, claim: Json) -> Json | None:
        """The first finding that the claim is about."""
        for finding in sorted(self.findings, key=lambda f: (f["event"], f["code"])):
            if (
                finding["code"] in ABOUT[claim["about"]]
                and finding["event"] < claim["event"]
                and claim["target"] in (None, finding["event"])
            ):
                return finding
        return None

    def upheld(self, claim: Json) -> bool | None:
        if self.matched(claim):
            return True
        target = claim["target"]
        if target is not None and target >= claim["event"]:
            return False
        about = claim["about"]
        if about == "irregular_card":
            is_open = any(
                not self.is_surely_regular(play)
                for play in self.plays
                if play["event"] < claim["event"] and target in (None, play["event"])
            )
            return None if is_open else False
        if about == "rebelote":
            is_open = not self.records["words"] or (
                self.awaited is not None
                and self.plays[-1]["event"] < claim["event"]
                and target in (None, self.plays[-1]["event"])
            )
            return None if is_open else False
        if about == "not_shown":
            by = self.deadline["event"] if self.deadline else claim["event"]
            is_late = by < claim["event"] and target in (None, by)
            is_open = not self.records["shows"] or (is_late and self.face == "open")
            return None if is_open else False
        if about == "false_declaration":
            is_open = not self.records["declarations"] or any(
                not entry["reason"] and not entry["is_ruled"]
                for entry in self.entries
                if entry["event"] < claim["event"] and target in (None, entry["event"])
            )
            return None if is_open else False
        return False

    def penalised(self) -> list[Json]:
        """The faults of the play that lose a donne under the table's rules."""
        codes: tuple[str, ...] = ()
        codes += IRREGULAR if self.rules["irregular"] == "donne_lost" else ()
        codes += OUT_OF_TURN if self.rules["out_of_turn"] == "donne_lost" else ()
        faults = [finding for finding in self.findings if finding["code"] in codes]
        if self.rules["penalty_on"] == "proof":
            return faults
        claimed = []
        for claim in self.claims:
            finding = self.matched(claim)
            if (
                finding
                and self.is_in_time(claim)
                and team_of(claim["seat"]) != team_of(finding["seat"])
            ):
                claimed.append(finding)
        return [finding for finding in faults if any(finding is one for one in claimed)]

    def decision(self) -> Json | None:
        carry = self.log.body.get("carry_in") or 0
        nothing = dict.fromkeys(TEAMS, 0)
        if self.phase not in ("over", "thrown_in"):
            return None
        if self.phase == "thrown_in":
            return decided("thrown_in", None, nothing, carry, [])
        if not self.scored:
            reasons = [f for f in self.findings if f["code"] in IMPOSSIBLE]
            return decided("undecided", None, None, carry, reasons)
        faults = self.penalised()
        guilty = {team_of(finding["seat"]) for finding in faults}
        if not faults:
            return decided("stands", None, self.scored["scores"], self.scored["carry_out"], [])
        if len(guilty) == 2:
            return decided("undecided", None, None, carry, faults)
        (loser,) = guilty
        scores = {loser: 0, other_team(loser): 162 + carry}
        if self.belote and self.belote["team"]:
            scores[self.belote["team"]] += self.belote["points"]
        announced = self.announcements()
        if announced and self.rules["irregular_announcements"] == "validated":
            scores[other_team(loser)] += sum(announced["points"].values())
        ordered = {team: rounded(scores[team], self.writing()) for team in TEAMS}
        return decided("donne_lost", loser, ordered, 0, faults)

    def find_count(self) -> None:
        if not self.counted or self.phase != "over" or self.is_impossible:
            return
        (count,) = self.counted
        because = self.why_it_differs(count)
        if because:
            self.find(
                count["event"], "count_differs", count.get("seat"), count["at"], because=because
            )

    def why_it_differs(self, count: Json) -> str:
        """The first reason that fits, or an empty string when the count is right."""
        cards, totals = self.card_points(), self.points()
        last = team_of(self.tricks[-1]["winner"])
        said_cards = told_of(count.get("card_points"))
        said_totals = told_of(count.get("total"))
        off = [said_cards[team] - cards[team] for team in said_cards]
        off += [said_totals[team] - totals[team] for team in said_totals]
        said_scores = told_of(count.get("scores"))
        last_is_right = count.get("last_trick") in (None, last)
        is_told = bool(said_totals) or (bool(said_cards) and count.get("last_trick") is not None)
        is_told |= count.get("capot") is not None
        won = [team_of(trick["winner"]) for trick in self.tricks]
        said_won = told_of(count.get("tricks_won"))
        is_otherwise_wrong = any(said_won[team] != won.count(team) for team in said_won)
        capot = last if won.count(last) == 8 else None
        is_otherwise_wrong |= count.get("capot") not in (None, capot)
        are_points_right = is_told and last_is_right and not any(off) and not is_otherwise_wrong
        right = [each["scores"] for each in (self.scored, self.decided) if each and each["scores"]]
        if right and all(
            any(said_scores[team] != scores[team] for team in said_scores) for scores in right
        ):
            off += [said_scores[team] - right[-1][team] for team in said_scores]
        if not last_is_right:
            off.append(10)
        sizes = {abs(one) for one in off} - {0}
        if not sizes and not is_otherwise_wrong:
            return ""

        announced = self.announcements()
        marked = sum(announced["points"].values()) if announced else 0
        sums = (sum(cards.values()), sum(totals.values()))
        is_sum_wrong = (len(said_cards) == 2 and sum(said_cards.values()) != sums[0]) or (
            len(said_totals) == 2 and sum(said_totals.values()) != sums[1]
        )
        if 10 in sizes and not are_points_right:
            return "dix_de_der"
        if 20 in sizes:
            return "belote"
        if marked in sizes:
            return "announcements"
        if is_sum_wrong:
            return "sum"
        in_tricks = {self.trick_points(trick) for trick in self.tricks}
        if sizes & in_tricks and not are_points_right:
            return "trick"
        return "other"

    # The answer -------------------------------------------------------------------------------

    def answer(self) -> Json:
        findings = self.findings
        decision = self.decided and {
            **self.decided,
            "findings": [
                index
                for index, finding in enumerate(findings)
                if any(finding is one for one in self.decided["findings"])
            ],
        }
        return {
            "dealer": self.dealer,
            "trump": self.trump,
            "takers": self.takers,
            "taker": self.taker,
            "phase": self.phase,
            "next": self.next(),
            "due": self.due(),
            "hands": {seat: in_order(self.seen_of(seat)) for seat in "NWSE"},
            "tricks": self.told_tricks(),
            "points": self.points(),
            "announcements": self.announcements(),
            "belote": self.belote,
            "findings": findings,
            "claims": [self.told_claim(claim) for claim in self.claims],
            "score": self.scored,
            "decision": decision,
        }

    def told_claim(self, claim: Json) -> Json:
        matched = self.matched(claim)
        index = next((n for n, one in enumerate(self.findings) if one is matched), None)
        return {"event": claim["event"], "upheld": self.upheld(claim), "finding": index}

    def told_tricks(self) -> list[Json]:
        assert self.trump or not self.plays
        tricks = [(trick["plays"], trick["winner"]) for trick in self.tricks]
        if self.table:
            tricks.append((self.table, None))
        return [
            {
                "leader": plays[0]["seat"],
                "cards": [{"seat": play["seat"], "card": play["card"]} for play in plays],
                "winner": winner,
                "points": self.trick_points({"plays": plays}),
            }
            for plays, winner in tricks
        ]

    def due(self) -> list[Json]:
        found = [{"seat": seat, "what": "show"} for seat in self.owed]
        if self.awaited:
            found.append({"seat": self.awaited, "what": "rebelote"})
        return sorted(found, key=lambda one: ("NWSE".index(one["seat"]), one["what"]))

    def next(self) -> Json | None:
        if self.phase == "thrown_in":
            return {"seat": self.first, "may": [], "legal": None, "calls": None}
        if self.phase == "auction" and self.caller and not self.take:
            calls = ["pass", *({"take": suit} for suit in self.suits_to_take())]
            return {"seat": self.caller, "may": ["call"], "legal": None, "calls": calls}
        if self.phase != "play" or not self.player:
            return None
        return {
            "seat": self.player,
            "may": self.may(self.player),
            "legal": self.legal(self.player),
            "calls": None,
        }

    def may(self, seat: str) -> list[str]:
        may = ["play"]
        if self.may_hold_pair(seat):
            may.insert(0, "say")
        if self.rules["announcements"] and not any(p["seat"] == seat for p in self.plays):
            may.insert(0, "declare")
        return may

    def may_hold_pair(self, seat: str) -> bool:
        """Whether the seat can have both cards, and one of them still."""
        assert self.trump
        pair = {"K" + self.trump, "Q" + self.trump}
        played = {play["card"] for play in self.plays}
        if seat in self.hands and not pair <= self.hands[seat]:
            return False
        return not pair & self.seen_elsewhere(seat) and not pair <= played

    def legal(self, seat: str) -> list[str] | None:
        if seat not in self.hands:
            return None
        assert self.trump
        left = self.hands[seat] - {play["card"] for play in self.plays}
        table = [(play["seat"], play["card"]) for play in self.table]
        return in_order(
            card
            for card in left
            if not broken_duty(seat, card, left, table, self.trump, self.rules)
        )


NO_EFFECT: Json = {"given": {}, "differs": False, "lost": [], "is_of_nothing": True}
COMPETING = ("card_reused", "worthless")


def decided(
    kind: str, against: str | None, scores: Json | None, carry: int, findings: list[Json]
) -> Json:
    return {
        "kind": kind,
        "against": against,
        "scores": scores,
        "carry_out": carry,
        "findings": findings,
    }


def told_of(by_team: Json | None) -> dict[str, int]:
    return {team: value for team, value in (by_team or {}).items() if value is not None}


def rest_of_runs(given: Iterable[frozenset[str]], laid: frozenset[str]) -> set[str]:
    """Shown cards that only lengthen a run of which a part was said."""
    rest: set[str] = set()
    for cards in given:
        for more in laid:
            run = whole(cards | run_between(cards, more, laid))
            if run and not run.is_carre and more in run.cards:
                rest.add(more)
    return rest


def run_between(run: frozenset[str], card: str, laid: frozenset[str]) -> set[str]:
    """The laid cards of the suit from the run on to the card."""
    if any(suit_of(each) != suit_of(card) for each in run):
        return set()
    places = [RANKS.index(each[:-1]) for each in (*run, card)]
    span = {RANKS[place] + suit_of(card) for place in range(min(places), max(places) + 1)}
    return span if span <= laid | run else set()
