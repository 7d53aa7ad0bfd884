"""The four seats and the two teams."""

from __future__ import annotations

from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Team(StrEnum):
    """A team, named after its two seats."""

    NS = "NS"
    EW = "EW"

    @property
    def other(self) -> Team:
        """Return the opponents."""
        return EW if self is NS else NS


TEAMS = NS, EW = tuple(Team)


class Seat(StrEnum):
    """The seats in playing order, which runs counter-clockwise (document 000)."""

    team: Team

    N = "N"
    W = "W"
    S = "S"
    E = "E"

    def __init__(self, letter: str) -> None:  # pragma: no mutate block (the class is in the making)
        self.team = NS if letter in NS else EW


SEATS = tuple(Seat)


def _orders(seats: tuple[Seat, ...]) -> dict[Seat, tuple[Seat, ...]]:
    """Return, for each seat, all four seats in this order, starting from it."""
    return {seat: seats[at:] + seats[:at] for at, seat in enumerate(seats)}


# For each seat, all seats in playing order from it on.
FROM = _orders(SEATS)
FROM_CLOCKWISE = _orders(SEATS[::-1])
TEAM_OF = {seat: seat.team for seat in SEATS}


class ByTeam(NamedTuple, Generic[T]):
    """One value for each team."""

    NS: T
    EW: T

    def of(self, team: Team) -> T:
        """Return the value of a team."""
        return self.NS if team is NS else self.EW
