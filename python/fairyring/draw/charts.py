"""Charts of estimates with their intervals, as SVG text by matplotlib (the `plot` extra)."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from typing import Any

from fairyring.errors import require

#: Colours that people of every colour vision tell apart (Okabe and Ito 2008).
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")

#: An estimate with the ends of its interval.
Point = tuple[float, float, float]


def forest(
    groups: Mapping[str, Mapping[str, Point]],
    *,
    title: str,
    axis: str,
    marks: Sequence[tuple[float, str]] = (),
) -> str:
    """Estimates below each other, a colour for each group: groups[group][label] = (value, low, high).

    marks: values with a dashed line and a name. Interval ends that are not finite are left out.
    """
    labels = list(dict.fromkeys(label for points in groups.values() for label in points))
    figure, axes = _figure(7.0, 1.2 + 0.28 * max(len(labels), 1) * (1 + 0.35 * (len(groups) - 1)))
    step = 0.7 / max(len(groups), 1)
    for number, (group, points) in enumerate(groups.items()):
        shift = (number - (len(groups) - 1) / 2) * step
        heights = [labels.index(label) + shift for label in points]
        _bars(axes, [(value, low, high) for value, low, high in points.values()], heights, number, group)
    axes.set_yticks(range(len(labels)), labels)
    axes.invert_yaxis()
    for value, name in marks:
        axes.axvline(value, color="#777777", linestyle="--", linewidth=0.8)
        axes.annotate(name, (value, 1), xycoords=("data", "axes fraction"), fontsize=7, ha="center", va="bottom")
    return _finished(figure, axes, title, axis, "", len(groups) > 1)


def curves(
    groups: Mapping[str, Sequence[tuple[float, Point]]],
    *,
    title: str,
    axis: str,
    across: str,
    level: float | None = None,
) -> str:
    """Estimates over budgets on a logarithmic axis: groups[group] = [(budget, (value, low, high)), ...]."""
    figure, axes = _figure(7.0, 4.2)
    for number, (group, points) in enumerate(groups.items()):
        colour = COLOURS[number % len(COLOURS)]
        x = [budget * 1.02**number for budget, _ in points]
        y = [point[0] for _, point in points]
        spread = [[value - low for _, (value, low, _) in points], [high - value for _, (value, _, high) in points]]
        axes.errorbar(x, y, yerr=spread, color=colour, marker="o", markersize=4, linewidth=1, capsize=2, label=group)
    axes.set_xscale("log")
    if level is not None:
        axes.axhline(level, color="#777777", linestyle="--", linewidth=0.8)
    return _finished(figure, axes, title, across, axis, len(groups) > 1)


def _figure(width: float, height: float) -> tuple[Any, Any]:
    require("matplotlib", "plot", "a chart")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.add_subplot()


def _bars(axes: Any, points: Sequence[Point], heights: Sequence[float], number: int, group: str) -> None:
    colour = COLOURS[number % len(COLOURS)]
    for (_value, low, high), height in zip(points, heights, strict=True):
        if math.isfinite(low) and math.isfinite(high):
            axes.plot([low, high], [height, height], color=colour, linewidth=1.5)
    axes.plot([value for value, _, _ in points], heights, "o", color=colour, markersize=4, label=group)


def _finished(figure: Any, axes: Any, title: str, x: str, y: str, legend: bool) -> str:
    """The SVG text; the same for the same numbers, without a date."""
    import matplotlib as mpl

    axes.set_title(title, fontsize=10)
    axes.set_xlabel(x, fontsize=9)
    axes.set_ylabel(y, fontsize=9)
    axes.tick_params(labelsize=8)
    axes.grid(visible=True, color="#dddddd", linewidth=0.5)
    axes.set_axisbelow(True)
    if legend:
        axes.legend(fontsize=8, frameon=False)
    text = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": "fairyring", "svg.fonttype": "path"}):
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    return text.getvalue()
