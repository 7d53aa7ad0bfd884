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


@pytest.mark.node
@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_what_is_joined_does_the_same(tmp_path: Path) -> None:
    for name, text in SOURCES.items():
        file = tmp_path / "apart" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    (tmp_path / "apart/package.json").write_text('{"type": "module"}')
    (tmp_path / "joined.mjs").write_bytes(join()["p/main.js"])
    said = [
        subprocess.run(["node", file], cwd=tmp_path, check=True, capture_output=True).stdout
        for file in ("apart/p/main.js", "joined.mjs")
    ]
    assert said[0] == said[1]
    assert b"20" in said[0]


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


def test_every_module_of_the_table_is_in_the_one_that_is_served() -> None:
    sources = {name: file.read_bytes() for name, file in source_files()}
    found = joined(JOINED, sources)
    assert [name for name in found if name.startswith("static/table/") and name[-3:] == ".js"] == [
        JOINED
    ]
    functions = re.compile(rb"^(?:export )?(?:async )?function (\w+)", re.MULTILINE)
    names = {
        one for name in sources.keys() - found.keys() for one in functions.findall(sources[name])
    }
    assert len(names) > 100
    assert names <= set(re.findall(rb"function (\w+)", found[JOINED]))
