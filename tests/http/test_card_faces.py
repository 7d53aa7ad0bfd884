"""The faces of the cards: each drawn whole, by its own address, named in the reader's language."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote
from xml.etree import ElementTree as ET

import pytest
from flask.testing import FlaskClient

from service.api.i18n import LANGUAGES
from service.api.serializers import serializer
from service.belote.cards import CARDS, DECKS, FRANCAISE, INTERNATIONAL, SPANISH, Card, Deck
from service.site import card_faces
from service.site.card_faces import INKS, DrawingError, drawings, face, parse_drawings
from tests.support.client import code, faults, get
from tests.support.contract import ROOT

SVG = "{http://www.w3.org/2000/svg}"
LARGEST = 12 * 1024

every_deck = pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.notation or deck.name)


def address(deck: Deck, card: Card, **query: str) -> str:
    asked = ({"notation": deck.notation} if deck.notation else {}) | query
    search = "&".join(f"{name}={value}" for name, value in asked.items())
    return f"/cards/{deck.name}/{quote(deck.labels[card])}.svg" + (f"?{search}" if search else "")


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text)  # noqa: S314 - what the service itself has drawn


def drawn(deck: Deck, card: Card, language: str = "en") -> ET.Element:
    return parsed(face(deck, card, language))


def texts(svg: ET.Element) -> list[str | None]:
    return [one.text for one in svg.iter(f"{SVG}text")]


def suits(svg: ET.Element) -> int:
    """How often the suit is drawn."""
    return len(list(svg.iter(f"{SVG}use")))


# Each card ----------------------------------------------------------------------------------------


@every_deck
def test_every_card_has_a_face_at_its_address(client: FlaskClient, deck: Deck) -> None:
    seen = set()
    for card in CARDS:
        for language in LANGUAGES:
            answer = get(client, address(deck, card, lang=language))
            assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
            assert len(answer.data) < LARGEST
            svg = parsed(answer.text)
            name = str(serializer(deck, language).renderer.render(card))
            title = svg.find(f"{SVG}title")
            assert title is not None
            assert title.text == name[0].upper() + name[1:]
            assert svg.get("aria-labelledby") == title.get("id")
            assert svg.get("{http://www.w3.org/XML/1998/namespace}lang") == language
        seen.add(answer.text)
    assert len(seen) == len(CARDS)


@every_deck
def test_a_face_needs_nothing_from_elsewhere_and_runs_nothing(deck: Deck) -> None:
    for card in CARDS:
        svg = drawn(deck, card)
        ids = {one.get("id") for one in svg.iter()}
        for one in svg.iter():
            assert one.tag.removeprefix(SVG) not in {"script", "style", "image", "foreignObject"}
            assert not [name for name in one.attrib if name.startswith("on")]
            if (href := one.get("href")) is not None:
                assert href.removeprefix("#") in ids
        assert "url(" not in face(deck, card, "en")


@every_deck
def test_both_corners_show_the_rank_in_the_letters_of_the_deck(deck: Deck) -> None:
    for card in CARDS:
        assert texts(drawn(deck, card)) == [deck.ranks[card.rank]] * 2


def test_a_number_is_counted_in_pips_and_an_ace_is_one() -> None:
    for card in CARDS:
        label = INTERNATIONAL.ranks[card.rank]
        if label.isdecimal() or label == "A":
            pips = 1 if label == "A" else int(label)
            assert suits(drawn(INTERNATIONAL, card)) == pips + 2  # one in each corner
        spanish = int(SPANISH.ranks[card.rank])
        if spanish < 10:
            assert suits(drawn(SPANISH, card)) == spanish  # the frame tells the suit


def test_a_court_shows_its_figure_and_its_suit() -> None:
    for card in CARDS:
        if card.rank in (4, 5, 6):
            french, spanish = drawn(INTERNATIONAL, card), drawn(SPANISH, card)
            assert suits(french) == 4  # in two corners, and with each half of the figure
            assert suits(spanish) == 1
            assert len(list(french.iter(f"{SVG}svg"))) == 3
            assert len(list(spanish.iter(f"{SVG}svg"))) == 2


def test_no_two_pips_lie_on_each_other_nor_in_a_corner() -> None:
    for places in card_faces._PIPS.values():
        assert len(set(places)) == len(places)
        for x, y in places:
            assert 60 < x < card_faces.WIDTH - 60
            assert 60 < y < card_faces.HEIGHT - 60
            others = [one for one in places if one != (x, y)]
            assert min((x - a) ** 2 + (y - b) ** 2 for a, b in others) > 40**2


def test_the_frame_of_a_spanish_card_breaks_as_its_suit_has_it() -> None:
    """Oros not at all, copas once, espadas twice, bastos three times, above and below."""
    for card in CARDS:
        path = next(one for one in drawn(SPANISH, card) if one.tag == f"{SVG}path")
        pieces = len(re.findall(r"H", path.get("d") or ""))
        assert pieces == 2 * (card.suit + 1)
    first = [child.tag for child in drawn(INTERNATIONAL, CARDS[0])]
    assert f"{SVG}path" not in first


@every_deck
def test_a_suit_has_the_ink_of_its_drawing(deck: Deck) -> None:
    for card in CARDS:
        ink = drawings(deck.name)[f"suit-{card.suit.value}"].attributes["data-ink"]
        assert drawn(deck, card).get("color") == INKS[ink]


def test_a_deck_without_figures_shows_its_emblems_and_without_those_its_suit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    all_of = dict(drawings("french"))
    king = CARDS[6]
    plain = {name: one for name, one in all_of.items() if not name.startswith("face")}
    monkeypatch.setattr(card_faces, "drawings", lambda deck: plain)
    emblem = drawn(INTERNATIONAL, king)
    assert (suits(emblem), len(list(emblem.iter(f"{SVG}svg")))) == (2, 2)
    bare = {name: one for name, one in all_of.items() if name.startswith("suit")}
    monkeypatch.setattr(card_faces, "drawings", lambda deck: bare)
    assert suits(drawn(INTERNATIONAL, king)) == 3


SUIT = '<symbol id="german-suit-0" data-ink="red" viewBox="0 0 24 24"><path/></symbol>'


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ('data-ink="red"', 'data-ink="pink"', "german-suit-0: data-ink must match black|red|"),
        ('data-ink="red"', "", "german-suit-0: data-ink must match"),
        ("0 0 24 24", "24 24", "german-suit-0: viewBox must match"),
        ('data-ink="red"', 'data-ink="red" data-gaps="x"', "german-suit-0: data-gaps must match"),
        ("suit-0", "suit-4", "german-suit-4: must be a name such as german-suit-0"),
        ("suit-0", "club-0", "german-club-0: must be a name"),
        ("german-", "french-", "french-suit-0: must be a name"),
    ],
)
def test_a_drawing_that_cannot_be_used_is_told(was: str, now: str, said: str) -> None:
    assert parse_drawings(SUIT, "german", "german.svg")
    with pytest.raises(DrawingError) as found:
        parse_drawings(SUIT.replace(was, now), "german", "german.svg")
    assert f"german.svg: {said}" in str(found.value)


def test_a_deck_without_a_suit_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "drawings").mkdir()
    (tmp_path / "drawings" / "german.svg").write_text(SUIT)
    monkeypatch.setattr(card_faces, "files", lambda package: tmp_path)
    with pytest.raises(DrawingError, match=r"^drawings/german\.svg: german-suit-1: missing$"):
        drawings("german")


def test_the_page_has_a_colour_for_each_ink() -> None:
    style = (ROOT / "service/site/static/table/table.css").read_text("utf-8")
    for ink in INKS:
        assert f".toggle .suit.ink-{ink}, .ink-{ink} {{ color: var(--suit-" in style
    assert set(re.findall(r"\.ink-(\w+)", style)) == set(INKS)


# Addresses ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "same"),
    [
        ("/cards/french/KH.svg", "/cards/french/kh.svg"),
        ("/cards/french/KH.svg", "/cards/french/K%E2%99%A5.svg"),
        ("/cards/french/KH.svg", "/cards/french/KH.svg?notation=international&lang="),
        ("/cards/french/RC.svg?notation=francaise", "/cards/french/rc.svg?notation=francaise"),
        ("/cards/spanish/12O.svg", "/cards/spanish/12o.svg?lang=en"),
    ],
)
def test_a_card_is_written_as_in_a_request(client: FlaskClient, path: str, same: str) -> None:
    first, second = get(client, path), get(client, same)
    assert first.status_code == second.status_code == 200
    assert (first.data, first.headers["ETag"]) == (second.data, second.headers["ETag"])


def test_a_letter_means_the_suit_of_its_notation() -> None:
    clubs, hearts = INTERNATIONAL.card_of["AC"], FRANCAISE.card_of["AC"]
    assert drawn(INTERNATIONAL, clubs).get("color") == INKS["black"]
    assert drawn(FRANCAISE, hearts).get("color") == INKS["red"]


@pytest.mark.parametrize(
    "path",
    [
        "/cards/french/6S.svg",
        "/cards/french/RC.svg",  # French letters without their notation
        "/cards/french/12O.svg",
        "/cards/spanish/KH.svg",
        "/cards/tarot/1O.svg",
        "/cards/french/KH.png",
        "/cards/french/KH",
        "/cards/french/..%2F.svg",
        "/cards/french/<b>.svg",
    ],
)
def test_there_is_no_other_card(client: FlaskClient, path: str) -> None:
    answer = get(client, path)
    assert (answer.status_code, code(answer)) == (404, "not_found")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("lang=zxx", [("invalid_value", "lang")]),
        ("language=fr", [("unknown_field", "language")]),
        ("notation=gothic", [("invalid_value", "notation")]),
        ("lang=en&lang=fr", [("invalid_value", "lang")]),
    ],
)
def test_a_wrong_query_is_refused(
    client: FlaskClient, query: str, found: list[tuple[str, str]]
) -> None:
    assert faults(get(client, f"/cards/french/KH.svg?{query}")) == found


def test_a_notation_of_a_deck_that_has_none_is_refused(client: FlaskClient) -> None:
    found = faults(get(client, "/cards/spanish/12O.svg?notation=francaise"))
    assert found == [("notation_not_allowed", "notation")]


def test_caches_may_keep_a_face_for_long(client: FlaskClient) -> None:
    first = get(client, "/cards/spanish/1B.svg?lang=es")
    assert first.headers["Cache-Control"] == "public, max-age=2592000, immutable"
    assert first.headers["Content-Language"] == "es"
    assert not first.headers["ETag"].startswith("W/")
    again = get(client, "/cards/spanish/1B.svg?lang=es", if_none_match=first.headers["ETag"])
    assert (again.status_code, again.data) == (304, b"")
