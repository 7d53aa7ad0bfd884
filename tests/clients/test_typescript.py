"""Clients in TypeScript that are generated from openapi.yaml compile as they come, and get rulings.

Each generator makes a client in a temporary folder. A small program uses it without a cast, the
compiler checks both strictly, and the program asks a running server.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.support.server import Server
from tests.support.workshop import SAID, Workshop

SOURCE = Path(__file__).parent / "typescript"

needs_npm = pytest.mark.skipif(
    shutil.which("npm") is None, reason="npm, which installs the generators, is not installed"
)

PROGRAMS = {
    "fetch": "openapi-typescript",
    "hey": "@hey-api/openapi-ts",
    "orval": "orval",
}
"""The generators of TypeScript, by the name of their program."""


@pytest.fixture(scope="module")
def typescript(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    """Install the generators of TypeScript, and make their clients."""
    folder = tmp_path_factory.mktemp("typescript")
    made = Workshop(folder, SOURCE, f"http://127.0.0.1:{server.port}")
    made.run("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error")
    generators = [("npm", "run", "--silent", f"generate:{name}") for name in PROGRAMS]
    for said in made.together(*generators):
        assert "warn" not in said.lower()
    mixtures = (made.folder / "mixtures.ts").read_text("utf-8")
    (made.folder / "mixtures.ts").unlink()
    for name, module in TYPES.items():
        text = mixtures.replace('"TYPES"', f'"{module}"')
        (made.folder / f"mixtures-{name}.ts").write_text(text, "utf-8")
    return made


TYPES = {
    "fetch": "./types-fetch.js",
    "hey": "./types-hey/index.js",
    "orval": "./types-orval/index.js",
}
"""The modules of the types that each generator of TypeScript makes."""


@pytest.fixture(scope="module")
def compiled(typescript: Workshop) -> Workshop:
    """Compile the programs and what must not compile, which is expected line by line."""
    typescript.run("npm", "run", "--silent", "compile")
    return typescript


@pytest.mark.node
@needs_npm
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_client_in_typescript_compiles_and_gets_rulings(compiled: Workshop, program: str) -> None:
    assert compiled.run("node", f"build/{program}.js") == SAID


@pytest.mark.node
@needs_npm
@pytest.mark.parametrize("program", PROGRAMS)
def test_what_no_request_may_mix_does_not_compile(compiled: Workshop, program: str) -> None:
    """An error that the compiler did not find would be one itself."""
    text = (compiled.folder / f"mixtures-{program}.ts").read_text("utf-8")
    assert text.count("@ts-expect-error") > 20
    assert (compiled.folder / "build" / f"mixtures-{program}.js").is_file()


@pytest.mark.node
@needs_npm
def test_no_type_is_named_by_a_number(typescript: Workshop) -> None:
    """Apart from the responses of orval, whose number is their status."""
    found: list[str] = []
    for file in ("types-fetch/schema.d.ts", "types-hey/types.gen.ts", "types-orval/index.ts"):
        text = (typescript.folder / file).read_text("utf-8")
        found += re.findall(r"^export (?:type|interface|enum|const) (\w*\d)\b", text, re.MULTILINE)
    assert [name for name in found if not re.search(r"Response[2-5]\d\d$", name)] == []


@pytest.mark.node
@needs_npm
def test_linters_find_nothing_to_say(typescript: Workshop) -> None:
    redocly, spectral = typescript.together(
        ("npm", "run", "--silent", "lint:redocly"), ("npm", "run", "--silent", "lint:spectral")
    )
    found = json.loads(redocly[redocly.index("{") : redocly.rindex("}") + 1])
    assert found["problems"] == []
    assert (found["totals"]["errors"], found["totals"]["warnings"]) == (0, 0)
    assert "No results with a severity of 'hint' or higher found!" in spectral


# Without the network ----------------------------------------------------------------------------


def test_the_generators_are_installed_in_versions_that_stay() -> None:
    versions = json.loads((SOURCE / "package.json").read_text("utf-8"))["devDependencies"]
    assert set(PROGRAMS.values()) <= set(versions)
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in versions.values())


def test_the_lock_names_no_registry() -> None:
    """So that whoever installs from it takes the registry that is configured."""
    lock = json.loads((SOURCE / "package-lock.json").read_text("utf-8"))
    assert [name for name, one in lock["packages"].items() if "resolved" in one] == []
    assert all("integrity" in one for name, one in lock["packages"].items() if name)
