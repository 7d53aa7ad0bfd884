"""All tests of this folder go through every hand.

So the quick run leaves them out, and what they cover is not traced, which would take twice as long.
"""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.exhaustive)
            item.add_marker(pytest.mark.no_cover)
