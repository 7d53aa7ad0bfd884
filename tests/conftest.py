"""What tests of the edge share: the application as it ships, a client that asks it, and its page.

Application and client live as long as the run: the service keeps nothing between two requests.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]  # has none

from service.app import create_app
from service.config import Config
from service.site.assets import find_assets
from tests.support import profiles  # noqa: F401 - registers the profiles
from tests.support.server import serving
from tools.build_static import build

# jsonschema would compile a grammar of IRIs, a second or two in each process of the run, and no
# schema here has that format. Without the package it goes without.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]  # as import documents it

if TYPE_CHECKING:  # a browser is no matter of most tests
    from playwright.sync_api import Browser

    from tests.support.browser import Table


SLOW_TO_COLLECT = {"browser": "browser", "test_attack.py": "slow"}
"""Folders and modules that take seconds to collect, with the marker of all their tests."""


def deselected(config: pytest.Config) -> list[str]:
    """Return the markers that are left out by `-m "not (A or B)"`, the form of the quick run."""
    found = re.fullmatch(r"not \((.*)\)", config.option.markexpr)
    return found[1].split(" or ") if found else []


def pytest_configure(config: pytest.Config) -> None:
    """Try fewer inputs where slow tests are left out, unless `--hypothesis-profile` is given."""
    if not config.getoption("--hypothesis-profile"):
        settings.load_profile("quick" if "slow" in deselected(config) else "thorough")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip what is slow to collect, and deselected anyway."""
    return SLOW_TO_COLLECT.get(collection_path.name) in deselected(config) or None


USE_THE_IMAGE = ("tests/deploy/", "tests/docs/test_readme.py", "tests/docs/test_commands.py")
TAKE_MINUTES = (
    *USE_THE_IMAGE,
    "tests/clients/",
    "tests/docs/test_extending.py",
    "tests/docs/test_releasing.py",
    "tests/exhaustive/",
    "tests/http/test_attack.py",
)


def process_of(nodeid: str) -> str:
    """Return what the tests of one process have in common: a module, or the use of the image."""
    return "image" if nodeid.startswith(USE_THE_IMAGE) else nodeid.partition("::")[0]


class ModuleScheduling(LoadScopeScheduling):  # type: ignore[misc]  # which has no types
    """Keep the tests of a module in one process, and those that build the image all in one.

    A module's fixtures are set up once then, and no image is built twice at a time.
    """

    def _split_scope(self, nodeid: str) -> str:
        return process_of(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ModuleScheduling:
    """Schedule by module; `xdist_group` has no effect under pytest 9.2 and xdist 3.8."""
    config.option.loadscopereorder = False  # the order is that of `pytest_collection_modifyitems`
    return ModuleScheduling(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the modules that take longest, so that no process has one left in the end."""
    if hasattr(config, "workerinput"):
        sizes = Counter(process_of(item.nodeid) for item in items)
        items.sort(
            key=lambda item: (
                not item.nodeid.startswith(TAKE_MINUTES),
                -sizes[process_of(item.nodeid)],
            )
        )


@pytest.fixture(scope="session")
def app() -> Flask:
    return create_app(Config())


@pytest.fixture(scope="session")
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="session")
def built_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """Return the application with the files of its pages under hashed names."""
    folder: Path = tmp_path_factory.mktemp("built")
    build(folder)
    app = create_app(Config())
    app.extensions["assets"] = find_assets(folder)
    return app


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    from tests.support.browser import chromium

    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def origin() -> Iterator[str]:
    """A server of the module's own."""
    with serving(ACCESS_LOG="off") as server:
        yield f"http://127.0.0.1:{server.port}"


@pytest.fixture
def new_table(chromium: Browser, origin: str) -> Iterator[Callable[..., Table]]:
    """Windows that know nothing of each other; none of them may have had a fault in the end."""
    from tests.support.browser import PATIENCE, Table

    opened: list[Table] = []

    def new(language: str = "en", **options: Any) -> Table:
        wishes: dict[str, Any] = {
            "locale": language,
            "viewport": {"width": 1280, "height": 900},
            "service_workers": "block",  # each would fetch the whole page once more
        }
        context = chromium.new_context(**wishes | options)
        context.set_default_timeout(PATIENCE)
        opened.append(Table(context.new_page(), origin, language))
        return opened[-1]

    yield new
    for table in opened:
        table.page.context.close()
    assert [fault for table in opened for fault in table.watch.faults()] == []


@pytest.fixture
def table(new_table: Callable[..., Table]) -> Table:
    """The page as it is first seen, in English."""
    return new_table().go()
