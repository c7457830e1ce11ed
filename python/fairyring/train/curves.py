"""Pictures of learning curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fairyring.errors import require


def plot_curves(curve: Mapping[str, Any], x: str, columns: Sequence[str]) -> Any:
    """Columns of a curve over one of them, as a matplotlib figure. Raises ValueError naming a column it does not have."""
    figures = require("matplotlib.figure", "plot", "a plot of curves")
    missing = [name for name in (x, *columns) if name not in curve]
    if missing:
        raise ValueError(f"no column {missing[0]!r}; valid: {', '.join(curve)}")
    figure = figures.Figure(figsize=(7.0, 4.2), layout="constrained")
    axes = figure.subplots()
    for name in columns:
        axes.plot(curve[x], curve[name], label=name)
    axes.set_xlabel(x)
    axes.legend(fontsize="small")
    axes.grid(alpha=0.3)
    return figure
