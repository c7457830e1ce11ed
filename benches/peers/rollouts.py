"""Random games beside OpenSpiel's: chess and Wari (its `oware`), and `simulate` beside the same loop in a Rust program.

    pip install open-spiel            # MIT/Apache; no dependency of the package
    cargo build --profile bench -p fairyring-benches --example random_games
    python benches/peers/rollouts.py [--rounds 5] [--rust target/release/examples/random_games]

Speeds are plies per second of processor time, one thread, medians over rounds in which all take turns. OpenSpiel is driven in
two ways: from its Python API, move by move, and by its own loop in C++ (`RandomRolloutEvaluator`). The loop does not tell how
many plies it played; they are taken as the mean of the games driven from Python times its games.
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import fairyring as fr

#: The peer's name for a game, and how many games of each kind take about half a second.
GAMES = {"chess": ("chess", 6_000, 60, 300), "wari": ("oware", 300_000, 2_000, 10_000)}


class Peer:
    """Random games of OpenSpiel."""

    def __init__(self, name: str) -> None:
        import pyspiel

        self.spiel = pyspiel
        self.game = pyspiel.load_game(name)
        self.choices = random.Random(1)
        self.plies = self.games = 0

    def from_python(self, games: int) -> float:
        """Plays games move by move; plies."""
        before = self.plies
        for _ in range(games):
            state = self.game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(self.choices.choice(state.legal_actions()))
                self.plies += 1
            self.games += 1
        return self.plies - before

    def from_cpp(self, games: int) -> float:
        """Plays games in the peer's own loop; plies, by the mean of those driven from Python."""
        # A search of one simulation evaluates its root by so many games.
        seed = self.choices.randrange(1 << 30)
        evaluator = self.spiel.RandomRolloutEvaluator(games, seed)
        self.spiel.MCTSBot(self.game, evaluator, 1.0, 1, 100, False, seed, False).mcts_search(
            self.game.new_initial_state()
        )
        return games * self.plies / self.games


def simulate(game: str, games: int) -> float:
    """Plays a batch; plies."""
    return float(fr.simulate(game, games=games, seed=7, workers=1, progress=False).plies.sum())


def timed(work: Callable[[], float]) -> float:
    """Plies per second of processor time."""
    began = time.process_time()
    plies = work()
    return plies / (time.process_time() - began)


def rust(program: Path, game: str, games: int) -> float:
    """Plies per second of processor time of the Rust program."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = subprocess.run([program, game, str(games)], check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return int(said.split()[2]) / used


def main() -> None:
    """Takes turns and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="rounds, odd (default 5)")
    parser.add_argument("--rust", type=Path, help="the example random_games, built with --profile bench")
    options = parser.parse_args()
    out = sys.stdout.write
    for game, (name, ours, driven, looped) in GAMES.items():
        peer = Peer(name)
        runs: dict[str, Callable[[], float]] = {
            "fairyring.simulate": lambda game=game, n=ours: timed(lambda: simulate(game, n)),
            "OpenSpiel from Python": lambda peer=peer, n=driven: timed(lambda: peer.from_python(n)),
            "OpenSpiel's loop in C++": lambda peer=peer, n=looped: timed(lambda: peer.from_cpp(n)),
        }
        if options.rust:
            runs["the loop in Rust"] = lambda game=game, n=ours: rust(options.rust, game, n)
        speeds: dict[str, list[float]] = {label: [] for label in runs}
        for _ in range(options.rounds):
            for label, run in runs.items():
                speeds[label].append(run())
        out(f"{game}: plies a game {peer.plies / peer.games:.1f} in OpenSpiel\n")
        for label, found in speeds.items():
            ratio = statistics.median(a / b for a, b in zip(speeds["fairyring.simulate"], found, strict=True))
            spread = (max(found) - min(found)) / statistics.median(found)
            out(f"  {label:<26} {statistics.median(found) / 1e6:10.4f} M plies/s (spread {100 * spread:.0f} %)")
            out(f"   simulate is {ratio:8.2f} times as fast\n")


if __name__ == "__main__":
    main()
