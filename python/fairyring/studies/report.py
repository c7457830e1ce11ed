"""Studies by name: their numbers as JSON, their figures as SVG, their tables in the documents about them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from fairyring.plain import plain
from fairyring.studies import tables
from fairyring.studies.atlas import atlas
from fairyring.studies.behemoth import behemoth
from fairyring.studies.scale import Scale
from fairyring.studies.teleport import teleport
from fairyring.studies.validation import validation

#: A study: (directory, seed, scale, say) to its results.
Study = Callable[[Path, int, Scale, Callable[[str], None]], dict[str, Any]]

#: The studies by name.
STUDIES: dict[str, Study] = {
    "teleport": teleport,
    "behemoth": behemoth,
    "atlas": atlas,
    "validation": validation,
}

#: The seed of the recorded studies.
SEED = 2026

_BLOCK = "<!-- {} -->"


def run(
    name: str,
    out: Path,
    *,
    seed: int = SEED,
    scale: Scale | None = None,
    docs: Path | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> dict[str, Any]:
    """Runs a study, or goes on with it, and returns its results, which are written to `out` as JSON too.

    docs: a directory in which to write the figures, NAME-*.svg, and to replace the tables of NAME.md. say: told what is
    being played. Raises ValueError for an unknown name.
    """
    if name not in STUDIES:
        raise ValueError(f"unknown study {name!r}; valid: {', '.join(STUDIES)}")
    out.mkdir(parents=True, exist_ok=True)
    results: dict[str, Any] = plain(STUDIES[name](out / name, seed, scale or Scale(), say))
    (out / f"{name}.json").write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if docs is not None:
        publish(name, results, docs)
    return results


def publish(name: str, results: Mapping[str, Any], docs: Path) -> None:
    """Writes the figures of a study, and its tables into its document."""
    docs.mkdir(parents=True, exist_ok=True)
    for figure, text in tables.figures(name, results).items():
        (docs / f"{name}-{figure}.svg").write_text(text, encoding="utf-8")
    document = docs / f"{name}.md"
    before = document.read_text(encoding="utf-8") if document.exists() else ""
    document.write_text(filled(before, tables.tables(name, results)), encoding="utf-8")


def filled(document: str, blocks: Mapping[str, str]) -> str:
    """A document with the text between `<!-- name -->` and `<!-- end -->` replaced; what it lacks is put at its end."""
    for name, text in blocks.items():
        begin = _BLOCK.format(name)
        pattern = re.compile(re.escape(begin) + r"\n.*?" + re.escape(_BLOCK.format("end")), re.DOTALL)
        block = f"{begin}\n{text}\n{_BLOCK.format('end')}"
        if (match := pattern.search(document)) is not None:
            document = document[: match.start()] + block + document[match.end() :]
        else:
            document = f"{document.rstrip()}\n\n{block}\n".lstrip()
    return document
