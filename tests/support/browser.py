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

BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
"""Commands that start Chromium; the first is without a user interface, and takes half the time."""

CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
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

BLOCKED = "Service Worker registration blocked by Playwright"
"""What Playwright writes on the console of a window that is to have no service worker."""

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
        if message.type in ("error", "warning") and message.text != BLOCKED:
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
    def way(self) -> Locator:
        """The way to the view that is shown."""
        return self.page.locator(".way[aria-current]")

    @property
    def plaque(self) -> Locator:
        """Who wins and by what, on the felt."""
        return self.page.locator(".felt > .plaque")

    @property
    def why(self) -> Locator:
        """The reasons that the referee gives first."""
        return self.page.locator(".why > .reasons > li")

    def side(self, team: str) -> Locator:
        """What a team announces."""
        return self.page.locator(f".side-{team}")

    def chips(self, team: str) -> Locator:
        return self.side(team).locator(".chip")

    @property
    def outcome(self) -> Locator:
        """What comes of the donne in hand."""
        return self.page.locator(".entry .outcome")

    @property
    def total(self) -> Locator:
        """The totals of the two teams."""
        return self.page.locator(".totals .points")

    @property
    def lines(self) -> Locator:
        """The lines of the sheet."""
        return self.page.locator(".lines tbody tr:first-child")

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
    def ruling(self) -> Locator:
        return self.page.locator(".ruling")

    @property
    def score(self) -> Locator:
        return self.page.locator(".score")

    @property
    def notice(self) -> Locator:
        """A question, or what was just done and can be undone."""
        return self.page.locator("#notice .told")

    @property
    def said(self) -> Locator:
        """What a screen reader is told without asking."""
        return self.page.locator("#said")

    def grid(self, caption: str) -> Locator:
        return self.page.get_by_role("table", name=caption)

    # What is done with it ------------------------------------------------------------------------

    def go(self, link: str = "", **query: str) -> Table:
        """Opens the page anew and waits until it is drawn."""
        asked = "&".join(f"{name}={quote(value)}" for name, value in query.items())
        self.page.goto("about:blank")
        self.page.goto(f"{self.origin}/{asked and '?'}{asked}{link and '#'}{link}")
        expect(self.way).to_have_count(1)
        return self

    def again(self, link: str = "") -> Table:
        """The page in another window of the same device."""
        other = Table(self.page.context.new_page(), self.origin, self.language)
        return other.go(link)

    def view(self, name: str) -> Table:
        """Goes to a view by its way."""
        self.page.locator(f".way-{name}").click()
        expect(self.way).to_have_text(self.words.say(name))
        return self

    def choose(self, group: str, option: str) -> None:
        """Taps one of a few, by their names."""
        radios = self.page.get_by_role("group", name=group)
        radios.get_by_role("radio", name=option, exact=True).locator("..").click()

    def toggle(self, key: str, option: str) -> None:
        """Taps a button of a group; `key` is the word for the group."""
        group = self.page.get_by_role("group", name=self.words.say(key), exact=True)
        group.get_by_role("button", name=option, exact=True).click()

    def team(self, team: str) -> str:
        """A team as the players call it."""
        name: str = self.words.page["team"][team]
        return name

    def trump(self, letter: str) -> None:
        letters = next(one for one in DECKS if one.name == self.deck).suits
        suits = CATALOGUES[self.language]["words"]["decks"][self.deck]["suits"]
        self.toggle("trump", suits[letters.index(letter)])

    def announce(self, team: str, kind: str, top: str, suit: str | None = None) -> None:
        """Taps an announcement of a team; `top` and `suit` in international letters."""
        deck = next(one for one in DECKS if one.name == self.deck)
        names = CATALOGUES[self.language]["words"]["decks"][self.deck]
        before = self.chips(team).count()
        self.side(team).locator(f".kind[data-kind={kind}]").click()
        picker = self.page.locator(".picker")
        for name in (
            names["ranks"][deck.ranks.index(top)],
            suit and names["suits"][deck.suits.index(suit)],
        ):
            if name:
                picker.get_by_role("button", name=name, exact=True).click()
        expect(self.chips(team)).to_have_count(before + 1)

    def key(self, digits: object) -> None:
        """Taps a number on the keypad."""
        pad = self.page.locator(".keypad")
        for digit in str(digits):
            pad.get_by_role("button", name=digit, exact=True).click()

    def count(self, taker: str, points: object) -> None:
        """Taps a donne: who took, and the points of that team."""
        self.toggle("taker", self.team(taker))
        self.key(points)

    def write_down(self, taker: str, points: object) -> None:
        """Taps a donne and writes it on the sheet."""
        before = self.lines.count()
        self.count(taker, points)
        self.button("write_down").click()
        expect(self.lines).to_have_count(before + 1)

    def give(self, seat: str, cards: str) -> None:
        """Taps the seat, then its cards in the pack one by one."""
        name = self.words.say("give_to", seat=self.words.name(seat))
        self.page.get_by_role("radio", name=name).check()
        for label in cards.split():
            self.in_pack(label).click()
        expect(self.held(seat)).to_have_count(len(cards.split()))

    def button(self, key: str) -> Locator:
        return self.page.get_by_role("button", name=self.words.say(key), exact=True)

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
    """The reasons of a ruling as the page lists them, each before the name of its source.

    First those for the table, then those for each player or the referee.
    """
    explanation = answer["explanation"]
    audiences = ["table", *(one["audience"] for one in explanation)]
    return [
        re.compile(rf"^{re.escape(one['text'])}")
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
_HANDS = {"view": "table"}
_HAND = _HANDS | {"trump": "H", "N": "JS.JH.JD.JC.8H.9H.10H.AC"}
_LEVEL = _HANDS | {"N": "8S.9S.10S.7H.QH.AH.KD.JC", "W": "8C.9C.10C.8H.JD.AD.7D.QC"}
_PLAY = _HANDS | {"part": "play", "trump": "H", "form": "play", "dealer": "E"} | DEALT
_COUNT = {"view": "scorer"}
_LITIGE = _linked(trump="H", takers="NS", total="81", dealer="S")
_CHUTE = _linked(trump="D", takers="EW", total="45", belote="EW", dealer="N")
_PASSED = _linked(passed="yes", dealer="E")
_SHEET = "&".join(urlencode({"donne": one}) for one in (_LITIGE, _PASSED, _CHUTE))
_KINGS = {
    "trump": "H",
    "told_NS": "carre_K___S_1_yes~tierce_K_H__S_1_yes",
    "told_EW": "cent_Q_S__W_1_yes",
}

STATES = {
    "empty": State("", ".plaque"),
    "dispute": State(_linked(**_KINGS), ".why .reasons"),
    "objections": State(
        _linked(
            trump="C",
            told_NS="tierce_K_H__S_2_yes~cinquante_A_S__N_1_yes",
            told_EW="cent_K_D__W_1_no",
        ),
        ".why .reasons",
    ),
    "impossible": State(
        _linked(trump="C", told_NS="carre_K___S_1_yes", told_EW="cent_K_D__W_1_yes"),
        ".plaque .problem",
    ),
    "spanish": State(
        _linked(
            deck="spanish", trump="B", told_NS="carre_12___S_1_yes", told_EW="cent_11_O__W_1_yes"
        ),
        ".why .reasons",
    ),
    "scorer": State(_linked(**_COUNT), ".entry"),
    "chute": State(_linked(**_COUNT, takers="NS", total="55", belote="NS"), ".outcome.chute"),
    "capot": State(_linked(**_COUNT, takers="NS", capot="NS"), ".outcome.made"),
    "sheet": State(_linked(**_COUNT) + "&target=300&" + _SHEET, ".lines tfoot"),
    "won": State(_linked(**_COUNT) + "&target=100&" + _SHEET, ".won"),
    "menu": State(_linked(view="menu"), ".rules"),
    "wanted-twice": State(_linked(**_HAND), ".ruling .reasons"),
    "dealt": State(_linked(**_HANDS, trump="D", **DEALT), ".ruling .reasons"),
    "francaise": State(
        _linked(**_HANDS, notation="francaise", trump="C", N="VP.VC.VK.VT.8C.9C.10C.AT"),
        ".ruling .reasons",
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
        ".ruling .reasons",
    ),
    "piles": State(
        _linked(
            **_HANDS,
            part="play",
            trump="H",
            takers="NS",
            form="piles",
            pile="9H.JH.AS.AD.10S.10D.KS.KD.KC.7S.8S.7D",
        ),
        ".result",
    ),
    "play": State(_linked(**_PLAY, played="9S.7S.AS.QD.9D.KD.8D"), ".play"),
    "log": State(
        _linked(
            **_PLAY,
            takers="NS",
            played="9S.7S.AS.QD.9D.KD.8D.10D.QH.8H",
            events="0_N_declare_cent_~0_N_say_belote_~1_W_declare_tierce_"
            "~4_N_show__9S.10S.JS.QS.KS~10_W_claim_irregular-card_",
        ),
        ".log",
    ),
}
"""Links by which every part of the page can be seen."""
