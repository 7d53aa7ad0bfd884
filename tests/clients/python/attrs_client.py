"""The client of openapi-python-client."""

from __future__ import annotations

import os

from arbiter import Client
from arbiter.api.donnes import score_donne
from arbiter.api.games import score_game
from arbiter.api.hands import resolve_hand
from arbiter.models import (
    CardPoints,
    CardPointsCount,
    CountedGameDonne,
    DeckName,
    DeclarationsBySeat,
    DonneScore,
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
    Sheet,
    Team,
    ValidSeatRuling,
)
from table import HAND, TRICKS, WRONG_HAND, tell


def resolve(client: Client, hand: list[str]) -> None:
    asked = ResolveRequest(deck=DeckName.FRENCH, trump="H", hand=hand)
    answer = resolve_hand.sync(client=client, body=asked, accept_language="fr")
    match answer:
        case Resolution():
            tell("best", answer.best.points)
            tell("reason", answer.explanation[0].code, answer.explanation[0].text)
        case InvalidBody():
            for fault in answer.errors:
                tell("fault", fault.code, fault.pointer)
        case _:
            raise AssertionError(answer)


def score(client: Client) -> None:
    donne = PlayedDonneRequest(
        deck=DeckName.FRENCH,
        trump="H",
        takers=Team.NS,
        declared=DeclarationsBySeat(n=[KindDeclaration(kind=Kind.CARRE)]),
        play=Play(dealer=Seat.E, tricks=[[*trick] for trick in TRICKS]),
    )
    answer = score_donne.sync(client=client, body=donne)
    assert isinstance(answer, DonneScore)
    tell("score", answer.scores.ns, answer.scores.ew, answer.outcome)
    if answer.announcements:
        for ruling in answer.announcements.rulings:
            if isinstance(ruling, ValidSeatRuling):
                tell("ruling", ruling.verdict, ruling.announcement.points)


def keep_sheet(client: Client) -> None:
    count = CardPointsCount(card_points=CardPoints(ns=95, ew=57), last_trick=Team.EW)
    counted = CountedGameDonne(takers=Team.NS, trump="H", count=count)
    game = GameRequest(deck=DeckName.FRENCH, donnes=[counted, Passed(passed=True)])
    sheet = score_game.sync(client=client, body=game)
    assert isinstance(sheet, Sheet)
    tell("sheet", sheet.totals.ns, sheet.totals.ew)


with Client(os.environ["ARBITER"]) as client:
    resolve(client, HAND)
    score(client)
    keep_sheet(client)
    resolve(client, WRONG_HAND)
