"""The command that trains."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from fairyring import train
from fairyring.cli.options import (
    game_argument,
    json_option,
    print_json,
    rules_option,
    seed_option,
    split_list,
    workers_option,
)
from fairyring.errors import Interrupted


@click.command("train")
@game_argument
@click.option("--by", type=click.Choice(["td", "alphazero"]), default="td", show_default=True, help="What learns.")
@click.option("--games", type=click.IntRange(1), default=2000, show_default=True, help="Games to be played in all.")
@click.option("--out", type=click.Path(dir_okay=False), required=True, help="The run's file.")
@click.option("--resume", is_flag=True, help="Go on with the run in that file.")
@click.option("--start", multiple=True, help="A start position; may be given again.")
@click.option("--plot", type=click.Path(dir_okay=False), default=None, help="Draw the curves into this file.")
@click.option("--terms", default=None, help="td: weights that learn, as A,B; all if left out.")
@click.option("--defaults", is_flag=True, help="td: begin at the default weights, not at 0.")
@click.option("--inputs", is_flag=True, help="td: learn weights of units by place too.")
@click.option("--hidden", type=click.IntRange(0, 256), default=0, help="td: hidden units over the inputs.")
@click.option("--depth", type=click.IntRange(1, 16), default=1, show_default=True, help="td: plies that are searched.")
@click.option("--lambda", "lambda_", type=click.FloatRange(0, 1), default=0.8, show_default=True, help="td: of TD(λ).")
@click.option(
    "--rate", type=click.FloatRange(0), default=20.0, show_default=True, help="td: first step, in 1/100 pawn."
)
@click.option("--batch", type=click.IntRange(1), default=20, show_default=True, help="td: games between updates.")
@click.option("--max-plies", type=click.IntRange(1, 10**6), default=300, show_default=True, help="Ends any game.")
@click.option("--simulations", type=click.IntRange(1), default=32, show_default=True, help="alphazero: of a move.")
@click.option("--points", type=click.FloatRange(1), default=None, help="alphazero: play for the lead over so many.")
@rules_option
@seed_option
@workers_option
@json_option
def train_command(
    game: str,
    by: str,
    games: int,
    out: str,
    resume: bool,
    start: tuple[str, ...],
    plot: str | None,
    terms: str | None,
    defaults: bool,
    inputs: bool,
    hidden: int,
    depth: int,
    lambda_: float,
    rate: float,
    batch: int,
    max_plies: int,
    simulations: int,
    points: float | None,
    rules: dict[str, Any],
    seed: int | None,
    workers: int | None,
    as_json: bool,
) -> None:
    """Train an agent by self-play and keep it in a file."""
    common: dict[str, Any] = {
        "games": games,
        "out": out,
        "resume": resume,
        "start": list(start) or None,
        "max_plies": max_plies,
        "seed": seed,
        "workers": workers,
        **rules,
    }
    try:
        if by == "td":
            result: Any = train.td(
                game,
                terms=None if terms is None else split_list(terms),
                defaults=defaults,
                inputs=inputs,
                hidden=hidden,
                depth=depth,
                lambda_=lambda_,
                rate=rate,
                batch=batch,
                **common,
            )
        else:
            result = train.alphazero(game, simulations=simulations, points=points, **common)
    except Interrupted as stop:
        if stop.table is not None:
            _print(stop.table, as_json)
        raise
    if plot is not None:
        result.plot().savefig(Path(plot))
    _print(result, as_json)


def _print(result: Any, as_json: bool) -> None:
    print_json(result.to_dict()) if as_json else click.echo(str(result))


COMMANDS = (train_command,)
