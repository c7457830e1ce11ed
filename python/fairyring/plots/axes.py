"""Axes to draw into."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairyring.errors import require

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Colours that people of every colour vision tell apart (Okabe and Ito), in the order of use.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#444444")


def axes(ax: Axes | None, *, width: float = 6.4, height: float = 4.0) -> Axes:
    """The axes given, or those of a new figure of this size in inches. Raises TypeError for what is none."""
    if ax is None:
        pyplot: Any = require("matplotlib.pyplot", "plot", "fairyring.plots")
        _, made = pyplot.subplots(figsize=(width, height), layout="constrained")
        return made  # type: ignore[no-any-return]
    if not hasattr(ax, "errorbar"):
        raise TypeError(f"ax must be matplotlib axes, not {ax!r}")
    return ax


def intervals(ax: Axes, x: list[float], y: list[float], low: list[float], high: list[float], **options: Any) -> None:
    """Points with their intervals from low to high, and no bar where an end is not finite."""
    below = [value - end for value, end in zip(y, low, strict=True)]
    above = [end - value for value, end in zip(y, high, strict=True)]
    ax.errorbar(x, y, yerr=[below, above], fmt="o", capsize=3, markersize=4, **options)
