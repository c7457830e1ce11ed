"""Endgame tables."""

from __future__ import annotations

import os

from fairyring._core import WariTable
from fairyring.arguments import whole
from fairyring.errors import Interrupted
from fairyring.simulation import Progress, reporter, thread_count

#: Most counters of a table; what is above 24 does not fit in the memory of most machines.
MOST_SEEDS = 48


def wari(
    seeds: int, out: str | os.PathLike[str], *, workers: int | None = None, progress: Progress = True
) -> WariTable:
    """Solves all endgames of wari with up to `seeds` counters under the Awari rules, and opens the table.

    out: the directory of the table, a file a level; levels that are there are not built again, so a build that was
    stopped goes on, and a table that is complete is opened. workers: threads, None for one per core. The table has
    C(seeds + 12, 12) bytes, and building it takes two bytes of memory for a position of the highest level besides: 16
    counters are 30 MB and some seconds, 20 are 226 MB. Ctrl-C raises Interrupted; the finished levels stay.

    >>> import fairyring as fr, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     table = fr.solve.wari(seeds=5, out=folder, progress=False)
    ...     p = fr.Position("wari", "0,0,0,1,0,1/1,1,0,0,0,0 22-22 s", preset="awari")
    ...     table.value(p), table.best_moves(p), table.statistics(2)
    (0, ['f'], {'win': 25, 'draw': 13, 'loss': 40})
    """
    level = whole(seeds, "seeds", 0, MOST_SEEDS)
    directory = os.fspath(out)
    threads = thread_count(workers)
    # Two steps a position, of which there are C(seeds + 12, 12).
    total = 2
    for i in range(1, 13):
        total = total * (level + i) // i
    try:
        with reporter(progress, total, "wari", unit="step") as report:
            return WariTable.build(directory, level, threads, report)
    except KeyboardInterrupt as error:
        raise Interrupted(f"stopped; the finished levels are kept in {directory}") from error
