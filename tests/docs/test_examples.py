"""The examples do what they say: a whole donne against a real server, the same in each language."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from service.api.i18n import CATALOGUES
from tests.support.contract import COMMITTED, ROOT, Operation, operations
from tests.support.server import Server

EXAMPLES = ROOT / "examples"
PYTHON, TYPESCRIPT = EXAMPLES / "python" / "donne.py", EXAMPLES / "typescript" / "donne.ts"
GAME, LOG = EXAMPLES / "python" / "game.py", EXAMPLES / "python" / "donne_log.py"
LOG_IN_NODE = EXAMPLES / "node" / "donne_log.mjs"

NODE = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


def run(command: list[str], cwd: Path = ROOT, **environment: str) -> str:
    """What a command prints; it must end well."""
    done = finished(command, cwd, **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def finished(command: list[str], cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=cwd,
        env=os.environ | environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def in_python(server: Server, language: str, example: Path = PYTHON) -> str:
    command = [sys.executable, "-W", "error", str(example), language]
    return run(command, ARBITER=f"http://127.0.0.1:{server.port}", PYTHONUTF8="1")


def in_typescript(server: Server, language: str, project: Path) -> str:
    command = ["npm", "start", "--silent", "--", language]
    return run(command, project, ARBITER=f"http://127.0.0.1:{server.port}")


# What they say ----------------------------------------------------------------------------------

HEADLINES = [
    "resolve: 100 points",
    "validate: 100, card_reused",
    "compare: NS by carre",
    "score: NS 235, EW 67",
]
SCORE = [
    "  cards: 95 to NS",
    "  cards: 57 to EW",
    "  dix_de_der: 10 to EW",
    "  belote: 20 to NS",
    "  announcements: 120 to NS",
]
FAULTS = ["duplicate_card #/hand/1", "wrong_number_of_cards #/hand"]
REASONS = {
    "en": (
        "  At equal points a carré beats a sequence, however long, and North-South have the carré."
    ),
    "fr": (
        "  À points égaux, le carré bat la suite, si longue soit-elle\u00a0: Nord-Sud a le carré."
    ),
    "es": (
        "  A igualdad de puntos, el carré gana a la escalera, por larga que sea: "
        "Norte-Sur tiene el carré."
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("language", REASONS)
def test_the_python_example_tells_the_donne_in_the_language_of_the_reader(
    server: Server, language: str
) -> None:
    told = in_python(server, language).splitlines()
    assert [line for line in told if line.startswith(("resolve", "val", "com", "sco"))] == HEADLINES
    assert told[-7:-2] == SCORE
    assert [" ".join(line.split()[:2]) for line in told[-2:]] == FAULTS
    assert REASONS[language] in told


# A game with three disputes -----------------------------------------------------------------------

DISPUTES = [
    "  West\N{RIGHT SINGLE QUOTATION MARK}s declaration 1 (cent) is void: it was made with the "
    "player\N{RIGHT SINGLE QUOTATION MARK}s own second card, and had to be made with the first "
    "at the latest. It came too late and is lost.",
    "  N played KC, legal: 8S",
    "  Trick 5: North played the king of clubs while holding a trump, and had to trump.",
    "  North-South forgot “rebelote” but said so by the time of the count: the oversight is "
    "pardoned, 20 points. This pardon is given once only.",
]
SHEET = [
    "Deal,Dealer,Taker,Trumps,Anna and Bruno,Carla and Dario,Notes",
    '1,East,Anna and Bruno,hearts,215,67,"announcements Anna and Bruno 100, '
    'belote Anna and Bruno, West: 1 void announcement"',
    '2,North,Carla and Dario,spades,312,0,"announcements Anna and Bruno 150, '
    'North: 1 irregular card, failed"',
    "3,West,,,,,passed",
    '4,South,Anna and Bruno,diamonds,164,68,"announcements Carla and Dario 50, '
    'belote Anna and Bruno, “rebelote” forgotten by Anna and Bruno, pardoned"',
    '5,East,Carla and Dario,clubs,91,0,"announcements Anna and Bruno 20, tie, 91 carried"',
    "Total,,,,782,135,91 carried",
]


def requests_by_route(server: Server) -> Counter[str]:
    """How many requests the server has answered, by route."""
    told = server.get("/metrics")[2].decode()
    found: Counter[str] = Counter()
    for route, number in re.findall(
        r'^belote_http_requests_total\{.*?route="([^"]+)".*?\} (\S+)$', told, re.MULTILINE
    ):
        found[route] += int(float(number))
    return found


@pytest.mark.slow
def test_the_game_settles_three_disputes_in_six_calls_beside_those_for_the_cards(
    server: Server,
) -> None:
    before = requests_by_route(server)
    told = in_python(server, "en", GAME).splitlines()
    calls = requests_by_route(server) - before
    assert [line for line in told if line.startswith("  ")] == DISPUTES
    assert told[-len(SHEET) :] == SHEET
    assert calls.pop("/v1/donnes/replay") == 4 * 32
    assert sum(calls[route] for route in calls if route.startswith("/v1/")) <= 6
    assert calls["/v1/games/score"] == 5


@pytest.mark.slow
@pytest.mark.parametrize("language", REASONS)
def test_the_game_is_told_in_the_language_of_the_reader(server: Server, language: str) -> None:
    told = in_python(server, language, GAME).splitlines()
    sheet = CATALOGUES[language]["sheet"]
    assert told[-len(SHEET)].startswith(f"{sheet['donne']},{sheet['dealer']},{sheet['taker']},")
    assert [line.split(",")[0] for line in told[-len(SHEET) :]] == [
        sheet["donne"],
        *"12345",
        sheet["total"],
    ]


# A log ------------------------------------------------------------------------------------------

AUDITED = [
    "The deal stands as it was played: North-South 111, East-West 71.",
    "  Trick 5: East played the ace of hearts while holding a card of the suit led, "
    "and had to follow suit.",
    "donnes/score: NS 111, EW 71",
    "from the play, without words: NS 91, EW 71",
]


@pytest.mark.slow
def test_a_donne_becomes_a_log_and_a_log_becomes_a_donne(server: Server) -> None:
    assert in_python(server, "en", LOG).splitlines() == AUDITED


@NODE
@pytest.mark.slow
@pytest.mark.parametrize("language", REASONS)
def test_the_converter_in_node_says_what_the_one_in_python_says(
    server: Server, language: str
) -> None:
    command = ["node", str(LOG_IN_NODE), language]
    told = run(command, ARBITER=f"http://127.0.0.1:{server.port}")
    assert told == in_python(server, language, LOG)


RUN_ALONE = [
    pytest.param([sys.executable, str(PYTHON)], id="python"),
    pytest.param([sys.executable, str(GAME)], id="game"),
    pytest.param([sys.executable, str(LOG)], id="log"),
    pytest.param(["node", str(LOG_IN_NODE)], id="log in node", marks=NODE),
]


@pytest.mark.slow
@pytest.mark.parametrize("command", RUN_ALONE)
def test_an_address_may_end_with_a_slash(server: Server, command: list[str]) -> None:
    told = run(command, ARBITER=f"http://127.0.0.1:{server.port}/")
    assert told == run(command, ARBITER=f"http://127.0.0.1:{server.port}")


@pytest.mark.slow
@pytest.mark.parametrize("command", RUN_ALONE)
def test_who_asks_a_service_that_is_not_there_is_told_so(command: list[str]) -> None:
    with socket.socket() as unheard:
        unheard.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unheard.getsockname()[1]}"
        done = finished(command, ROOT, ARBITER=address)
    assert done.returncode == 1
    assert done.stderr.startswith(f"No service at {address} (")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "example",
    [PYTHON, GAME, LOG, LOG_IN_NODE, TYPESCRIPT],
    ids=["python", "game", "log", "log in node", "typescript"],
)
def test_an_example_is_read_at_a_glance(example: Path) -> None:
    lines = example.read_text(encoding="utf-8").splitlines()
    assert len(lines) < 70
    assert max(map(len, lines)) <= 100


# The types of TypeScript ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The TypeScript example beside the contract: installed, its types made, compiled strictly."""
    if shutil.which("npm") is None:
        pytest.skip("npm, which installs the TypeScript example, is not installed")
    tree = tmp_path_factory.mktemp("tree")
    shutil.copy(COMMITTED, tree)
    there = tree / "examples" / "typescript"
    unmade = shutil.ignore_patterns("node_modules", "build", "schema.d.ts")
    shutil.copytree(TYPESCRIPT.parent, there, ignore=unmade)
    run(["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"], there)
    run(["npm", "run", "generate"], there)
    run(["npm", "run", "build"], there)
    return there


