"""The image: built as CI would, run as an orchestrator would."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from shutil import copyfile, copytree
from signal import SIGTERM

import pytest

from tests.support import image
from tests.support.image import Container

WHY_NOT = image.missing()
NAME = "localhost/belote-arbiter:test"
AGAIN = "localhost/belote-arbiter:again"
MEGABYTE = 1_000_000

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(WHY_NOT is not None, reason=str(WHY_NOT)),
]


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    made = image.make_base()
    yield made
    if made != image.PULLED:
        image.remove(made)


@pytest.fixture(scope="module")
def built(base: str) -> Iterator[str]:
    image.build(base, NAME)
    yield NAME
    image.remove(NAME)


@pytest.fixture(scope="module")
def container(built: str) -> Iterator[Container]:
    with image.running(built) as running:
        yield running


def test_the_same_files_give_the_same_layers_whoever_has_them_and_since_when(
    base: str, built: str, tmp_path: Path
) -> None:
    for name in ("Dockerfile", ".dockerignore", "requirements.lock", "openapi.yaml"):
        copyfile(image.ROOT / name, tmp_path / name)
    for name in ("service", "tools"):
        copytree(image.ROOT / name, tmp_path / name, copy_function=copyfile)
        for path in (tmp_path / name).rglob("*"):
            path.chmod(0o700 if path.is_dir() else 0o600)
    try:
        image.build(base, AGAIN, tmp_path)
        assert image.layers(AGAIN) == image.layers(built)
    finally:
        image.remove(AGAIN)


def test_it_adds_little_to_its_base(base: str, built: str) -> None:
    assert image.size(built) - image.size(base) < 40 * MEGABYTE


def test_it_is_ready_within_seconds(container: Container) -> None:
    assert container.get("/readyz")[0] == 200
    assert container.seconds < 15


def test_a_hand_is_answered_on_a_read_only_root(container: Container) -> None:
    hand = ["KS", "KH", "KD", "KC", "QH", "JH", "7D", "8C"]
    with closing(HTTPConnection("127.0.0.1", container.port, timeout=20)) as connection:
        body = json.dumps({"deck": "french", "hand": hand})
        connection.request("POST", "/v1/hands/resolve", body, {"Content-Type": "application/json"})
        answer = json.loads(connection.getresponse().read())
    assert answer["best"]["points"] == 100
    assert container.execute("touch", "/opt/belote/mark").returncode != 0


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/words/fr.json",
        "/docs",
        "/openapi.yaml",
        "/metrics",
        "/livez",
    ],
)
def test_nothing_it_serves_was_left_out(path: str, container: Container) -> None:
    assert container.get(path)[0] == 200


@pytest.mark.parametrize("page", ["/", "/docs"])
def test_the_files_of_a_page_are_there_under_hashed_names(page: str, container: Container) -> None:
    text = container.get(page)[2].decode()
    files = re.findall(r'(?:href|src)="((?:static|docs)/[^"]+)"', text)
    assert len(files) > 2
    for file in files:
        status, headers, _ = container.get(f"/{file}", accept_encoding="gzip")
        assert (status, "immutable" in headers["Cache-Control"]) == (200, True), file


def test_what_built_it_stays_behind(container: Container) -> None:
    assert container.execute("ls", "/opt/belote/tools").returncode != 0


def test_it_runs_as_a_numbered_user_that_may_do_nothing_else(container: Container) -> None:
    assert container.execute("id", "-u").stdout.strip() == "10001"
    status = container.execute("cat", "/proc/1/status").stdout
    may = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    assert may["CapBnd"] == "0" * 16
    assert may["NoNewPrivs"] == "1"


def test_its_own_health_check_finds_it_healthy(container: Container) -> None:
    assert container.is_healthy()


def test_nothing_that_installs_is_left_in_its_environment(container: Container) -> None:
    assert container.execute("python", "-c", "import flask").returncode == 0
    assert container.execute("python", "-c", "import pip").returncode != 0
    assert container.execute("ls", "/etc/pip.conf").returncode != 0


def test_its_modules_are_compiled_already(container: Container) -> None:
    """An unchecked cache is never written again, and holds no time."""
    code = "import service.app as a; print(open(a.__cached__, 'rb').read(8)[4])"
    assert container.execute("python", "-c", code).stdout.strip() == "1"


def test_it_stops_on_sigterm_with_status_0(built: str) -> None:
    with image.running(built) as running:
        running.process.send_signal(SIGTERM)
        assert running.process.wait(timeout=60) == 0
