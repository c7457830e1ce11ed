"""Plays the matches of players.md: each rung of each game's ladder against the one below it.

python docs/studies/players.py costs                  # CPU seconds a game of every rung, by a few games
python docs/studies/players.py ladder chess DIR       # the matches of a game, kept in DIR and gone on with
python docs/studies/players.py wari DIR               # shares of moves that the endgame table calls best
python docs/studies/players.py stockfish DIR          # chess against Stockfish
python docs/studies/players.py speed                  # games a CPU second of self-play by alphabeta(nodes=1000)
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import click

import fairyring as fr

#: Master seed of everything here.
SEED = 20261

#: (stronger, weaker) of every step.
AB2, AB4 = "alphabeta(depth=2)", "alphabeta(depth=4)"
MCTS25, MCTS100 = "mcts(simulations=25)", "mcts(simulations=100)"
STEPS = [("greedy", "random"), (AB2, "greedy"), (AB4, AB2), (MCTS25, "random"), (MCTS100, MCTS25)]


def _timed(work: Any) -> tuple[Any, float]:
    begin = time.process_time()
    result = work()
    return result, time.process_time() - begin


@click.group()
def main() -> None:
    """The matches of players.md."""


@main.command()
@click.argument("games", nargs=-1)
def costs(games: tuple[str, ...]) -> None:
    """CPU seconds a game."""
    for game in games or fr.games():
        for stronger, weaker in STEPS:
            match, seconds = _timed(
                lambda: fr.match.play(game, stronger, weaker, pairs=2, seed=SEED, workers=1, progress=False)  # noqa: B023
            )
            click.echo(f"{game:<9} {stronger:<22} {weaker:<22} {seconds / 4:8.3f} s a game, score {match.score:.2f}")
            sys.stdout.flush()


@main.command()
@click.argument("game")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--pairs", default=200, show_default=True)
@click.option("--preset", default=None)
@click.option("--step", "steps", type=click.IntRange(0, len(STEPS) - 1), multiple=True, help="Left out: all of them.")
def ladder(game: str, folder: Path, pairs: int, preset: str | None, steps: tuple[int, ...]) -> None:
    """The matches of a game."""
    folder.mkdir(parents=True, exist_ok=True)
    rules = {} if preset is None else {"preset": preset}
    for number in steps or range(len(STEPS)):
        stronger, weaker = STEPS[number]
        state = folder / f"{game}-{preset or 'default'}-{number}.json"
        options: dict[str, Any] = {"pairs": pairs, "seed": SEED, "state": state, "resume": True, "progress": False}
        match, seconds = _timed(lambda: fr.match.play(game, stronger, weaker, **options, **rules))  # noqa: B023
        click.echo(f"{match}\n{seconds:.0f} s of processor time\n")
        sys.stdout.flush()


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--pairs", default=100, show_default=True)
@click.option("--nodes", default=100, show_default=True)
def stockfish(folder: Path, pairs: int, nodes: int) -> None:
    """Chess against Stockfish."""
    folder.mkdir(parents=True, exist_ok=True)
    engine = fr.agents.uci("/usr/games/stockfish", nodes=nodes, options={"Threads": "1", "Hash": "16"})
    state = folder / f"stockfish-{nodes}.json"
    options: dict[str, Any] = {"pairs": pairs, "seed": SEED, "state": state, "resume": True, "progress": False}
    click.echo(str(fr.match.play("chess", "alphabeta(nodes=10000)", engine, **options)))


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--positions", default=1000, show_default=True)
def wari(folder: Path, positions: int) -> None:
    """Shares of moves that the endgame table of 16 counters calls best."""
    table = fr.solve.wari(seeds=16, out=folder, progress=False)
    agents = ["random", "greedy", AB2, AB4, MCTS25, MCTS100, "mcts(simulations=1000)"]
    for found in fr.solve.agreement(table, agents, positions=positions, seed=SEED, progress=False):
        click.echo(str(found))


@main.command()
@click.option("--games", default=100, show_default=True)
def speed(games: int) -> None:
    """Self-play of chess by alphabeta(nodes=1000)."""
    batch, seconds = _timed(
        lambda: fr.simulate("chess", games=games, agents="alphabeta(nodes=1000)", seed=SEED, progress=False)
    )
    click.echo(f"{games} games of {batch.plies.mean():.1f} plies: {games / seconds:.1f} games a CPU second")


if __name__ == "__main__":
    main()
