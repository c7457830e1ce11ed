"""The command that plays batches."""

from __future__ import annotations

import click

from fairyring.batch import Batch
from fairyring.cli.options import (
    engine_options,
    game_argument,
    json_option,
    print_json,
    rules_option,
    seed_option,
    split_list,
    workers_option,
)
from fairyring.errors import Interrupted
from fairyring.simulation import simulate_by


@click.command("simulate")
@game_argument
@click.option("--games", "count", type=click.IntRange(1), default=1000, show_default=True, help="How many.")
@click.option("--agents", default="random", show_default=True, help="One agent for all seats, or one per seat: A,B.")
@click.option("--start", multiple=True, help="A start position; may be given again.")
@click.option("--experiment", type=click.IntRange(0, 2**64 - 1), default=0, help="Mixed into every game's seed.")
@click.option("--max-plies", type=click.IntRange(1, 2**32 - 1), default=None, help="Ends any game after so many plies.")
@click.option("--out", type=click.Path(file_okay=False), default=None, help="Store the run in this directory.")
@click.option("--resume", is_flag=True, help="Go on with the run in that directory.")
@click.option("--chunk", type=click.IntRange(1, 2**32 - 1), default=None, help="Games of a part of a stored run.")
@click.option("--moves", is_flag=True, help="Keep the moves too.")
@engine_options
@rules_option
@seed_option
@workers_option
@json_option
def simulate_command(
    game: str,
    count: int,
    agents: str,
    start: tuple[str, ...],
    experiment: int,
    max_plies: int | None,
    out: str | None,
    resume: bool,
    chunk: int | None,
    moves: bool,
    engine: str,
    address: str | None,
    rules: dict[str, str],
    seed: int | None,
    workers: int | None,
    as_json: bool,
) -> None:
    """Play many games and summarise them."""
    try:
        batch = simulate_by(
            rules,
            game,
            games=count,
            agents=split_list(agents),
            start=list(start) or None,
            seed=seed,
            experiment=experiment,
            workers=workers,
            max_plies=max_plies,
            out=out,
            resume=resume,
            chunk=chunk,
            moves=moves,
            engine=engine,
            address=address,
        )
    except Interrupted as stop:
        if stop.batch is not None:
            _print(stop.batch, as_json)
        raise
    _print(batch, as_json)


def _print(batch: Batch, as_json: bool) -> None:
    summary = batch.summary()
    print_json(summary.to_dict()) if as_json else click.echo(str(summary))


COMMANDS = (simulate_command,)
