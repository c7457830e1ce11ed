"""Plausibility of Ultima, Shahki and card chess: what simple players make of the rules. Writes `games.md` beside itself.

    python docs/studies/games.py [--scale 0.1] [--out -]

Everything follows from the seeds below; `--scale` plays that share of the games, `--out -` prints.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable
from pathlib import Path

import numpy as np

import fairyring as fr
from fairyring.statistics import estimate, wilson

AGENTS = ("random", "greedy", "twoply")
SEED = 1


def mean(values: Iterable[float], digits: int = 3) -> str:
    """A mean over games with its 95 % half-width, by the normal approximation."""
    column = np.asarray(list(values), np.float64)
    found = estimate(float(column.mean()), float(column.var(ddof=1)), len(column))
    return f"{found.value:.{digits}f} ± {(found.high - found.low) / 2:.{digits}f}"


def share(count: int, total: int) -> str:
    """A share in per cent with Wilson's 95 % interval."""
    low, high = wilson(count, total)
    return f"{100 * count / total:.1f} ({100 * low:.1f} to {100 * high:.1f})"


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *rows])


def reasons(batch: fr.Batch) -> str:
    """Ends by reason in per cent of the games, frequent ones first."""
    counts = np.bincount(batch.reason, minlength=len(batch.reasons))
    ordered = sorted(zip(batch.reasons, counts.tolist(), strict=True), key=lambda item: -item[1])
    return ", ".join(f"{word} {100 * count / len(batch):.1f}" for word, count in ordered if count)


def lengths(batch: fr.Batch) -> str:
    """Mean of the plies, and the quartiles."""
    low, median, high = np.percentile(batch.plies, [25, 50, 75])
    return f"{mean(batch.plies, 1)}; {low:.0f}, {median:.0f}, {high:.0f}"


def play(game: str, agent: str, games: int, **options: object) -> fr.Batch:
    """A batch of an agent against itself, with the time it took on stderr."""
    began = time.perf_counter()
    batch = fr.simulate(game, games=games, agents=agent, seed=SEED, progress=False, **options)  # type: ignore[arg-type]
    sys.stderr.write(f"{game} {agent} {options}: {games} games, {time.perf_counter() - began:.1f} s\n")
    return batch


ULTIMA_UNITS = {
    "K": "king", "P": "pincer", "W": "spy", "L": "jumper", "C": "coordinator", "I": "dragon", "X": "chameleon",
}  # fmt: skip


def ultima_captures(batch: fr.Batch, games: int) -> list[str]:
    """Captures a game by each kind of unit, from the first games of a batch."""
    counts = {letter: [0] * games for letter in ULTIMA_UNITS}
    for game in range(games):
        positions = batch.replay(game)
        moves = positions[-1].history
        for before, move in zip(positions, moves, strict=False):
            if move[:2] == move[2:4]:
                continue  # A suicide takes nothing.
            taken = before.captures(move)
            if taken:
                x, y = ord(move[0]) - ord("a"), int(move[1]) - 1
                units = before.board
                letter = str(units["letter"][(units["x"] == x) & (units["y"] == y)][0]).upper()
                counts[letter][game] += len(taken)
    return [mean(numbers, 2) for numbers in counts.values()]


def ultima(scale: float) -> str:
    """First move, lengths, draws, captures by unit."""
    rows, captures = [], []
    for agent, games, replayed in (("random", 3_000, 100), ("greedy", 800, 100), ("twoply", 200, 50)):
        n = max(int(games * scale), 20)
        batch = play("ultima", agent, n, moves=True)
        white = (batch.utility[:, 0] + 1) / 2
        drawn = int((batch.utility[:, 0] == 0).sum())
        rows.append([agent, f"{n:,}", mean(white, 4), share(drawn, n), lengths(batch), reasons(batch)])
        captures.append([agent, *ultima_captures(batch, min(n, max(int(replayed * scale), 20)))])
    return "\n\n".join([
        table(["agent", "games", "White's score", "drawn, %", "plies: mean; quartiles", "ended by, %"], rows),
        f"Captured units a game, by the kind that takes them (the first {max(int(100 * scale), 20)} games of each row):",
        table(["agent", *ULTIMA_UNITS.values()], captures),
    ])  # fmt: skip


