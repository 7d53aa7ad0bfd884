"""The committed openapi.yaml, as a yardstick for answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from jsonschema import Draft202012Validator

from service.api.problems import INVALID
from tests.support.client import Json

ROOT = Path(__file__).parents[2]
COMMITTED = ROOT / "openapi.yaml"
DOCUMENT: Json = yaml.load(COMMITTED.read_text(encoding="utf-8"), yaml.CSafeLoader)
COMPONENTS: Json = DOCUMENT["components"]


class Operation(NamedTuple):
    path: str
    method: str
    told: Json

    @property
    def answer(self) -> tuple[str, Json]:
        """The media type of the 200, JSON where there are several, and what is said of it."""
        contents: dict[str, Json] = self.told["responses"]["200"]["content"]
        media_type = "application/json" if "application/json" in contents else min(contents)
        return media_type, contents[media_type]


def operations() -> Iterator[Operation]:
    for path, methods in DOCUMENT["paths"].items():
        for method, told in methods.items():
            yield Operation(path, method.upper(), told)


def operation(path: str, method: str = "POST") -> Operation:
    """The operation that an address belongs to."""
    bare = path.partition("?")[0]
    [found] = [
        one
        for one in operations()
        if one.method == method and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", one.path), bare)
    ]
    return found


@cache
def _validator(schema: str) -> Draft202012Validator:
    validator: Draft202012Validator = Draft202012Validator(
        {"$ref": f"#/components/schemas/{schema}", "components": COMPONENTS}
    )
    return validator


def misfits(value: Any, schema: str) -> list[str]:
    """Where a value breaks the schema of that name, and how."""
    return [
        f"{error.json_path}: {error.message}" for error in _validator(schema).iter_errors(value)
    ]


def misfits_of_answer(value: Any, path: str, method: str = "POST") -> list[str]:
    """Where the answer of an operation breaks the schema that is promised for it."""
    _, content = operation(path, method).answer
    return misfits(value, content["schema"]["$ref"].rpartition("/")[2])


def misfits_of_problem(problem: Json) -> list[str]:
    """Where a problem breaks the form that its status has; the first fault tells what it is of."""
    if problem["status"] != INVALID:
        return misfits(problem, "Problem")
    of_body = "pointer" in problem["errors"][0]
    return misfits(problem, "InvalidBody" if of_body else "InvalidAddress")
