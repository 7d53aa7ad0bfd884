"""docs/calls.md calls every operation with curl, fetch and Python, and all three get one answer."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service.api.operations import operation_of
from tests.support.contract import ROOT
from tests.support.pages import blocks, shell
from tests.support.server import Server
from tools.calls_page import JAVASCRIPT, JSON, PAGE, PYTHON, page
from tools.openapi.examples import EXAMPLES

README = ROOT / "README.md"
HEADINGS = re.findall(r"^## (\w+ \S+)$", PAGE.read_text("utf-8"), re.MULTILINE)


def test_the_page_is_the_one_that_the_examples_make() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `python -m tools.calls_page`"


def test_each_operation_that_has_an_example_is_called_in_each_way(client: FlaskClient) -> None:
    app = client.application
    described = {
        rule.rule.replace("<", "{").replace(">", "}")
        for rule in app.url_map.iter_rules()
        if operation_of(app.view_functions[rule.endpoint]) and rule.endpoint in EXAMPLES
    }
    assert {one.split()[1] for one in HEADINGS} == described
    for part in PAGE.read_text("utf-8").split("\n## ")[1:]:
        assert re.findall(r"^```(\w+)$", part, re.MULTILINE) == ["sh", "js", "python"]


def test_each_other_operation_has_its_address(client: FlaskClient) -> None:
    app = client.application
    others = {
        rule.rule.replace("<", "{").replace(">", "}")
        for rule in app.url_map.iter_rules()
        if operation_of(app.view_functions[rule.endpoint]) and rule.endpoint not in EXAMPLES
    }
    rows = re.findall(r"^\| GET (\S+) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert {"/cards/{deck}/{card}.svg", "/conformance.jsonl", "/metrics"} <= others
    assert set(rows) == others


def test_the_readme_links_each_operation_of_a_version_to_its_calls() -> None:
    linked = re.findall(r"\]\(docs/calls\.md#([\w-]+)\)", README.read_text("utf-8"))
    versioned = [one for one in HEADINGS if one.split()[1].startswith("/v")]
    assert {slug(one) for one in versioned} <= {*linked}


def slug(heading: str) -> str:
    """The anchor that a heading of Markdown has on GitHub."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("value", [{"a": [1, None, True], "b-c": {}}, ["é\"'" * 20] * 9, [], "x"])
def test_a_literal_is_read_back_as_the_value(value: object) -> None:
    assert json.loads(JSON.write(value)) == value
    assert eval(PYTHON.write(value), {}) == value  # noqa: S307 - a literal that this test made
    if shutil.which("node"):
        script = f"console.log(JSON.stringify({JAVASCRIPT.write(value)}))"
        assert json.loads(shell(f"node -e {quoted(script)}", ROOT)) == value


def quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


@pytest.mark.node
@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
@pytest.mark.skipif(not shutil.which("curl"), reason="curl is not installed")
def test_the_three_ways_get_the_same_answer(server: Server, tmp_path: Path) -> None:
    address = f"127.0.0.1:{server.port}"

    def printed(language: str, name: str, prints: str, instead: str, command: str) -> list[str]:
        helper, *calls = blocks(PAGE, language)
        script = helper + "".join(one.replace(prints, instead) for one in calls)
        file = tmp_path / name
        file.write_text(script.replace("127.0.0.1:8000", address), "utf-8")
        return shell(f"{command} {file}", tmp_path).splitlines()

    by_fetch = printed(
        "js", "calls.mjs", "console.log(", "((it) => console.log(JSON.stringify(it)))(", "node"
    )
    by_python = printed(
        "python", "calls.py", "print(", "(lambda it: print(json.dumps(it)))(", sys.executable
    )
    by_curl = [
        shell(one.replace("127.0.0.1:8000", address), tmp_path) for one in blocks(PAGE, "sh")
    ]
    answers = [json.loads(one) for one in by_curl]
    assert len(answers) == len(HEADINGS)
    assert [json.loads(one) for one in by_fetch] == answers
    assert [json.loads(one) for one in by_python] == answers
    assert not [one for one in answers if one.get("type", "").startswith("/problems/")]
