"""The models of datamodel-code-generator, over the standard library."""

from __future__ import annotations

import os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from models import (
    Card,
    CardPoints,
    CardPointsCount,
    Count,
    CountedGameDonne,
    DeckName,
    Declaration,
    DeclarationsBySeat,
    DonneScore,
    GameDonne,
    GameRequest,
    InvalidBody,
    Kind,
    KindDeclaration,
    Passed,
    Play,
    PlayedDonneRequest,
    Resolution,
    ResolveRequest,
    Seat,
    SentCard,
    SentTrick,
    Sheet,
    Suit,
    Team,
    ValidSeatRuling,
)
from pydantic import BaseModel
from table import HAND, TRICKS, WRONG_HAND, tell


def post(path: str, body: BaseModel) -> bytes:
    """Return what the service answers, problems too."""
    headers = {"Content-Type": "application/json", "Accept-Language": "fr"}
    sent = body.model_dump_json(exclude_none=True).encode()
    try:
        with urlopen(Request(os.environ["ARBITER"] + path, sent, headers)) as answer:  # noqa: S310 - the service under test
            return bytes(answer.read())
    except HTTPError as problem:
        return bytes(problem.read())


hand = [Card(card) for card in HAND]
asked = ResolveRequest(deck=DeckName.french, trump=Suit("H"), hand=hand)
best = Resolution.model_validate_json(post("/v1/hands/resolve", asked))
tell("best", best.best.points)
tell("reason", best.explanation[0].code.value, best.explanation[0].text)

donne = PlayedDonneRequest(
    deck=DeckName.french,
    trump=Suit("H"),
    takers=Team.NS,
    declared=DeclarationsBySeat(N=[Declaration(KindDeclaration(kind=Kind.carre))]),
    play=Play(
        dealer=Seat.E,
        tricks=[SentTrick([SentCard(Card(card)) for card in trick]) for trick in TRICKS],
    ),
)
score = DonneScore.model_validate_json(post("/v1/donnes/score", donne))
tell("score", score.scores.NS, score.scores.EW, score.outcome.value)
if score.announcements:
    for ruling in score.announcements.rulings:
        if isinstance(ruling.root, ValidSeatRuling):
            tell("ruling", ruling.root.verdict, ruling.root.announcement.points)

count = CardPointsCount(card_points=CardPoints(NS=95, EW=57), last_trick=Team.EW)
counted = CountedGameDonne(takers=Team.NS, trump=Suit("H"), count=Count(count))
donnes = [GameDonne(counted), GameDonne(Passed(passed=True))]
game = GameRequest(deck=DeckName.french, donnes=donnes)
sheet = Sheet.model_validate_json(post("/v1/games/score", game))
tell("sheet", sheet.totals.NS, sheet.totals.EW)

asked = ResolveRequest(deck=DeckName.french, hand=[Card(card) for card in WRONG_HAND])
refused = InvalidBody.model_validate_json(post("/v1/hands/resolve", asked))
for fault in refused.errors:
    tell("fault", fault.code.value, fault.pointer)
