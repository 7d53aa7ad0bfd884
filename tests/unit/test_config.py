"""The environment: what each variable means, and what is refused by name."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from service import config, startup
from service.app import create_app
from service.config import LOG_LEVELS, METRICS_FOLDER, Config, prepare_environment
from tests.support.contract import ROOT


def started(**environment: str) -> subprocess.CompletedProcess[str]:
    """The server, given what it should refuse."""
    return subprocess.run(
        [sys.executable, "-m", "service"],
        env=os.environ | {"HOST": "127.0.0.1"} | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


NONSENSE = {
    "ACCESS_LOG": "yes",
    "BODY_TIMEOUT": "soon",
    "CORS_ORIGINS": "https://a.example/",
    "HOST": "a.example:80",
    "LOG_LEVEL": "nonsense",
    "PORT": "65536",
    METRICS_FOLDER: "/nonexistent",
    "SCRIPT_NAME": "/arb",
    "WEB_CONCURRENCY": "many",
}
VARIABLES = tuple(NONSENSE)


@pytest.mark.parametrize("variable", VARIABLES)
def test_the_page_for_operators_lists_every_variable(variable: str) -> None:
    assert (
        f"`{variable}`"
        in (ROOT / "docs" / "operating.md").read_text("utf-8").partition("\n## Settings\n")[2]
    )


@pytest.mark.parametrize(("variable", "value"), NONSENSE.items())
def test_the_server_names_a_setting_that_makes_no_sense_in_one_sentence(
    variable: str, value: str
) -> None:
    done = started(**{variable: value})
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith(f"belote-arbiter: {variable} must ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("https://a.example/", "write https://a.example"),
        ("https://A.example", "write https://a.example"),
        ("HTTPS://a.example", "write https://a.example"),
        ("https://a.example/path?query", "write https://a.example"),
        ("https://user@a.example", "write https://a.example"),
        ("https://a.example:443", "write https://a.example"),
        ("http://a.example:80", "write http://a.example"),
        ("http://a.example:08080", "write http://a.example:8080"),
        ("http://[::1]:80", "write http://[::1]"),
        ("https://a.example https://b.example/", "write https://b.example"),
        ("a.example", None),
        ("a.example:3000", None),
        ("nonsense", None),
        ("x;y", None),
        ("null", None),
        ("https://", None),
        ("https://*.a.example", None),
        ("http://[::1", None),
        ("http://a.example:http", None),
        ("http://a.example:99999", None),
        ("https://b\N{LATIN SMALL LETTER U WITH DIAERESIS}cher.example", None),
    ],
)
def test_an_origin_that_no_browser_sends_is_refused_with_the_right_form(
    text: str, remedy: str | None
) -> None:
    with pytest.raises(ValueError, match=r"^CORS_ORIGINS must be origins as browsers") as refused:
        Config.from_environment({"CORS_ORIGINS": text})
    assert (str(refused.value).partition("; ")[2] or None) == remedy


@pytest.mark.parametrize(
    "text",
    ["https://a.example", "http://localhost:3000", "http://[::1]:8080", "capacitor://localhost"],
)
def test_an_origin_as_browsers_send_it_is_taken(text: str) -> None:
    assert Config.from_environment({"CORS_ORIGINS": text}).cors_origins == frozenset({text})


def test_any_origin_and_some_origins_exclude_each_other() -> None:
    with pytest.raises(ValueError, match=r"^CORS_ORIGINS must be \* alone or a list"):
        Config.from_environment({"CORS_ORIGINS": "*, https://a.example"})


def test_only_one_module_reads_the_environment() -> None:
    readers = {
        file.name
        for file in (ROOT / "service").rglob("*.py")
        if re.search(r"\bos\.(environ|getenv|putenv)|\bgetenv\b", file.read_text("utf-8"))
    }
    assert readers == {"config.py"}


def test_an_empty_list_of_origins_lets_no_browser_in() -> None:
    chosen = Config.from_environment({"CORS_ORIGINS": "", "ACCESS_LOG": "off"})
    client = create_app(chosen).test_client()
    answer = client.get("/livez", headers={"Origin": "https://a.example"})
    assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize(
    ("environment", "address"),
    [
        ({}, "0.0.0.0:8000"),
        ({"HOST": "", "PORT": ""}, "0.0.0.0:8000"),
        ({"HOST": "127.0.0.1", "PORT": "0"}, "127.0.0.1:0"),
        ({"HOST": "localhost"}, "localhost:8000"),
        ({"HOST": "::"}, "[::]:8000"),
        ({"HOST": "::1", "PORT": "9"}, "[::1]:9"),
        ({"HOST": "[::]"}, "[::]:8000"),
        ({"HOST": "unix:/run/belote.sock", "PORT": "9"}, "unix:/run/belote.sock"),
    ],
)
def test_host_and_port_are_an_address_of_gunicorns(
    environment: dict[str, str], address: str
) -> None:
    assert Config.from_environment(environment).bind == address


@pytest.mark.parametrize(
    "host", ["a:b", "127.0.0.1:80", "fe80::1%eth0", "a b", "http://a", "[a]", "::g", "unix:", "a,b"]
)
def test_a_host_that_cannot_be_one_is_refused(host: str) -> None:
    with pytest.raises(ValueError, match=r"^HOST must be "):
        Config.from_environment({"HOST": host})


@pytest.mark.parametrize("port", ["http", "-1", "65536", "8000.0", "\N{SUPERSCRIPT TWO}", "9" * 99])
def test_a_port_that_cannot_be_one_is_refused(port: str) -> None:
    with pytest.raises(ValueError, match=r"^PORT must be a whole number from 0 to 65535"):
        Config.from_environment({"PORT": port})


@pytest.mark.parametrize("workers", ["many", "0", "-1", "1.5", "1025"])
def test_a_number_of_workers_that_cannot_be_one_is_refused(workers: str) -> None:
    with pytest.raises(ValueError, match=r"^WEB_CONCURRENCY must be a whole number from 1 to 1024"):
        Config.from_environment({"WEB_CONCURRENCY": workers})


def test_there_are_as_many_workers_as_cores_where_nobody_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 5}, raising=False)
    assert Config.from_environment({}).workers == 3
    assert Config.from_environment({"WEB_CONCURRENCY": ""}).workers == 3
    assert Config.from_environment({"WEB_CONCURRENCY": "7"}).workers == 7
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert Config.from_environment({}).workers == 1


@pytest.mark.parametrize("level", LOG_LEVELS)
def test_every_level_of_the_log_may_be_named(level: str) -> None:
    assert Config.from_environment({"LOG_LEVEL": level}).log_level == level


@pytest.mark.parametrize("level", ["nonsense", "WARN", "10"])
def test_any_other_level_is_refused(level: str) -> None:
    with pytest.raises(ValueError, match=r"^LOG_LEVEL must be one of debug, info, warning, error"):
        Config.from_environment({"LOG_LEVEL": level})


def test_an_empty_level_is_the_usual_one() -> None:
    assert Config.from_environment({}).log_level == "warning"
    assert Config.from_environment({"LOG_LEVEL": ""}).log_level == "warning"


@pytest.mark.parametrize("environment", [{}, dict.fromkeys(VARIABLES, "")])
def test_an_empty_environment_makes_sense(environment: dict[str, str]) -> None:
    prepare_environment(environment)


def test_a_variable_that_is_empty_counts_as_not_set() -> None:
    empty = dict.fromkeys(VARIABLES, "")
    prepare_environment(empty.copy())
    chosen = Config.from_environment(empty)
    assert chosen == replace(Config.from_environment({}), cors_origins=frozenset())


def test_an_empty_number_of_workers_is_removed_since_gunicorn_fails_on_it() -> None:
    environment = {"WEB_CONCURRENCY": "", "PORT": ""}
    prepare_environment(environment)
    assert environment == {"PORT": ""}


def test_an_empty_prefix_is_none_and_any_other_is_refused_with_the_remedy() -> None:
    prepare_environment({"SCRIPT_NAME": ""})
    with pytest.raises(ValueError, match=r"^SCRIPT_NAME must not be set: .*strip it$"):
        prepare_environment({"SCRIPT_NAME": "/arb"})


def test_a_folder_for_metrics_must_be_there(tmp_path: Path) -> None:
    assert config.metrics_folder({METRICS_FOLDER: str(tmp_path)}) == tmp_path
    assert config.metrics_folder({METRICS_FOLDER: ""}) is None
    file = tmp_path / "file"
    file.touch()
    for wrong in (file, tmp_path / "missing"):
        with pytest.raises(ValueError, match=f"^{METRICS_FOLDER} must be a folder"):
            config.metrics_folder({METRICS_FOLDER: str(wrong)})


def test_without_a_folder_for_temporary_files_the_remedy_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def none() -> str:
        raise FileNotFoundError("No usable temporary directory found in ['/tmp']")

    monkeypatch.setattr(tempfile, "gettempdir", none)
    monkeypatch.setattr(config, "memory_folder", lambda: None)
    with pytest.raises(OSError, match="set TMPDIR"):
        prepare_environment({})
    monkeypatch.setattr(config, "memory_folder", lambda: "/memory")
    assert config.temporary_folders() == ["/memory"]


# The limit on open files ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("soft", "hard", "limit"),
    [
        (1024, 20_000, (20_000, 20_000)),
        (1024, 2**30, (startup.OPEN_FILES, 2**30)),
        (1024, resource.RLIM_INFINITY, (startup.OPEN_FILES, resource.RLIM_INFINITY)),
        (2**20, 2**30, None),
        (1024, 1024, None),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, None),
    ],
)
def test_the_soft_limit_on_open_files_is_raised_within_reason(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, limit: tuple[int, int] | None
) -> None:
    now: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: now.append(limits))
    startup.raise_open_files_limit()
    assert now == ([limit] if limit else [])
