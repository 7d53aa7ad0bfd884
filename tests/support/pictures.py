"""Pictures of every view at every size: `python -m tests.support.pictures [WORD ...]`.

They land in `build/pages`, one for each view, language, deck, light and size, for a person to look
at. Words choose among their names: `referee`, `fr`, `spanish`, `dark`, `390`.

`python -m tests.support.pictures --film` makes the pictures of README.md instead: the referee in
use, as an animated PNG (https://www.w3.org/TR/png-3/#apng-frame-based-animation). Its frames are
the screenshots of a browser, cut to what changes, in 256 colours.
"""

from __future__ import annotations

import re
import struct
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, ViewportSize, expect

from service.api.i18n import LANGUAGES
from service.belote.cards import DECKS
from tests.support.browser import STATES, Table, chromium
from tests.support.contract import ROOT
from tests.support.server import serving

PAGES = ROOT / "build" / "pages"
FILM = ROOT / "docs" / "referee.png"
STILL = ROOT / "docs" / "table.png"
SIZES = (
    *((320, 568), (360, 640), (390, 844), (844, 390)),
    *((820, 1180), (1024, 768), (1280, 800), (1920, 1080)),
)
VIEWS = {
    "referee": "dispute",
    "objections": "objections",
    "scorer": "chute",
    "sheet": "sheet",
    "menu": "menu",
    "hands": "dealt",
    "play": "play",
    "log": "log",
}
"""The states of the page by the name of the view that they show."""

LIGHTS: tuple[Literal["light", "dark"], ...] = ("light", "dark")

NOTATIONS = {"french": "international", "spanish": ""}


def in_deck(link: str, name: str) -> str:
    """Return a link of the French deck with the same cards of another one."""
    french = next(deck for deck in DECKS if deck.name == "french")
    deck = next(deck for deck in DECKS if deck.name == name)
    rank = dict(zip(french.ranks, deck.ranks, strict=True))
    suit = dict(zip(french.suits, deck.suits, strict=True))
    ranks, suits = "|".join(french.ranks), "".join(french.suits)

    def card(found: re.Match[str]) -> str:
        return f"{rank[found[1]]}{suit[found[2]]}"

    def said(found: re.Match[str]) -> str:
        return f"{found[1]}_{rank[found[2]]}_{suit.get(found[3], '')}_"

    link = re.sub(rf"(?<=[._=])({ranks})([{suits}])(?=[._~&]|$)", card, link)
    link = re.sub(rf"(tierce|cinquante|cent|carre)_({ranks})_([{suits}]?)_", said, link)
    link = re.sub(rf"(trump(?:=|%3D))([{suits}])", lambda found: found[1] + suit[found[2]], link)
    return f"deck={name}&notation={NOTATIONS[name]}&{link}"


def name_of(view: str, language: str, deck: str, light: str, size: tuple[int, int]) -> str:
    return f"{view}-{language}-{deck}-{light}-{size[0]}x{size[1]}"


def take(browser: Browser, origin: str, chosen: Sequence[str]) -> Iterator[Path]:
    """Take the pictures whose names have all the words `chosen`, and yield their files."""
    PAGES.mkdir(parents=True, exist_ok=True)
    for view, language, deck, light in product(VIEWS, LANGUAGES, NOTATIONS, LIGHTS):
        sizes = [
            size
            for size in SIZES
            if {*chosen} <= {*re.split(r"[-x]", name_of(view, language, deck, light, size))}
        ]
        if not sizes:
            continue
        context = browser.new_context(locale=language, color_scheme=light, service_workers="block")
        table = Table(context.new_page(), origin, language)
        state = STATES[VIEWS[view]]
        table.go(in_deck(state.link, deck))
        expect(table.page.locator(state.sign).first).to_be_visible()
        for width, height in sizes:
            table.page.set_viewport_size({"width": width, "height": height})
            file = PAGES / f"{name_of(view, language, deck, light, (width, height))}.png"
            table.page.wait_for_load_state("networkidle")
            table.page.screenshot(path=file, full_page=width < 1280)
            yield file
        context.close()