@pytest.mark.node
@pytest.mark.parametrize("language", REASONS)
def test_both_examples_get_the_same_rulings(server: Server, project: Path, language: str) -> None:
    assert in_typescript(server, language, project) == in_python(server, language)


def test_the_typescript_example_is_compiled_strictly_by_versions_that_stay() -> None:
    options = json.loads((TYPESCRIPT.parent / "tsconfig.json").read_text())["compilerOptions"]
    strict = {"strict", "noUncheckedIndexedAccess", "exactOptionalPropertyTypes"}
    assert {name for name, value in options.items() if value is True} >= strict
    package = json.loads((TYPESCRIPT.parent / "package.json").read_text())
    versions = (package["dependencies"] | package["devDependencies"]).values()
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in versions)


# A slip in the example, and what the compiler calls it.
SLIPS = {
    "a_field_outside_the_contract": ("declare_best: true };", "declare_bset: true };", "TS2561"),
    "no_deck": ('deck: "french", ', "", "TS2322"),
    "no_such_team": ('takers: "NS"', 'takers: "SN"', "TS2322"),
    "no_such_kind": ('kind: "carre"', 'kind: "quarte"', "TS2322"),
    "a_number_for_a_card": ('["KS", ...hands.N]', "[7, ...hands.N]", "TS2322"),
    "no_such_address": ("announcements/compare", "announcements/contrast", "TS2345"),
    "no_such_field_of_an_answer": ("hand.best.points", "hand.best.value", "TS2339"),
    "the_cards_of_a_void_declaration": ('verdict === "valid"', 'verdict === "void"', "TS18047"),
    "the_faults_of_a_problem_that_has_none": ("status === 422", "status === 415", "TS2339"),
}


