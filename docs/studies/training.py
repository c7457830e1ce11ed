"""The runs of training.md that are more than a command: Awari by alphazero, and how it does against players and tables.

python docs/studies/training.py learn FILE --seed 1         # the network; goes on with a FILE that is there
python docs/studies/training.py match FILE                  # paired games against alphabeta(depth=4)
python docs/studies/training.py together FILE               # as many, all at a time: the network is asked about many positions
python docs/studies/training.py tables FILE --folder DIR    # shares of moves that the endgame table calls best, by level
python docs/studies/training.py losses FILE PICTURE         # the curves of the network
python docs/studies/training.py weights GAME PICTURE FILE.. # the curves of weights that td learned, one file a seed
python docs/studies/training.py values GAME UNIT FILE..     # what these weights are, in units of one of them
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import numpy as np
from scipy import stats

import fairyring as fr
from fairyring.statistics import wilson

#: Awari by rules under which all counters are played for, as endgame tables count them.
RULES = {"preset": "awari", "majority": "plays_on"}

#: Counters on the board of the endgames that are trained on, and of those that are asked about.
TRAINED, ASKED = range(2, 13), range(2, 11)

#: The lead that counts as a sure win: no endgame of the tables' test holds more.
POINTS = 12


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Says what a piece of work took: processor seconds of all threads, and seconds by the clock."""
    begun, clock = sum(os.times()[:2]), time.monotonic()
    yield
    click.echo(f"{what}: {sum(os.times()[:2]) - begun:.0f} CPU s, {time.monotonic() - clock:.0f} s by the clock")


def endgame(counters: int, random: np.random.Generator) -> fr.Position:
    """A position drawn uniformly from those of so many counters, by either side, the others shared out evenly."""
    # Bars among stars: where the 11 bounds between pits stand among counters and bounds.
    bounds = np.sort(random.choice(counters + 11, 11, replace=False))
    pits = np.diff(np.concatenate(([-1], bounds, [counters + 11]))) - 1
    captured = 48 - counters
    south = captured // 2 if captured % 2 == 0 else captured // 2 + int(random.integers(2))
    rows = "/".join(",".join(map(str, row)) for row in (pits[:6], pits[6:]))
    return fr.Position("wari", f"{rows} {south}-{captured - south} {'sn'[random.integers(2)]}", **RULES)


def endgames(levels: range, number: int, seed: int, moves: int) -> list[fr.Position]:
    """Positions of these levels in turn, each with at least so many legal moves."""
    random = np.random.default_rng(seed)
    drawn: list[fr.Position] = []
    while len(drawn) < number:
        position = endgame(levels[len(drawn) % len(levels)], random)
        if position.actor != "over" and len(position.legal_moves()) >= moves:
            drawn.append(position)
    return drawn


def opening(random: np.random.Generator) -> fr.Position:
    """The usual start after up to 16 random plies; the game is not over."""
    position = fr.Position("wari", **RULES)
    for _ in range(random.integers(17)):
        following = position.play(str(random.choice(position.legal_moves())))
        if following.actor == "over":
            break
        position = following
    return position


def starts(seed: int, number: int, openings: float) -> list[str]:
    """Where games of training begin: this share of them after random openings, the others at random endgames."""
    random = np.random.default_rng([seed, 1])
    drawn = endgames(TRAINED, number, seed, 1)
    return [(opening(random) if random.random() < openings else endgame).text for endgame in drawn]