# The film ----------------------------------------------------------------------------------------

WIDTH, HEIGHT = 390, 760
SHORT, LONG = 700, 4000
"""Milliseconds that a frame is shown: while something is tapped, and in the end."""


def frames(table: Table) -> Iterator[bytes]:
    """Yield the page after each tap of a dispute, as PNG."""
    taps: tuple[Callable[[], None], ...] = (
        lambda: None,
        lambda: table.trump("H"),
        lambda: table.side("NS").locator(".kind[data-kind=carre]").click(),
        lambda: table.page.locator(".picker").get_by_role("button", name="king").click(),
        lambda: table.side("NS").locator(".kind[data-kind=tierce]").click(),
        lambda: table.page.locator(".picker").get_by_role("button", name="9", exact=True).click(),
        lambda: table.page.locator(".picker").get_by_role("button", name="hearts").click(),
        lambda: table.side("EW").locator(".kind[data-kind=cent]").click(),
        lambda: table.page.locator(".picker").get_by_role("button", name="queen").click(),
        lambda: table.page.locator(".picker").get_by_role("button", name="spades").click(),
    )
    for tap in taps:
        tap()
        table.page.wait_for_load_state("networkidle")
        table.page.wait_for_timeout(300)  # cards are drawn, and what was tapped has settled
        yield table.page.screenshot()