CHECK = ["npm", "run", "check", "--", "--project", "slips.json", "--pretty", "false"]


def complaints(project: Path, *files: str) -> dict[str, set[str]]:
    """What the compiler finds wrong in each file."""
    own = {"extends": "./tsconfig.json", "files": files}
    (project / "slips.json").write_text(json.dumps(own))
    told = finished(CHECK, project).stdout
    found: dict[str, set[str]] = {name: set() for name in files}
    for name, code in re.findall(r"^(\w+\.ts)\(\d+,\d+\): error (TS\d+):", told, re.MULTILINE):
        found[name].add(code)
    return found


@pytest.mark.node
def test_a_slip_does_not_compile(project: Path) -> None:
    right = TYPESCRIPT.read_text(encoding="utf-8")
    for name, (old, new, _) in SLIPS.items():
        assert right.count(old) == 1
        (project / f"{name}.ts").write_text(right.replace(old, new), encoding="utf-8")
    found = complaints(project, "donne.ts", *(f"{name}.ts" for name in SLIPS))
    assert found["donne.ts"] == set()
    for name, (_, _, code) in SLIPS.items():
        assert code in found[f"{name}.ts"], name


@pytest.mark.node
def test_every_answer_is_what_its_name_says_once_it_is_fetched(project: Path) -> None:
    """The types that openapi-fetch makes of answers leave out nothing of the contract's."""
    named = [
        f'(await ask.{one.method}("{one.path}", anything)).data satisfies {_type_of(one)};'
        for one in operations()
        if one.answer[0] == "application/json"
    ]
    (project / "answers.ts").write_text("\n".join([ASKING, *named]))
    assert complaints(project, "answers.ts") == {"answers.ts": set()}
    assert len(named) > 10


ASKING = """
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";
type Answer<Name extends keyof components["schemas"]> = components["schemas"][Name] | undefined;
const ask = createClient<paths, `application/${string}json`>();
declare const anything: any;
"""


def _type_of(one: Operation) -> str:
    return f'Answer<"{one.answer[1]["schema"]["$ref"].rpartition("/")[2]}">'
