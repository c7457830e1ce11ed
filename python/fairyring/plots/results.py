"""Figures of estimates: ladders, piece values, learning curves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fairyring.match.ladder import Ladder
from fairyring.plots.axes import COLOURS, axes, intervals

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def ladder(table: Ladder, *, ax: Axes | None = None) -> Axes:
    """Ratings of a ladder with their intervals, the best on top."""
    if not isinstance(table, Ladder):
        raise TypeError(f"table must be a Ladder of fairyring.match, not {table!r}")
    ax = axes(ax, height=0.45 * len(table.rungs) + 1.4)
    rungs = table.rungs[::-1]
    low = [rung.elo - rung.elo_low for rung in rungs]
    high = [rung.elo_high - rung.elo for rung in rungs]
    ax.errorbar(
        [rung.elo for rung in rungs],
        range(len(rungs)),
        xerr=[low, high],
        fmt="o",
        capsize=3,
        markersize=4,
        color=COLOURS[0],
    )
    ax.set_yticks(range(len(rungs)), [rung.agent for rung in rungs])
    pairs = table.matches[0].pairs if table.matches else 0
    ax.set_xlabel(f"Elo, mean 0, {100 * table.level:g} % intervals; {pairs:,} pairs of games a pairing")
    ax.set_title(table.game)
    ax.grid(axis="x", color="#dddddd")
    return ax


def piece_values(rows: Iterable[Any], *, ax: Axes | None = None) -> Axes:
    """Values of pieces by estimator and budget, with their intervals.

    rows: mappings or objects with piece, estimator, value, low and high (in pawns), and budget, a text or None. Rows of
    one estimator and budget have one colour."""
    entries = [_fields(row, ("piece", "estimator", "value", "low", "high"), ("budget",)) for row in rows]
    if not entries:
        raise ValueError("no values to draw")
    pieces = list(dict.fromkeys(entry["piece"] for entry in entries))
    kinds = list(dict.fromkeys((entry["estimator"], entry["budget"]) for entry in entries))
    ax = axes(ax, width=max(4.8, 0.9 * len(pieces) + 2))
    for number, kind in enumerate(kinds):
        mine = [entry for entry in entries if (entry["estimator"], entry["budget"]) == kind]
        shift = 0.7 * ((number + 0.5) / len(kinds) - 0.5)
        intervals(
            ax,
            [pieces.index(entry["piece"]) + shift for entry in mine],
            [entry["value"] for entry in mine],
            [entry["low"] for entry in mine],
            [entry["high"] for entry in mine],
            color=COLOURS[number % len(COLOURS)],
            label=", ".join(str(word) for word in kind if word is not None),
        )
    ax.set_xticks(range(len(pieces)), pieces)
    ax.set_ylabel("value in pawns, with intervals")
    ax.grid(axis="y", color="#dddddd")
    ax.legend(fontsize=8)
    return ax


def learning_curve(
    curves: Mapping[str, Sequence[Any]],
    *,
    x: str = "step",
    y: str = "score",
    ylabel: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Curves of what was measured while an agent learned, a band where a row has low and high.

    curves: rows by the curve's name; a row is a mapping or an object with the fields `x` and `y`, and may have low and
    high, the ends of its interval."""
    if not curves:
        raise ValueError("no curves to draw")
    ax = axes(ax)
    for number, (name, rows) in enumerate(curves.items()):
        entries = sorted((_fields(row, (x, y), ("low", "high")) for row in rows), key=lambda entry: float(entry[x]))
        colour = COLOURS[number % len(COLOURS)]
        steps = [entry[x] for entry in entries]
        ax.plot(steps, [entry[y] for entry in entries], "o-", markersize=3, color=colour, label=name)
        banded = [entry for entry in entries if entry["low"] is not None and entry["high"] is not None]
        if banded:
            low, high = [entry["low"] for entry in banded], [entry["high"] for entry in banded]
            ax.fill_between([entry[x] for entry in banded], low, high, color=colour, alpha=0.2)
    ax.set_xlabel(x)
    ax.set_ylabel(ylabel or y)
    ax.grid(color="#dddddd")
    ax.legend(fontsize=8)
    return ax


def _fields(row: Any, needed: Sequence[str], optional: Sequence[str]) -> dict[str, Any]:
    """Fields of a row; those that are optional are None where they are missing."""
    given = (
        dict(row)
        if isinstance(row, Mapping)
        else {name: getattr(row, name) for name in (*needed, *optional) if hasattr(row, name)}
    )
    for name in needed:
        if name not in given:
            raise ValueError(f"a row lacks {name!r}: {row!r}")
    return {name: given.get(name) for name in (*needed, *optional)}
