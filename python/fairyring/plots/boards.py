"""Figures of squares: heat maps, and scores by start square."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from fairyring.arguments import whole
from fairyring.balance.behemoth import Study
from fairyring.balance.chain import SQUARE_NAMES
from fairyring.plots.axes import COLOURS, axes, intervals

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def heat(
    values: Mapping[str, float],
    *,
    centre: float | None = None,
    digits: int = 3,
    colormap: str = "RdYlBu_r",
    ax: Axes | None = None,
) -> Axes:
    """A chess board coloured by a number on each square; squares without one stay blank.

    centre: the number of the neutral colour, None for the middle of the values. digits: behind the point, of the
    numbers written into the squares. Raises ValueError for unknown squares and numbers that are not finite."""
    grid = np.full((8, 8), np.nan)
    for name, value in values.items():
        if name not in SQUARE_NAMES:
            raise ValueError(f"unknown square {name!r}; squares are a1 to h8")
        if not math.isfinite(value):
            raise ValueError(f"the value of {name} is {value}, which has no colour")
        grid[int(name[1]) - 1, ord(name[0]) - ord("a")] = value
    places = whole(digits, "digits", 0, 6)
    ax = axes(ax, width=5.6, height=5.0)
    known = grid[~np.isnan(grid)]
    ends = (float(known.min()), float(known.max())) if known.size else (0.0, 0.0)
    middle = sum(ends) / 2 if centre is None else centre
    reach = max(abs(end - middle) for end in ends) or 1.0
    image = ax.imshow(grid, origin="lower", cmap=colormap, vmin=middle - reach, vmax=middle + reach)
    for (rank, file), value in np.ndenumerate(grid):
        if not np.isnan(value):
            ink = "white" if abs(value - middle) > 0.75 * reach else "black"
            ax.text(file, rank, f"{value:.{places}f}", ha="center", va="center", fontsize=8, color=ink)
    ax.set_xticks(range(8), list("abcdefgh"))
    ax.set_yticks(range(8), [str(rank) for rank in range(1, 9)])
    ax.get_figure(root=True).colorbar(image, ax=ax, shrink=0.85)  # type: ignore[union-attr]
    return ax


def start_squares(study: Study, *, ax: Axes | None = None) -> Axes:
    """White's luck-adjusted score by start square with 95 % intervals, one colour an agent, the exact chain beside it.

    The grey band is the margin within which the study's equivalence test calls a score level."""
    if not isinstance(study, Study):
        raise TypeError(f"study must be a Study of fairyring.balance, not {study!r}")
    if not len(study):
        raise ValueError("the study has no rows")
    squares = list(dict.fromkeys(row.square for row in study))
    agents = list(dict.fromkeys(row.agent for row in study))
    ax = axes(ax, width=max(4.8, 0.36 * len(squares) + 2))
    for number, agent in enumerate(agents):
        rows = [row for row in study if row.agent == agent]
        shift = 0.7 * ((number + 0.5) / len(agents) - 0.5)
        x = [squares.index(row.square) + shift for row in rows]
        intervals(
            ax,
            x,
            [row.adjusted_score for row in rows],
            [row.adjusted_low for row in rows],
            [row.adjusted_high for row in rows],
            color=COLOURS[number % len(COLOURS)],
            label=f"{agent} ({rows[0].games:,} games each)" if len({row.games for row in rows}) == 1 else agent,
        )
    exact = {row.square: row.chain_score for row in study if row.chain_score is not None}
    if exact:
        places = [squares.index(square) for square in exact]
        ax.plot(places, list(exact.values()), "_", color="#777777", markersize=14, label="Behemoth alone (exact)")
    margin = study[0].margin
    ax.axhspan(0.5 - margin, 0.5 + margin, color="#dddddd", zorder=0)
    ax.axhline(0.5, color="#777777", linewidth=0.8, zorder=0)
    ax.set_xticks(range(len(squares)), squares)
    ax.set_xlabel("start square of the Behemoth")
    ax.set_ylabel("White's score, luck-adjusted, 95 %")
    ax.legend(fontsize=8)
    return ax
