"""Hatch build hook that adds the built files of the pages to the wheel."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class StaticFilesHook(BuildHookInterface[Any]):
    """Builds the tree for a wheel, not for an editable install, which serves the sources."""

    folder: str | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from service.site.asset_files import BUILT
        from tools.build_static import build

        self.folder = tempfile.mkdtemp()
        build(Path(self.folder, "built"))
        inside = BUILT.relative_to(self.root).as_posix()
        build_data["force_include"][f"{self.folder}/built"] = inside

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self.folder:
            shutil.rmtree(self.folder)
