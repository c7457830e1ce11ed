"""Commands that measure any game, and that decide about a start square with few games."""

from __future__ import annotations

from typing import Any

import click

from fairyring import balance as studies
from fairyring.cli.balance import balance_group
from fairyring.cli.options import (
    engine_options,
    game_argument,
    json_option,
    print_json,
    rules_option,
    seed_option,
    split_list,
    workers_option,
    write_text,
)
from fairyring.engines import engine_of
from fairyring.errors import Interrupted


@balance_group.command("study")
@game_argument
@click.option("--agents", default=",".join(studies.AGENTS), show_default=True, help="The weakest first.")
@click.option("--games", "count", type=click.IntRange(2), default=500, show_default=True, help="Games of each agent.")
@click.option("--variant", "variants", multiple=True, help="published, or key=value[+key=value]; may be given again.")
@click.option("--ladder", type=click.IntRange(0), default=50, show_default=True, help="Pairs of games of each step.")
@click.option("--opening-plies", type=click.IntRange(0), default=4, show_default=True, help="Random plies, even.")
@click.option("--max-plies", type=click.IntRange(1, 2**32 - 1), default=None, help="Ends any game after so many plies.")
@click.option("--out", type=click.Path(file_okay=False), default=None, help="Store the games in this directory.")
@click.option("--resume", is_flag=True, help="Go on with the games in that directory.")
@click.option("--svg", type=click.Path(dir_okay=False), help="Write a figure of the first-move advantage to this file.")
@seed_option
@workers_option
@json_option
def study_command(
    game: str,
    agents: str,
    count: int,
    variants: tuple[str, ...],
    ladder: int,
    opening_plies: int,
    max_plies: int | None,
    out: str | None,
    resume: bool,
    svg: str | None,
    seed: int | None,
    workers: int | None,
    as_json: bool,
) -> None:
    """Measure a game: first move, draws, length, choice, luck, seats, skill; by variants of its rules."""
    stopped: Interrupted | None = None
    try:
        found = studies.study(
            game,
            variants={text: _variant(text) for text in variants} or None,
            agents=split_list(agents),
            games=count,
            ladder=ladder or None,
            opening_plies=opening_plies,
            max_plies=max_plies,
            seed=seed,
            workers=workers,
            out=out,
            resume=resume,
        )
    except Interrupted as stop:
        stopped, found = stop, stop.table
    if svg is not None:
        write_text(svg, found.figure())
    if as_json:
        print_json(found.to_dict())
    else:
        click.echo(str(found))
    if stopped is not None:
        raise stopped


def _variant(text: str) -> dict[str, str]:
    """The rule options of a variant."""
    if text == "published":
        return {}
    pairs = [part.partition("=") for part in text.split("+")]
    if not all(key and sign and value for key, sign, value in pairs):
        raise click.UsageError(f"variant {text!r} is neither 'published' nor of the form key=value+key=value")
    return {key: value for key, _, value in pairs}


@balance_group.command("decide")
@click.option("--square", default="d4", show_default=True, help="Start square of the Behemoth.")
@click.option("--agent", default="twoply", show_default=True, help="On both sides.")
@click.option(
    "--games", "count", type=click.IntRange(2), default=None, help="At most; left out: the agent's own number."
)
@click.option("--looks", type=click.IntRange(1, 100), default=5, show_default=True, help="How often to look.")
@click.option("--margin", type=float, default=0.01, show_default=True, help="Margin of the equivalence test.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Error probability of the whole test.")
@engine_options
@rules_option
@seed_option
@workers_option
@json_option
def decide_command(
    square: str,
    agent: str,
    count: int | None,
    looks: int,
    margin: float,
    alpha: float,
    engine: str,
    address: str | None,
    rules: dict[str, Any],
    seed: int | None,
    workers: int | None,
    as_json: bool,
) -> None:
    """Whether Behemoth chess from a square is balanced, with as few games as that takes."""
    found = studies.decide(
        square,
        agent=agent,
        games=count,
        looks=looks,
        margin=margin,
        alpha=alpha,
        seed=seed,
        engine=engine_of(engine, address),
        workers=workers,
        **rules,
    )
    if as_json:
        print_json(found.to_dict())
    else:
        click.echo(str(found))


COMMANDS = (balance_group,)
