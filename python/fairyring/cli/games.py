"""Commands about games and single positions."""

from __future__ import annotations

import click

import fairyring
from fairyring.arguments import rule_text
from fairyring.balance.behemoth import aligned
from fairyring.cli.options import (
    TEXT_SETTINGS,
    game_argument,
    json_option,
    position_of,
    print_json,
    rules_option,
    seed_option,
    text_argument,
    write_text,
)
from fairyring.waiting import stoppable


@click.command("games")
@json_option
def games_command(as_json: bool) -> None:
    """List the games."""
    facts = [fairyring.describe(game) for game in fairyring.games()]
    if as_json:
        print_json(
            [{key: game[key] for key in ("id", "rules_version", "seats", "has_dice", "has_score")} for game in facts]
        )
        return
    lines = [["game", "seats", "dice", "points", "rule options"]]
    for game in facts:
        flags = ["yes" if game[key] else "no" for key in ("has_dice", "has_score")]
        lines.append([game["id"], " ".join(game["seats"]), *flags, str(len(game["options"]))])
    click.echo(aligned(lines))


@click.command("rules")
@game_argument
@json_option
def rules_command(game: str, as_json: bool) -> None:
    """List a game's rule options, presets and reasons."""
    facts = fairyring.describe(game)
    if as_json:
        print_json(
            {key: facts[key] for key in ("id", "rules_version", "options", "presets", "reasons", "seats", "teams")}
        )
        return
    for option in facts["options"]:
        default = rule_text(option["default"])
        click.echo(f"{option['name']}={default}\n    {option['about']}\n    values: {option['values']}")
    for name, values in facts["presets"].items():
        settings = ", ".join(f"{key}={value}" for key, value in values.items()) or "the defaults"
        click.echo(f"preset {name}: {settings}")
    click.echo(f"ends by: {', '.join(facts['reasons'])}")


@click.command("moves", context_settings=TEXT_SETTINGS)
@game_argument
@text_argument
@rules_option
@json_option
def moves_command(game: str, text: str | None, rules: dict[str, str], as_json: bool) -> None:
    """List the legal moves, or the outcomes of the dice with their probabilities."""
    position = position_of(game, text, rules)
    moves, rolls = position.legal_moves(), position.chance()
    if as_json:
        chance = [{"move": move, "probability": probability} for move, probability in rolls]
        print_json({"text": position.text, "actor": position.actor, "moves": moves, "chance": chance})
        return
    for move in moves:
        click.echo(move)
    for move, probability in rolls:
        click.echo(f"{move}  {probability:.6f}")
    if position.outcome is not None:
        click.echo(f"the game is over: {position.outcome.reason}", err=True)


@click.command("show", context_settings=TEXT_SETTINGS)
@game_argument
@text_argument
@click.option("--svg", type=click.Path(dir_okay=False), help="Also write the board as SVG to this file.")
@rules_option
@json_option
def show_command(game: str, text: str | None, svg: str | None, rules: dict[str, str], as_json: bool) -> None:
    """Show a position."""
    position = position_of(game, text, rules)
    outcome = position.outcome
    if svg is not None:
        write_text(svg, position.svg())
    if as_json:
        result = outcome and {"reason": outcome.reason, "utility": outcome.utility, "score": outcome.score}
        shown = {"game": position.game, "rules": position.rules, "text": position.text, "actor": position.actor}
        print_json(shown | {"outcome": result, "legal_moves": len(position.legal_moves())})
        return
    click.echo(str(position).rstrip("\n"))
    click.echo(position.text)
    if outcome is None:
        click.echo(f"{position.actor} to act, {len(position.legal_moves() or position.chance())} moves")
    else:
        values = ", ".join(
            f"{seat} {value:g}" for seat, value in zip(fairyring.describe(game)["seats"], outcome.utility, strict=True)
        )
        click.echo(f"over by {outcome.reason}: {values}")


@click.command("perft", context_settings=TEXT_SETTINGS)
@game_argument
@text_argument
@click.option("--depth", type=click.IntRange(0, 1000), required=True, help="Plies; a roll of the dice is one.")
@click.option("--divide", is_flag=True, help="Count below each move.")
@rules_option
@json_option
def perft_command(game: str, text: str | None, depth: int, divide: bool, rules: dict[str, str], as_json: bool) -> None:
    """Count the lines of a depth."""
    if divide and depth == 0:
        raise click.UsageError("--divide needs a depth of at least 1")
    position = position_of(game, text, rules)
    if not divide:
        nodes = stoppable(lambda: position.perft(depth))
        print_json({"depth": depth, "nodes": nodes}) if as_json else click.echo(str(nodes))
        return
    moves = position.legal_moves() or [move for move, _ in position.chance()]
    counts = stoppable(lambda: {move: position.play(move).perft(depth - 1) for move in moves})
    if as_json:
        print_json({"depth": depth, "nodes": sum(counts.values()), "divide": counts})
        return
    for move, nodes in counts.items():
        click.echo(f"{move}: {nodes}")
    click.echo(f"total: {sum(counts.values())}")


@click.command("analyse", context_settings=TEXT_SETTINGS)
@game_argument
@text_argument
@click.option("--agent", default="twoply", show_default=True, help="Who is asked.")
@rules_option
@seed_option
@json_option
def analyse_command(
    game: str, text: str | None, agent: str, rules: dict[str, str], seed: int | None, as_json: bool
) -> None:
    """Ask an agent about a position."""
    position = position_of(game, text, rules)
    analysis = stoppable(lambda: fairyring.analyse(position, agent, seed=0 if seed is None else seed))
    if not as_json:
        click.echo(str(analysis))
        return
    moves = [{"move": move, "value": value} for move, value in analysis.moves]
    print_json(
        {key: getattr(analysis, key) for key in ("game", "agent", "seed", "move", "value", "pv", "nodes")}
        | {"moves": moves}
    )


COMMANDS = (games_command, rules_command, moves_command, show_command, perft_command, analyse_command)