def shahki(scale: float) -> str:
    """The two turn orders."""
    rows, seats = [], []
    for agent, games in (("random", 4_000), ("greedy", 400), ("twoply", 200)):
        for order in ("clockwise", "alternate"):
            n = max(int(games * scale), 20)
            batch = play("shahki", agent, n, turn_order=order)
            mated = int((batch.reason == batch.reasons.index("mate")).sum())
            rows.append(
                [agent, order, f"{n:,}", mean(batch.utility[:, 0], 4), share(mated, n), lengths(batch), reasons(batch)]
            )
            assert batch.interrupted is not None
            assert batch.passed is not None
            numbers = [mean(column, 2) for counts in (batch.interrupted, batch.passed) for column in counts.T]
            seats.append([agent, order, *numbers])
    head = [
        "agent",
        "turn order",
        "games",
        "White's utility",
        "ended by mate, %",
        "plies: mean; quartiles",
        "ended by, %",
    ]
    codes = ("wc", "wd", "bc", "bd")
    kinds = [f"{seat} {kind}" for kind in ("interrupted", "passed") for seat in codes]
    return "\n\n".join([
        table(head, rows),
        "Interruptions and passes a game, seat by seat (the columns `interrupted` and `passed`):",
        table(["agent", "turn order", *kinds], seats),
    ])  # fmt: skip


def cards(scale: float) -> str:
    """When kings are placed, and what `king_placement=first` changes."""
    rows = []
    for agent, games, replayed in (("random", 800, 400), ("greedy", 300, 200), ("twoply", 40, 40)):
        for placement in ("free", "first"):
            n = max(int(games * scale), 8)
            batch = play("cards", agent, n, king_placement=placement, max_plies=200, moves=True)
            seen = min(n, max(int(replayed * scale), 8))
            placed: list[list[int]] = [[], []]
            for game in range(seen):
                for ply, move in enumerate(batch.replay(game)[-1].history):
                    if move[:2] in ("K@", "k@"):
                        placed[ply % 2].append(ply + 1)
            both = [share(len(plies), seen) for plies in placed]
            middle = [f"{np.median(plies):.0f}" if plies else "-" for plies in placed]
            red = (batch.utility[:, 0] + 1) / 2
            drawn = int((batch.utility[:, 0] == 0).sum())
            rows.append([
                agent, placement, f"{n:,}", *both, " and ".join(middle), mean(red, 4), share(drawn, n), lengths(batch),
                reasons(batch),
            ])  # fmt: skip
    head = ["agent", "king_placement", "games", "Red places its king, %", "Black, %", "median ply", "Red's score"]
    return table([*head, "drawn, %", "plies: mean; quartiles", "ended by, %"], rows)


TEXT = """# Three games, plausible?

What random, greedy and two-ply players, each against itself, make of Ultima, Shahki and card chess under the default rules
where nothing else is said. Intervals are of 95 %: means by the normal approximation over games, shares by Wilson. They hold for
these players. Made by `python docs/studies/games.py` (seed {seed}, experiment 0); a row is played again by
`fairyring simulate GAME --games N --agents AGENT --seed {seed}`, with `--rule NAME=VALUE` where an option is named
and `--max-plies` where games are cut off.

## Ultima

{ultima}

## Shahki

White's utility is half the difference of points.

{shahki}

## Card chess

A king in the hand cannot be mated. All games are cut off after 200 plies (`max_plies`, a draw). Whether kings are placed is looked
up in the first games of a row: 400 random, 200 greedy, all of two plies.

{cards}
"""


def main() -> None:
    """Plays everything and writes the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scale", type=float, default=1.0, help="share of the games to play (default 1)")
    parser.add_argument("--out", default=str(Path(__file__).with_suffix(".md")), help="file to write, - to print")
    options = parser.parse_args()
    scale = options.scale
    text = TEXT.format(seed=SEED, ultima=ultima(scale), shahki=shahki(scale), cards=cards(scale))
    if options.out == "-":
        sys.stdout.write(text)
    else:
        Path(options.out).write_text(text)


if __name__ == "__main__":
    main()
