"""Who sits where: the four seats and the two teams."""

from __future__ import annotations

from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Team(StrEnum):
    NS = "NS"
    EW = "EW"

    @property
    def other(self) -> Team:
        return EW if self is NS else NS


TEAMS = NS, EW = tuple(Team)


class Seat(StrEnum):
    """The seats in playing order, which runs counter-clockwise (document 000).

    A team is named after its two seats.
    """

    team: Team

    N = "N"
    W = "W"
    S = "S"
    E = "E"

    def __init__(self, letter: str) -> None:  # pragma: no mutate block (the class is in the making)
        self.team = NS if letter in NS else EW


SEATS = tuple(Seat)
# The table in playing order, from each seat.
FROM = {seat: SEATS[at:] + SEATS[:at] for at, seat in enumerate(SEATS)}
TEAM_OF = {seat: seat.team for seat in SEATS}


class ByTeam(NamedTuple, Generic[T]):
    """One value a team."""

    NS: T
    EW: T

    def of(self, team: Team) -> T:
        return self.NS if team is NS else self.EW
