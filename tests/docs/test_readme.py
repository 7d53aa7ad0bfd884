"""What the README and docs/api.md show is what happens."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support import image
from tests.support.contract import ROOT
from tests.support.pages import blocks, clone, shell
from tests.support.server import Server, free_port

README, API = ROOT / "README.md", ROOT / "docs" / "api.md"
CI = (ROOT / ".ci" / "run").read_text("utf-8")
SHELL = [text for page in (README, API) for text in blocks(page, "sh")]
ABOUT_ERRORS = ("X-Request-Id", "/problems")
"""What tells the calls that are answered by an error, or by what one means."""

CURLS = [
    text
    for text in SHELL
    if text.startswith("curl")
    and not any(part in text for part in (" -sO ", "text/csv", *ABOUT_ERRORS))
]
REFUSED, EXPLAINED = (
    next(text for text in SHELL if text.startswith("curl") and part in text)
    for part in ABOUT_ERRORS
)
[SHEET] = [text for text in SHELL if text.startswith("curl") and "text/csv" in text]


@dataclass(frozen=True)
class Quoted:
    """A call on a page, what is quoted of its answer, and how much is said to be left."""

    language: str
    call: str
    lines: list[str]
    more: int


def quoted(page: Path) -> Iterator[Quoted]:
    """Yield each call of a page that is quoted from."""
    for part in re.split(r"^(?=```(?:sh|js)$)", page.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        language, call, rest = re.findall(r"(?ms)\A```(\w+)\n(.*?)^```$(.*)", part)[0]
        lines = re.findall(r"^> (?!… )(.+)$", rest, re.MULTILINE)
        more = re.findall(r"^> … (\d+) more$", rest, re.MULTILINE)
        if lines and (call in CURLS or language == "js"):
            yield Quoted(language, call, lines, *map(int, more or ["0"]))


QUOTED = [one for page in (README, API) for one in quoted(page)]


def the(part: str) -> str:
    """The one command with this in it."""
    found: list[str] = [text for text in SHELL if part in text and text not in CURLS]
    assert len(found) == 1, part
    return found[0]


START, TEST, CHECK = the("python -m service"), the("bin/pytest"), the("ruff")
PYTHON, TYPESCRIPT, DOCKER = the("donne.py"), the("npm"), the("docker")
[SCRIPT] = blocks(README, "js")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return clone(tmp_path_factory.mktemp("readme"))


def run(command: str, server: Server, cwd: Path = ROOT) -> str:
    """What a command prints, with the server where this one is."""
    address = f"127.0.0.1:{server.port}"
    return shell(command.replace("127.0.0.1:8000", address), cwd, ARBITER=f"http://{address}")


def needs(tool: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not shutil.which(tool), reason=f"{tool} is not installed")


# Asking -----------------------------------------------------------------------------------------


@pytest.mark.slow
@needs("curl")
def test_the_first_curl_gets_the_answer_beneath_it(server: Server) -> None:
    [answer] = blocks(README, "json")
    assert run(CURLS[0], server).strip() == answer.strip()


@pytest.mark.slow
@needs("curl")
def test_the_sheet_is_the_one_beneath_its_call(server: Server) -> None:
    [sheet] = blocks(API, "csv")
    assert run(SHEET, server).splitlines() == sheet.splitlines()


@pytest.mark.slow
@needs("curl")
def test_the_error_is_the_one_beneath_its_call(server: Server) -> None:
    [problem] = blocks(API, "json")
    assert json.loads(run(REFUSED, server)) == json.loads(problem)


@pytest.mark.slow
@needs("curl")
def test_the_code_of_the_error_is_explained(server: Server) -> None:
    [problem] = blocks(API, "json")
    assert json.loads(problem)["type"] in EXPLAINED
    assert json.loads(run(EXPLAINED, server))["title"] == "Carte inconnue"


@pytest.mark.slow
@needs("curl")
@pytest.mark.parametrize("command", CURLS)
def test_every_curl_gets_a_ruling(server: Server, command: str) -> None:
    assert "status" not in json.loads(run(command, server))


@pytest.mark.slow
@needs("curl")
@needs("node")
@pytest.mark.parametrize("one", QUOTED, ids=lambda one: one.call.split(" -H ")[0])
def test_what_is_quoted_was_said_and_what_is_left_out_is_counted(
    server: Server, tmp_path: Path, one: Quoted
) -> None:
    if one.language == "js":
        said = fetched(server, tmp_path)
    else:
        said = [reason["text"] for reason in json.loads(run(one.call, server))["explanation"]]
    assert [line for line in said if line in one.lines] == one.lines
    assert len(said) - len(one.lines) == one.more


def fetched(server: Server, folder: Path) -> list[str]:
    """The lines that the script prints."""
    script = folder / "ask.mjs"
    script.write_text(SCRIPT.replace("127.0.0.1:8000", f"127.0.0.1:{server.port}"), "utf-8")
    return run(f"node {script}", server).splitlines()


@pytest.mark.node
@needs("node")
def test_the_script_gets_a_ruling(server: Server, tmp_path: Path) -> None:
    points, *sentences = fetched(server, tmp_path)
    assert points == "100 points"
    assert "kings" in sentences[0]


@pytest.mark.slow
def test_the_python_example_tells_a_donne(server: Server, tree: Path) -> None:
    assert "score: NS 235, EW 67" in run(PYTHON, server, tree).splitlines()


@pytest.mark.node
@needs("npm")
def test_the_typescript_example_tells_the_same_donne(server: Server, tree: Path) -> None:
    assert run(PYTHON, server, tree) in run(TYPESCRIPT, server, tree)


# Starting and testing ---------------------------------------------------------------------------


@contextmanager
def background(command: str, cwd: Path, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """A command that goes on until it is stopped, with all that it started."""
    process = subprocess.Popen(
        command,
        shell=True,
        cwd=cwd,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
        process.communicate(timeout=60)


def answers(process: subprocess.Popen[str], port: int, seconds: float) -> bool:
    """Whether it answers before it ends or the time is over."""
    server = Server(port, process, None)  # type: ignore[arg-type]  # nothing is asked of what it says
    deadline = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < deadline:
        try:
            return server.get("/readyz")[0] == 200
        except OSError:
            time.sleep(0.2)
    return False


UNREACHABLE = ("No matching distribution", "Could not find a version", "Could not install")


@pytest.mark.slow
def test_the_first_command_starts_the_service(tree: Path) -> None:
    port = free_port()
    with background(START, tree, PORT=str(port), WEB_CONCURRENCY="1") as process:
        started = answers(process, port, 240)
        if not started and process.poll() is not None:
            told = process.communicate()[0]
            if any(sign in told for sign in UNREACHABLE):
                pytest.skip("pip reaches no packages here")
            pytest.fail(told)
    assert started


@pytest.mark.parametrize("command", [TEST, CHECK], ids=["tests", "checks"])
def test_ci_runs_the_other_commands_as_they_stand_here(command: str) -> None:
    """CI installs the tools of more than one command at once."""
    *install, rest = re.split(r"(?<=\]') && ", command.strip())
    assert rest in CI
    assert all(one in CI for one in re.findall(r"\[(\w+)", " ".join(install)))


# The image --------------------------------------------------------------------------------------

SHIM = """\
#!/bin/sh
# What `docker` does, by tools that need no daemon.
verb=$1
shift
case $verb in
  build) exec {build} "$@" ;;
  run) exec {run} "$@" ;;
esac
"""


@pytest.mark.system
@pytest.mark.skipif(image.missing() is not None, reason=str(image.missing()))
def test_the_commands_for_docker_build_an_image_and_run_it(tree: Path, tmp_path: Path) -> None:
    port = free_port()
    base = image.make_base()
    with image.reaching_packages() as reach:
        build = [*image.BUILD, *reach, f"--build-arg=BASE={base}"]
        run = [*image.RUN, f"--env=PORT={port}"]
        shim = tmp_path / "docker"
        shim.write_text(SHIM.format(build=shlex.join(build), run=shlex.join(run)))
        shim.chmod(0o755)
        path = f"{tmp_path}:{os.environ['PATH']}"
        with background(DOCKER, tree, PATH=path) as process:
            assert answers(process, port, 600), process.communicate()[0]
    image.remove("belote-arbiter")
