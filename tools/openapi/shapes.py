"""The shape of every answer, as JSON Schema: what `openapi.yaml` promises and tests hold us to."""

from __future__ import annotations

from typing import Any, TypeAlias

from service.api.problems import MAX_TOLD, STATUS_OF
from service.belote.cards import DECKS
from service.belote.codes import Code
from service.belote.comparison import DECISIONS
from service.belote.rules import (
    HAND_SIZE,
    LONGEST,
    SHORTEST,
    TRICKS,
    BeloteStatus,
    Criterion,
    Item,
    Kind,
    Obligation,
    Outcome,
    Void,
)
from service.belote.table import SEATS, TEAMS
from tools.openapi.request_fields import rules_echo

Json: TypeAlias = dict[str, Any]

NULL: Json = {"type": "null"}


def ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def exactly(description: str = "", /, **properties: Json) -> Json:
    """An object with just these members, all of them there."""
    told = {"description": description} if description else {}
    return told | {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def either(description: str, *shapes: Json) -> Json:
    """Shapes that a word in each tells apart."""
    return {"description": description, "oneOf": list(shapes)}


def listed(member: Json, description: str = "") -> Json:
    return {"type": "array", "items": member} | (
        {"description": description} if description else {}
    )


def described_as(description: str, name: str) -> Json:
    """A component under a description of its own."""
    return ref(name) | {"description": description}


def or_null(schema: Json, description: str = "") -> Json:
    told = {"description": description} if description else {}
    return told | {"anyOf": [schema, NULL]}


def text(description: str = "") -> Json:
    return {"type": "string"} | ({"description": description} if description else {})


def word(*choices: str, description: str = "") -> Json:
    return text(description) | {"enum": list(choices)}


def number(description: str = "") -> Json:
    return {"type": "integer", "minimum": 0} | ({"description": description} if description else {})


def flag(description: str = "") -> Json:
    return {"type": "boolean"} | ({"description": description} if description else {})


def always(value: bool) -> Json:
    return {"type": "boolean", "const": value}


def members(description: str, member: Json | None = None) -> Json:
    """An object of whatever names; of whatever values too, unless they are told."""
    told = True if member is None else member
    return {"type": "object", "description": description, "additionalProperties": told}


_LABELS = sorted({label for deck in DECKS for label in deck.labels})
_RANKS = sorted({rank for deck in DECKS for rank in deck.ranks})
_SUITS = sorted({suit for deck in DECKS for suit in deck.suits})
_NAMES = dict.fromkeys(deck.name for deck in DECKS)
_NOTATIONS = [deck.notation for deck in DECKS if deck.notation]

_SUIT = "([SHDCPKTOEBshdcpktoeb]|[♠♥♦♣][\ufe0e\ufe0f]?)"

WORDS: dict[str, Json] = {
    "Card": {
        "type": "string",
        "description": (
            "Rank, then suit. French deck: ranks 7 8 9 10 J Q K A and suits S H D C, or in the "
            "notation `francaise` 7 8 9 10 V D R A and P C K T; a suit symbol may stand for the "
            "letter. Spanish deck: ranks 4 5 6 7 10 11 12 1 and suits O C E B. Letter case is "
            "free; answers use upper case letters in the notation of the request."
        ),
        "pattern": f"^([4-9]|1|1[0-2]|[JQKAVDRjqkavdr]){_SUIT}$",
        "examples": ["10H", "KS", "RP", "12O"],
    },
    "Suit": {
        "type": "string",
        "description": "A suit's letter in the deck and notation of the request, or its symbol.",
        "pattern": f"^{_SUIT}$",
        "examples": ["H", "O"],
    },
    "CardLabel": word(*_LABELS, description="A card as answers write it."),
    "Rank": word(*_RANKS, description="A rank as the deck writes it."),
    "SuitLetter": word(*_SUITS, description="A suit as answers write it."),
    "Seat": word(*SEATS, description="A seat; N W S E is the playing order."),
    "Team": word(*TEAMS),
    "Kind": word(*Kind),
    "VoidReason": word(*Void, description="Why a declaration is void: the first that applies."),
}

VALUES: dict[str, Json] = {
    "Announcement": exactly(
        "A carré or a sequence of three cards or more.",
        kind=ref("Kind"),
        points=number("0 for a carré of the two lowest ranks, which is no announcement."),
        cards=listed(ref("CardLabel"), "Low to high; a carré in suit order."),
        length={"type": "integer", "minimum": SHORTEST, "maximum": LONGEST},
        top=ref("Rank"),
        suit=or_null(ref("SuitLetter"), "null for a carré."),
    ),
    "Selection": exactly(
        "Announcements of one hand that share no card, strongest first.",
        points=number(),
        announcements=listed(ref("Announcement")) | {"maxItems": 2},
    ),
    "Clash": exactly(
        "A carré and a sequence that both want one card.",
        carre=ref("Announcement"),
        sequence=ref("Announcement"),
        card=ref("CardLabel"),
    ),
    "Explanation": listed(ref("Reason"), "The reasons, in the order a referee would give them."),
    "Reason": exactly(
        "One sentence of the referee.",
        code=word(*Code, description="Stable; the text may be reworded, the code stays."),
        text=text("The sentence, in the language of the answer."),
        source=text("The document it rests on; see `sources` of /v1/rules."),
        params=members("The values in the sentence."),
    ),
    "PointsByTeam": exactly(NS=number(), EW=number()),
    "Held": exactly(
        "An announcement and who made it.",
        seat=ref("Seat"),
        announcement=ref("Announcement"),
    ),
}

# What is always null is not described as null alone: openapi-fetch drops such a member.
_INDEX = number("Of the declaration, from 0.")

_VALID: dict[str, Json] = {
    "index": _INDEX,
    "verdict": word("valid"),
    "reason": or_null(ref("VoidReason"), "Always null."),
    "false_declaration": always(False),
    "announcement": described_as("As what it stands.", "Announcement"),
}
_VOID: dict[str, Json] = {
    "index": _INDEX,
    "verdict": word("void"),
    "reason": ref("VoidReason"),
    "false_declaration": flag("Whether the cards disprove what was said."),
    "announcement": or_null(ref("Announcement"), "Always null."),
}


def _step(value: Json, *criteria: Criterion) -> Json:
    """A step by criteria that compare this kind of value."""
    leader = or_null(ref("Team"), "null where the teams are level.")
    return exactly(criterion=word(*criteria), NS=value, EW=value, leader=leader)


_COMPARISON: dict[str, Json] = {
    "winner": or_null(ref("Team")),
    "decided_by": word(*DECISIONS),
    "points": ref("PointsByTeam"),
    "best": exactly(NS=or_null(ref("Held")), EW=or_null(ref("Held"))),
    "steps": listed(ref("Step"), "Through the deciding one; all of them on a tie."),
    "revealed": listed(ref("Held")),
    "rulings": listed(ref("SeatRuling")),
    "explanation": ref("Explanation"),
}

_OF_COMPARISON = (
    "Whose announcements count, and why. `best`, `steps` and `rulings` are for the referee: "
    "they hold hidden cards. `revealed` is all that the table may see."
)

_WORTH = exactly(rank=ref("Rank"), points=number())

ANSWERS: dict[str, Json] = {
    "Comparison": exactly(_OF_COMPARISON, **_COMPARISON),
    "ComparisonAnswer": exactly(_OF_COMPARISON, **_COMPARISON, rules=ref("RulesEcho")),
    "Resolution": exactly(
        "Everything there is to say about the announcements of one hand.",
        deck=word(*_NAMES),
        trump=or_null(ref("SuitLetter")),
        hand=listed(ref("CardLabel"), "The hand by suit, then rank.")
        | {"minItems": HAND_SIZE, "maxItems": HAND_SIZE},
        best=ref("Selection"),
        alternatives=listed(
            ref("Selection"), "Every other set of announcements that leaves nothing out."
        ),
        clashes=listed(
            ref("Clash"), "Each carré with each longest sequence that shares a card with it."
        ),
        worthless=listed(ref("Announcement"), "Carrés that are worth nothing."),
        belote=or_null(
            flag(), "Whether the hand holds king and queen of trump; null without trump."
        ),
        explanation=ref("Explanation"),
        rules=ref("RulesEcho"),
    ),
    "BatchResolution": exactly(
        "One result a hand, in order.",
        results=listed(
            {
                "oneOf": [
                    exactly(best=ref("Selection"), belote=or_null(flag())),
                    exactly(error=ref("InvalidBody")),
                ]
            }
        ),
        rules=ref("RulesEcho"),
    ),
    "Validation": exactly(
        "The rulings on all that one player declared.",
        accepted=flag("Whether every declaration is valid."),
        points=number("Of the valid declarations together."),
        rulings=listed(ref("Ruling")),
        best=ref("Selection"),
        belote=or_null(flag()),
        explanation=ref("Explanation"),
        rules=ref("RulesEcho"),
    ),
    "Ruling": either("Whether a player's declaration stands.", exactly(**_VALID), exactly(**_VOID)),
    "SeatRuling": either(
        "Whether a declaration at the table stands.",
        exactly(seat=ref("Seat"), **_VALID, counted=flag("Whether its team marks it.")),
        exactly(seat=ref("Seat"), **_VOID, counted=always(False)),
    ),
    "Step": either(
        "One criterion of the comparison, applied to both teams.",
        _step({"type": "integer"}, Criterion.POINTS, Criterion.LENGTH),
        _step(flag(), Criterion.CARRE, Criterion.TRUMP),
        _step(ref("Rank"), Criterion.TOP),
        _step(ref("Seat"), Criterion.FIRST_SPEAKER),
    ),
    "DonneScore": exactly(
        "The ruling on a donne: the score, line by line, and why.",
        outcome=word(*Outcome),
        capot=or_null(ref("Team"), "The team that won all eight tricks."),
        totals=described_as("What was compared.", "PointsByTeam"),
        scores=described_as(
            "What each team writes: the sum of the lines it marks.", "PointsByTeam"
        ),
        carry_out=number("What waits for a later donne: the sum of the lines nobody marks."),
        lines=listed(ref("Line")),
        belote=exactly(
            "",
            team=or_null(ref("Team"), "null where nobody holds it, or nothing tells who."),
            points=number(),
            status=word(*BeloteStatus),
            pardon_left=flag('Whether a forgotten "rebelote" can still be pardoned later.'),
        ),
        announcements=or_null(ref("Comparison")),
        tricks=or_null(listed(ref("Trick"))),
        irregularities=listed(ref("Irregularity")),
        explanation=ref("Explanation"),
        rules=ref("RulesEcho"),
    ),
    "Line": exactly(
        "One item of the score.",
        item=word(*Item),
        points=number(),
        counted_by=or_null(ref("Team"), "null for the carry: it is of no contract."),
        marked_by=or_null(ref("Team"), "null where it is carried."),
    ),
    "Trick": exactly(
        "A trick, whole or under way.",
        leader=ref("Seat"),
        cards=listed(exactly(seat=ref("Seat"), card=ref("CardLabel"))),
        winner=or_null(ref("Seat"), "null while cards are missing."),
        points=number("Of the cards that lie there."),
    ),
    "Irregularity": exactly(
        "A card played against the rules; the donne is scored as played.",
        trick={"type": "integer", "minimum": 1, "maximum": TRICKS},
        seat=ref("Seat"),
        card=ref("CardLabel"),
        rule=word(*Obligation),
        legal=listed(ref("CardLabel"), "What could have been played."),
    ),
    "Replay": exactly(
        "A play so far.",
        tricks=listed(ref("Trick")),
        next=or_null(ref("Seat"), "Who plays next; null after the last card."),
        legal=or_null(
            listed(ref("CardLabel")), "What he may play; null where his hand is not known."
        ),
        irregularities=listed(ref("Irregularity")),
        points=described_as(
            "Of whole tricks, and the last trick once it is played.", "PointsByTeam"
        ),
        explanation=ref("Explanation"),
        rules=ref("RulesEcho"),
    ),
    "Sheet": exactly(
        "The score sheet of a game.",
        target=number(),
        rows=listed(ref("Row")),
        totals=ref("PointsByTeam"),
        carry_out=number("What still waits."),
        winner=or_null(ref("Team")),
        explanation=ref("Explanation"),
        rules=ref("RulesEcho"),
    ),
    "Row": exactly(
        "A donne on the sheet.",
        number={"type": "integer", "minimum": 1},
        passed=flag("Whether all four passed."),
        takers=or_null(ref("Team")),
        outcome=or_null(word(*Outcome)),
        capot=or_null(ref("Team")),
        belote=or_null(ref("Team"), "The team that marks a belote."),
        scores=ref("PointsByTeam"),
        running=ref("PointsByTeam"),
        carry_in=number(),
        carry_out=number(),
    ),
    "Rules": exactly(
        "Decks, values and orders as data.",
        decks=listed(ref("Deck")),
        plays_first=exactly(
            "For each dealer, who plays first.", **{seat.value: ref("Seat") for seat in SEATS}
        ),
        seats=exactly("The team of each seat.", **{seat.value: ref("Team") for seat in SEATS}),
        hand_size=number(),
        tricks=number("Tricks of a donne."),
        points=exactly(
            "What is counted beside the announcements.",
            cards=number("All the cards together."),
            dix_de_der=number("The last trick."),
            capot=number("The last trick of a capot, in its place."),
            belote=number(),
        ),
        target=number("Points that a game is played to, where the request names none."),
        announcements=exactly(
            sequences=listed(exactly(length=number(), kind=ref("Kind"), points=number())),
            last_card_in_time=number("The card, from 1, with which a player may still declare."),
        ),
        comparison=exactly(
            steps=listed(word(*Criterion), "The first that differs decides."),
            between_carres=listed(word(*Criterion), "The steps asked between two carrés."),
        ),
        presets=listed(
            exactly("", name=text(), meaning=text(), rules=ref("RulesEcho")),
            "Rules of a table by name; the first is the default.",
        ),
        switches=listed(
            exactly(
                "",
                name=text(),
                values=listed({"type": ["string", "integer", "boolean"]}, "The default first."),
                meaning=text(),
                played_by=text("Who plays it otherwise than by default."),
                source=text("The document that the default rests on."),
            )
        ),
        sources=members("What the `source` of a reason stands for.", text()),
    ),
    "Deck": exactly(
        "A deck in one of its spellings.",
        deck=word(*_NAMES),
        notation=or_null(word(*_NOTATIONS), "null for the Spanish deck."),
        ranks=listed(ref("Rank"), "In the order of sequences, low to high."),
        suits=listed(ref("SuitLetter"), "In the order of answers."),
        symbols=listed(text(), "What may stand for the suits' letters."),
        carres=listed(_WORTH, "Strongest first."),
        belote=listed(ref("Rank"), "The two ranks of trump that make the belote."),
        in_trump=listed(_WORTH, "How trumps beat each other in a trick, strongest first."),
        in_plain_suits=listed(_WORTH, "The same for the other suits."),
    ),
    "Status": exactly(status=text()),
}

INVALID = 422
_FAULTS = [code for code, status in STATUS_OF.items() if status == INVALID]
_OTHERS = [code for code in STATUS_OF if code not in _FAULTS]


def _problem(description: str, statuses: list[int], code: str, **more: Json) -> Json:
    return exactly(
        description,
        type=text("The page about this code."),
        title=text(),
        status={"type": "integer", "enum": statuses},
        detail=text("What is wrong, in the reader's language."),
        code=ref(code),
        **more,
    )


def _fault(description: str, **place: Json) -> Json:
    fault = exactly(
        description,
        **place,
        code=ref("FaultCode"),
        detail=text("What is wrong, in the reader's language."),
        params=members("The values in the sentence; left out where there are none."),
    )
    return fault | {"required": [name for name in fault["required"] if name != "params"]}


PROBLEMS: dict[str, Json] = {
    "Problem": _problem(
        "RFC 9457 problem details: a request that is not understood, or not now.",
        sorted({STATUS_OF[code] for code in _OTHERS}),
        "ProblemCode",
    ),
    "InvalidBody": _problem(
        "RFC 9457 problem details: every fault of a body at once. `code` is the first one's.",
        [INVALID],
        "FaultCode",
        errors=listed(ref("BodyFault")) | {"minItems": 1, "maxItems": MAX_TOLD},
    ),
    "InvalidAddress": _problem(
        "RFC 9457 problem details: every fault of an address at once. `code` is the first one's.",
        [INVALID],
        "FaultCode",
        errors=listed(ref("AddressFault")) | {"minItems": 1, "maxItems": MAX_TOLD},
    ),
    "BodyFault": _fault(
        "One fault, with its place.",
        pointer=text("JSON Pointer, as a URI fragment, to what is at fault."),
    ),
    "AddressFault": _fault("One fault, with its place.", parameter=text("The one at fault.")),
    "ProblemCode": word(*_OTHERS, description="Stable, each with a page of its own."),
    "FaultCode": word(*_FAULTS, description="Stable, each with a page of its own."),
}

RULES: dict[str, Json] = {
    "RulesEcho": rules_echo(),
}

SCHEMAS: dict[str, Json] = WORDS | VALUES | ANSWERS | RULES | PROBLEMS
