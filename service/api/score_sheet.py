"""The score sheet for people: the columns of the paper one, as CSV and as a page to print."""

from __future__ import annotations

import csv
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from io import StringIO
from typing import Any

from flask import render_template

from service.api.i18n import CATALOGUES, plural
from service.belote.game import Row, Sheet
from service.belote.rules import Outcome
from service.belote.table import TEAMS, Team

CSV, HTML = "text/csv", "text/html"

STYLE = files("service.site").joinpath("templates", "sheet.css").read_text(encoding="utf-8")
# The page carries its style, so that it prints wherever it is opened; nothing else may load.
_DIGEST = b64encode(sha256(STYLE.encode()).digest()).decode()
POLICY = (
    f"default-src 'none'; style-src 'sha256-{_DIGEST}'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@dataclass(frozen=True, slots=True)
class Cells:
    """A line of the paper sheet: number, taker, a column for each team, notes."""

    number: str
    taker: str
    points: tuple[str, ...]
    notes: str


class Paper:
    """A score sheet in the words of a language."""

    def __init__(self, sheet: Sheet, language: str) -> None:
        catalogue = CATALOGUES[language]
        self.sheet = sheet
        self.language = language
        self.words: dict[str, str] = catalogue["sheet"]
        self.names: dict[str, str] = catalogue["words"]["names"]
        self.plural = plural(language)

    @property
    def header(self) -> Cells:
        """Return the titles of the columns."""
        teams = tuple(self.names[team] for team in TEAMS)
        return Cells(self.words["donne"], self.words["taker"], teams, self.words["notes"])

    @property
    def lines(self) -> list[Cells]:
        """Return a line for each donne."""
        return [self._line(row) for row in self.sheet.rows]

    @property
    def total(self) -> Cells:
        """Return the last line: the totals, and how the game stands."""
        points = tuple(str(self.sheet.totals.of(team)) for team in TEAMS)
        return Cells(self.words["total"], "", points, ", ".join(self._end()))

    def _line(self, row: Row) -> Cells:
        if row.passed:
            return Cells(str(row.number), "", ("", ""), self.words["passed"])
        taker = self.names[row.takers] if row.takers else ""
        points = tuple(str(row.scores.of(team)) for team in TEAMS)
        return Cells(str(row.number), taker, points, ", ".join(self._notes(row)))

    def _notes(self, row: Row) -> Iterator[str]:
        """Yield notes on belote, chute, litige and capot, which the paper sheet has columns for."""
        yield from self._named("belote", row.belote)
        if row.outcome and row.outcome is not Outcome.MADE:
            yield self.words[row.outcome]
        yield from self._named("capot", row.capot)
        if row.carry_in and not row.carry_out:
            yield self._counted("carry_in", row.carry_in)
        if row.carry_out:
            yield self._counted("carry_out", row.carry_out)

    def _counted(self, word: str, points: int) -> str:
        return self.words[word].format(points=self.plural(points))

    def _named(self, word: str, team: Team | None) -> Iterator[str]:
        if team:
            yield f"{self.words[word]} {self.names[team]}"

    def _end(self) -> Iterator[str]:
        if self.sheet.carry_out:
            yield self._counted("carry_out", self.sheet.carry_out)
        if self.sheet.winner:
            yield self.words["winner"].format(team=self.names[self.sheet.winner])


def as_csv(paper: Paper) -> str:
    """Return the sheet as CSV (RFC 4180): a header, a line for each donne, the total."""
    text = StringIO()
    out = csv.writer(text)
    for line in (paper.header, *paper.lines, paper.total):
        out.writerow([line.number, line.taker, *line.points, line.notes])
    return text.getvalue()


def as_html(paper: Paper) -> str:
    """Return the sheet as a page to print."""
    values: dict[str, Any] = {"paper": paper, "style": STYLE}
    return render_template("sheet.html", **values)
