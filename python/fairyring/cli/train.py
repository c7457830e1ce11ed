"""The command that trains."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

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
from fairyring.errors import Interrupted, require

#: Options of one learner, without meaning for the other.
TD = ("terms", "defaults", "inputs", "hidden", "depth", "nodes", "fixed", "opening_plies", "rate", "batch")
ALPHAZERO = ("simulations", "points", "width", "blocks", "games_per_iteration", "reuse", "gate_every")


@click.command("train")
@game_argument
@click.option("--by", type=click.Choice(["td", "alphazero"]), default="td", show_default=True, help="What learns.")
@click.option("--games", type=click.IntRange(1), default=2000, show_default=True, help="Games to be played in all.")
@click.option("--out", type=click.Path(dir_okay=False), required=True, help="The run's file.")
@click.option("--resume", is_flag=True, help="Go on with the run in that file.")
@click.option("--start", multiple=True, help="A start position; may be given again.")
@click.option("--plot", type=click.Path(dir_okay=False), default=None, help="Draw the curves into this file.")
@click.option("--lambda", "lambda_", type=click.FloatRange(0, 1), default=None, help="Of TD(λ); td 0.8, alphazero 0.9.")
@click.option("--max-plies", type=click.IntRange(1, 10**6), default=300, show_default=True, help="Ends any game.")
@click.option("--terms", default=None, help="td: weights that learn, as A,B; all if left out.")
@click.option("--defaults", is_flag=True, help="td: begin at the default weights, not at 0.")
@click.option("--inputs", is_flag=True, help="td: learn weights of units by place too.")
@click.option("--hidden", type=click.IntRange(0, 256), default=0, help="td: hidden units over the inputs.")
@click.option("--depth", type=click.IntRange(1, 16), default=1, show_default=True, help="td: plies that are searched.")
@click.option("--nodes", type=click.IntRange(1, 10**9), default=None, help="td: positions looked at instead.")
@click.option("--fixed", is_flag=True, help="td: games are played by the default weights throughout.")
@click.option(
    "--opening-plies",
    type=click.IntRange(0, 10_000),
    default=8,
    show_default=True,
    help="td: random plies before a game, at most.",
)
@click.option(
    "--rate", type=click.FloatRange(0), default=20.0, show_default=True, help="td: first step, in 1/100 pawn."
)
@click.option("--batch", type=click.IntRange(1), default=20, show_default=True, help="td: games between updates.")
@click.option("--simulations", type=click.IntRange(1), default=32, show_default=True, help="alphazero: of a move.")
@click.option("--points", type=click.FloatRange(1), default=None, help="alphazero: play for the lead over so many.")
@click.option("--width", type=click.IntRange(1, 65_536), default=128, show_default=True, help="alphazero: of layers.")
@click.option("--blocks", type=click.IntRange(0, 1000), default=2, show_default=True, help="alphazero: of two layers.")
@click.option("--games-per-iteration", type=click.IntRange(1, 2**20), default=256, show_default=True, help="alphazero.")
@click.option(
    "--reuse",
    type=click.FloatRange(0, min_open=True),
    default=4.0,
    show_default=True,
    help="alphazero: uses of a sample.",
)
@click.option(
    "--gate-every",
    type=click.IntRange(0, 10**9),
    default=0,
    help="alphazero: iterations between matches against the ladder.",
)
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
    lambda_: float | None,
    max_plies: int,
    rules: dict[str, Any],
    seed: int | None,
    workers: int | None,
    as_json: bool,
    **own: Any,
) -> None:
    """Train an agent by self-play and keep it in a file.

    What `td` has learned plays as learned(FILE) wherever an agent is named; what `alphazero` has, in Python as
    fairyring.train.load_network(GAME, FILE).player(32). Ctrl-C stops, and --resume goes on.
    """
    context = click.get_current_context()
    other = TD if by == "alphazero" else ALPHAZERO
    for name in other:
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise click.UsageError(f"--{name.replace('_', '-')} is no option of {by}", context)
    if plot is not None:
        _check_plot(plot)
    options = {name: value for name, value in own.items() if name not in other}
    if lambda_ is not None:
        options["lambda_"] = lambda_
    if by == "td" and options["terms"] is not None:
        options["terms"] = split_list(options["terms"])
    learner: Any = train.td if by == "td" else train.alphazero
    common: dict[str, Any] = {
        "games": games,
        "out": out,
        "resume": resume,
        "start": list(start) or None,
        "max_plies": max_plies,
    }
    try:
        result: Any = learner(game, seed=seed, workers=workers, **common, **options, **rules)
    except Interrupted as stop:
        if stop.table is not None:
            _tell(stop.table, plot, as_json)
        raise
    _tell(result, plot, as_json)


def _check_plot(path: str) -> None:
    """Refuses a picture that could not be written, before the run and not after it."""
    kinds = require("matplotlib.figure", "plot", "--plot").Figure().canvas.get_supported_filetypes()
    kind = Path(path).suffix.removeprefix(".")
    if kind not in kinds:
        raise click.UsageError(
            f"--plot {path}: its name must end with one of {', '.join('.' + name for name in kinds)}"
        )
    if not Path(path).absolute().parent.is_dir():
        raise click.UsageError(f"--plot {path}: there is no such directory")


def _tell(result: Any, plot: str | None, as_json: bool) -> None:
    """Draws and prints a run, whole or stopped."""
    if plot is not None:
        result.plot().savefig(Path(plot))
    print_json(result.to_dict()) if as_json else click.echo(str(result))


COMMANDS = (train_command,)
