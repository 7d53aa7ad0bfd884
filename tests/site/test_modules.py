"""The modules of the page, by Node's own test runner."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from flask.testing import FlaskClient

HERE = Path(__file__).parent


@pytest.mark.node
@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.parametrize("file", sorted(HERE.glob("*.test.js")), ids=lambda file: file.name)
def test_a_file_of_tests_for_node_passes(client: FlaskClient, tmp_path: Path, file: Path) -> None:
    book = tmp_path / "rules.json"
    book.write_text(json.dumps(client.get("/v1/rules").json), "utf-8")
    command = ["node", "--test", "--test-reporter=tap", str(file)]
    done = subprocess.run(
        command,
        env=os.environ | {"RULEBOOK": str(book)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# fail 0" in done.stdout.splitlines()
