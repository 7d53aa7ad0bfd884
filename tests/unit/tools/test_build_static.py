"""The build of the files that pages load: names that hold a hash, and references to them."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from service.site.asset_files import BUILT, MANIFEST, SWAGGER_UI, built_names, source_files
from tests.support.contract import ROOT
from tools.build_static import JOINED, build, main

SOURCES = {
    "static/a.js": b'import { b } from "./deep/b.js";\nexport const a = () => import("./c.js");\n',
    "static/deep/b.js": b"import '../c.js';\nexport const b = `./v1/rules`;\n",
    "static/c.js": b'export { b } from "./deep/b.js";\nArray.from("abc");\n',
    "static/alone.js": b'fetch("./words/fr.json");\n',
    "static/look.css": b'@import "deep/more.css";\na { b: url(dot.png) url("data:x") url(#y) }\n',
    "static/deep/more.css": b"a { b: url('../dot.png') }\n",
    "static/dot.png": bytes(range(256)),
    "docs/big.js": b'from "./nowhere.js" ' * 100,
}


def changed(name: str, content: bytes = b" ") -> dict[str, bytes]:
    return SOURCES | {name: SOURCES[name] + content}


def contents(folder: Path) -> dict[str, bytes]:
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file()
    }


def test_a_name_keeps_its_folder_and_suffix_and_takes_a_hash(tmp_path: Path) -> None:
    names = build(tmp_path, SOURCES)
    assert names.keys() == SOURCES.keys()
    for name, hashed in names.items():
        stem, _, suffix = name.rpartition(".")
        assert re.fullmatch(rf"{stem}\.[0-9a-f]{{16}}\.{suffix}", hashed)
        assert (tmp_path / hashed).is_file()
    assert built_names(tmp_path) == names


def test_imports_and_urls_lead_to_the_hashed_names(tmp_path: Path) -> None:
    names = build(tmp_path, SOURCES)
    text = {
        name: (tmp_path / hashed).read_bytes().decode("latin-1") for name, hashed in names.items()
    }
    short = {name: hashed.removeprefix("static/") for name, hashed in names.items()}
    b, c, dot = short["static/deep/b.js"], short["static/c.js"], short["static/dot.png"]
    assert text["static/a.js"] == (
        f'import {{ b }} from "./{b}";\nexport const a = () => import("./{c}");\n'
    )
    assert text["static/deep/b.js"] == f"import '../{c}';\nexport const b = `./v1/rules`;\n"
    assert text["static/c.js"] == f'export {{ b }} from "./{b}";\nArray.from("abc");\n'
    more = short["static/deep/more.css"]
    assert text["static/look.css"] == (
        f'@import "./{more}";\na {{ b: url(./{dot}) url("data:x") url(#y) }}\n'
    )
    assert text["static/deep/more.css"] == f"a {{ b: url('../{dot}') }}\n"
    for name in ("static/alone.js", "static/dot.png", "docs/big.js"):
        assert (tmp_path / names[name]).read_bytes() == SOURCES[name]


@pytest.mark.parametrize(
    ("name", "importers"),
    [
        ("static/alone.js", set()),
        ("static/a.js", set()),
        ("static/deep/b.js", {"static/a.js", "static/c.js"}),  # b and c import each other
        ("static/c.js", {"static/a.js", "static/deep/b.js"}),
        ("static/dot.png", {"static/look.css", "static/deep/more.css"}),
    ],
)
def test_a_change_renames_a_file_and_all_that_reach_it(
    tmp_path: Path, name: str, importers: set[str]
) -> None:
    before, after = build(tmp_path, SOURCES), build(tmp_path, changed(name))
    assert {one for one in SOURCES if before[one] != after[one]} == {name} | importers


def test_the_same_sources_give_the_same_bytes(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        build(tmp_path / folder, SOURCES)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_what_was_built_before_is_gone(tmp_path: Path) -> None:
    build(tmp_path, SOURCES)
    names = build(tmp_path, changed("static/alone.js"))
    packed = {f"{name}.gz" for name in names.values()}
    assert contents(tmp_path).keys() - packed == {*names.values(), MANIFEST}


def test_a_compressed_variant_stands_beside_what_shrinks(tmp_path: Path) -> None:
    names = build(tmp_path, SOURCES)
    packed = (tmp_path / f"{names['docs/big.js']}.gz").read_bytes()
    assert gzip.decompress(packed) == SOURCES["docs/big.js"]
    assert packed[4:8] == bytes(4), "no time"
    assert not (tmp_path / f"{names['static/dot.png']}.gz").exists()
    assert not (tmp_path / f"{MANIFEST}.gz").exists()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("static/alone.js", 'import "./gone.js";'),
        ("static/alone.js", 'import { x } from "../../gone.js";'),
        ("static/alone.js", 'export * from "bare";'),
        ("static/alone.js", 'await import("./gone.js")'),
        ("static/look.css", "a { b: url(gone.png) }"),
        ("static/look.css", '@import "gone.css";'),
    ],
)
def test_a_reference_to_nothing_is_named(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(
        ValueError, match=rf"{name} refers to \S*(gone|bare)\S*, which is not there"
    ):
        build(tmp_path / "built", changed(name, text.encode()))
    assert not (tmp_path / "built").exists()


def test_the_build_loads_no_package_of_the_service() -> None:
    """Where a wheel is made there are only those that its build requires."""
    script = "import sys, tools.build_static; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    assert {"flask", "whitenoise", "flask_swagger_ui", "service.site.views"} & {*loaded} == set()


# The files of this repository ---------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [[], ["one", "two"]])
def test_the_folder_of_the_build_must_be_named(arguments: list[str]) -> None:
    with pytest.raises(SystemExit, match="usage"):
        main(arguments)


def test_the_pages_of_this_repository_can_be_built(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main([str(tmp_path)])
    names = json.loads((tmp_path / MANIFEST).read_text("utf-8"))
    left = dict(source_files()).keys() - names.keys()
    served = {JOINED, *(f"static/table/{one}.js" for one in ("menu", "share", "table-view"))}
    modules = {f"static/table/{file.name}" for file in (BUILT.parent / JOINED).parent.glob("*.js")}
    assert left == modules - served
    assert str(len(names)) in capsys.readouterr().out
    for hashed in names.values():
        if hashed.endswith(".js") and hashed.startswith("static/"):
            text = (tmp_path / hashed).read_text("utf-8")
            imported = re.findall(r'(?:from|import) "\./([^"]+)"', text)
            assert all((tmp_path / hashed).with_name(one).is_file() for one in imported)


def test_only_what_the_documentation_loads_is_taken_from_swagger_ui() -> None:
    template = (BUILT.parent / "templates" / "docs.html").read_text("utf-8")
    assert set(re.findall(r'assets\["docs/([^"]+)"\]', template)) == set(SWAGGER_UI)


def test_no_file_of_a_page_is_spare() -> None:
    """Each is named by a template or imported by one that is."""
    folder = BUILT.parent
    told = "".join(file.read_text("utf-8") for file in (folder / "templates").iterdir())
    told += "".join(file.read_text("utf-8") for file in (folder / "static").rglob("*.js"))
    for name, _ in source_files():
        assert f'assets["{name}"]' in told or f'"./{Path(name).name}"' in told, name
