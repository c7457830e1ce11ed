"""Figures of games: how long they are, and between how many moves one chooses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from fairyring.arguments import whole
from fairyring.batch import Batch
from fairyring.match.games import name_of
from fairyring.plots.axes import COLOURS, axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def lengths(batches: Batch | Sequence[Batch], *, bins: int = 40, ax: Axes | None = None) -> Axes:
    """How many plies games last, as shares of the games of each batch; the mean is marked."""
    listed = _batches(batches)
    plies = np.concatenate([batch.plies for batch in listed])
    ends = np.histogram_bin_edges(plies, whole(bins, "bins", 1, 10_000)).tolist()
    ax = axes(ax)
    for number, batch in enumerate(listed):
        colour = COLOURS[number % len(COLOURS)]
        weights = np.full(len(batch), 1 / len(batch))
        ax.hist(
            batch.plies, ends, weights=weights, histtype="stepfilled", alpha=0.35, color=colour, label=_label(batch)
        )
        ax.axvline(float(batch.plies.mean(dtype=np.float64)), color=colour, linewidth=1.2)
    ax.set_xlabel("plies of a game (line: mean)")
    ax.set_ylabel("share of games")
    ax.legend(fontsize=8)
    return ax


def branching(batches: Batch | Sequence[Batch], *, games: int = 50, bins: int = 40, ax: Axes | None = None) -> Axes:
    """How many legal moves the positions of games have in which a seat acts, as shares of the positions.

    The first `games` games of each batch are played again; positions of a game resemble each other, so their number is
    not that of independent units."""
    listed = _batches(batches)
    most = whole(games, "games", 1, 10**6)
    counts = [_branches(batch, most) for batch in listed]
    ends = np.histogram_bin_edges(np.concatenate(counts), whole(bins, "bins", 1, 10_000)).tolist()
    ax = axes(ax)
    for number, (batch, found) in enumerate(zip(listed, counts, strict=True)):
        colour = COLOURS[number % len(COLOURS)]
        label = f"{_label(batch[:most])}, {len(found):,} positions"
        weights = np.full(len(found), 1 / len(found))
        ax.hist(found, ends, weights=weights, histtype="stepfilled", alpha=0.35, color=colour, label=label)
        ax.axvline(float(found.mean()), color=colour, linewidth=1.2)
    ax.set_xlabel("legal moves (line: mean)")
    ax.set_ylabel("share of positions")
    ax.legend(fontsize=8)
    return ax


def _branches(batch: Batch, most: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Numbers of legal moves in the positions of a batch's first games."""
    found = [
        len(position.legal_moves())
        for game in range(min(most, len(batch)))
        for position in batch.replay(game)
        if position.actor not in ("chance", "over")
    ]
    return np.array(found, np.int64)


def _batches(batches: Batch | Sequence[Batch]) -> list[Batch]:
    listed = [batches] if isinstance(batches, Batch) else list(batches)
    if not listed:
        raise ValueError("no batch to draw")
    for batch in listed:
        if not isinstance(batch, Batch):
            raise TypeError(f"a batch was expected, not {batch!r}")
        if not len(batch):
            raise ValueError("a batch without games has no distribution")
    return listed


def _label(batch: Batch) -> str:
    agents = ", ".join(dict.fromkeys(name_of(agent) for agent in batch.agents))
    return f"{batch.game}, {agents}, {len(batch):,} games"