@click.group()
def main() -> None:
    """The runs of training.md."""


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seed", default=1, show_default=True)
@click.option("--games", default=40_960, show_default=True)
@click.option("--size", default=1024, show_default=True, help="Games of an iteration.")
@click.option("--simulations", default=16, show_default=True)
@click.option("--width", default=128, show_default=True)
@click.option("--blocks", default=2, show_default=True)
@click.option("--reuse", default=6.0, show_default=True)
@click.option("--lambda", "lambda_", default=0.9, show_default=True)
@click.option("--openings", default=0.8, show_default=True, help="Share of games from the usual start.")
@click.option(
    "--seconds", default=1800.0, show_default=True, help="Most CPU seconds; the iteration in play is finished."
)
def learn(file: Path, seed: int, games: int, size: int, openings: float, seconds: float, **options: Any) -> None:
    """The network. A run that stops for its seconds is one of fewer games."""
    begun, clock = sum(os.times()[:2]), time.monotonic()
    seen: dict[str, float] = {"spent": 0.0}

    def told(done: int, _all: int) -> None:
        spent = sum(os.times()[:2]) - begun
        click.echo(f"{done} games, {spent:.0f} CPU s, {time.monotonic() - clock:.0f} s by the clock")
        # The next iteration will take as long as this one.
        if spent + (spent - seen["spent"]) > seconds:
            raise KeyboardInterrupt
        seen["spent"] = spent

    try:
        run = fr.train.alphazero(
            "wari", out=file, resume=file.exists(), games=games, games_per_iteration=size, batch=256, replay=400_000, decay=20,
            points=POINTS, start=starts(seed, 5000, openings), max_plies=200, save_every=1, seed=seed, progress=told,
            **options, **RULES,
        )  # fmt: skip
    except fr.Interrupted as stop:
        run = stop.table
    click.echo(str(run))


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--pairs", default=200, show_default=True)
@click.option("--simulations", default=32, show_default=True)
@click.option("--seed", default=11, show_default=True)
@click.option("--against", default="alphabeta(depth=4)", show_default=True)
def match(file: Path, pairs: int, simulations: int, seed: int, against: str) -> None:
    """Paired games by the rules of the preset."""
    player = fr.train.load_network("wari", file).player(simulations)
    with timed("match"):
        click.echo(str(fr.match.play("wari", player, against, pairs=pairs, seed=seed, workers=1, preset="awari")))


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--pairs", default=200, show_default=True)
@click.option("--simulations", default=128, show_default=True)
@click.option("--seed", default=31, show_default=True)
def together(file: Path, pairs: int, simulations: int, seed: int) -> None:
    """Paired games after 8 random plies against alphabeta(depth=4), in a tenth of the time; seats are exchanged."""
    player = fr.train.load_network("wari", file).player(simulations, size=128)
    random = np.random.default_rng([seed, 1])
    positions = []
    for _ in range(pairs):
        position = fr.Position("wari", preset="awari")
        for _ in range(8):
            position = position.play(str(random.choice(position.legal_moves())))
        positions += [position, position]
    seats = "sn"
    with timed("match"):
        while going := [i for i, position in enumerate(positions) if position.actor != "over"]:
            own = [i for i in going if positions[i].actor == seats[i % 2]]
            moves = dict(zip(own, player.choices([positions[i].text for i in own]), strict=True)) if own else {}
            for i in going:
                move = moves.get(i) or fr.analyse(positions[i], "alphabeta(depth=4)", seed=i // 2).move
                positions[i] = positions[i].play(move)
    points = np.array([np.sign(np.subtract(*position.outcome.score)) for position in positions])
    points[1::2] *= -1
    counts = [int(np.sum(points == sign)) for sign in (1, 0, -1)]
    click.echo(
        f"won {counts[0]}, drawn {counts[1]}, lost {counts[2]}; score {_mean(list((points[::2] + points[1::2] + 2) / 4), 4)}"
    )


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--folder", type=click.Path(path_type=Path), required=True, help="Of the endgame table.")
@click.option("--positions", default=1000, show_default=True)
@click.option("--simulations", default=32, show_default=True)
@click.option("--seed", default=12, show_default=True)
def tables(file: Path, folder: Path, positions: int, simulations: int, seed: int) -> None:
    """Shares of moves that the endgame table calls best."""
    table = fr.solve.wari(seeds=max(ASKED), out=folder)
    asked = endgames(ASKED, positions, seed, 2)
    player = fr.train.load_network("wari", file).player(simulations, size=64)
    with timed("network"):
        moves = {str(player): player.choices([position.text for position in asked])}
    for agent in ("alphabeta(depth=4)", "random"):
        with timed(agent):
            moves[agent] = [fr.analyse(position, agent, seed=i).move for i, position in enumerate(asked)]
    best = [table.best_moves(fr.Position("wari", position.text, preset="awari")) for position in asked]
    click.echo("| counters | positions | " + " | ".join(moves) + " |\n|" + "---|" * (2 + len(moves)))
    levels = [int(position.board["count"].sum()) for position in asked]
    for level in (*ASKED, None):
        rows = [i for i in range(positions) if level is None or levels[i] == level]
        share = [_share(sum(played[i] in best[i] for i in rows), len(rows)) for played in moves.values()]
        click.echo(f"| {level or 'all'} | {len(rows)} | " + " | ".join(share) + " |")


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("picture", type=click.Path(path_type=Path))
def losses(file: Path, picture: Path) -> None:
    """The curves of the network."""
    fr.train.load_network("wari", file).plot().savefig(picture)


@main.command()
@click.argument("game")
@click.argument("picture", type=click.Path(path_type=Path))
@click.argument("files", nargs=-1, required=True)
def weights(game: str, picture: Path, files: tuple[str, ...]) -> None:
    """Weights over games: the mean of the files, and the least and the most of them."""
    runs = [fr.train.load(game, file) for file in files]
    curves: dict[str, list[dict[str, float]]] = {}
    for term in runs[0].options["terms"]:
        columns = np.array([run.curve[term] for run in runs])
        curves[term] = [
            {"games": played, "weight": column.mean(), "low": column.min(), "high": column.max()}
            for played, column in zip(runs[0].curve["games"], columns.T, strict=True)
        ]
    axes = fr.plots.learning_curve(curves, x="games", y="weight", ylabel="weight, 1/100 pawn")
    axes.figure.savefig(picture)


@main.command()
@click.argument("game")
@click.argument("unit")
@click.argument("files", nargs=-1, required=True)
def values(game: str, unit: str, files: tuple[str, ...]) -> None:
    """Mean weights of the files, and in units of one of them, with Student's intervals of 95 %."""
    runs = [fr.train.load(game, file).weights for file in files]
    click.echo(f"| | weight | in {unit}s |\n|---|---|---|")
    for name in (name for name, value in runs[0].items() if value != 0.0):
        own = [run[name] for run in runs]
        click.echo(f"| {name} | {_mean(own, 0)} | {_mean([run[name] / run[unit] for run in runs], 2)} |")


def _mean(numbers: list[float], digits: int) -> str:
    mean, radius = float(np.mean(numbers)), float("inf")
    if len(numbers) > 1:
        radius = float(stats.t.ppf(0.975, len(numbers) - 1) * stats.sem(numbers))
    return f"{mean:.{digits}f} [{mean - radius:.{digits}f}, {mean + radius:.{digits}f}]"


def _share(good: int, number: int) -> str:
    low, high = wilson(good, number, 0.95)
    return f"{100 * good / number:.1f} [{100 * low:.1f}, {100 * high:.1f}]"


if __name__ == "__main__":
    main()
