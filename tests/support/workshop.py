"""A temporary folder where a generated client is made and used."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.support.contract import COMMITTED

SAID = """\
best 100
reason best_one Le meilleur choix\u00a0: carré de rois, 100\u00a0points.
score 195 67 made
ruling valid 100
sheet 95 67
fault duplicate_card #/hand/1
"""
"""What every client prints: tests/clients has the programs."""

UNMADE = shutil.ignore_patterns("node_modules", "build")


class Workshop:
    """A copy of the programs in `source`, beside openapi.yaml, where commands run.

    `address`: of the service, which the commands get as `ARBITER`.
    """

    def __init__(self, folder: Path, source: Path, address: str) -> None:
        self.folder = folder
        shutil.copytree(source, folder, dirs_exist_ok=True, ignore=UNMADE)
        self.environment = os.environ | {"ARBITER": address, "PYTHONUTF8": "1"}
        shutil.copy(COMMITTED, folder)

    def start(self, *command: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            command,
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )

    def together(self, *commands: Sequence[str]) -> list[str]:
        """Run commands at the same time, and return what each prints; all must end well."""
        started = [self.start(*command) for command in commands]
        said = [one.communicate()[0] for one in started]
        ended = [one.returncode for one in started]
        assert set(ended) == {0}, "\n".join(said)
        return said

    def run(self, *command: str) -> str:
        [said] = self.together(command)
        return said
