"""What the extension is built from: licences that may be used, and registries."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib

import pytest

from helpers import ROOT

#: A licence is a word; an exception belongs to it.
LICENCE = re.compile(r"[\w.+-]+(?: WITH [\w.-]+)?")


def permitted(expression: str, allowed: set[str]) -> bool:
    """Whether a licence expression can be fulfilled by the licences allowed. A slash is the old way to write OR."""
    python = LICENCE.sub(
        lambda word: {"AND": "and", "OR": "or"}.get(word[0]) or str(word[0] in allowed),
        expression.replace("/", " OR "),
    )
    assert re.fullmatch(r"(?:True|False|and|or|[() ])+", python), expression
    return bool(eval(python))


def test_expressions_are_read() -> None:
    allowed = {"MIT", "Apache-2.0 WITH LLVM-exception"}
    assert permitted("GPL-3.0 OR MIT", allowed)
    assert permitted("Unlicense/MIT", allowed)
    assert permitted("Apache-2.0 WITH LLVM-exception OR GPL-2.0", allowed)
    assert not permitted("MIT AND GPL-3.0", allowed)
    assert not permitted("(MIT OR BSD-2-Clause) AND Unicode-3.0", allowed)
    assert not permitted("GPL-3.0-or-later", allowed)


@pytest.mark.skipif(shutil.which("cargo") is None, reason="needs cargo")
def test_every_crate_has_a_licence_that_may_be_used() -> None:
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    packages = json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout)[
        "packages"
    ]
    allowed = set(tomllib.loads((ROOT / "deny.toml").read_text())["licenses"]["allow"])
    assert len(packages) > 50
    assert [p["name"] for p in packages if not permitted(p["license"] or "none", allowed)] == []
    assert [p["name"] for p in packages if not (p["source"] or "registry+").startswith("registry+")] == []


def test_unsafe_code_is_where_it_is_known_to_be() -> None:
    """A new place must be measured, commented and listed in ARCHITECTURE.md; it is then added there and here."""
    places = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "crates").glob("*/src/**/*.rs")
        if re.search(r"allow\([^)]*unsafe_code", path.read_text(encoding="utf-8"))
    }
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"`(crates/[\w/.]+\.rs)`", text[text.index("## Unsafe code") :]))
    assert places == listed
