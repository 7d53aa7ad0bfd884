"""What docs/extending.md says is enough: a language, a deck and two switches, added to a copy.

Each is added by the edits that the page names and by no other. The copy then runs in processes of
its own, which must answer, document and serve it.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
import yaml

from tests.support.client import Json
from tests.support.contract import ROOT

pytestmark = pytest.mark.slow

COPIED = ("service", "tools", "tests", "deploy", "docs", "examples", "openapi.yaml", "README.md")
IGNORED = shutil.ignore_patterns("__pycache__", "built", "node_modules", ".hypothesis")

ASK = """
import json, sys
from service.app import create_app
client = create_app().test_client()
answers = []
for method, path, body, language in json.load(sys.stdin):
    headers = {"Accept-Language": language} if language else {}
    answer = client.open(path, method=method, json=body, headers=headers)
    answers.append([answer.status_code, answer.headers.get("Content-Language"), answer.text])
with open("answers.json", "w", encoding="utf-8") as file:
    json.dump(answers, file)
"""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    language: str | None
    text: str

    @property
    def json(self) -> Json:
        found: Json = json.loads(self.text)
        return found


@dataclass(frozen=True, slots=True)
class Tree:
    """A copy of the repository."""

    root: Path

    def insert(self, file: str, after: str, text: str) -> None:
        """Insert a text after another that occurs once."""
        path = self.root / file
        content = path.read_text(encoding="utf-8")
        assert content.count(after) == 1, f"{file}: {after!r}"
        path.write_text(content.replace(after, after + text), encoding="utf-8")

    def change_catalogues(self, change: Callable[[str, Json], None]) -> None:
        """Change every catalogue, given its language."""
        for file in sorted((self.root / "service/api/i18n").glob("*.json")):
            catalogue = json.loads(file.read_text(encoding="utf-8"))
            change(file.stem, catalogue)
            file.write_text(json.dumps(catalogue, ensure_ascii=False, indent=2), encoding="utf-8")

    def run(self, *arguments: str, said: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.root,
            env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(self.root), "LC_ALL": "C.UTF-8"},
            input=said,
            capture_output=True,
            text=True,
            check=False,
        )

    def tool(self, module: str) -> None:
        """Run a tool, which must end well."""
        done = self.run("-m", module)
        assert done.returncode == 0, done.stderr

    def ask(self, *requests: tuple[str, str, Json | None, str]) -> list[Answer]:
        """Send requests: method, path, body and language of each."""
        done = self.run("-c", ASK, said=json.dumps(requests))
        assert done.returncode == 0, done.stderr
        answers = (self.root / "answers.json").read_text(encoding="utf-8")
        return [Answer(*one) for one in json.loads(answers)]

    def post(self, path: str, body: Json, language: str = "en") -> Json:
        """Send a body that is right."""
        [answer] = self.ask(("POST", path, body, language))
        assert answer.status == 200, answer.text
        return answer.json

    def get(self, path: str) -> Answer:
        [answer] = self.ask(("GET", path, None, ""))
        return answer

    def document(self) -> Json:
        """Build openapi.yaml and return it."""
        self.tool("tools.openapi.build")
        found: Json = yaml.load((self.root / "openapi.yaml").read_text("utf-8"), yaml.CSafeLoader)
        return found

    def test(self, *arguments: str) -> None:
        """Run some of the tests of the copy."""
        options = ("-q", "-x", "-p", "no:cacheprovider", "-m", "not node and not system")
        done = self.run("-m", "pytest", *options, *arguments)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr


def copied(folder: Path) -> Tree:
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=IGNORED)
        else:
            shutil.copy(ROOT / name, folder / name)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return Tree(folder)


def new_tree(name: str, factory: pytest.TempPathFactory) -> Tree:
    return copied(factory.mktemp(name))


# A language: one file -----------------------------------------------------------------------------

LANGUAGE = "qaa"  # reserved by ISO 639-2 for local use
FORMS = 4


def shouted(text: str) -> str:
    """An English text in a language of its own, which has four forms of a noun."""
    pieces = []
    for literal, name, nouns, _ in Formatter().parse(text):
        pieces.append(literal.swapcase().replace("{", "{{").replace("}", "}}"))
        if name is not None:
            one, *_, many = nouns.swapcase().split("|") if nouns else ("", "")
            forms = "|".join([one, *(f"{many}{form}" for form in range(2, FORMS + 1))])
            pieces.append(f"{{{name}:{forms}}}" if nouns else f"{{{name}}}")
    return "".join(pieces)


def translated(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: translated(one) for key, one in value.items()}
    if isinstance(value, list):
        return [translated(one) for one in value]
    return shouted(value)


@pytest.fixture(scope="module")
def with_language(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    tree = new_tree("language", tmp_path_factory)
    folder = tree.root / "service/api/i18n"
    english = json.loads((folder / "en.json").read_text(encoding="utf-8"))
    kept = {name: english[name] for name in ("home", "numbers")}
    catalogue = translated(english) | {"plural": "one-few-many-other-pl"} | kept
    (folder / f"{LANGUAGE}.json").write_text(json.dumps(catalogue), encoding="utf-8")
    return tree


HAND = ["JS", "JH", "JD", "JC", "8H", "9H", "10H", "AC"]
COUNTED: Json = {
    "deck": "french",
    "trump": "H",
    "takers": "NS",
    "count": {"card_points": {"NS": 71, "EW": 81}, "last_trick": "NS"},
}


def test_a_new_language_is_spoken_everywhere(with_language: Tree) -> None:
    body: Json = {"deck": "french", "hand": HAND}
    ruling, english, rules, english_rules, hand, error, page, problem, words = with_language.ask(
        ("POST", "/v1/hands/resolve", body, f"{LANGUAGE}-XX, fr;q=0.5"),
        ("POST", "/v1/hands/resolve", body, "en"),
        ("GET", f"/v1/rules?lang={LANGUAGE}", None, ""),
        ("GET", "/v1/rules", None, ""),
        ("GET", f"/v1/hands/french/{','.join(HAND)}?lang={LANGUAGE}", None, ""),
        ("GET", "/v1/rules?lang=xx", None, LANGUAGE),
        ("GET", f"/?lang={LANGUAGE}", None, ""),
        ("GET", f"/problems/unknown_card?lang={LANGUAGE}", None, ""),
        ("GET", f"/words/{LANGUAGE}.json", None, ""),
    )
    assert ruling.status == hand.status == rules.status == problem.status == words.status == 200
    said = [one["text"] for one in ruling.json["explanation"]]
    plain = [one["text"] for one in english.json["explanation"]]
    assert [one.lower() for one in said] != [one.lower() for one in plain]  # other plurals
    assert "JACKS" in said[0]
    assert hand.json["explanation"] == ruling.json["explanation"]
    assert ruling.language == hand.language == rules.language == problem.language == LANGUAGE
    meaning = english_rules.json["presets"][0]["meaning"]
    assert rules.json["presets"][0]["meaning"] == meaning.swapcase()
    [fault] = error.json["errors"]
    assert (error.status, error.language) == (422, LANGUAGE)
    assert LANGUAGE in fault["params"]["choices"]
    assert f'<html lang="{LANGUAGE}">' in page.text
    assert f'href="?lang={LANGUAGE}"' in page.text
    assert words.json["plurals"][:6] == [2, 0, 1, 1, 1, 2]


@pytest.mark.parametrize(("points", "noun"), [(71, "POINTS3"), (72, "POINTS2"), (81, "POINTS3")])
def test_a_new_language_counts_by_its_plural_family(
    with_language: Tree, points: int, noun: str
) -> None:
    count = {"card_points": {"NS": 81 - 10, "EW": 81}, "last_trick": "NS"}
    body = COUNTED | {"count": count, "carry_in": points}
    answer = with_language.post("/v1/donnes/score", body, LANGUAGE)
    waiting = [one["text"] for one in answer["explanation"] if one["code"] == "carry_waits_on"]
    assert [one.rstrip(".").split()[-1] for one in waiting] == [noun]


def test_the_sheet_and_the_page_have_the_words_of_a_new_language(with_language: Tree) -> None:
    game = {"deck": "french", "donnes": [{k: v for k, v in COUNTED.items() if k != "deck"}]}
    sheet = with_language.post("/v1/games/score", game, LANGUAGE)
    assert all(any(map(str.isupper, one["text"])) for one in sheet["explanation"])
    with_language.tool("tools.nginx_problems")
    written = (with_language.root / "deploy/nginx-problems.conf").read_text(encoding="utf-8")
    assert f'"not_found {LANGUAGE}"' in written
    assert f'"~*^\\s*{LANGUAGE}(?![a-z])" {LANGUAGE};' in written


def test_the_description_lists_a_new_language(with_language: Tree) -> None:
    document = with_language.document()
    lang, *_ = parameters(document, "/v1/rules", "lang")
    assert LANGUAGE in lang["enum"]


def test_the_tests_follow_a_new_language(with_language: Tree) -> None:
    with_language.test("tests/unit/api/test_i18n.py", "tests/http/test_pages.py")


def resolved(document: Json, one: Json) -> Json:
    """What a reference within the document leads to; anything else as it is."""
    found = one
    while "$ref" in found:
        _, section, name = found["$ref"].removeprefix("#/").split("/")
        found = document["components"][section][name]
    return found


def parameters(document: Json, path: str, name: str) -> list[Json]:
    """The schemas of a parameter, one for each form that it can have."""
    listed = document["paths"][path]["get"]["parameters"]
    [found] = [one["schema"] for one in listed if one.get("name") == name]
    return [resolved(document, one) for one in found.get("anyOf", [found])]


# A deck: an entry, its names in each language, its drawings ---------------------------------------

RANKS = ("7", "8", "9", "10", "U", "O", "K", "A")
SUITS = ("X", "L", "R", "S")
NAMES: Json = {
    "name": "German",
    "suits": ["acorns", "leaves", "red", "bells"],
    "of_suits": ["of acorns", "of leaves", "of red", "of bells"],
    "ranks": ["7", "8", "9", "10", "Unter", "Ober", "King", "Deuce"],
    "to_ranks": [
        f"to the {one}" for one in ("7", "8", "9", "10", "Unter", "Ober", "King", "Deuce")
    ],
    "of_ranks": [f"of {one}s" for one in ("7", "8", "9", "10", "Unter", "Ober", "King", "Deuce")],
}


@pytest.fixture(scope="module")
def with_deck(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    tree = new_tree("deck", tmp_path_factory)
    tree.insert(
        "service/belote/cards.py",
        "DECKS = (INTERNATIONAL, FRANCAISE, SPANISH",
        f', Deck("german", None, {RANKS}, {SUITS})',
    )
    tree.change_catalogues(lambda _, one: one["words"]["decks"].update(german=NAMES))
    drawings = tree.root / "service/site/drawings"
    french = (drawings / "french.svg").read_text(encoding="utf-8")
    (drawings / "german.svg").write_text(french.replace("french-", "german-"), encoding="utf-8")
    return tree


def suit_of(letter: str) -> list[str]:
    return [rank + letter for rank in RANKS]


def test_a_hand_of_a_new_deck_is_resolved(with_deck: Tree) -> None:
    hand = ["UX", "UL", "UR", "US", "8R", "9R", "10R", "AS"]
    body: Json = {"deck": "german", "trump": "r", "hand": [one.lower() for one in hand]}
    found, linked = with_deck.ask(
        ("POST", "/v1/hands/resolve", body, "en"),
        ("GET", f"/v1/hands/german/{','.join(hand)}?trump=R", None, ""),
    )
    assert found.json["best"]["points"] == 220
    assert found.json["best"]["announcements"][1]["cards"] == ["8R", "9R", "10R"]
    assert "Unters" in found.json["explanation"][0]["text"]
    assert linked.text == found.text


DEAL = dict(zip("NWSE", map(suit_of, SUITS), strict=True))


def test_a_table_of_a_new_deck_is_compared_replayed_and_scored(with_deck: Tree) -> None:
    common: Json = {"deck": "german", "trump": "X"}
    tricks = [list(cards) for cards in zip(*DEAL.values(), strict=True)]
    play = {"dealer": "E", "tricks": tricks}
    compared, replayed, scored = with_deck.ask(
        ("POST", "/v1/announcements/compare", common | {"hands": DEAL, "declare_best": True}, "en"),
        ("POST", "/v1/donnes/replay", common | {"dealer": "E", "tricks": tricks[:3]}, "en"),
        (
            "POST",
            "/v1/donnes/score",
            common | {"takers": "NS", "play": play, "declare_best": True},
            "en",
        ),
    )
    assert compared.json["winner"] == "NS"
    assert compared.json["revealed"][0]["announcement"]["top"] == "A"
    assert [one["winner"] for one in replayed.json["tricks"]] == ["N"] * 3
    assert scored.json["capot"] == "NS"
    assert scored.json["irregularities"] == []
    assert scored.json["belote"]["team"] == "NS"


def test_a_new_deck_is_listed_drawn_and_named(with_deck: Tree) -> None:
    rules, page, words, unknown, path = with_deck.ask(
        ("GET", "/v1/rules", None, ""),
        ("GET", "/", None, ""),
        ("GET", "/words/en.json", None, ""),
        ("POST", "/v1/hands/resolve", {"deck": "tarot", "hand": []}, "en"),
        ("GET", "/v1/hands/german/7S", None, ""),
    )
    assert rules.json["decks"][-1]["deck"] == "german"
    assert rules.json["decks"][-1]["ranks"] == list(RANKS)
    assert 'id="german-suit-3"' in page.text
    assert words.json["words"]["decks"]["german"] == NAMES
    assert "german" in str(unknown.json["errors"])
    assert path.json["errors"][0]["code"] == "wrong_number_of_cards"


def test_the_description_lists_a_new_deck_and_its_cards(with_deck: Tree) -> None:
    document = with_deck.document()
    [deck] = parameters(document, "/v1/hands/{deck}/{cards}", "deck")
    assert "german" in deck["enum"]
    pattern = document["components"]["schemas"]["Card"]["pattern"]
    assert "U" in pattern
    assert "L" in pattern


def test_a_notation_of_a_deck_that_has_none_is_a_fault(with_deck: Tree) -> None:
    body: Json = {"deck": "german", "notation": "francaise", "hand": suit_of("X")}
    [answer] = with_deck.ask(("POST", "/v1/hands/resolve", body, "en"))
    assert [one["code"] for one in answer.json["errors"]] == ["notation_not_allowed"]


def test_the_tests_follow_a_new_deck(with_deck: Tree) -> None:
    with_deck.test("tests/unit/belote/test_cards.py", "tests/http/test_pages.py")
    with_deck.test("tests/http/test_twins.py", "-k", "every_card or spelling")


def test_a_deck_without_names_is_told_at_the_start(tmp_path: Path) -> None:
    tree = copied(tmp_path)
    entry = f', Deck("german", None, {RANKS}, {SUITS})'
    tree.insert("service/belote/cards.py", "DECKS = (INTERNATIONAL, FRANCAISE, SPANISH", entry)
    done = tree.run("-c", "import service.app")
    assert done.returncode == 1
    assert "en.json: words.decks.german: missing" in done.stderr
    tree.change_catalogues(lambda _, one: one["words"]["decks"].update(german=NAMES))
    done = tree.run("-c", "import service.app")
    assert done.returncode == 1
    assert "service/site/drawings/german.svg" in done.stderr


# Two switches: a field, a Switch, the cell that reads it, a paragraph, and the sentences ----------

FREE = "{seat} need not go above the {card}: any trump may be played."
PARAGRAPHS = {"last_card_in_time": "V98", "go_above": "V99"}
TABLES_OF_DUTIES = """
_ANY_TRUMP = DutyRule(Owed.SUIT_LED, Obligation.FOLLOW, Code.ANY_TRUMP, Code.IRREGULAR_FOLLOW)
ON_TRUMP_LED: Mapping[bool, Mapping[TrickState, tuple[DutyRule, ...]]] = complete(
    (True, False), {True: {}, False: {TrickState.TRUMP_LED: (_ANY_TRUMP, _NEITHER)}}
)
"""


def insert_switches(tree: Tree) -> None:
    """Add one for declarations, whose field is there and read, and one for plays, without words."""
    tree.insert(
        "service/belote/presets.py",
        '            _switch("win_by_belote", {True: True, False: False}),\n',
        '            _switch("last_card_in_time", {1: 1, 2: 2, 3: 3}),\n'
        '            _switch("go_above", {True: True, False: False}),\n',
    )
    tree.insert(
        "service/belote/paragraphs.py",
        '            Paragraph("V23", Source.VARIANT, "win_by_belote", "G2"),\n',
        '            Paragraph("V98", Source.VARIANT, "last_card_in_time", "D2"),\n'
        '            Paragraph("V99", Source.VARIANT, "go_above", "P4"),\n',
    )
    rules = "service/belote/rules.py"
    tree.insert(rules, "    last_card_in_time: int\n", "    go_above: bool\n")
    tree.insert(rules, "    win_by_belote=True,", "\n    go_above=True,")
    tree.insert(
        rules, 'object.__setattr__(self, "duties", duties', " | ON_TRUMP_LED[self.go_above]"
    )
    tree.insert(
        rules,
        "        TrickState.CUT: (_FOLLOW, _OVERTRUMP, _UNDERTRUMP, _NEITHER),\n    },\n)\n",
        TABLES_OF_DUTIES,
    )
    tree.insert(
        "service/belote/codes.py",
        '    MUST_UNDERTRUMP = "must_undertrump", "P9"\n',
        '    ANY_TRUMP = "any_trump", "V99"\n',
    )
    tree.insert(
        "service/belote/codes.py",
        '        Code.MUST_UNDERTRUMP: ("seat", "suit", "card"),\n',
        VALUES,
    )


VALUES = '        Code.ANY_TRUMP: ("seat", "card"),\n'
ANSWERS = {"last_card_in_time": ("1", "2", "3"), "go_above": ("true", "false")}


def name_switches(language: str, catalogue: Json) -> None:
    for name, paragraph in PARAGRAPHS.items():
        words = {"meaning": f"{language}: what {name} means.", "played_by": "Few tables."}
        catalogue["switches"][name] = words
        catalogue["table"]["switch"][name] = {
            "question": f"{language}: {name}?",
            "answers": {value: f"{language}: {value}" for value in ANSWERS[name]},
        }
        catalogue["paragraphs"][paragraph] = {"text": f"{language}: a table may agree on {name}."}
    catalogue["explanations"]["any_trump"] = FREE


@pytest.fixture(scope="module")
def with_switches(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    tree = new_tree("switches", tmp_path_factory)
    insert_switches(tree)
    tree.change_catalogues(name_switches)
    return tree


def test_new_switches_are_listed_in_each_language_and_echoed(with_switches: Tree) -> None:
    english, french, words, resolved, wrong = with_switches.ask(
        ("GET", "/v1/rules?lang=en", None, ""),
        ("GET", "/v1/rules?lang=fr", None, ""),
        ("GET", "/words/en.json", None, ""),
        ("POST", "/v1/hands/resolve", {"deck": "french", "hand": HAND}, "en"),
        ("POST", "/v1/hands/resolve", {"deck": "french", "rules": {"go_above": "no"}}, "en"),
    )
    for language, answer in (("en", english), ("fr", french)):
        named = {one["name"]: one for one in answer.json["switches"]}
        late, go_above = named["last_card_in_time"], named["go_above"]
        assert (late["values"], go_above["values"]) == ([1, 2, 3], [True, False])
        assert late["meaning"] == f"{language}: what last_card_in_time means."
        assert (late["source"], go_above["source"]) == ("003", "000")
        assert answer.json["presets"][0]["rules"]["go_above"] is True
    assert words.json["table"]["switch"]["go_above"]["question"] == "en: go_above?"
    assert resolved.json["rules"]["last_card_in_time"] == 1
    faults = {one["pointer"]: one for one in wrong.json["errors"]}
    assert "true, false" in faults["#/rules/go_above"]["detail"].lower()


def test_a_new_switch_of_declarations_changes_ruling_and_sentence(with_switches: Tree) -> None:
    said = {"kind": "tierce", "cards": ["8H", "9H", "10H"]}
    body: Json = {"deck": "french", "hand": HAND, "rules": {"last_card_in_time": 2}}
    for with_card, verdict in ((2, "valid"), (3, "void")):
        declared = [said | {"with_card": with_card}]
        answer = with_switches.post("/v1/announcements/validate", body | {"declared": declared})
        assert answer["rulings"][0]["verdict"] == verdict
    assert "second" in answer["explanation"][0]["text"]


def test_a_new_switch_of_plays_changes_what_is_legal_and_said(with_switches: Tree) -> None:
    west = ["8H", "JH", "8D", "9D", "10D", "JD", "QD", "KD"]
    body: Json = {
        "deck": "french",
        "trump": "H",
        "dealer": "S",
        "hands": {"W": west},
        "tricks": [["7H", "9H"]],
    }
    free = {"rules": {"go_above": False}}
    assert with_switches.post("/v1/donnes/replay", body)["legal"] == ["JH"]
    answer = with_switches.post("/v1/donnes/replay", body | free)
    assert answer["legal"] == ["8H", "JH"]
    assert answer["explanation"][-1]["text"].endswith("any trump may be played.")
    assert answer["explanation"][-1]["source"] == "variant"


def test_the_description_and_the_rules_page_have_new_switches(with_switches: Tree) -> None:
    document = json.dumps(with_switches.document()["components"]["schemas"])
    for word in (*PARAGRAPHS, "any_trump"):
        assert f'"{word}"' in document
    with_switches.tool("tools.rules_page")
    page = (with_switches.root / "docs/rules.md").read_text(encoding="utf-8")
    assert all(f'<a id="{paragraph}"></a>' in page for paragraph in PARAGRAPHS.values())


def test_a_switch_without_words_is_told_at_the_start(tmp_path: Path) -> None:
    tree = copied(tmp_path)
    insert_switches(tree)
    done = tree.run("-c", "import service.app")
    assert done.returncode == 1
    for place in ("switches.go_above", "table.switch.go_above", "paragraphs.V99"):
        assert f"en.json: {place}: missing" in done.stderr
    assert "en.json: explanations.any_trump: missing" in done.stderr


def test_a_duty_without_the_values_of_its_sentence_is_told_at_the_start(tmp_path: Path) -> None:
    tree = copied(tmp_path)
    insert_switches(tree)
    codes = tree.root / "service/belote/codes.py"
    codes.write_text(codes.read_text("utf-8").replace(VALUES, ""), encoding="utf-8")
    done = tree.run("-c", "import service.app")
    assert done.returncode == 1
    assert "IncompleteTableError: ([<Code.ANY_TRUMP: 'any_trump'>], [])" in done.stderr
