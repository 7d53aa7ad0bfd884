"""The files of the table for people, read without a browser: words, policy, and what they know."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from shutil import which
from typing import Any
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from service.api.i18n import CATALOGUES, LANGUAGES, plural_family
from service.belote.cards import DECKS, Rank, Suit
from service.belote.comparison import DECISIONS
from service.belote.paragraphs import Source
from service.belote.presets import PRESETS, SWITCHES
from service.belote.rules import Criterion, Item, Kind, Outcome
from service.site.topics import Topic, topics
from tests.support.client import get
from tests.support.contract import ROOT

PAGES = ROOT / "service" / "site"
SCRIPTS = sorted((PAGES / "static" / "table").glob("*.js"))
TEMPLATE = (PAGES / "templates" / "table.html").read_text(encoding="utf-8")
MANIFEST = (PAGES / "templates" / "manifest.webmanifest").read_text(encoding="utf-8")
DRAWINGS = PAGES / "drawings"
DECK_NAMES = list(dict.fromkeys(deck.name for deck in DECKS))
WORDS: dict[str, Any] = CATALOGUES["en"]["table"]
SHEET: dict[str, str] = CATALOGUES["en"]["sheet"]


def code_of(file: Path) -> str:
    """A script without its comments."""
    text = re.sub(r"/\*.*?\*/", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.sub(r"(?m)^\s*//.*$|\s// .*$", "", text)


CODE = {file.name: code_of(file) for file in SCRIPTS}
ALL_CODE = "\n".join(CODE.values())
by_script = pytest.mark.parametrize("name", CODE)


# As it is served --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_speaks_the_language_that_is_asked_for(
    client: FlaskClient, language: str
) -> None:
    by_header = get(client, "/", accept_language=f"{language};q=0.9, xx")
    by_address = get(client, f"/?lang={language}", accept_language=f"xx, {', '.join(LANGUAGES)}")
    title = CATALOGUES[language]["table"]["title"]
    for answer in (by_header, by_address):
        assert f'<html lang="{language}">' in answer.text
        assert f"<title>{title}</title>" in answer.text
        assert answer.headers["Content-Language"] == language
        assert "Accept-Language" in answer.headers["Vary"]
        names = {one: CATALOGUES[one]["language"] for one in LANGUAGES}
        [offered] = re.findall(r"data-languages='([^']*)'", answer.text)
        assert json.loads(offered) == names


def test_a_language_that_nobody_wrote_is_english(client: FlaskClient) -> None:
    answer = get(client, "/", accept_language="xx, zz;q=0.5")
    assert answer.headers["Content-Language"] == "en"
    assert '<html lang="en">' in answer.text


def test_the_policy_lets_in_files_of_this_service_and_nothing_else(client: FlaskClient) -> None:
    [policy] = get(client, "/").headers.getlist("Content-Security-Policy")
    rules = {name: rest for name, *rest in (one.split() for one in policy.split(";"))}
    own = ("script-src", "style-src", "img-src", "connect-src", "manifest-src", "worker-src")
    nothing = ("default-src", "base-uri", "form-action", "frame-ancestors")
    assert rules == {one: ["'self'"] for one in own} | {one: ["'none'"] for one in nothing}


def test_the_page_has_no_script_and_no_style_inside(client: FlaskClient) -> None:
    text = get(client, "/").text
    data = re.compile(r'<script type="application/json"[^>]*>(.*?)</script>', re.DOTALL)
    text = data.sub("", text)  # which no browser runs
    assert re.findall(r"<script[^>]*>(.*?)</script>", text, re.DOTALL) == [""]
    assert not re.search(r"<style|\sstyle=|\son\w+\s*=|javascript:|://", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_language_are_data(client: FlaskClient, language: str) -> None:
    answer = get(client, f"/words/{language}.json")
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    assert answer.headers["Content-Language"] == language
    names = ("words", "table", "sheet", "home", "numbers")
    sections = {name: CATALOGUES[language][name] for name in names}
    plurals = plural_family(language).of_whole_numbers
    book: dict[str, Any] = client.get(f"/v1/rules?lang={language}").json or {}
    for name in ("codes", "paragraphs", "problems", "sources"):
        del book[name]
    told = {"plurals": plurals, "book": book, "topics": topics()}
    assert answer.json == sections | told


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_brings_the_words_of_its_language(client: FlaskClient, language: str) -> None:
    [spoken] = re.findall(
        rf'<script type="application/json" id="spoken" lang="{language}">(.*?)</script>',
        get(client, f"/?lang={language}").text,
        re.DOTALL,
    )
    assert json.loads(spoken) == client.get(f"/words/{language}.json").json
    assert "<" not in spoken


@pytest.mark.parametrize("language", ["xx", "EN", "en-GB", "..", "%00"])
def test_there_are_no_words_of_another_language(client: FlaskClient, language: str) -> None:
    assert get(client, f"/words/{language}.json").status_code == 404


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        *((name, "text/javascript") for name in CODE),
        ("table.css", "text/css"),
        ("icon.svg", "image/svg+xml"),
    ],
)
def test_a_file_of_the_table_is_served_as_what_it_is(
    client: FlaskClient, name: str, media_type: str
) -> None:
    answer = get(client, f"/static/table/{name}")
    assert (answer.status_code, answer.mimetype) == (200, media_type)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


# Words ------------------------------------------------------------------------------------------


def said() -> set[str]:
    """The words that scripts ask for by their own name."""
    return set(re.findall(r'\bsay\("(\w+)"', ALL_CODE))


def prefixes() -> set[str]:
    """How the names of words begin that scripts put together."""
    return set(re.findall(r"\bsay\(`(\w+)\$\{[\w.]+\}`\)", ALL_CODE))


def of_the_template() -> set[str]:
    return set(re.findall(r"words\.(\w+)", TEMPLATE + MANIFEST))


def test_every_word_that_is_asked_for_is_there() -> None:
    groups = set(re.findall(r"\b(?:words|this)\.table\.(\w+)", ALL_CODE))
    assert said() | of_the_template() | groups <= WORDS.keys()
    assert len(said()) > 50  # else they are asked for in a way that this does not read
    assert set(re.findall(r"\.sheet\.(\w+)", ALL_CODE)) <= SHEET.keys()
    for prefix in prefixes():
        assert [key for key in WORDS if key.startswith(prefix)], prefix


def test_no_word_of_the_table_is_spare() -> None:
    """A word is used by its name, by the beginning of it, or by what the service calls a thing."""
    groups = set(re.findall(r"\b(?:words|this)\.table\.(\w+)", ALL_CODE))
    used = set(re.findall(r'"(\w+)"', ALL_CODE)) | groups | of_the_template()
    used |= {"valid", "void"}
    spare = {
        key
        for key in WORDS.keys() - used
        if not any(key.startswith(prefix) for prefix in prefixes())
    }
    assert spare == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_the_service_answers_has_its_word(language: str) -> None:
    words = CATALOGUES[language]["table"]
    assert words["decided"].keys() == set(DECISIONS)
    assert words["criteria"].keys() == set(Criterion)
    assert words["outcome"].keys() == set(Outcome)
    assert words["items"].keys() == set(Item)
    assert words["preset"].keys() == set(PRESETS)
    assert words["source"].keys() == set(Source)
    assert words["switch"].keys() == set(SWITCHES)
    for name, switch in SWITCHES.items():
        answers = {json.dumps(value).strip('"') for value in switch.values}
        assert words["switch"][name]["answers"].keys() == answers, name
    assert words["topic"].keys() == set(Topic)
    assert set(Kind) <= CATALOGUES[language]["words"]["names"].keys()


def test_the_page_asks_about_every_house_rule_under_one_topic(client: FlaskClient) -> None:
    told: dict[str, list[str]] = json.loads(get(client, "/words/en.json").text)["topics"]
    assert list(told) == list(Topic)
    assert all(told.values())
    assert sorted(one for names in told.values() for one in names) == sorted(SWITCHES)


def test_every_example_has_its_name_and_every_name_its_example() -> None:
    examples = re.findall(r"(?m)^  (\w+):\s+\"", CODE["examples.js"])
    assert sorted(examples) == sorted(WORDS["example"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_players_begin_with_the_same_letter(language: str) -> None:
    """A letter gives a card to a seat."""
    names = CATALOGUES[language]["words"]["names"]
    assert len({names[seat][0] for seat in "NWSE"}) == 4


# What the scripts know --------------------------------------------------------------------------


def test_every_script_is_reached_from_the_first() -> None:
    reached, waiting = set(), ["main.js"]
    while waiting:
        name = waiting.pop()
        reached.add(name)
        found = re.findall(r'(?:from |import\()"\./([\w.-]+)"', CODE[name])
        waiting += [one for one in found if one not in reached]
    assert reached == CODE.keys()
    assert 'src="{{ assets["static/table/main.js"] }}"' in TEMPLATE


@by_script
def test_a_script_imports_what_it_uses_and_only_from_beside_it(name: str) -> None:
    for names, source in re.findall(r'import \{([^}]*)\} from "([^"]*)"', CODE[name]):
        assert source.removeprefix("./") in CODE
        for one in re.findall(r"\w+", names):
            assert re.search(
                rf"export (const|class|(async )?function) {one}\b", CODE[source[2:]]
            ), one
            assert len(re.findall(rf"\b{one}\b", CODE[name])) > 1, f"{one} is imported in vain"


@by_script
def test_a_script_names_no_value_of_the_game(name: str) -> None:
    """Points, totals, and what follows what: all of it comes from the service."""
    links = r"const EXAMPLES = \{.*?\n\};"  # tables and donnes, cards and counts and all
    code = re.sub(links, "", CODE[name], flags=re.DOTALL)
    assert not re.search(r"\b(20|50|100|200|152|162|252|1000)\b", code)
    assert not re.search(r"""["']?J["']?,\s*["']?Q|["']?11["']?,\s*["']?12|7,\s*8,\s*9""", code)
    labels = {label for deck in DECKS for label in deck.labels}
    assert labels & set(re.findall(r"\w+", code)) == set()


def test_no_script_knows_a_house_rule() -> None:
    """The first of the presets is what a link leaves out; the others the page learns."""
    _, *others = PRESETS
    switches = CATALOGUES["en"]["switches"].keys()
    known = set(re.findall(r"[\w-]+", ALL_CODE))
    assert known & set(others) <= {"coinchee"}  # a scale has the same name
    # A word and a part of a contract have the names of switches; of `scale` the page knows which
    # fields a contract has under it.
    assert known & switches <= {"announcements", "scale"}


@by_script
def test_a_script_writes_no_markup_and_runs_no_text(name: str) -> None:
    forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function"
    assert not re.search(forbidden, CODE[name])
    kept = r"sessionStorage|indexedDB|document\.cookie"
    assert not re.search(kept if name == "store.js" else rf"localStorage|{kept}", CODE[name])
    assert "//" not in CODE[name].replace('"http://www.w3.org/2000/svg"', "")


def symbols(file: Path) -> dict[str, dict[str, str]]:
    """The drawings of a file: by name, the attributes of each."""
    found = ElementTree.parse(file).getroot().findall("symbol")  # noqa: S314 - a file of this repository
    return {one.attrib["id"]: one.attrib for one in found}


def test_there_are_drawings_of_every_deck_and_of_no_other() -> None:
    assert {file.stem for file in DRAWINGS.iterdir()} == set(DECK_NAMES)


@pytest.mark.parametrize("deck", DECK_NAMES)
def test_a_deck_has_a_drawing_of_each_suit_with_its_ink_and_maybe_of_a_rank(deck: str) -> None:
    drawn = symbols(DRAWINGS / f"{deck}.svg")
    suits = {f"{deck}-suit-{suit:d}" for suit in Suit}
    assert suits <= drawn.keys() <= suits | {f"{deck}-rank-{rank:d}" for rank in Rank}
    inks = set(re.findall(r"\.toggle \.suit\.ink-(\w+)", STYLE))
    assert {drawn[suit].get("data-ink") for suit in suits} <= inks
    assert all(one["viewBox"] == "0 0 24 24" for one in drawn.values())


def test_the_page_has_every_drawing_once(client: FlaskClient) -> None:
    text = get(client, "/").text
    names = re.findall(r'<symbol id="([\w-]+)"', text)
    assert sorted(names) == sorted(name for file in DRAWINGS.iterdir() for name in symbols(file))


def imported(name: str) -> set[str]:
    """A module and all that it imports before it begins."""
    found = {name}
    for one in re.findall(
        r'^(?:import [^"]*|\}) from "\./([\w-]+\.js)";$', CODE[name], re.MULTILINE
    ):
        found |= imported(one)
    return found


def test_the_page_loads_every_module_at_once_that_its_first_view_needs(
    client: FlaskClient,
) -> None:
    """A module that is found in another one only is asked for a round later."""
    preloaded = re.findall(r'<link rel="modulepreload" href="([^"]+)"', get(client, "/").text)
    assert sorted(preloaded) == sorted(f"static/table/{name}" for name in imported("main.js"))
    later = re.findall(r'import\("\./([\w-]+\.js)"\)', CODE["later.js"])
    assert len(later) == 3
    assert not {f"static/table/{name}" for name in later} & set(preloaded)


def test_a_device_keeps_every_module(client: FlaskClient) -> None:
    """Those too that the first view does without."""
    worker = get(client, "/sw.js").text
    assert [name for name in CODE if f'"static/table/{name}"' not in worker] == []


def test_every_place_that_a_script_fills_is_in_the_page() -> None:
    places = set(re.findall(r'\b(?:place|getElementById)\("(\w+)"\)', ALL_CODE))
    places |= {"ways", "notice", "view"}
    assert places == set(re.findall(r'\sid="(\w+)"', TEMPLATE))


def names_in(code: str, table: str) -> set[str]:
    """The names of the functions in a table of a module, such as `DEEDS`."""
    [body] = re.findall(rf"const {table}\b[^=]*= \{{\n(.*?)\n\}};", code, re.DOTALL)
    return set(re.findall(r'(?m)^  (?:async )?"?([\w-]+)"?(?:: |\(|,$)', body))


def test_every_deed_that_is_offered_can_be_done_and_every_other_is_offered() -> None:
    done = names_in(CODE["main.js"], "DEEDS") | names_in(CODE["gestures.js"], "GESTURES")
    for table in ("everywhere", "referee", "scorer", "table"):
        done |= names_in(CODE["edits.js"], table)
    named = set(re.findall(r'"([\w-]+)"', ALL_CODE + TEMPLATE))
    by_itself = {"tick", "switch", "declared", "set", "hand"}  # by the field that changed
    assert done - named - by_itself == set()
    assert set(re.findall(r'data-do"?[:=] ?"([\w-]+)"', ALL_CODE + TEMPLATE)) <= done
    [fields] = re.findall(r"const FIELDS = \[(.*?)\];", CODE["main.js"])
    assert set(re.findall(r'"(\w+)"', fields)) <= done


STYLE = (PAGES / "static" / "table" / "table.css").read_text(encoding="utf-8")


def test_the_style_needs_no_other_file() -> None:
    assert not re.search(r"@import|url\(|//", STYLE)


def test_the_style_needs_no_colour_function_that_an_older_browser_lacks() -> None:
    assert not re.search(r"light-dark\(|color-mix\(|oklch\(|\brgb\(from", STYLE)


def lights() -> dict[str, dict[str, str]]:
    """The colours of the style by light; the dark ones are written for device and for reader."""
    tokens = [
        dict(re.findall(r"--([\w-]+): (#\w+);", block))
        for block in re.findall(r":root[^{]*\{([^}]*)\}", STYLE)
    ]
    light, dark, chosen = (one for one in tokens if one)
    assert dark == chosen
    return {"light": light, "dark": light | dark}


def luminance(colour: str) -> float:
    """WCAG 2.2, relative luminance of `#rgb` or `#rrggbb`."""
    full = colour[1:] if len(colour) == 7 else "".join(one * 2 for one in colour[1:])
    parts = [int(full[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return sum(weight * one for weight, one in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize(
    ("one", "other"),
    [("edge", "paper"), ("edge", "room"), ("card-edge", "card"), ("accent", "paper")],
)
def test_the_border_of_a_control_can_be_seen(light: str, one: str, other: str) -> None:
    """3:1 (WCAG 2.2, 1.4.11)."""
    colours = lights()[light]
    lighter, darker = sorted((luminance(colours[one]), luminance(colours[other])), reverse=True)
    assert (lighter + 0.05) / (darker + 0.05) >= 3


@pytest.mark.node
@pytest.mark.skipif(which("npx") is None, reason="npx, which runs the formatter, is not installed")
def test_every_script_is_laid_out_as_the_formatter_would() -> None:
    others = (PAGES / "static" / "docs.js", PAGES / "worker.js")
    scripts = [str(file) for file in (*SCRIPTS, *others)]
    layout = ["npx", "--yes", "prettier@3.10", "--print-width=100", "--list-different", *scripts]
    done = subprocess.run(layout, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("", 0), done.stderr
