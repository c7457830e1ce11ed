"""Whether one army beats another, by a sequential test."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairyring._core import pair_statistics
from fairyring.arguments import Seed, master_seed, whole
from fairyring.engines import Engine
from fairyring.match import Sprt
from fairyring.plain import plain_fields
from fairyring.simulation import Progress, reporter
from fairyring.value.army import AGENT, play_armies


@dataclass(frozen=True)
class Bracket:
    """A sequential test of a task: H1, the owner of its left side scores by elo1 better than even, against H0, by elo0.

    counts: pairs of games by the owner's points (0, 1/2, 1, 1 1/2, 2), each pair the same deal with both colours.
    """

    task: str
    agent: str
    decision: str | None
    counts: tuple[int, ...]
    score: float
    score_low: float
    score_high: float
    elo: float
    sprt: Sprt
    llr: float
    seed: int

    @property
    def pairs(self) -> int:
        """Pairs played."""
        return sum(self.counts)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values."""
        return plain_fields(self)

    def __str__(self) -> str:
        return (
            f"{self.task}: {self.decision or 'undecided'} ({self.sprt}) after {self.pairs:,} pairs, owner's score "
            f"{self.score:.4f} [{self.score_low:.4f}, {self.score_high:.4f}], {self.agent}, seed {self.seed}"
        )


def bracket(
    task: str,
    game: str = "astral",
    *,
    agent: Any = AGENT,
    sprt: Any = "elo0=0,elo1=20",
    batch: int = 50,
    pairs: int = 2000,
    seed: Seed = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    workers: int | None = None,
    engine: Engine = "threads",
    progress: Progress = True,
    **rules: Any,
) -> Bracket:
    """Tests by a sequential probability ratio test whether the owner of a task's left side is better off.

    "T:N+P" asks whether a Teleport is worth more than a knight and a pawn, "R:T" whether a rook is worth more than it.
    sprt: as in fairyring.match. batch: pairs between looks; pairs: at most. The interval is that of the pairs played;
    after a test that stopped early it is somewhat too far from even.
    """
    test = Sprt.of(sprt)
    if test is None:
        raise ValueError("sprt must be a test, like 'elo0=0,elo1=20'")
    size = whole(batch, "batch", 1, 10**5)
    most = whole(pairs, "pairs", 1, 10**5)
    master = master_seed(seed)
    running = test.begin(size)
    counts = [0, 0, 0, 0, 0]
    name = str(agent)
    with reporter(progress, most, task, unit="pair") as report:
        for number in range(-(-most // size)):
            played = play_armies(
                game,
                [task],
                agent=agent,
                games=2 * min(size, most - number * size),
                first=2 * number * size,
                seed=master,
                experiment=2**32 + number,
                workers=workers,
                engine=engine,
                out=None if out is None else Path(out) / f"{number:04}",
                resume=resume,
                progress=False,
                rules=rules,
            )
            name = played.batch.agents[0]
            points = (played.batch.utility[:, 0] + 1).astype(int)
            for white, black in zip(points[::2], points[1::2], strict=True):
                counts[white + 2 - black] += 1
            if report is not None:
                report(sum(counts), most)
            if sum(counts) % size == 0 and running.look(counts) is not None:
                break
    found = pair_statistics(counts)
    return Bracket(
        task,
        name,
        running.decision,
        tuple(counts),
        found["score"],
        found["score_low"],
        found["score_high"],
        found["elo"],
        test,
        running.llr,
        master,
    )
