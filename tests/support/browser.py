"""The table for people in Debian's Chromium, used as a person would: by tapping and typing.

Every page is watched. What its console, its scripts or its requests have to complain of is a fault
of the page, and so is a request to any other host.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any, NamedTuple
from urllib.parse import parse_qs, quote, urlencode, urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Response,
    expect,
    sync_playwright,
)

from service.api.i18n import CATALOGUES, plural
from service.belote.cards import DECKS
from tests.support.client import Json
from tests.support.contract import ROOT

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
MARKS = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="not installed: chromium"),
]
SCREENSHOTS = ROOT / "build" / "screenshots"
PATIENCE = 15_000
"""Milliseconds; a shared machine may be slow, a page that waits for nothing is quick."""

REFUSED = r"Failed to load resource: the server responded with a status of 422 .*"
"""What Chromium itself writes on the console when the service refuses a body."""

UNREACHED = r"(request|console): .*net::ERR_INTERNET_DISCONNECTED.*"

GIVEN_UP = "net::ERR_ABORTED"
"""How Chromium ends what it still asks for a page that is left or closed, its icon above all."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window, which may run as root in a container."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


class Watch:
    """What went wrong in a page, but for what a test has said it provokes."""

    def __init__(self, page: Page, origin: str) -> None:
        self.origin = origin
        self._heard: list[str] = []
        self._provoked: list[str] = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._heard.append(f"error: {error}"))
        page.on("crash", lambda _: self._heard.append("the page crashed"))
        page.on("request", self._request)
        page.on("requestfailed", self._request_failed)
        page.on("response", self._response)

    def provoke(self, pattern: str) -> None:
        self._provoked.append(pattern)

    def faults(self) -> list[str]:
        return [
            one
            for one in self._heard
            if not any(re.fullmatch(pattern, one, re.DOTALL) for pattern in self._provoked)
        ]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._heard.append(f"console: {message.text} {message.location['url']}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((f"{self.origin}/", "blob:", "about:")):
            self._heard.append(f"another host: {request.url}")

    def _request_failed(self, request: Request) -> None:
        if request.failure != GIVEN_UP:
            self._heard.append(f"request: {request.url} {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self._heard.append(f"status: {response.status} {response.url}")


class Words:
    """What the page says in a language, and how it calls the cards."""

    def __init__(self, language: str) -> None:
        catalogue = CATALOGUES[language]
        self.page: dict[str, Any] = catalogue["table"]
        self.sheet: dict[str, str] = catalogue["sheet"]
        self._words: Json = catalogue["words"]
        self._plural = plural(language)

    def say(self, key: str, **values: object) -> str:
        template: str = self.page[key]
        said = {
            name: self._plural(one) if isinstance(one, int) else one for name, one in values.items()
        }
        return template.format(**said)

    def deck(self, name: str) -> str:
        """A deck as the page offers it."""
        label: str = self._words["decks"][name]["name"]
        return label

    def name(self, word: str) -> str:
        """A player, a team or a kind of announcement."""
        name: str = self._words["names"][word]
        return name

    def card(self, deck: str, label: str) -> str:
        """A card as it is read out; `label` in the deck's international letters."""
        letters = next(one for one in DECKS if one.name == deck)
        rank, suit = label[:-1], label[-1]
        ranks = self._words["decks"][deck]["ranks"]
        of_suits = self._words["decks"][deck]["of_suits"]
        phrase: str = self._words["phrases"]["card"]
        return phrase.format(
            rank=ranks[letters.ranks.index(rank)], of_suit=of_suits[letters.suits.index(suit)]
        )


class Table:
    """The page in one window."""

    def __init__(self, page: Page, origin: str, language: str = "en") -> None:
        self.page = page
        self.origin = origin
        self.language = language
        self.words = Words(language)
        self.watch = Watch(page, origin)

    # What is on it -------------------------------------------------------------------------------

    @property
    def deck(self) -> str:
        home: dict[str, str] = CATALOGUES[self.language]["home"]
        return self.link.get("deck", home["deck"])

    @property
    def link(self) -> dict[str, str]:
        """What the address keeps, but for the donnes on the sheet."""
        read = parse_qs(self.page.evaluate("location.hash.slice(1)"))
        return {name: values[0] for name, values in read.items()}

    @property
    def pack(self) -> Locator:
        return self.page.locator(".pack")

    def in_pack(self, label: str) -> Locator:
        """A card of the pack by the name that is read out, whoever holds it."""
        name = re.compile(rf"^{re.escape(self.words.card(self.deck, label))}(, |$)")
        return self.pack.get_by_role("button", name=name)

    def seat(self, seat: str) -> Locator:
        return self.page.get_by_role("region", name=self.words.name(seat))

    def held(self, seat: str) -> Locator:
        """The cards of a seat."""
        return self.seat(seat).locator(".fan").get_by_role("button")

    @property
    def plaque(self) -> Locator:
        """Who wins and by what, in the middle of the table."""
        return self.page.locator(".felt > .plaque")

    @property
    def ruling(self) -> Locator:
        return self.page.locator(".ruling")

    @property
    def score(self) -> Locator:
        return self.page.locator(".score")

    @property
    def sheet(self) -> Locator:
        return self.page.locator(".sheet")

    @property
    def said(self) -> Locator:
        """What a screen reader is told without asking."""
        return self.page.get_by_role("status")

    def grid(self, caption: str) -> Locator:
        return self.page.get_by_role("table", name=caption)

    # What is done with it ------------------------------------------------------------------------

    def go(self, link: str = "", **query: str) -> Table:
        """Opens the page anew and waits until it is drawn."""
        asked = "&".join(f"{name}={quote(value)}" for name, value in query.items())
        self.page.goto("about:blank")
        self.page.goto(f"{self.origin}/{asked and '?'}{asked}{link and '#'}{link}")
        expect(self.page.get_by_role("tab")).to_have_count(2)
        return self

    def tab(self, name: str) -> None:
        self.page.get_by_role("tab", name=self.words.say(name), exact=True).click()

    def choose(self, group: str, option: str) -> None:
        """Taps one of a few, by their names."""
        radios = self.page.get_by_role("group", name=group)
        radios.get_by_role("radio", name=option, exact=True).locator("..").click()

    def trump(self, letter: str) -> None:
        letters = next(one for one in DECKS if one.name == self.deck).suits
        suits = CATALOGUES[self.language]["words"]["decks"][self.deck]["suits"]
        self.choose(self.words.say("trump"), suits[letters.index(letter)])

    def give(self, seat: str, cards: str) -> None:
        """Taps the seat, then its cards in the pack one by one."""
        name = self.words.say("give_to", seat=self.words.name(seat))
        self.page.get_by_role("radio", name=name).check()
        for label in cards.split():
            self.in_pack(label).click()
        expect(self.held(seat)).to_have_count(len(cards.split()))

    def button(self, key: str) -> Locator:
        return self.page.get_by_role("button", name=self.words.say(key), exact=True)

    def number(self, group: str, team: str) -> Locator:
        """The field for a number of a team."""
        fields = self.page.get_by_role("group", name=self.words.say(group))
        return fields.get_by_role("textbox", name=self.words.name(team))

    def write(self, group: str, team: str, number: object) -> None:
        self.number(group, team).fill(str(number))
        self.number(group, team).blur()

    # What it is compared with --------------------------------------------------------------------

    def ask(self, path: str, body: Json) -> Json:
        """What the service itself answers, asked without the page."""
        host = urlsplit(self.origin)
        connection = HTTPConnection(str(host.hostname), host.port, timeout=20)
        headers = {"Content-Type": "application/json", "Accept-Language": self.language}
        try:
            connection.request("POST", path, json.dumps(body), headers)
            answer: Json = json.loads(connection.getresponse().read())
        finally:
            connection.close()
        return answer


def reasons(answer: Json) -> list[str | re.Pattern[str]]:
    """The reasons of a ruling as the page lists them, each with the document it rests on.

    First those for the table, then those for each player or the referee.
    """
    explanation = answer["explanation"]
    audiences = ["table", *(one["audience"] for one in explanation)]
    return [
        f"{one['text']} {one['source']}"
        for who in dict.fromkeys(audiences)
        for one in explanation
        if one["audience"] == who
    ]


def texts(each: Iterable[object]) -> list[str | re.Pattern[str]]:
    return [str(one) for one in each]


# States of the page -------------------------------------------------------------------------------


class State(NamedTuple):
    """A link, and what is to be seen once the page has heard all it asked for."""

    link: str
    sign: str


def _linked(**fields: str) -> str:
    return urlencode(fields)


DEALT = {
    "N": "9S.10S.JS.QS.KS.7H.8D.9C",
    "W": "7S.8S.9H.10H.JH.10D.JD.10C",
    "S": "AS.QH.KH.AH.7D.9D.QC.KC",
    "E": "8H.QD.KD.AD.7C.8C.JC.AC",
}
_HAND = {"trump": "H", "N": "JS.JH.JD.JC.8H.9H.10H.AC"}
_LEVEL = {"N": "8S.9S.10S.7H.QH.AH.KD.JC", "W": "8C.9C.10C.8H.JD.AD.7D.QC"}
_COUNT = {"tab": "donne", "trump": "H"}
_LITIGE = _linked(trump="H", points_NS="71", points_EW="81")
_CHUTE = _linked(trump="D", points_NS="45", points_EW="107", belote="NS")
_PASSED = _linked(passed="yes")
_SHEET = "&".join(urlencode({"donne": one}) for one in (_LITIGE, _PASSED, _CHUTE))
_PLAY = {"tab": "donne", "trump": "H", "form": "play"} | DEALT

STATES = {
    "empty": State("", ".plaque"),
    "wanted-twice": State(_linked(**_HAND), ".ruling .reasons"),
    "cent-against-cent": State(
        _linked(trump="C", N="8S.9S.10S.JS.QS.KS.7D.8D", W="10D.JD.QD.KD.AD.7C.8C.7H"),
        ".ruling table",
    ),
    "dealt": State(_linked(trump="D", **DEALT), ".ruling table"),
    "spanish": State(
        _linked(deck="spanish", trump="B", N="10O.11O.12O.12C.12E.12B.4C.5E"), ".ruling .reasons"
    ),
    "francaise": State(
        _linked(notation="francaise", trump="C", N="VP.VC.VK.VT.8C.9C.10C.AT"), ".ruling .reasons"
    ),
    "declared": State(
        _linked(
            trump="H",
            **_LEVEL,
            says_N="these",
            declared_N="cent___1_yes~tierce__8S.9S.10S_1_no",
            says_W="these",
            declared_W="tierce_20__2_yes",
            says_E="nothing",
        ),
        ".ruling tbody tr",
    ),
    "house-rules": State(
        _linked(
            trump="H",
            **_LEVEL,
            preset="premier-annonceur",
            switches="equality:chute~length_step:false",
            dealer="N",
        ),
        ".ruling .reasons",
    ),
    "count": State(_linked(**_COUNT), ".sheet"),
    "chute": State(_linked(**_COUNT, points_NS="45", points_EW="107", belote="NS"), ".result"),
    "capot": State(
        _linked(**_COUNT, points_NS="152", points_EW="0", tricks_NS="8", tricks_EW="0"), ".result"
    ),
    "piles": State(
        _linked(**_COUNT, form="piles", pile="9H.JH.AS.AD.10S.10D.KS.KD.KC.7S.8S.7D"), ".result"
    ),
    "play": State(_linked(**_PLAY, played="9S.7S.AS.QD.9D.KD.8D"), ".play"),
    "sheet": State(_linked(**_COUNT) + "&target=150&" + _SHEET, ".sheet tfoot"),
}
"""Links by which every part of the page can be seen."""
