"""What the README shows is what happens."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import Server, serving

README = Path(__file__).parents[1] / "README.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README.read_text("utf-8"), re.MULTILINE | re.DOTALL)
CURLS = [text for language, text in BLOCKS if language == "sh" and text.startswith("curl")]
QUOTES = re.findall(r"^> (.+)$", README.read_text("utf-8"), re.MULTILINE)

pytestmark = pytest.mark.skipif(not shutil.which("curl"), reason="curl is not installed")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


def run(server: Server, command: str) -> str:
    local = command.replace("127.0.0.1:8000", f"127.0.0.1:{server.port}")
    return subprocess.run(local, shell=True, capture_output=True, text=True, check=True).stdout


def test_the_first_curl_gets_the_answer_beneath_it(server: Server) -> None:
    answers = [text for language, text in BLOCKS if language == "json"]
    assert run(server, CURLS[0]).strip() == answers[0].strip()


@pytest.mark.parametrize("command", CURLS)
def test_every_curl_gets_a_ruling(server: Server, command: str) -> None:
    assert "status" not in json.loads(run(server, command))


def test_every_sentence_quoted_was_said_in_answer_to_some_curl(server: Server) -> None:
    said = {
        reason["text"]
        for command in CURLS
        for reason in json.loads(run(server, command)).get("explanation", [])
    }
    assert set(QUOTES) <= said
    assert QUOTES
