"""Joining the modules of the page into one."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from service.site.asset_files import source_files
from tools.build_static import JOINED
from tools.join_modules import joined

SOURCES = {
    "p/main.js": (
        'import { b as last, twice } from "./deep/b.js";\nimport { a } from "./a.js";\n'
        "console.log(await Promise.resolve([a, last, twice(4), new URL('https://x.y/z').href]));\n"
    ),
    "p/a.js": (
        "// A comment.\n/** Another,\n * of two lines. */\nconst hidden = 1;\n"
        "export const a = hidden + 1;\n"
    ),
    "p/deep/b.js": (
        'import {\n  a,\n} from "../a.js";\nconst hidden = 10; // beside code\n'
        "export async function b() {}\nexport class C {}\n"
        "export function twice(one) {\n  return 2 * one + hidden + a;\n}\n"
    ),
    "p/look.css": "a {}",
}

LATER = {
    "main": (
        'import { later } from "./deep/c.js";\nimport { twice } from "./deep/b.js";\n'
        "console.log((await later()).all(twice(1)), (await later()).all(0));\n"
    ),
    "deep/c": 'export const later = () => import("../d.js");\n',
    "d": (
        'import { a } from "./a.js";\nimport { e } from "./e.js";\n'
        "export const all = (one) => [one, a, e];\n"
    ),
    "e": 'import { a as b } from "./a.js";\nexport const e = b + 100;\n',
}
"""By name: modules of which two are fetched when they are needed."""


def join(**changed: str) -> dict[str, bytes]:
    texts = SOURCES | {f"p/{name}.js": text for name, text in changed.items()}
    return joined("p/main.js", {name: text.encode() for name, text in texts.items()})


def test_what_is_joined_is_one_module_under_the_name_of_the_first() -> None:
    found = join()
    assert found.keys() == {"p/main.js", "p/look.css"}
    text = found["p/main.js"].decode()
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE)
    assert "comment" not in text
    assert "of two lines" not in text
    assert not re.search(r"^ ", text, re.MULTILINE)
    assert text.count("const a = hidden + 1") == 1
    assert "const { b: last, twice } = module1;" in text


def test_what_is_fetched_later_is_a_part_of_its_own() -> None:
    found = join(**LATER)
    assert found.keys() == {"p/main.js", "p/d.js", "p/look.css"}
    first, later = found["p/main.js"].decode(), found["p/d.js"].decode()
    assert 'import("./d.js").then((part) => part.take({ module1 }))' in first
    assert later.startswith("export const take = ({ module1 }) => {\n")
    assert "const e = b + 100" in later
    assert "const e = b + 100" not in first
    assert "const a = hidden + 1" not in later


def said_by(folder: Path, texts: dict[str, str]) -> bytes:
    """What the first module says, run by Node."""
    for name, text in texts.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    (folder / "package.json").write_text('{"type": "module"}')
    command = ["node", "p/main.js"]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True).stdout


@pytest.mark.node
@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.parametrize(
    ("changed", "told"), [({}, b"20"), (LATER, b"[ 14, 2, 102 ]")], ids=["at once", "later"]
)
def test_what_is_joined_does_the_same(tmp_path: Path, changed: dict[str, str], told: bytes) -> None:
    apart = SOURCES | {f"p/{name}.js": text for name, text in changed.items()}
    whole = {name: content.decode() for name, content in join(**changed).items()}
    said = said_by(tmp_path / "apart", apart)
    assert said_by(tmp_path / "joined", whole) == said
    assert told in said


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('import a from "./b.js";', "a form that cannot be joined"),
        ("export default 1;", "a form that cannot be joined"),
        ("export let a = 1;", "a form that cannot be joined"),
        ('export { a } from "./b.js";', "a form that cannot be joined"),
        ('import { x } from "./gone.js";\n', "imports p/gone.js, which is not there"),
        (
            'import { x } from "./main.js";\n',
            "p/main.js imports p/a.js imports p/main.js: a circle",
        ),
    ],
)
def test_what_cannot_be_joined_is_named(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        join(a=text, main='import { a } from "./a.js";\n')


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"a": 'export const a = () => import("./gone.js");\n'}, "p/gone.js, which is not there"),
        ({"a": 'export const a = () => import("./deep/b.js");\n'}, "is there before"),
        ({"a": 'export const a = () => import("./main.js");\n'}, "p/main.js: a circle"),
        ({"e": 'export const e = () => import("./d.js");\n'}, "is fetched later itself"),
        (
            {"a": 'export const a = [() => import("./e.js"), () => import("./d.js")];\n'},
            "p/e.js is in two parts",
        ),
    ],
)
def test_a_later_part_that_cannot_be_joined_is_named(changed: dict[str, str], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        join(**LATER | changed)


def test_every_module_of_the_table_is_in_one_of_those_that_are_served() -> None:
    sources = {name: file.read_bytes() for name, file in source_files()}
    found = joined(JOINED, sources)
    scripts = [one for one in found if one.startswith("static/table/") and one.endswith(".js")]
    later = [f"static/table/{one}.js" for one in ("menu", "share", "table-view")]
    assert sorted(scripts) == [JOINED, *later]
    functions = re.compile(rb"^(?:export )?(?:async )?function (\w+)", re.MULTILINE)
    names = {
        one for name in sources.keys() - found.keys() for one in functions.findall(sources[name])
    }
    assert len(names) > 100
    served = b"".join(found[one] for one in scripts)
    assert names <= set(re.findall(rb"function (\w+)", served))
