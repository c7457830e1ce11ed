"""The command that says which of several agents is better."""

from __future__ import annotations

from typing import Any

import click

from fairyring import match
from fairyring._core import describe
from fairyring.agents import Engine
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
from fairyring.engines import engine_of
from fairyring.errors import Interrupted
from fairyring.match.runner import play_by


def parse_agent(text: str) -> Any:
    """A spec, or `uci(COMMAND, nodes=N, Option=value, ...)`: an engine by one of nodes, depth and movetime."""
    if not text.startswith("uci("):
        return text
    if not text.endswith(")"):
        raise click.UsageError(f"{text!r} lacks its closing parenthesis")
    command, *pairs = split_list(text[4:-1])
    limits: dict[str, int] = {}
    options: dict[str, str] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            raise click.UsageError(f"{pair!r} of {text!r} is not of the form key=value")
        if name.strip() in ("nodes", "depth", "movetime"):
            if not value.strip().isdigit():
                raise click.UsageError(f"{name.strip()} of {text!r} must be a whole number")
            limits[name.strip()] = int(value)
        else:
            options[name.strip()] = value.strip()
    return Engine(command, options=options, **limits)


@click.command("match")
@game_argument
@click.option("--agents", required=True, help="A,B for a match; more for a ladder; uci(COMMAND, nodes=N) is an engine.")
@click.option("--pairs", type=click.IntRange(1), default=None, help="Pairs of games; with --sprt, at most.")
@click.option("--sprt", default=None, help="Stop by a sequential test: elo0=0,elo1=10[,alpha=,beta=,model=].")
@click.option("--opening-plies", type=click.IntRange(0), default=8, show_default=True, help="Random plies of openings.")
@click.option("--start", multiple=True, help="A start position; may be given again.")
@click.option("--experiment", type=click.IntRange(0, 2**64 - 1), default=0, help="Mixed into every game's seed.")
@click.option("--max-plies", type=click.IntRange(1, 2**32 - 1), default=None, help="Ends any game after so many plies.")
@click.option("--batch", type=click.IntRange(1), default=16, show_default=True, help="Pairs between looks of the test.")
@click.option(
    "--state", type=click.Path(), default=None, help="Keep the match in this file, a ladder in this directory."
)
@click.option("--resume", is_flag=True, help="Go on with what --state holds.")
@click.option("--rotate", is_flag=True, help="One agent a seat, each on every seat in turn.")
@rules_option
@seed_option
@workers_option
@engine_options
@json_option
def match_command(
    game: str,
    agents: str,
    pairs: int | None,
    sprt: str | None,
    opening_plies: int,
    start: tuple[str, ...],
    experiment: int,
    max_plies: int | None,
    batch: int,
    state: str | None,
    resume: bool,
    rotate: bool,
    rules: dict[str, Any],
    seed: int | None,
    workers: int | None,
    engine: str,
    address: str | None,
    as_json: bool,
) -> None:
    """Play agents against each other: pairs of games from the same opening with the seats exchanged."""
    players = [parse_agent(text) for text in split_list(agents)]
    common: dict[str, Any] = {
        "opening_plies": opening_plies,
        "start": list(start) or None,
        "seed": seed,
        "workers": workers,
        "max_plies": max_plies,
        "engine": engine_of(engine, address),
    }
    several = rotate or len(players) != 2
    if several and (sprt is not None or experiment):
        raise click.UsageError("--sprt and --experiment are for matches of two agents")
    if rotate and (state is not None or resume):
        raise click.UsageError("--state and --resume are not for --rotate")
    taken = sorted(set(rules) & set(common))
    if several and taken:
        raise click.UsageError(f"rule {taken[0]} cannot be given to a ladder")
    try:
        result: Any
        if rotate:
            seats = len(describe(game)["seats"])
            if len(players) != seats:
                raise click.UsageError(f"--rotate takes one agent a seat, {seats} in {game}, not {len(players)}")
            result = match.rotate(game, players, openings=pairs or 100, **common, **rules)
        elif several:
            result = match.ladder(game, players, pairs=pairs or 100, state=state, resume=resume, **common, **rules)
        else:
            result = play_by(
                rules,
                game,
                *players,
                pairs=pairs,
                sprt=sprt,
                experiment=experiment,
                batch=batch,
                state=state,
                resume=resume,
                **common,
            )
    except Interrupted as stop:
        _print(stop.table, as_json)
        raise
    finally:
        for player in players:
            if isinstance(player, Engine):
                player.close()
    _print(result, as_json)


def _print(result: Any, as_json: bool) -> None:
    results = result if isinstance(result, list) else [result]
    if as_json:
        documents = [entry.to_dict() for entry in results]
        print_json(documents if isinstance(result, list) else documents[0])
    else:
        for entry in results:
            click.echo(str(entry))


COMMANDS = (match_command,)
