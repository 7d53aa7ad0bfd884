"""The score sheet for people: the columns of the paper one, as CSV and as a page to print."""

from __future__ import annotations

import csv
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from io import StringIO
from typing import Any

from flask import render_template

from service.api.i18n import CATALOGUES, Renderer
from service.belote.cards import Deck
from service.belote.codes import Note
from service.belote.game import Row, Sheet
from service.belote.inputs import Contract
from service.belote.scales import SCALES
from service.belote.table import TEAMS, Team

CSV = "text/csv"

STYLE = files("service.site").joinpath("templates", "sheet.css").read_text(encoding="utf-8")
# The page carries its style, so that it prints wherever it is opened; nothing else may load.
_DIGEST = b64encode(sha256(STYLE.encode()).digest()).decode()
POLICY = (
    f"default-src 'none'; style-src 'sha256-{_DIGEST}'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@dataclass(frozen=True, slots=True)
class PaperLine:
    """A line of the paper sheet.

    `contract`: a column for the bid and one for what doubled the donne; none where neither the
    scale of the game nor a donne has contracts. `points` has a column for each team.
    """

    number: str
    dealer: str = ""
    taker: str = ""
    trump: str = ""
    contract: tuple[str, ...] = ()
    points: tuple[str, ...] = ("",) * len(TEAMS)
    notes: str = ""

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the text of each cell."""
        who = self.number, self.dealer, self.taker, self.trump
        return *who, *self.contract, *self.points, self.notes


class PaperSheet:
    """A score sheet in the words of a language. `teams`: names that teams have given themselves."""

    def __init__(self, sheet: Sheet, deck: Deck, language: str, teams: Mapping[Team, str]) -> None:
        catalogue = CATALOGUES[language]
        self.sheet = sheet
        self.language = language
        self.words: dict[str, str] = catalogue["sheet"]
        self.names: dict[str, str] = catalogue["words"]["names"] | teams
        self.suits: list[str] = catalogue["words"]["decks"][deck.name]["suits"]
        self._teams = teams
        is_played_for_contracts = SCALES[sheet.rules.scale].has_contract
        self._has_contract = is_played_for_contracts or any(row.contract for row in sheet.rows)
        self._renderer = Renderer(deck, language)

    @property
    def header(self) -> PaperLine:
        """Return the titles of the columns."""
        words, teams = self.words, tuple(self.names[team] for team in TEAMS)
        titles = words["donne"], words["dealer"], words["taker"], words["trump"]
        contract = self._contract(words["contract"], words["coinche"])
        return PaperLine(*titles, contract, teams, words["notes"])

    @property
    def lines(self) -> list[PaperLine]:
        """Return a line for each donne."""
        return [self._line(row) for row in self.sheet.rows]

    @property
    def total(self) -> PaperLine:
        """Return the last line: the totals, and how the game stands."""
        points = tuple(str(self.sheet.totals.of(team)) for team in TEAMS)
        notes = self._noted(self.sheet.notes)
        contract = self._contract("", "")
        return PaperLine(self.words["total"], contract=contract, points=points, notes=notes)

    def _line(self, row: Row) -> PaperLine:
        points = tuple("" if row.passed else str(row.scores.of(team)) for team in TEAMS)
        return PaperLine(
            str(row.number),
            self.names[row.dealer] if row.dealer else "",
            self.names[row.takers] if row.takers else "",
            "" if row.trump is None else self.suits[row.trump],
            self._contract(*self._renderer.contract(row.contract or Contract())),
            points,
            self._noted(row.notes),
        )

    def _contract(self, bid: str, coinche: str) -> tuple[str, ...]:
        """Return the cells of a contract, if the sheet has columns for it."""
        return (bid, coinche) if self._has_contract else ()

    def _noted(self, notes: Iterable[Note]) -> str:
        return ", ".join(self._renderer.note(one, self._teams) for one in notes)


def as_csv(paper: PaperSheet) -> str:
    """Return the sheet as CSV (RFC 4180): a header, a line for each donne, the total."""
    text = StringIO()
    out = csv.writer(text)
    for line in (paper.header, *paper.lines, paper.total):
        out.writerow(map(_inert, line.texts))
    return text.getvalue()


FORMULA = re.compile(r"(?:^|(?<=[;,]))(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20])")
"""Where a spreadsheet would begin to read a formula: at the start of a cell, whichever mark parts
the cells."""


def _inert(text: str) -> str:
    """Return a text in which a spreadsheet finds no formula: an apostrophe stands before it."""
    return FORMULA.sub("'", text)


def as_html(paper: PaperSheet) -> str:
    """Return the sheet as a page to print."""
    values: dict[str, Any] = {"paper": paper, "style": STYLE}
    return render_template("sheet.html", **values)
