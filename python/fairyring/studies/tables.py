"""Tables (Markdown) and figures (SVG) of the studies, from their results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fairyring.studies import atlas_tables, behemoth_tables, teleport_tables, validation

Texts = dict[str, str]

_TABLES: dict[str, Callable[[Any], Texts]] = {
    "teleport": teleport_tables.tables,
    "behemoth": behemoth_tables.tables,
    "atlas": atlas_tables.tables,
    "validation": validation.tables,
}

_FIGURES: dict[str, Callable[[Any], Texts]] = {
    "teleport": teleport_tables.figures,
    "behemoth": behemoth_tables.figures,
    "atlas": atlas_tables.figures,
    "validation": validation.figures,
}


def tables(name: str, results: Mapping[str, Any]) -> Texts:
    """The tables of a study by name."""
    return _TABLES[name](results)


def figures(name: str, results: Mapping[str, Any]) -> Texts:
    """The figures of a study by name (the `plot` extra)."""
    return _FIGURES[name](results)
