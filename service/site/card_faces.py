"""The faces of the cards, put together from the drawings of the decks.

`drawings` has the suits, which the page shows too, and `faces` the figures of the courts. A deck
that has no figures yet shows, for a rank with a drawing of its own, that drawing in large.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from types import MappingProxyType

from service.api.serializers import serializer
from service.belote.cards import DECKS, Card, Deck, Rank, Suit
from service.belote.lookup import complete

WIDTH, HEIGHT = 240, 336
"""The size of a card in units of its drawing."""

INKS: Mapping[str, str] = MappingProxyType(
    {
        "black": "#1c2333",
        "red": "#b3202c",
        "gold": "#b37a0e",
        "blue": "#1f4e8c",
        "green": "#2c6e34",
    }
)
"""The colours that drawings of suits name in `data-ink`."""

ROBES: Mapping[str, str] = MappingProxyType({**INKS, "black": "#2b4a80"})
"""The colour of what a figure wears, by the same names."""

_SYMBOL = re.compile(r"<symbol\b([^>]*)>(.*?)</symbol>", re.DOTALL)
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')

# The places of pips by their number: x and y in units of the card.
_LEFT, _MIDDLE, _RIGHT = 79, 120, 161
_PIPS: Mapping[int, tuple[tuple[int, int], ...]] = MappingProxyType(
    {
        4: ((_LEFT, 86), (_RIGHT, 86), (_LEFT, 250), (_RIGHT, 250)),
        5: ((_LEFT, 86), (_RIGHT, 86), (_MIDDLE, 168), (_LEFT, 250), (_RIGHT, 250)),
        6: tuple((x, y) for y in (86, 168, 250) for x in (_LEFT, _RIGHT)),
        7: (*((x, y) for y in (86, 168, 250) for x in (_LEFT, _RIGHT)), (_MIDDLE, 127)),
        8: (
            *((x, y) for y in (86, 168, 250) for x in (_LEFT, _RIGHT)),
            *((_MIDDLE, 127), (_MIDDLE, 209)),
        ),
        9: (*((x, y) for y in (72, 136, 200, 264) for x in (_LEFT, _RIGHT)), (_MIDDLE, 168)),
        10: (
            *((x, y) for y in (72, 136, 200, 264) for x in (_LEFT, _RIGHT)),
            *((_MIDDLE, 104), (_MIDDLE, 232)),
        ),
    }
)
_SIZE_OF_PIP, _SIZE_OF_ACE = 52, 132
_FIGURE = (55, 40, 130, 128)  # of the half of a card: x, y, width, height
_WHOLE_FIGURE = (44, 29, 160, 264)
_LINE = "#1c1f2a"
_FRAME = 13  # between the edge of a card and its frame


@dataclass(frozen=True, slots=True)
class Drawing:
    """A symbol: its attributes, and what it draws."""

    attributes: Mapping[str, str]
    content: str

    @property
    def size(self) -> tuple[float, float]:
        """Return width and height of what it draws."""
        _, _, width, height = map(float, self.attributes["viewBox"].split())
        return width, height


class DrawingError(ValueError):
    """A drawing of a deck is missing or cannot be used as it is."""


FOLDERS = ("drawings", "faces")
"""The folders with a file for each deck; it may have none in the second."""


@cache
def drawings(deck: str) -> Mapping[str, Drawing]:
    """Return the drawings of a deck by name, such as `suit-0`, `rank-4` or `face-6`.

    Raises: DrawingError, which names file, symbol and attribute; FileNotFoundError.
    """
    found: dict[str, Drawing] = {}
    for folder in FOLDERS:
        file = files("service.site").joinpath(folder, f"{deck}.svg")
        if folder == FOLDERS[0] or file.is_file():
            found |= parse_drawings(file.read_text("utf-8"), deck, f"{folder}/{deck}.svg")
    for suit in Suit:
        if f"suit-{suit.value}" not in found:
            raise DrawingError(f"{FOLDERS[0]}/{deck}.svg: {deck}-suit-{suit.value}: missing")
    return found


def parse_drawings(text: str, deck: str, file: str) -> dict[str, Drawing]:
    """Return the symbols of a file of a deck by name. Raises: DrawingError."""
    found = {}
    for attributes, content in _SYMBOL.findall(text):
        drawing = Drawing(dict(_ATTRIBUTE.findall(attributes)), " ".join(content.split()))
        symbol = drawing.attributes.get("id", "")
        kind, _, number = symbol.removeprefix(f"{deck}-").partition("-")
        if not symbol.startswith(f"{deck}-") or number not in _NUMBERS.get(kind, ()):
            known = ", ".join(f"{deck}-{one}-0" for one in _NUMBERS)
            raise DrawingError(f"{file}: {symbol}: must be a name such as {known}")
        for name, pattern in _ATTRIBUTES[kind].items():
            if not re.fullmatch(pattern, drawing.attributes.get(name, "")):
                raise DrawingError(f"{file}: {symbol}: {name} must match {pattern}")
        found[f"{kind}-{number}"] = drawing
    return found


_BOX = r"0 0 [\d.]+ [\d.]+"
_SUITS, _RANKS = (tuple(str(one.value) for one in kind) for kind in (Suit, Rank))
# By what a symbol shows: the numbers that its name may end with, and the form of its attributes.
_NUMBERS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"suit": _SUITS, "under": _SUITS, "rank": _RANKS, "face": _RANKS}
)
_ATTRIBUTES: Mapping[str, Mapping[str, str]] = complete(
    _NUMBERS,
    {
        "suit": {"viewBox": _BOX, "data-ink": "|".join(INKS), "data-gaps": r"\d?"},
        "under": {"viewBox": _BOX},
        "rank": {"viewBox": _BOX},
        "face": {"viewBox": _BOX},
    },
)

for _deck in DECKS:
    drawings(_deck.name)  # a drawing that cannot be used stops the start


def face(deck: Deck, card: Card, language: str) -> str:
    """Return the face of a card as SVG; its title is the name of the card in a language."""
    name = str(serializer(deck, language).renderer.render(card))
    return "".join(_Face(deck, card).draw(name, language))


class _Face:
    """Draws the face of one card."""

    def __init__(self, deck: Deck, card: Card) -> None:
        self.card = card
        self.label = deck.ranks[card.rank]
        self.drawings = drawings(deck.name)
        self.suit = self.drawings[f"suit-{card.suit.value}"]
        self.figure = self.drawings.get(f"face-{card.rank.value}")
        self.emblem = self.drawings.get(f"rank-{card.rank.value}")
        gaps = self.suit.attributes.get("data-gaps")
        self.gaps = None if gaps is None else int(gaps)
        self.ink = self.suit.attributes["data-ink"]

    def draw(self, name: str, language: str) -> Iterator[str]:
        """Yield the parts of the drawing."""
        title = escape(name[:1].upper() + name[1:])
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}" role="img" aria-labelledby="name" '
            f'xml:lang="{language}" color="{INKS[self.ink]}">'
            f'<title id="name">{title}</title><defs>'
        )
        yield self._suit()
        yield (
            f'</defs><rect x="1.5" y="1.5" width="{WIDTH - 3}" height="{HEIGHT - 3}" rx="15" '
            'fill="#fffdf6" stroke="#b9b09a" stroke-width="3"/>'
        )
        yield from self._frame()
        yield from self._middle()
        yield _twice(self._index())
        yield "</svg>"

    def _suit(self) -> str:
        """Return the suit as a symbol; what a deck draws under it, and an outline, are optional."""
        under = self.drawings.get(f"under-{self.card.suit.value}")
        outline = "" if self.gaps is None else f' stroke="{_LINE}" stroke-width=".5"'
        return (
            f'<symbol id="suit" viewBox="{self.suit.attributes["viewBox"]}">'
            f'{under.content if under else ""}<g fill="currentColor"{outline}>'
            f"{self.suit.content}</g></symbol>"
        )

    def _frame(self) -> Iterator[str]:
        """Yield the frame whose gaps tell the suit, where the suits of a deck have such gaps."""
        if self.gaps is None:
            return
        left, right, top, bottom = _FRAME, WIDTH - _FRAME, _FRAME, HEIGHT - _FRAME
        middles = [WIDTH / 2 + 30 * (at - (self.gaps - 1) / 2) for at in range(self.gaps)]
        ends = [left, *(x for middle in middles for x in (middle - 8, middle + 8)), right]
        lines = "".join(
            f"M{start:g} {y}H{end:g}"
            for y in (top, bottom)
            for start, end in zip(ends[::2], ends[1::2], strict=True)
        )
        sides = f"M{left} {top}V{bottom}M{right} {top}V{bottom}"
        yield f'<path d="{lines}{sides}" fill="none" stroke="{_LINE}" stroke-width="3"/>'

    def _middle(self) -> Iterator[str]:
        if self.figure:
            yield from self._court(self.figure)
        elif self.emblem:
            yield _drawn(self.emblem, WIDTH / 2, HEIGHT / 2, _SIZE_OF_ACE)
        else:
            number = int(self.label) if self.label.isdecimal() else 1
            yield from self._pips(number)

    def _court(self, figure: Drawing) -> Iterator[str]:
        """Yield a figure: half a figure twice, or a whole one, by the form of the drawing."""
        width, height = figure.size
        if height < width * 3 / 2:
            x, y, w, h = _FIGURE
            half = f"{self._worn(figure, _FIGURE)}{_used(x + 20, y + 22, 38)}"
            yield f'<rect x="{x}" y="{y}" width="{w}" height="{2 * h}" fill="#f7efd9"/>'
            yield _twice(half)
            yield (
                f'<path d="M{x} {HEIGHT // 2}h{w}" stroke="{_LINE}" stroke-width="3"/>'
                f'<rect x="{x}" y="{y}" width="{w}" height="{2 * h}" fill="none" '
                'stroke="currentColor" stroke-width="3"/>'
            )
        else:
            yield self._worn(figure, _WHOLE_FIGURE)
            yield _used(80, 74, 58)

    def _worn(self, figure: Drawing, place: tuple[int, int, int, int]) -> str:
        """Return a figure at a place, in robes of the colour of the suit."""
        x, y, width, height = place
        return (
            f'<svg x="{x}" y="{y}" width="{width}" height="{height}" color="{ROBES[self.ink]}" '
            f'viewBox="{figure.attributes["viewBox"]}">{figure.content}</svg>'
        )

    def _pips(self, number: int) -> Iterator[str]:
        if number not in _PIPS:
            yield _used(WIDTH / 2, HEIGHT / 2, _SIZE_OF_ACE)
            return
        upright = [(x, y) for x, y in _PIPS[number] if y <= HEIGHT / 2]
        turned = [(x, y) for x, y in _PIPS[number] if y > HEIGHT / 2]
        yield "".join(_used(x, y, _SIZE_OF_PIP) for x, y in upright)
        lower = "".join(_used(WIDTH - x, HEIGHT - y, _SIZE_OF_PIP) for x, y in turned)
        yield f'<g transform="rotate(180 {WIDTH // 2} {HEIGHT // 2})">{lower}</g>'

    def _index(self) -> str:
        """Return the label in the corner, above the suit unless the frame tells that."""
        x, y, size = (29, 50, 48) if self.gaps is None else (40, 54, 42)
        squeezed = f' textLength="{size - 8}" lengthAdjust="spacingAndGlyphs"'
        return (
            f'<text x="{x}" y="{y}" font-family="Georgia,\'Times New Roman\',serif" '
            f'font-weight="bold" font-size="{size}" text-anchor="middle" '
            f'fill="currentColor"{squeezed if len(self.label) > 1 else ""}>'
            f"{escape(self.label)}</text>{_used(x, y + 24, 36) if self.gaps is None else ''}"
        )


def _used(x: float, y: float, size: float) -> str:
    """Return the suit, centred at a place."""
    return (
        f'<use href="#suit" x="{x - size / 2:g}" y="{y - size / 2:g}" '
        f'width="{size:g}" height="{size:g}"/>'
    )


def _drawn(drawing: Drawing, x: float, y: float, size: float) -> str:
    box = drawing.attributes["viewBox"]
    return (
        f'<svg x="{x - size / 2:g}" y="{y - size / 2:g}" width="{size:g}" height="{size:g}" '
        f'viewBox="{box}" fill="currentColor">{drawing.content}</svg>'
    )


def _twice(part: str) -> str:
    """Return a part of the upper half of a card, and the same turned in the lower half."""
    turned = f'<g transform="rotate(180 {WIDTH // 2} {HEIGHT // 2})">{part}</g>'
    return part + turned
