"""What storing games costs: memory of a long run, games stored per second, share of a run's time.

    pip install 'fairyring[data]'
    python benches/storing.py [--games 10000000] [--directory DIR]

Three numbers, on Behemoth chess:

- the most memory that `simulate(..., agents="random", out=DIR)` holds, a process of its own;
- games a second that one core stores: parts of the usual size are written again and again, nothing is played, and the
  processor's time of this process is counted, the waiting for the disk by the clock beside it;
- the share of storing in a run of two-ply players: the processor's time of storing its games to that of playing them.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import fairyring as fr
from fairyring.arguments import start_texts
from fairyring.batch import Run
from fairyring.store.parts import write_part
from fairyring.store.spec import LARGEST_PART, RunSpec

LONG_RUN = """
import json, resource, sys, time
import fairyring as fr
games, directory = int(sys.argv[1]), sys.argv[2]
clock, processor = time.perf_counter(), time.process_time()
run = fr.simulate("behemoth", games=games, agents="random", seed=7, out=directory, progress=False)
assert len(run) == games
print(json.dumps({"games": games, "seconds": time.perf_counter() - clock, "processor_seconds": time.process_time() - processor,
    "peak_MiB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
"""


def long_run(games: int, directory: Path) -> dict[str, float]:
    """A stored run in a process of its own: seconds and peak memory."""
    command = [sys.executable, "-c", LONG_RUN, str(games), str(directory / "run")]
    found: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    found["bytes_a_game"] = sum(path.stat().st_size for path in (directory / "run").iterdir()) / games
    return found


def storing(batch: fr.Batch, directory: Path, times: int) -> tuple[float, float]:
    """Processor seconds and seconds by the clock that storing a game takes."""
    starts, rules = start_texts("behemoth", None, {})
    spec = RunSpec.of("behemoth", rules, batch.agents, starts, Run(7, 0), None, False, len(batch), times * len(batch))
    clock, processor = time.perf_counter(), time.process_time()
    for number in range(times):
        write_part(directory, spec, number, batch)
    stored = times * len(batch)
    return (time.process_time() - processor) / stored, (time.perf_counter() - clock) / stored


def main() -> None:
    """Measures and prints JSON."""
    parser = argparse.ArgumentParser(description="What storing games costs.")
    parser.add_argument("--games", type=int, default=10_000_000)
    parser.add_argument(
        "--directory", type=Path, default=None, help="where to write; the usual place for temporary files"
    )
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.directory) as name:
        directory = Path(name)
        result: dict[str, object] = {"long run": long_run(given.games, directory)}
        for agents, games, times in (("random", LARGEST_PART, 16), ("twoply", 2048, 64)):
            start = time.process_time()
            batch = fr.simulate("behemoth", games=games, agents=agents, seed=7, workers=1, progress=False)
            playing = (time.process_time() - start) / games
            processor, clock = storing(batch, directory, times)
            result[agents] = {
                "games_a_part": games,
                "playing_seconds_a_game": playing,
                "games_stored_a_processor_second": 1 / processor,
                "games_stored_a_second": 1 / clock,
                "share_of_storing": processor / (processor + playing),
            }
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