class Image(NamedTuple):
    """A picture: width, height and its rows of three bytes a pixel."""

    width: int
    height: int
    rows: list[bytes]


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield kind and data of each chunk of a PNG."""
    at = 8
    while at < len(png):
        length = int.from_bytes(png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += length + 12


def decoded(png: bytes) -> Image:
    """Decode a PNG of eight bits, without interlace, as browsers write their screenshots.

    Raises: ValueError for another form.
    """
    found = list(chunks(png))
    width, height, bits, kind, *_, interlace = struct.unpack(">IIBBBBB", found[0][1])
    if (bits, interlace) != (8, 0) or kind not in (2, 6):
        raise ValueError("a form of PNG that is not read here")
    size = 3 if kind == 2 else 4
    data = zlib.decompress(b"".join(part for name, part in found if name == b"IDAT"))
    rows, above = [], bytes(width * size)
    for at in range(0, len(data), width * size + 1):
        above = unfiltered(data[at], bytearray(data[at + 1 : at + 1 + width * size]), above, size)
        rows.append(above)
    if size == 4:
        rows = [bytes(one for at, one in enumerate(row) if at % 4 != 3) for row in rows]
    return Image(width, height, rows)


def unfiltered(kind: int, row: bytearray, above: bytes, size: int) -> bytes:
    """Undo the filter of a row (PNG, chapter 9)."""
    for at in range(len(row)):
        left = row[at - size] if at >= size else 0
        corner = above[at - size] if at >= size else 0
        guess = (0, left, above[at], (left + above[at]) // 2, paeth(left, above[at], corner))[kind]
        row[at] = (row[at] + guess) & 255
    return bytes(row)


def paeth(left: int, up: int, corner: int) -> int:
    """Return whichever of the three is nearest to left + up - corner."""
    guess = left + up - corner
    return min((left, up, corner), key=lambda one: abs(guess - one))


class Box(NamedTuple):
    """A part of a picture: its left upper corner, and how wide and high it is."""

    x: int
    y: int
    width: int
    height: int


def changed(before: Image, after: Image) -> Box:
    """Return the smallest box outside which two pictures are the same."""
    rows = [at for at in range(after.height) if before.rows[at] != after.rows[at]] or [0]
    columns = [
        at
        for at in range(after.width)
        if any(
            before.rows[row][3 * at : 3 * at + 3] != after.rows[row][3 * at : 3 * at + 3]
            for row in rows
        )
    ] or [0]
    left, top = columns[0], rows[0]
    return Box(left, top, columns[-1] - left + 1, rows[-1] - top + 1)


STEP = 8
"""Colours that differ by less are shown as one."""

Colour = tuple[int, ...]


class Palette(NamedTuple):
    """What stands for each colour of some pictures: an index up to 255, and a colour for each."""

    indices: Mapping[Colour, int]
    colours: bytes


def palette(pictures: Sequence[Image]) -> Palette:
    """Put colours with the nearest frequent one, each group under its mean."""
    counted: Counter[Colour] = Counter()
    for image in pictures:
        for row in image.rows:
            counted.update(zip(row[::3], row[1::3], row[2::3], strict=True))
    coarse: Counter[Colour] = Counter()
    for colour, times in counted.items():
        coarse[tuple(part // STEP for part in colour)] += times
    frequent = [colour for colour, _ in coarse.most_common(256)]

    @cache
    def nearest(wanted: Colour) -> int:
        return min(
            range(len(frequent)),
            key=lambda at: sum((a - b) ** 2 for a, b in zip(frequent[at], wanted, strict=True)),
        )

    index = {colour: nearest(tuple(part // STEP for part in colour)) for colour in counted}
    sums = [[0, 0, 0, 0] for _ in frequent]
    for colour, at in index.items():
        for part, value in enumerate((*colour, 1)):
            sums[at][part] += counted[colour] * value
    colours = bytes(total // times for *rgb, times in sums for total in rgb)
    return Palette(index, colours)


def packed(image: Image, box: Box, index: Mapping[Colour, int]) -> bytes:
    """Return the pixels of a box as the data of a PNG with a palette."""
    data = bytearray()
    for row in image.rows[box.y : box.y + box.height]:
        part = row[3 * box.x : 3 * (box.x + box.width)]
        data.append(0)  # no filter
        data += bytes(map(index.__getitem__, zip(part[::3], part[1::3], part[2::3], strict=True)))
    return zlib.compress(bytes(data), 9)


def chunk(kind: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)


def film(pictures: Sequence[Image]) -> bytes:
    """Return an animated PNG that shows the pictures one after the other, the last one longest."""
    first, (index, colours) = pictures[0], palette(pictures)
    parts = [
        b"\x89PNG\r\n\x1a\n",
        chunk(b"IHDR", struct.pack(">IIBBBBB", first.width, first.height, 8, 3, 0, 0, 0)),
        chunk(b"PLTE", colours),
        chunk(b"acTL", struct.pack(">II", len(pictures), 0)),
    ]
    number, before = 0, first
    for at, image in enumerate(pictures):
        box = changed(before, image) if at else Box(0, 0, image.width, image.height)
        time = LONG if at == len(pictures) - 1 else SHORT
        place = (box.width, box.height, box.x, box.y)
        parts.append(chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, *place, time, 1000, 0, 0)))
        data = packed(image, box, index)
        if at:
            parts.append(chunk(b"fdAT", struct.pack(">I", number + 1) + data))
        else:
            parts.append(chunk(b"IDAT", data))
        number += 2 if at else 1
        before = image
    return b"".join([*parts, chunk(b"IEND", b"")])


def of_the_readme(browser: Browser, origin: str) -> Iterator[Path]:
    """Make the two pictures of README.md, and yield their files."""

    def new(width: int, height: int) -> Table:
        size: ViewportSize = {"width": width, "height": height}
        page = browser.new_page(locale="en", service_workers="block", viewport=size)
        return Table(page, origin)

    FILM.write_bytes(film([decoded(one) for one in frames(new(WIDTH, HEIGHT).go())]))
    yield FILM
    table = new(1280, 720).go(STATES["dispute"].link)
    expect(table.why.first).to_be_visible()
    table.page.wait_for_load_state("networkidle")
    table.page.screenshot(path=STILL)
    yield STILL


def main(arguments: Sequence[str]) -> None:
    with serving(ACCESS_LOG="off") as server, chromium() as browser:
        origin = f"http://127.0.0.1:{server.port}"
        made = (
            of_the_readme(browser, origin)
            if list(arguments) == ["--film"]
            else take(browser, origin, arguments)
        )
        for file in made:
            print(file.relative_to(ROOT))


if __name__ == "__main__":
    main(sys.argv[1:])
