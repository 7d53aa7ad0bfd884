"""Fuzz the application with mutated requests, and check invariants of every response.

A request is an example of the service, mutated in its body, headers and address. Seed and index
determine it completely.

`python -m tests.robustness.mutated --count 100000 --seed 1` prints each finding with the options
that reproduce it; `--index` shows one request and its response. The exit status is 1 if there are
findings that are not `KNOWN`.
"""

from __future__ import annotations

import argparse
import json
import logging
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from io import BytesIO
from random import Random
from typing import Any, NamedTuple
from urllib.parse import parse_qs, quote, unquote

from flask.testing import FlaskClient
from werkzeug.test import TestResponse, create_environ
from werkzeug.wrappers import Request

from service.api import negotiation
from service.api.i18n import LANGUAGES
from service.api.problems import STATUS_OF
from service.api.request_body import LARGE, SMALL
from service.app import create_app
from service.belote.cards import DECKS, INTERNATIONAL
from service.config import Config
from tests.support.cases import CASES
from tests.support.client import Json
from tests.support.contract import misfits_of_answer, misfits_of_problem
from tools.openapi.examples import ADDRESSES, EXAMPLES, PROBLEM_EXAMPLES

LARGEST_RIGHT, LARGEST = 256 * 1024, 512 * 1024
"""Maximum bytes of a response to a valid body that is no game, and to any without `detail`."""

LARGEST_AUDITED = 18 * 1024 * 1024
"""Maximum bytes of the audits of a batch of logs."""

LARGEST_DETAILED = 10 * 1024 * 1024
"""Maximum bytes of a score sheet with the ruling on each donne."""

FILES = ("/static/", "/docs/", "/openapi.yaml")
"""Prefixes of files that are the same whatever is asked, so their size is not limited."""

