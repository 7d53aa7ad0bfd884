"""Clients in Python that are generated from openapi.yaml have right types, and get rulings.

Each generator makes a client in a temporary folder. A small program uses it, mypy checks both
strictly, and the program asks a running server.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
import yaml

from tests.support.contract import operations
from tests.support.server import Server
from tests.support.workshop import SAID, Workshop

SOURCE = Path(__file__).parent / "python"

MODELS = (
    *("bin/datamodel-codegen", "--input=openapi.yaml", "--input-file-type=openapi"),
    *("--output=models.py", "--output-model-type=pydantic_v2.BaseModel", "--use-annotated"),
    *("--target-python-version=3.11", "--formatters=builtin"),
)
ATTRS = (
    *("bin/openapi-python-client", "generate", "--path=openapi.yaml", "--meta=none"),
    *("--output-path=arbiter", "--config=openapi-python-client.yaml", "--fail-on-warning"),
)


TEXTS = sorted(
    media_type
    for one in operations()
    for media_type, content in one.told["responses"]["200"]["content"].items()
    if content.get("schema") == {"$ref": "#/components/schemas/Text"}
)
CONFIG = {"content_type_overrides": dict.fromkeys(TEXTS, "text/plain"), "post_hooks": []}
"""openapi-python-client is told which media types are texts, since it knows few."""


@pytest.fixture(scope="module")
def python(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    """Install the generators of Python, make their clients, and check the programs strictly."""
    folder = tmp_path_factory.mktemp("python")
    made = Workshop(folder, SOURCE, f"http://127.0.0.1:{server.port}")
    made.run(sys.executable, "-m", "venv", ".")
    (folder / "openapi-python-client.yaml").write_text(yaml.dump(CONFIG), "utf-8")
    made.run("bin/pip", "install", "-q", "-r", "requirements.txt")
    made.together(MODELS, ATTRS)
    return made


@pytest.mark.node
@pytest.mark.parametrize("program", ["attrs_client.py", "pydantic_client.py"])
def test_a_client_in_python_gets_rulings(python: Workshop, program: str) -> None:
    assert python.run("bin/python", "-W", "error", program) == SAID


@pytest.mark.node
def test_the_clients_in_python_have_right_types(python: Workshop) -> None:
    said = python.run("bin/mypy", "--strict", "attrs_client.py", "pydantic_client.py")
    assert said == "Success: no issues found in 2 source files\n"


@pytest.mark.node
def test_no_class_is_named_by_a_number(python: Workshop) -> None:
    models = (python.folder / "models.py").read_text("utf-8")
    assert re.findall(r"^class (\w*\d)\b", models, re.MULTILINE) == []
    made = [file.stem for file in (python.folder / "arbiter" / "models").glob("*.py")]
    assert len(made) > 100
    assert [name for name in made if name[-1].isdigit()] == []


def test_the_generators_are_installed_in_versions_that_stay() -> None:
    """And with what the programs need."""
    pinned = (SOURCE / "requirements.txt").read_text("utf-8").splitlines()
    assert [one for one in pinned if not re.fullmatch(r"[\w-]+==\d+\.\d+\.\d+", one)] == []
