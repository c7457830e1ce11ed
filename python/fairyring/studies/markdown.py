"""Numbers with their intervals, and tables, in Markdown."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table: its first column to the left, the others to the right."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def interval(found: Mapping[str, Any], digits: int = 2, sign: bool = False) -> str:
    """A value with half the width of its interval; the ends where that is lopsided or unbounded."""
    value, low, high = (found.get(name) for name in ("value", "low", "high"))
    form = f"{'+' if sign else ''}.{digits}f"
    if value is None:
        return "-"
    if low is None or high is None:
        return f"{value:{form}} [unbounded]"
    if abs((high - value) - (value - low)) > 0.2 * (high - low):
        return f"{value:{form}} [{low:{form}}, {high:{form}}]"
    return f"{value:{form}} ± {(high - low) / 2:.{digits}f}"


def point(found: Mapping[str, Any]) -> tuple[float, float, float]:
    """A value with the ends of its interval, for charts."""
    value, low, high = (found.get(name) for name in ("value", "low", "high"))
    if value is None:
        return math.nan, -math.inf, math.inf
    return value, -math.inf if low is None else low, math.inf if high is None else high


def values(study: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The rows of a study of values, by unit."""
    return {row["unit"]: row for row in study["values"]}
