"""Who sits where: the four seats and the two teams."""

from __future__ import annotations

from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Word(StrEnum):
    """An enum of words on the wire, hashed as the text they are: an enum's own way is slow."""

    __hash__ = str.__hash__


class Team(Word):
    NS = "NS"
    EW = "EW"

    @property
    def other(self) -> Team:
        return Team.EW if self is Team.NS else Team.NS


class Seat(Word):
    """The seats in playing order, which runs counter-clockwise (document 000)."""

    N = "N"
    W = "W"
    S = "S"
    E = "E"

    @property
    def team(self) -> Team:
        return TEAM_OF[self]


SEATS = tuple(Seat)
TEAMS = tuple(Team)
TEAM_OF = {Seat.N: Team.NS, Seat.W: Team.EW, Seat.S: Team.NS, Seat.E: Team.EW}


class Pair(NamedTuple, Generic[T]):
    """One value a team."""

    NS: T
    EW: T

    def of(self, team: Team) -> T:
        return self.NS if team is Team.NS else self.EW
