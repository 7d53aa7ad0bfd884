"""What docs/operating.md shows is what happens, and the limits in it are those that are set."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.support.contract import ROOT
from tests.support.pages import blocks, shell
from tests.support.server import serving

PAGE = (ROOT / "docs" / "operating.md").read_text("utf-8")
COMMANDS = blocks(ROOT / "docs" / "operating.md", "sh")
[WRITE] = [command for command in COMMANDS if "nginx_problems" in command]
[MEASURE] = [command for command in COMMANDS if "/metrics" in command]

LIMITS = re.findall(
    r"^\| ([^|]+) \| ([\w./-]+/[\w.-]+) \| `([^`]+)` \| [^|]+ \|$", PAGE, re.MULTILINE
)


@pytest.mark.slow
def test_the_command_for_the_problems_of_nginx_writes_them(tmp_path: Path) -> None:
    written = Path("deploy", "nginx-problems.conf")
    for folder in ("service", "tools", "deploy"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    (tmp_path / written).unlink()
    (tmp_path / ".venv").symlink_to(sys.prefix)
    shell(WRITE, tmp_path)
    assert (tmp_path / written).read_text("utf-8") == (ROOT / written).read_text("utf-8")


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("curl"), reason="curl is not installed")
def test_the_metrics_that_are_named_are_measured() -> None:
    with serving() as server:
        address = f"127.0.0.1:{server.port}"
        server.get("/nowhere")
        shown = shell(MEASURE.replace("127.0.0.1:8000", address), ROOT)
        measured = shell(f"curl -s http://{address}/metrics", ROOT)
    assert 'route="unmatched",status="404"' in shown
    for name in set(re.findall(r"`(belote_\w+)`", PAGE)):
        assert re.search(f"^{name}(_count)?[{{ ]", measured, re.MULTILINE), name


def test_every_row_of_the_limits_is_read() -> None:
    table = PAGE.partition("\n## Limits\n")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")]
    assert len(rows) - 1 == len(LIMITS) > 30


@pytest.mark.parametrize(("limit", "file", "value"), LIMITS, ids=[one[0] for one in LIMITS])
def test_a_limit_is_set_as_the_page_says(limit: str, file: str, value: str) -> None:
    assert re.search(rf"(?<!\w){re.escape(value)}(?![\w.])", (ROOT / file).read_text("utf-8")), (
        limit
    )
