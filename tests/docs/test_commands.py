"""Every command of every page is run, here or by another test, or there is a reason against it."""

from __future__ import annotations

import re
import shlex
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from tests.support.contract import ROOT
from tests.support.pages import PAGES, clone, commands, set_up, shell
from tests.support.server import Server

# The start of a command, and what runs it instead of this module, or why nothing does.
ELSEWHERE = {
    "python3 -m venv .venv && .venv/bin/pip install -q . &&": "tests/docs/test_readme.py",
    "python3 -m venv .venv && .venv/bin/pip install -q -e '.[test]' &&": ".ci/run",
    ".venv/bin/pip install -q -e '.[test,lint]' &&": ".ci/run",
    ".venv/bin/pip install -e '.[release]'": ".ci/run",
    ".venv/bin/cyclonedx-py requirements": ".ci/run",
    ".ci/run": "CI",
    "apt-get install": ".ci/run",
    "docker build": "tests/docs/test_readme.py",
    "cd examples/typescript": "tests/docs/test_readme.py",
    "ruff check": ".ci/run, command by command",
    ".venv/bin/pytest -m": ".ci/run, which runs the tests of all markers",
    ".venv/bin/python -m tests.robustness.hostile": ".ci/run",
    ".venv/bin/python -m tests.robustness.memory": ".ci/run",
    ".venv/bin/python -m tests.robustness.mutated": "tests/http/test_mutated.py, on fewer requests",
    ".venv/bin/python -m tests.support.rolling": "tests/deploy/test_deploy.py",
    ".venv/bin/python -m tools.release": "tests/docs/test_releasing.py",
    "git commit --all": "tests/docs/test_releasing.py",
    "git push": "tests/docs/test_releasing.py",
    ".venv/bin/uv pip compile": "tests/docs/test_releasing.py",
    "python -m service": "tests/docs/test_readme.py, which starts it by the first command",
    ".venv/bin/python -m service": "tests/docs/test_readme.py, in the first command",
    "python3 examples/conformance": "tests/http/test_conformance.py, since the engine is wrong",
    "node examples/conformance": "tests/http/test_conformance.py, the same",
    "kubectl apply": "not run: it needs a cluster; tests/deploy validates the manifests",
    ".venv/bin/python -m tests.support.pictures": "not run: it takes minutes, for people to look",
    ".venv/bin/python -m tests.bench": "not run: it takes minutes, and measures an idle machine",
    ".venv/bin/pip install -q -e '.[test,mutation]' &&": "not run: it takes an hour",
    "just": "not run: just may not be installed; its recipes are commands of these pages",
}

FOUND = sorted({command for page in PAGES for command in commands(page)})
RUN = [one for one in FOUND if not one.startswith(tuple(ELSEWHERE))]


TESTS = re.compile(r"^(?:\.venv/bin/)?pytest .*$", re.MULTILINE)
"""The lines of a command that run tests."""


def paths_of(line: str) -> list[str]:
    """The files and folders of tests that a line names."""
    words = shlex.split(line, comments=True)
    return [
        word for before, word in pairwise(words) if word[0] != "-" and before not in ("-k", "-m")
    ]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = clone(tmp_path_factory.mktemp("commands"))
    set_up(made)
    return made


def test_commands_are_found_and_none_is_excused_that_no_page_has() -> None:
    assert len(RUN) > 10
    assert [start for start in ELSEWHERE if not any(one.startswith(start) for one in FOUND)] == []


@pytest.mark.parametrize("where", sorted(set(ELSEWHERE.values())))
def test_what_runs_a_command_elsewhere_is_there(where: str) -> None:
    file = where.partition(",")[0]
    assert where.startswith("not run: ") or where == "CI" or (ROOT / file).exists()


@pytest.mark.slow
@pytest.mark.parametrize("command", RUN)
def test_a_command_succeeds(tree: Path, server: Server, command: str) -> None:
    """The tests that a command names must be there; CI runs them all."""
    for line in TESTS.findall(command):
        assert all((tree / path).exists() for path in paths_of(line)), line
    tool = command.split(maxsplit=1)[0]
    if shutil.which(tree / tool) is None and shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    address = f"127.0.0.1:{server.port}"
    here = TESTS.sub("true", command).replace("127.0.0.1:8000", address)
    shell(here, tree, ARBITER=f"http://{address}")
