"""Numbers with their nouns, by the plural rules of the Unicode CLDR.

A noun in a template lists its forms after the number: `{points:point|points}`. A catalogue names
its family of rules in `plural`, and each noun has as many forms as the family has categories, in
the same order. Families have the names of their categories; where two share these, the name ends
in a language of the family.

Source: Unicode CLDR 46, supplemental data, "Language Plural Rules", cardinals. CLDR's separate
category for whole millions in French, Spanish and Italian ("un million de points") is left out: no
number of an answer is that large.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

Number: TypeAlias = int | float
Rule: TypeAlias = Callable[[Number], int]
"""From a number, at least 0, to the index of its category."""

PERIOD = 100
"""From this number on, the category of a whole number repeats with its last two digits."""


@dataclass(frozen=True, slots=True)
class Family:
    """Languages that choose the form of a noun in the same way.

    `categories` are the names that CLDR gives to the forms; `category_of` returns the index of
    the one that a number takes.
    """

    categories: tuple[str, ...]
    category_of: Rule

    @property
    def of_whole_numbers(self) -> list[int]:
        """Return the index for each whole number below twice `PERIOD`, as data for a frontend.

        A larger number has the index of the one between `PERIOD` and twice `PERIOD` that ends in
        the same two digits.
        """
        return [self.category_of(number) for number in range(2 * PERIOD)]


def _one_if_1(number: Number) -> int:
    return 0 if number == 1 else 1


def _one_below_2(number: Number) -> int:
    return 0 if number < 2 else 1


def _polish(number: Number) -> int:
    if number != int(number):
        return 3
    if number == 1:
        return 0
    return 1 if _ends_in_2_to_4(number) else 2


def _russian(number: Number) -> int:
    if number != int(number):
        return 3
    if number % 10 == 1 and number % 100 != 11:
        return 0
    return 1 if _ends_in_2_to_4(number) else 2


def _czech(number: Number) -> int:
    if number != int(number):
        return 2
    return 0 if number == 1 else 1 if 2 <= number <= 4 else 3


def _ends_in_2_to_4(number: Number) -> bool:
    """Return whether a number ends in 2, 3 or 4, but not in 12, 13 or 14."""
    return 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14


_SLAVIC = ("one", "few", "many", "other")

FAMILIES: Mapping[str, Family] = {
    # Japanese, Chinese, Korean, Indonesian, Thai
    "other": Family(("other",), lambda _: 0),
    # English, German, Dutch, Italian, Spanish, European Portuguese, Catalan, Greek, Swedish
    "one-other": Family(("one", "other"), _one_if_1),
    # French, Brazilian Portuguese, Armenian
    "one-other-fr": Family(("one", "other"), _one_below_2),
    "one-few-many-other-pl": Family(_SLAVIC, _polish),
    # Russian, Ukrainian, Belarusian
    "one-few-many-other-ru": Family(_SLAVIC, _russian),
    # Czech, Slovak
    "one-few-many-other-cs": Family(_SLAVIC, _czech),
}


@dataclass(frozen=True, slots=True)
class Plural:
    """A number in a template, with or without a noun that agrees with it.

    `decimal` is the sign before its decimals, `before_noun` the space before its noun.

    >>> "{points:point|points}".format(points=Plural(1, FAMILIES["one-other"]))
    '1 point'
    """

    value: Number
    family: Family
    decimal: str = "."
    before_noun: str = " "

    def __format__(self, nouns: str) -> str:
        number = f"{self.value:g}" if isinstance(self.value, float) else str(self.value)
        number = number.replace(".", self.decimal)
        if not nouns:
            return number
        noun = nouns.split("|")[self.family.category_of(self.value)]
        return f"{number}{self.before_noun}{noun}"
