"""A plugin of pytest for mutation testing: `pyproject.toml` names it to mutmut, nothing else does.

Much of the game is tables that are made on import, before a mutant is there to make them otherwise.
So what runs on import is held to every test, and its mutants are imported anew. One that cannot be
imported is killed.
"""

from __future__ import annotations

import os
import sys

import pytest
from hypothesis import Phase, settings

# The same examples for every mutant; that one of them fails is all that is asked.
settings.register_profile(
    "mutation",
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
)
settings.load_profile("mutation")

known = sys.modules["mutmut.state"].state()
on_import: set[str] = set()


def pytest_configure() -> None:
    """Metrics register once in a process, so their library is forgotten with what uses it."""
    function = os.environ["MUTANT_UNDER_TEST"].partition("__mutmut_")[0]
    tests = known.tests_by_mangled_function_name.get(function, ())
    # All but the few that were over before its module was first imported.
    if len(tests) > 0.98 * len(known.duration_by_test):
        for name in set(sys.modules) - {__name__}:
            if name.partition(".")[0] in ("service", "tests", "prometheus_client"):
                del sys.modules[name]


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.failed:
        pytest.exit("cannot be imported", returncode=pytest.ExitCode.TESTS_FAILED)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The quick tests first."""
    on_import.update(known._stats)
    items.sort(key=lambda item: known.duration_by_test.get(item.nodeid, 0))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown() -> None:
    known._stats.update(on_import)