# Requests ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sent:
    """A request as WSGI passes it on: `headers` and `query` contain bytes decoded as Latin-1."""

    method: str
    path: str
    query: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    def environ(self) -> dict[str, Any]:
        environ = create_environ(method=self.method, input_stream=BytesIO(self.body))
        environ |= {"PATH_INFO": self.path, "QUERY_STRING": self.query}
        environ |= {"CONTENT_LENGTH": str(len(self.body))} if self.body else {}
        for name, value in self.headers.items():
            key = name.upper().replace("-", "_")
            environ[key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"] = value
        return environ


def request(seed: int, index: int) -> Sent:
    """Return the request for a seed and an index."""
    random = Random(f"{seed} {index}")
    made = _to_get(random) if random.random() < 0.25 else _to_post(random)
    return Sent(made.method, made.path, made.query, made.headers | _headers(random), made.body)


ROUTES = create_app(Config())
WITH_BODY: list[tuple[str, Any]] = [
    (example.path(ROUTES), example.body)
    for named in (*EXAMPLES.values(), PROBLEM_EXAMPLES)
    for example in named.values()
    if example.body is not None
]
OPERATIONS = {path for path, _ in WITH_BODY}
COLLECTED = [
    (case["path"], case["body"]) for case in CASES if case["path"] in OPERATIONS and "body" in case
]
ADDRESSED = [
    example.path(ROUTES)
    for named in (*EXAMPLES.values(), PROBLEM_EXAMPLES, ADDRESSES)
    for example in named.values()
    if example.method == "GET"
]


def _to_post(random: Random) -> Sent:
    source = _often(random, (WITH_BODY, WITH_BODY, COLLECTED, COLLECTED, None))
    path, right = random.choice(source) if source else _dealt(random)
    body = deepcopy(right)
    for _ in range(_often(random, (0, 1, 1, 1, 1, 2, 2, 2, 3, 6))):
        body = spoil(random, body)
    text = json.dumps(body, ensure_ascii=random.random() < 0.3).encode(errors="surrogatepass")
    if random.random() < 0.15:
        text = _often(random, TEXTS)(random, text)
    method = _often(random, ("POST",) * 24 + ("QUERY",) * 12 + ("GET", "HEAD", "PUT", "OPTIONS"))
    headers = {"Content-Type": "application/json"}
    return Sent(method, path, headers=headers, body=text)


def _dealt(random: Random) -> tuple[str, Any]:
    """Return path and body of a request with random hands and declarations."""
    pack = list(INTERNATIONAL.labels)
    random.shuffle(pack)
    hands = {seat: pack[8 * at : 8 * at + 8] for at, seat in enumerate("NWSE")}
    said = {
        seat: [
            {"kind": random.choice(["tierce", "cent", "carre"])},
            {"cards": random.sample(hand, random.randint(1, 4)), "with_card": random.randint(1, 3)},
        ][: random.randint(0, 2)]
        for seat, hand in hands.items()
    }
    known = random.sample("NWSE", random.randint(0, 4))
    table: Json = {"deck": "french", "trump": random.choice("SHDC"), "declared": said}
    table |= {"hands": {seat: hands[seat] for seat in known}}
    table |= {"declare_best": random.random() < 0.3, "first_player": random.choice("NWSE")}
    if random.random() < 0.5:
        return "/v1/announcements/compare", table
    tricks = [list(trick) for trick in zip(*hands.values(), strict=True)]
    points = random.randint(0, 152)
    forms: list[Json] = [
        {"count": {"card_points": {"NS": points, "EW": 152 - points}, "last_trick": "NS"}},
        {"won": {"last_trick": "EW", "EW": pack[: 4 * random.randint(1, 8)]}},
        {"play": {"dealer": random.choice("NWSE"), "tricks": tricks}},
    ]
    takers = {"takers": random.choice(["NS", "EW"])}
    return "/v1/donnes/score", table | takers | random.choice(forms)


def _often(random: Random, choices: Sequence[Any]) -> Any:
    """Return one of the choices. List a choice several times to make it more likely."""
    return random.choice(choices)


# Values -----------------------------------------------------------------------------------------

DECK_NAMES = list(dict.fromkeys(deck.name for deck in DECKS))
CARDS = ["KS", "kh", "10♦", "7C", "JH", "RP", "VC", "10K", "12O", "1B", "4E", "11O", "10♥\ufe0f"]
STRINGS = [
    *("", " ", "x", "null", "true", "5", "N", "NS", "n", "H", "♥", "P", *DECK_NAMES),
    *(
        "francaise",
        "classique",
        "concours",
        "tierce",
        "carre",
        "deck",
        "KS ",
        "\u039aS",
        "K\u0000S",
    ),
    *("é", "e\u0301", "🂡", "\u202e", "\ufeff", "\u2028", "\x7f", "\ud800", "\udfff", "{0}"),
    *("{field}", "%s", "~0/~1", "#/deck", "__proto__", "_schema", '"', "\\", "<b>", "=1+1"),
]
NUMBERS = [
    *(0, -0.0, 1, -1, 2, 7, 8, 9, 10, 20, 81, 82, 100, 152, 162, 1000, 1001, 100_000, 100_001),
    *(5.0, 0.5, 1e-400, 1e300, 10**17, 10**18 - 1, 10**18, 2**53, 2**63 - 1, 2**63, -(2**63)),
    *(2**64, 10**40, float("nan"), float("inf"), float("-inf")),
]
LEAVES: list[Any] = [None, True, False, [], {}, *CARDS, *STRINGS, *NUMBERS]
KEYS = [
    *("deck", "notation", "trump", "hand", "hands", "declared", "declare_best", "rules", "preset"),
    *("kind", "cards", "points", "count", "won", "play", "dealer", "tricks", "donnes", "passed"),
    *("type", "events", "seat", "card", "call", "log", "logs", "declares", "records", "refused"),
    *("first_player", "takers", "belote", "target", "announcement_points", "last_tie", "NS", "EW"),
    *("N", "W", "S", "E", "X", "", "_schema", "a/b", "a~b", "100%", "é", "🂡", "#", "\n", '"'),
    *("x" * 32, "x" * 33, "é" * 17, "x" * 9_000),
]

Node = tuple[Any, Any]
"""An object or list, and a key or index of it."""


def nodes(value: Any) -> Iterator[Node]:
    """Yield every node of a value, parents before children."""
    members: Iterator[tuple[Any, Any]] = iter(())
    if isinstance(value, dict):
        members = iter(value.items())
    elif isinstance(value, list):
        members = iter(enumerate(value))
    for step, one in members:
        yield value, step
        yield from nodes(one)


def spoil(random: Random, body: Any) -> Any:
    """Return a value mutated at a random node. The argument may be changed in place."""
    root = [body]
    places = list(nodes(root))
    inside, step = random.choice(places)
    _often(random, CHANGES)(random, inside, step, places)
    return root[0] if root else None


def _replace(random: Random, inside: Any, step: Any, places: list[Node]) -> None:
    inside[step] = deepcopy(random.choice(LEAVES))


def _retype(random: Random, inside: Any, step: Any, places: list[Node]) -> None:
    """Replace a value by one of another type that looks the same."""
    value = inside[step]
    inside[step] = random.choice(
        [str(value), [value], {"NS": value}, json.dumps(value), repr(value), bool(value), None]
    )


def _drop(random: Random, inside: Any, step: Any, places: list[Node]) -> None:
    del inside[step]


def _add(random: Random, inside: Any, step: Any, places: list[Node]) -> None:
    """Add a member, made up or copied from elsewhere in the body."""
    other, at = random.choice(places)
    value = deepcopy(random.choice([random.choice(LEAVES), other[at]]))
    target = inside[step] if isinstance(inside[step], (dict, list)) else inside
    if isinstance(target, dict):
        target[random.choice(KEYS)] = value
    else:
        target.insert(random.randint(0, len(target)), value)


def _rename(random: Random, inside: Any, step: Any, places: list[Node]) -> None:
    if isinstance(inside, dict):
        inside[random.choice([random.choice(KEYS), f"{step}s", str(step).upper()])] = inside.pop(
            step
        )


def _double(random: Random, inside: Any, step: Any, places: list[Node]) -> None:
    if isinstance(inside, list):
        inside.insert(random.randint(0, len(inside)), deepcopy(inside[step]))
    elif isinstance(inside[step], list):
        inside[step] = inside[step] * random.choice([2, 3, 40])


def _swap(random: Random, inside: Any, step: Any, places: list[Node]) -> None:
    """Swap two nodes, unless one contains the other."""
    other, at = random.choice(places)
    one, two = inside[step], other[at]
    if not any(here[key] in (one, two) for part in (one, two) for here, key in nodes(part)):
        inside[step], other[at] = two, one


def _swap_cards(random: Random, inside: Any, step: Any, places: list[Node]) -> None:
    """Write a card over another one, or swap the two."""
    cards = [(where, at) for where, at in places if isinstance(where, list) and _is_text(where[at])]
    if cards:
        (one, at), (other, there) = random.choice(cards), random.choice(cards)
        kept = one[at]
        one[at] = other[there]
        if random.random() < 0.5:
            other[there] = kept


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _nest(random: Random, inside: Any, step: Any, places: list[Node]) -> None:
    for _ in range(random.choice([1, 2, 12, 15, 16, 17, 40])):
        inside[step] = [inside[step]] if random.random() < 0.5 else {"a": inside[step]}


def _lengthen(random: Random, inside: Any, step: Any, places: list[Node]) -> None:
    """Make a text, list or object far longer than a valid one."""
    value, times = inside[step], random.choice([10, 33, 201, 1001, 5000])
    if isinstance(value, list):
        inside[step] = (value or [0]) * times
    elif isinstance(value, dict):
        value |= {f"{key}{number}": one for number in range(times // 10) for key, one in [("x", 0)]}
    else:
        inside[step] = (str(value) or "é") * times


def _settle(random: Random, inside: Any, step: Any, places: list[Node]) -> None:
    """Set house rules, valid or not."""
    body = inside[step] if isinstance(inside[step], dict) else inside
    if isinstance(body, dict):
        body["rules"] = random.choice(
            [
                {"preset": "premier-annonceur"},
                {"preset": "ffb-coinche", "scale": "classic", "equality": "chute"},
                {"preset": "ffb-coinche"},
                {"last_tie": "first_speaker", "length_step": 1},
                {"announcements": False},
                {"preset": None, "equality": None},
                {"preset": "nope", "equality": "nope"},
                [],
            ]
        )


Change = Callable[[Random, Any, Any, list[Node]], None]
CHANGES: tuple[Change, ...] = (
    *(_replace, _replace, _replace, _retype, _drop, _drop, _add, _add, _add, _rename, _double),
    *(_swap, _swap, _swap_cards, _swap_cards, _swap_cards, _nest, _lengthen, _settle),
)


# Texts ------------------------------------------------------------------------------------------


def _break_off(random: Random, text: bytes) -> bytes:
    return text[: random.randint(0, len(text))]


def _insert(random: Random, text: bytes) -> bytes:
    at = random.randint(0, len(text))
    odd = [b"\xff", b"\xc3", b"\x00", b"\xed\xa0\x80", b"\xf0\x9f", b",", b"}", b'"', b"\\", b"\n"]
    return text[:at] + random.choice(odd) + text[at:]


def _key_twice(random: Random, text: bytes) -> bytes:
    keys = list(re.finditer(rb'"[^"\\]*": ', text))
    if not keys:
        return text
    key = random.choice(keys)
    return text[: key.start()] + key[0] + b"0, " + text[key.start() :]


def _odd_number(random: Random, text: bytes) -> bytes:
    numbers = list(re.finditer(rb"\b\d+\b", text))
    if not numbers:
        return text
    number = random.choice(numbers)
    odd = [b"1e999", b"-0", b"01", b"5.", b"+1", b"0x10", b"9" * 400, b"0." + b"1" * 400, b"1E2"]
    return text[: number.start()] + random.choice(odd) + text[number.end() :]


def _encode(random: Random, text: bytes) -> bytes:
    encodings = ["utf-16", "utf-16-le", "utf-32", "latin-1", "utf-8-sig"]
    return text.decode(errors="replace").encode(random.choice(encodings), errors="replace")


def _surround(random: Random, text: bytes) -> bytes:
    around = [b" ", b"\n\t", b"[" * 20, b"//", b"\xef\xbb\xbf", b"{}", b"null"]
    return random.choice(around) + text + random.choice(around)


def _pad(random: Random, text: bytes) -> bytes:
    return text.ljust(random.choice([SMALL, SMALL + 1, LARGE, LARGE + 1]))


TEXTS = (
    _break_off,
    _insert,
    _insert,
    _key_twice,
    _key_twice,
    _odd_number,
    _encode,
    _surround,
    _pad,
)


# Addresses --------------------------------------------------------------------------------------

PATHS = [
    *("/", "/docs", "/openapi.yaml", "/metrics", "/words/fr.json", "/v1"),
    *("/problems", "/problems/unknown_card"),
    *("/static/sheet.css", "/docs/swagger-ui.css", "/healthz", "/livez", "/readyz", "/favicon.ico"),
]
PIECES = [
    *("", ".", "..", "%", "%00", "%zz", "é", "\xff", "🂡", "x" * 300, "KS", ",", "KS,KS", ";", "?"),
    *(*DECK_NAMES, "tarot", "fr.json", "\x00", " ", "\\", "~", "null", "*", "//"),
]
QUERIES = [
    *(
        *(f"lang={one}" for one in LANGUAGES),
        "lang=xx",
        "lang=",
        "lang",
        "lang=fr&lang=es",
        "trump=H",
    ),
    *("trump=", "trump=%E2%99%A5", "trump=%FF", "trump=\xff", "notation=francaise", "preset=nope"),
    *("preset=concours", "x=1", "%=1", "%zz", "a=b=c&&&", "=", "&", ";", "lang=%66%72", "LANG=fr"),
    *("x" * 200 + "=1", "é=1", "a[]=1", "__proto__=1", "lang=fr%00", "lang=fr+", "a=" + "%41" * 99),
]


def _to_get(random: Random) -> Sent:
    example = random.choice(ADDRESSED)
    path, _, query = random.choice([example, example, random.choice(PATHS)]).partition("?")
    steps = unquote(path).split("/")
    for _ in range(_often(random, (0, 0, 1, 1, 2))):
        at = random.randrange(1, len(steps))
        steps[at : at + random.randint(0, 1)] = [random.choice(PIECES)]
    if "," in steps[-1] and random.random() < 0.5:
        cards = steps[-1].split(",")
        at = random.randrange(len(cards))
        cards[at : at + random.randint(0, 1)] = [random.choice([*CARDS, *PIECES, cards[0]])]
        steps[-1] = ",".join(cards)
    parts = [query] * bool(query) + random.sample(QUERIES, _often(random, (0, 0, 1, 1, 2, 3)))
    method = _often(random, ("GET",) * 12 + ("HEAD",) * 3 + ("POST", "OPTIONS", "DELETE", "BREW"))
    body = b"{}" if method == "POST" else b""
    return Sent(method, _bytes("/".join(steps)), _bytes("&".join(parts)), {}, body)


def _bytes(text: str) -> str:
    """Return text as UTF-8 bytes decoded as Latin-1; U+00FF stands for the byte 0xFF."""
    return "".join(one if one == "\xff" else one.encode().decode("latin-1") for one in text)


# Headers ----------------------------------------------------------------------------------------

_JUNK = [
    *("", " ", ",", ";", "=", '"', "*", "-", "\xff", "\xe9", "\x01", "a" * 9_000, " " * 9_000),
    *("-" * 9_000, "a/b," * 2_000, "a" + " " * 9_000 + "b", '"' + "\\" * 9_000, "(" * 500, "null"),
]
DATES = [
    *("Thu, 01 Jan 1970 00:00:00 GMT", "Thu, 01 Jan 2099 00:00:00 GMT", "Thu, 01 Jan 1970"),
    *("Thu, 01 Jan 99999999999 00:00:00 GMT", "Thu, 01 Jan 1970 00:00:99999999999999999999 GMT"),
    *("Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "0", "-1", "99 Foo 0000"),
    *("Thu, 01 Jan 0000 00:00:00 GMT", "Thu, 31 Feb 2024 25:61:61 +9999", "2024-01-01T00:00:00Z"),
]
TAGS = ["*", '"x"', 'W/"x"', '"a", "b"', "x", '"', "W/", '"\xe9"', ", ,", '"' + "x" * 5_000 + '"']
HEADERS: Mapping[str, Sequence[str]] = {
    "Accept-Language": [
        *(*LANGUAGES, "fr-CA, en;q=0.5", "xx, es;q=0.3", "*", "fr;q=0", "es-419", "FR-be"),
        *(
            "fr;q=x",
            "en;q=0.1,fr;q=0.2,es;q=0.3",
            "fr," * 3_000,
            "x," * 300 + "fr",
            "fr" + "-a" * 99,
        ),
    ],
    "Accept": [
        *("*/*", "text/csv", "text/html", "application/json", "text/html;q=0.9, text/csv"),
        *("application/*;q=0", "image/png", "text/csv;q=nan", "text/csv;header=present;q=1"),
    ],
    "Content-Type": [
        *("application/json; charset=utf-8", "APPLICATION/JSON", "application/json;", "text/plain"),
        *("application/json; charset=utf-16", "multipart/form-data; boundary=x", "application/xml"),
        *("application/x-www-form-urlencoded", "application/json, application/json"),
    ],
    "Content-Encoding": ["identity", "gzip", "br", "identity, gzip", "IDENTITY"],
    "Content-Length": ["0", "1", "5", "-1", "+5", "5.0", "a", "9" * 30, "", "99999", " 5", "0x5"],
    "Transfer-Encoding": ["chunked", "gzip, chunked", "identity"],
    "If-None-Match": TAGS,
    "If-Match": TAGS,
    "If-Modified-Since": DATES,
    "If-Unmodified-Since": DATES,
    "If-Range": [*DATES, *TAGS],
    "Range": [
        *("bytes=0-0", "bytes=0-", "bytes=-5", "bytes=5-2", "bytes=0-0,2-3", "bytes=999999999-"),
        *("items=0-1", "bytes", "bytes=", "bytes=a-b", "bytes=-0", "bytes=0-" + "9" * 400),
        "bytes=" + "0-1," * 2_000,
    ],
    "Expect": ["100-continue", "100-Continue, x", "nonsense"],
    "Host": ["localhost", "a b", "<script>", "a/b", "[::1]:80", "x:99999", "x" * 5_000],
    "Origin": [
        "https://a.example",
        "null",
        "https://é",
        "*",
        "https://a.example, https://b.example",
    ],
    "Access-Control-Request-Method": ["POST", "QUERY", "x"],
    "Traceparent": [
        f"00-{'4b' * 16}-{'00' * 8}-01",
        f"00-{'4B' * 16}-{'00' * 8}-01",
        f"00-{'4b' * 16}-{'00' * 8}-01-extra",
    ],
    "X-Request-Id": ["abc-1.2_3", "a" * 64, "a" * 65, "a b", "<b>", "a\nb"],
    "X-HTTP-Method-Override": ["DELETE", "GET"],
    "X-Forwarded-Host": ["evil.example"],
    "X-Forwarded-Prefix": ["/evil"],
    "Cookie": ["session=x", "a=b; " * 500, "=", "session=" + "x" * 4_000],
    "Authorization": ["Bearer x", "Basic ====", "Digest " + 'a="b",' * 500],
    "Cache-Control": ["no-cache", "max-age=x"],
    "Sec-Fetch-Mode": ["navigate"],
}


def _headers(random: Random) -> dict[str, str]:
    names = random.sample(list(HEADERS), _often(random, (0, 0, 0, 1, 1, 2, 3, 6)))
    if random.random() < 0.5:
        names.append("Accept-Language")
    return {
        name: random.choice(_JUNK if random.random() < 0.15 else HEADERS[name]) for name in names
    }


# Answers ----------------------------------------------------------------------------------------


class Finding(NamedTuple):
    """A response that breaks the invariant `rule`."""

    rule: str
    what: str
    sent: Sent


Known = Callable[[Finding], bool]
KNOWN: Mapping[str, Known] = {}
"""Known defects. Remove the line when the defect is fixed."""


def mark(finding: Finding) -> str | None:
    """Return the name under which a finding is `KNOWN`, else None."""
    return next((name for name, known in KNOWN.items() if known(finding)), None)


class Trial:
    """Sends requests, checks the responses, and keeps statistics."""

    def __init__(self) -> None:
        app = create_app(Config())
        app.config["PROPAGATE_EXCEPTIONS"] = False
        self.client: FlaskClient = app.test_client()
        self.statuses: Counter[int] = Counter()
        self.codes: Counter[str] = Counter()
        self.largest: dict[str, int] = {}
        self.crash = ""
        self._log, self._crashes = logging.getLogger("service"), _Crashes(self)

    def __enter__(self) -> Trial:
        """Capture unexpected errors that the service logs, rather than print them."""
        self._log.addHandler(self._crashes)
        self._log.propagate = False
        return self

    def __exit__(self, *raised: object) -> None:
        self._log.removeHandler(self._crashes)
        self._log.propagate = True

    def ask(self, sent: Sent) -> TestResponse:
        """Return the response. `FlaskClient.open` would normalize or reject some requests."""
        environ = sent.environ()
        body, status, headers = self.client.run_wsgi_app(environ, buffered=True)
        return TestResponse(body, status, headers, Request(environ))

    def findings(self, sent: Sent, *, thorough: bool) -> list[Finding]:
        """Return the findings of a request; if `thorough`, also repeat it and check its schema."""
        self.crash = ""
        try:
            answer = self.ask(sent)
        except Exception as error:  # no exception may leave the application
            return [Finding("service", f"raised {error!r}", sent)]
        self._count(sent, answer)
        wrong = [*broken(sent, answer, self.crash)]
        if thorough and not wrong:
            wrong = [*self._broken_on_repeat(sent, answer), *_broken_schema(sent, answer)]
        return [Finding(rule, what, sent) for rule, what in wrong]

    def _count(self, sent: Sent, answer: TestResponse) -> None:
        self.statuses[answer.status_code] += 1
        if answer.mimetype == PROBLEM:
            self.codes.update({one["code"] for one in _problems(answer)})
        if not sent.path.startswith(FILES):
            where = sent.path if sent.path in OPERATIONS else "others"
            self.largest[where] = max(self.largest.get(where, 0), len(answer.data))

    def _broken_on_repeat(self, sent: Sent, answer: TestResponse) -> Iterator[Broken]:
        """Check that a repeated request, and POST instead of QUERY, get the same response.

        Metrics change between requests, and a 405 names the method, so both are left out.
        """
        if sent.path.lstrip("/") == "metrics" or answer.status_code == 405:
            return
        for method in {sent.method, TWIN.get(sent.method, sent.method)}:
            if _lasting(self.ask(replace(sent, method=method))) != _lasting(answer):
                yield "same", f"{method} is answered otherwise the second time"


class _Crashes(logging.Handler):
    """Captures errors that the service logs."""

    def __init__(self, trial: Trial) -> None:
        super().__init__()
        self.trial = trial

    def emit(self, record: logging.LogRecord) -> None:
        self.trial.crash = repr(record.exc_info[1]) if record.exc_info else record.getMessage()


TWIN = {"POST": "QUERY", "QUERY": "POST"}
"""Equivalent methods."""

PROBLEM = "application/problem+json"
Broken = tuple[str, str]
"""An invariant, and how it is broken."""


def _lasting(answer: TestResponse) -> tuple[int, bytes, list[tuple[str, str]]]:
    """Return status, body and headers without the id of the request and the date."""
    body = re.sub(rb'"request_id":"[^"]*",?', b"", answer.data)
    headers = [one for one in answer.headers if one[0] not in ("X-Request-Id", "Date")]
    return answer.status_code, body, headers


def broken(sent: Sent, answer: TestResponse, crash: str = "") -> Iterator[Broken]:
    """Yield the broken invariants of a response. `crash`: the error that the service logged."""
    if answer.status_code >= 500:
        yield "service", f"{answer.status_code} {crash}"
    if answer.status_code not in STATUSES:
        yield "status", f"{answer.status_code} is no status of this service"
    yield from _broken_frame(sent, answer)
    if answer.status_code >= 400:
        yield from _broken_problem(sent, answer)
    elif answer.mimetype == "application/json" and sent.body and answer.data:
        for one in answer.get_json().get("results", []):
            if "error" in one:
                yield from _broken_faults(sent, one["error"])


STATUSES = {200, 204, 206, 304, *STATUS_OF.values()}


def _broken_frame(sent: Sent, answer: TestResponse) -> Iterator[Broken]:
    """Check what holds for every response."""
    length = answer.headers.get("Content-Length")
    if sent.method != "HEAD" and answer.status_code != 304 and length != str(len(answer.data)):
        yield "length", f"Content-Length is {length}, but {len(answer.data)} bytes came"
    if len(answer.data) > LARGEST and not sent.path.startswith(FILES):
        yield "size", f"{len(answer.data)} bytes"
    given, taken = sent.headers.get("X-Request-Id", ""), answer.headers["X-Request-Id"]
    if not re.fullmatch(r"[\w.-]{1,64}", taken, re.ASCII) or (
        re.fullmatch(r"[\w.-]{1,64}", given, re.ASCII) and given != taken
    ):
        yield "frame", f"X-Request-Id is {taken!r}"
    if answer.headers.get("X-Content-Type-Options") != "nosniff" and answer.status_code != 204:
        yield "frame", "no X-Content-Type-Options"


def _language(sent: Sent) -> str:
    """Return the language that a request asks for."""
    named = parse_qs(sent.query, keep_blank_values=True).get("lang", [""])[0]
    preferred = sent.headers.get("Accept-Language", "")
    return negotiation.supported(named) or negotiation.language(preferred)


def _problems(answer: TestResponse) -> list[Json]:
    found: Json = json.loads(answer.data or b"{}")
    return [found, *found.get("errors", [])] if found else []


def _broken_problem(sent: Sent, answer: TestResponse) -> Iterator[Broken]:
    """Check the form of a problem document."""
    if answer.mimetype != PROBLEM:
        yield "problem", f"{answer.status_code} as {answer.mimetype}"
        return
    if answer.headers["Content-Language"] != _language(sent):
        yield "language", f"{answer.headers['Content-Language']}, not {_language(sent)}"
    if sent.method == "HEAD":
        return
    problem: Json = json.loads(answer.data)
    if misfits := misfits_of_problem(problem):
        yield "problem", f"{misfits[0][:300]}"
        return
    if not answer.status_code == problem["status"] == STATUS_OF[problem["code"]]:
        yield "problem", f"{answer.status_code} tells {problem['status']} {problem['code']}"
    if (
        any(sign in answer.text for sign in ("Traceback", ".py", "Error("))
        and problem["status"] >= 500
    ):
        yield "problem", "tells of the service's inside"
    yield from _broken_faults(sent, problem)


def _broken_faults(sent: Sent, problem: Json) -> Iterator[Broken]:
    """Check that faults are not repeated and that their pointers resolve."""
    faults: list[Json] = problem.get("errors", [])
    told = Counter(
        (one.get("pointer", one.get("parameter")), one["code"], one.get("params", {}).get("index"))
        for one in faults
    )
    for (place, code, _), times in told.items():
        if times > 1:
            yield "twice", f"{code} at {place} is told {times} times"
    pointed = [one for one in faults if "parameter" not in one]
    if pointed:
        body = json.loads(sent.body)
        for one in pointed:
            yield from _broken_pointer(body, one)


def _broken_pointer(body: Any, fault: Json) -> Iterator[Broken]:
    *way, last = [None, *_steps(fault["pointer"])]
    if fault["code"] == "missing_field" and last is not None:
        holder = _at(body, way[1:])
        if not isinstance(holder, dict):
            yield "pointer", f"{fault['pointer']} is missing in what is no object"
        elif holder.get(last) is not None:
            yield "missing", f"{fault['pointer']} is there"
    elif _at(body, _steps(fault["pointer"])) is NOWHERE:
        yield "pointer", f"{fault['code']} at {fault['pointer']}, where nothing is"
    first = fault.get("params", {}).get("first")
    if isinstance(first, str) and first.startswith("#") and _at(body, _steps(first)) is NOWHERE:
        yield "pointer", f"{fault['code']} with {first}, where nothing is"


NOWHERE = object()


def _steps(pointer: str) -> list[Any]:
    """Return the tokens of a JSON Pointer in a URI fragment (RFC 6901, section 6)."""
    steps = unquote(pointer, errors="strict").removeprefix("#").split("/")[1:]
    return [step.replace("~1", "/").replace("~0", "~") for step in steps]


def _at(body: Any, steps: list[Any]) -> Any:
    """Return the value at a pointer, or NOWHERE."""
    for step in steps:
        if isinstance(body, dict) and step in body:
            body = body[step]
        elif isinstance(body, list) and step.isdecimal() and int(step) < len(body):
            body = body[int(step)]
        else:
            return NOWHERE
    return body


def _broken_schema(sent: Sent, answer: TestResponse) -> Iterator[Broken]:
    """Check a JSON response against openapi.yaml."""
    if answer.status_code == 200 and answer.mimetype == "application/json" and answer.data:
        method = "POST" if sent.path in OPERATIONS else "GET"
        if method == "POST" or sent.path.startswith("/v1/"):
            misfits = misfits_of_answer(answer.get_json(), quote(sent.path, safe="/,"), method)
            if misfits:
                yield "schema", misfits[0][:300]


# Command line -----------------------------------------------------------------------------------

EVERY = 5
"""One of so many requests is checked thoroughly."""


def run(trial: Trial, seed: int, indexes: Sequence[int]) -> Iterator[tuple[int, Finding]]:
    """Yield each finding with the index of its request."""
    for index in indexes:
        for one in trial.findings(request(seed, index), thorough=index % EVERY == 0):
            yield index, one


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Send mutated requests and check the responses.")
    parser.add_argument("--count", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--index", type=int, help="show the request of this index alone")
    options = parser.parse_args(arguments)
    with Trial() as trial:
        if options.index is not None:
            sent = request(options.seed, options.index)
            answer = trial.ask(sent)
            print(f"{sent}\n{answer.status}\n{answer.headers}{answer.text}")
        chosen = range(options.count) if options.index is None else [options.index]
        return _report(trial, options.seed, chosen)


def _report(trial: Trial, seed: int, indexes: Sequence[int]) -> int:
    known: Counter[str] = Counter()
    new = 0
    for index, one in run(trial, seed, indexes):
        if name := mark(one):
            known[name] += 1
        else:
            new += 1
            print(f"--seed {seed} --index {index}: {one.rule}: {one.what}", flush=True)
    print(f"{len(indexes)} requests with seed {seed}: {new} findings, known {dict(known)}")
    print(f"statuses {dict(sorted(trial.statuses.items()))}")
    print(f"{len(trial.codes)} codes; never {sorted(STATUS_OF.keys() - trial.codes.keys())}")
    print(f"largest answers {dict(sorted(trial.largest.items()))}")
    return 1 if new else 0


if __name__ == "__main__":
    sys.exit(main())
