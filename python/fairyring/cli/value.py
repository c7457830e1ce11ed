"""The commands that say what units are worth, and that run the recorded studies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from fairyring import value
from fairyring.cli.options import (
    game_argument,
    json_option,
    print_json,
    rules_option,
    seed_option,
    split_list,
    workers_option,
)
from fairyring.value.fit import MODELS


@click.command("value")
@game_argument
@click.option("--piece", default="T", show_default=True, help="The unit, a capital letter.")
@click.option(
    "--method",
    type=click.Choice(["army", "inside", "learned", "mobility", "restricted", "beside", "sensitivity", "bracket"]),
    default="army",
    show_default=True,
    help="How: see docs/studies/teleport.md.",
)
@click.option("--tasks", default=None, help="Of armies, like T:N,T:N+P,R:N+2P; left out: those declared for the unit.")
@click.option("--agent", default=value.AGENT, show_default=True, help="On both sides.")
@click.option(
    "--games",
    "count",
    type=click.IntRange(2),
    default=2000,
    show_default=True,
    help="How many; of each of five runs where they are learned.",
)
@click.option("--model", type=click.Choice(MODELS), default=None, help="Of outcomes; left out: the method's own.")
@click.option("--without", default="0", help="Units that both sides lack, like Q or 2N+2B.")
@click.option("--sprt", default="elo0=0,elo1=20", show_default=True, help="The test of a bracket.")
@click.option("--out", type=click.Path(file_okay=False), default=None, help="Store the games in this directory.")
@click.option("--resume", is_flag=True, help="Go on with the games in that directory.")
@rules_option
@seed_option
@workers_option
@json_option
def value_command(
    game: str,
    piece: str,
    method: str,
    tasks: str | None,
    agent: str,
    count: int,
    model: Any,
    without: str,
    sprt: str,
    out: str | None,
    resume: bool,
    rules: dict[str, Any],
    seed: int | None,
    workers: int | None,
    as_json: bool,
) -> None:
    """What is a unit worth? In Elo, knights, rooks, and last in pawns."""
    common: dict[str, Any] = {"seed": seed, "workers": workers, "out": out, "resume": resume}
    listed = None if tasks is None else split_list(tasks)
    found: Any
    if method == "mobility":
        found = value.mobility(piece)
    elif method == "army":
        found = value.army(
            game, piece, tasks=listed, agent=agent, games=count, model=model, without=without, **common, **rules
        )
    elif method == "inside":
        found = value.inside(game, agent=agent, games=count, model=model or "tanh", **common, **rules)
    elif method == "learned":
        found = value.learned(game, games=count, **common, **rules)
    elif method == "bracket":
        if listed is None or len(listed) != 1:
            raise click.UsageError("--method bracket takes one task: --tasks T:N+P")
        found = value.bracket(listed[0], game, agent=agent, sprt=sprt, pairs=max(count // 2, 1), **common, **rules)
    elif rules:
        raise click.UsageError(f"--method {method} sets the rules itself")
    elif method == "restricted":
        found = value.restricted(game, piece, agent=agent, games=count, shared=2 * count, **common)
    elif method == "beside":
        found = value.beside(game, piece, agent=agent, games=count, **common)
    else:
        found = value.sensitivity(game, piece, games=count, shared=2 * count, **common)
    if as_json:
        print_json(found.to_dict() if hasattr(found, "to_dict") else vars(found))
    else:
        click.echo(str(found))


@click.command("study")
@click.argument("name", type=click.Choice(["teleport", "behemoth", "atlas", "validation"]), metavar="NAME")
@click.option("--out", type=click.Path(file_okay=False), required=True, help="Where games and results are kept.")
@click.option("--docs", type=click.Path(file_okay=False), default=None, help="Write figures and tables there.")
@click.option("--scale", type=click.FloatRange(0, 100, min_open=True), default=1.0, help="Factor of all game numbers.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=None, help="Left out: that of the recorded study.")
@workers_option
@json_option
def study_command(
    name: str, out: str, docs: str | None, scale: float, seed: int | None, workers: int | None, as_json: bool
) -> None:
    """Run a recorded study (teleport, behemoth, atlas, validation), or go on with it."""
    from fairyring import studies

    results = studies.run(
        name,
        Path(out),
        seed=studies.SEED if seed is None else seed,
        scale=studies.Scale(scale, workers),
        docs=None if docs is None else Path(docs),
        say=lambda text: click.echo(text, err=True),
    )
    if as_json:
        print_json(results)
    else:
        click.echo("\n\n".join(studies.tables(name, results).values()))


COMMANDS = (value_command, study_command)
