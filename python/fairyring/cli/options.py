"""Options and output that commands share."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from fairyring._core import Position, games
from fairyring.plain import plain

Command = TypeVar("Command", bound=Callable[..., Any])

#: Settings of commands that take a position: a text may begin with a sign that looks like an option.
TEXT_SETTINGS = {"ignore_unknown_options": True}


class Rule(click.ParamType[tuple[str, str]]):
    """A rule option, `key=value`."""

    name = "key=value"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        """Splits at the first sign of equality."""
        if isinstance(value, tuple):
            return value
        key, sign, text = str(value).partition("=")
        if not sign or not key.strip() or not text.strip():
            self.fail(f"{value!r} is not of the form key=value", param, ctx)
        return key.strip(), text.strip()


def rules_option(command: Command) -> Command:
    """`--rule` and `--preset`, given to the command as one dict `rules`."""
    command = click.option(
        "--rule", "rules", type=Rule(), multiple=True, callback=_rules, help="A rule option; may be given again."
    )(command)
    return click.option("--preset", expose_value=False, is_eager=True, callback=_preset, help="A named set of rules.")(
        command
    )


def _preset(context: click.Context, _parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        context.meta["fairyring.preset"] = value


def _rules(context: click.Context, _parameter: click.Parameter, pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    rules: dict[str, str] = {}
    for key, value in pairs:
        if key in rules:
            raise click.BadParameter(f"rule {key!r} is given twice")
        rules[key] = value
    preset = context.meta.get("fairyring.preset")
    return rules | ({} if preset is None else {"preset": preset})


def game_argument(command: Command) -> Command:
    """The game, one of those there are."""
    return click.argument("game", type=click.Choice(games()), metavar="GAME")(command)


def text_argument(command: Command) -> Command:
    """A position's text, as one argument or several; None for the usual start."""
    return click.argument("text", nargs=-1, metavar="[TEXT]", callback=_text)(command)


def _text(context: click.Context, _parameter: click.Parameter, parts: tuple[str, ...]) -> str | None:
    for part in parts:
        if re.match("--[a-z]", part):
            raise click.NoSuchOption(part.partition("=")[0], ctx=context)
    return " ".join(parts) if parts else None


def position_of(game: str, text: str | None, rules: dict[str, str]) -> Position:
    """The position that a command is asked about."""
    return Position(game, text, **rules)


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
seed_option = click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), default=None, help="Master seed; a fresh one if left out."
)
workers_option = click.option(
    "--workers", type=click.IntRange(1, 1024), default=None, help="Threads; one per core if left out."
)


def engine_options(command: Command) -> Command:
    """`--engine` and `--address`."""
    command = click.option(
        "--address", default=None, help="Address of the Ray cluster; left out: one on this machine."
    )(command)
    return click.option(
        "--engine",
        type=click.Choice(["threads", "ray"]),
        default="threads",
        show_default=True,
        help="What plays the games.",
    )(command)


def print_json(value: Any) -> None:
    """Prints a value as JSON; numbers that are not finite become null."""
    click.echo(json.dumps(plain(value), indent=2, allow_nan=False, ensure_ascii=False))


def write_text(path: str, text: str) -> None:
    """Writes a file; a failure is an error of one line."""
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"cannot write {path!r}: {error.strerror}") from error


def split_list(text: str) -> list[str]:
    """Splits at commas that stand outside of brackets: `greedy,alphabeta(depth=3, nodes=9)` is two entries."""
    parts, depth, begin = [], 0, 0
    for at, sign in enumerate(text):
        depth += (sign in "({[") - (sign in ")}]")
        if sign == "," and depth == 0:
            parts.append(text[begin:at])
            begin = at + 1
    parts.append(text[begin:])
    return [part.strip() for part in parts]
