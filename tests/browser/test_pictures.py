"""The pictures of README.md, and the animated PNG as it is put together."""

from __future__ import annotations

import struct
import zlib
from itertools import pairwise

import pytest

from tests.support.browser import MARKS
from tests.support.pictures import FILM, STILL, Box, Image, changed, chunk, chunks, decoded, film

pytestmark = MARKS

RED, BLUE = bytes((200, 0, 0)), bytes((0, 0, 200))


def picture(*rows: str) -> Image:
    """A picture of red and blue pixels."""
    return Image(
        len(rows[0]),
        len(rows),
        [b"".join({"r": RED, "b": BLUE}[one] for one in row) for row in rows],
    )


def test_only_what_changes_is_in_a_later_frame() -> None:
    before, after = picture("rrrr", "rrrr", "rrrr"), picture("rrrr", "rbrr", "rrbr")
    assert changed(before, after) == Box(1, 1, 2, 2)
    found = list(chunks(film([before, after])))
    assert [kind for kind, _ in found] == [
        *(b"IHDR", b"PLTE", b"acTL"),
        *(b"fcTL", b"IDAT", b"fcTL", b"fdAT"),
        b"IEND",
    ]
    colours = found[1][1]
    data = zlib.decompress(found[6][1][4:])
    assert [colours[3 * at : 3 * at + 3] for at in data[1:3]] == [BLUE, RED]
    assert [colours[3 * at : 3 * at + 3] for at in data[4:6]] == [RED, BLUE]
    numbers = [struct.unpack(">I", data[:4])[0] for kind, data in found if kind[:1] == b"f"]
    assert numbers == [0, 1, 2]


@pytest.mark.parametrize("kind", range(5))
def test_a_png_is_read_whatever_its_filter(kind: int) -> None:
    rows = [bytes((7, 9, 250, 3, 200, 1)), bytes((8, 1, 1, 99, 4, 255))]
    above, sent = bytes(6), b""
    for row in rows:
        sent += bytes([kind])
        for at, value in enumerate(row):
            left, up = (row[at - 3] if at > 2 else 0), above[at]
            corner = above[at - 3] if at > 2 else 0
            near = min((left, up, corner), key=lambda one: abs(left + up - corner - one))
            sent += bytes([(value - (0, left, up, (left + up) // 2, near)[kind]) % 256])
        above = row
    header = struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(sent)), (b"IEND", b""))
    png = b"\x89PNG\r\n\x1a\n" + b"".join(chunk(name, data) for name, data in parts)
    assert decoded(png) == Image(2, 2, rows)


def test_the_pictures_of_the_readme_are_small_and_the_film_shows_each_tap() -> None:
    assert FILM.stat().st_size < 400_000
    assert STILL.stat().st_size < 400_000
    found = list(chunks(FILM.read_bytes()))
    shown = [struct.unpack(">IIIIIHHBB", data) for kind, data in found if kind == b"fcTL"]
    assert len(shown) == 10
    times = [one[5] for one in shown]
    assert all(one <= other for one, other in pairwise(times))
