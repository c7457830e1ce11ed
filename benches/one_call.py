"""Plies a second of processor time from Python with one call a ply: legal actions as an array, one of them played.

python benches/one_call.py [--game chess] [--rounds 7] [--seconds 1]
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

import fairyring as fr


def plies_a_second(game: str, seconds: float, draws: list[float]) -> float:
    """Random games from the usual start, each action drawn by the next of `draws`, in turn again and again."""
    start = fr.Position(game)
    plies, drawn = 0, 0
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        position = start
        while True:
            actions = position.legal_actions()
            if not len(actions):
                break
            position = position.play_action(actions.item(int(draws[drawn] * len(actions))))
            drawn = (drawn + 1) % len(draws)
            plies += 1
    return plies / (time.process_time() - begin)


def main() -> None:
    """Prints the rounds and their median."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="chess", choices=fr.games())
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    arguments = parser.parse_args()
    rng = random.Random(3)
    draws = [rng.random() for _ in range(1 << 16)]
    rounds = [plies_a_second(arguments.game, arguments.seconds, draws) for _ in range(arguments.rounds)]
    print(f"{arguments.game}: median {statistics.median(rounds):,.0f} plies a second of", end=" ")
    print(", ".join(f"{round_:,.0f}" for round_ in rounds))


if __name__ == "__main__":
    main()
