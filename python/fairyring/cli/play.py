"""The command to play against an agent in a terminal: plain lines, so that it works everywhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from fairyring import _core
from fairyring._core import Position, describe
from fairyring.analysis import analyse
from fairyring.arguments import master_seed
from fairyring.cli.options import (
    TEXT_SETTINGS,
    game_argument,
    position_of,
    rules_option,
    seed_option,
    text_argument,
    write_text,
)
from fairyring.waiting import stoppable

HELP = "a move as text, or: moves, hint, undo, show, text, save FILE, help, quit"

#: Who gives hints where the opponent plays at random.
HINTS = "twoply"


@click.command("play", context_settings=TEXT_SETTINGS)
@game_argument
@text_argument
@click.option("--agent", default="twoply", show_default=True, help="Who plays the other seats.")
@click.option("--seat", default=None, help="Your seats: one, several as a,b, or none; the first mover's if left out.")
@click.option("--load", type=click.Path(dir_okay=False, exists=True), default=None, help="Go on with a saved game.")
@rules_option
@seed_option
def play_command(
    game: str, text: str | None, agent: str, seat: str | None, load: str | None, rules: dict[str, Any], seed: int | None
) -> None:
    """Play a game in the terminal."""
    if load is not None and (text is not None or rules):
        raise click.UsageError("--load brings its own position and rules")
    position = _load(load, game) if load is not None else position_of(game, text, rules)
    seats = tuple(describe(game)["seats"])
    chosen = [seats[0]] if seat is None else [] if seat == "none" else [code.strip() for code in seat.split(",")]
    for code in chosen:
        if code not in seats:
            raise click.UsageError(f"unknown seat {code!r}; valid: {', '.join(seats)}, none")
    _Table(position, agent, chosen, master_seed(seed)).sit()


class _Table:
    """A game between a person and an agent."""

    def __init__(self, position: Position, agent: str, seats: list[str], seed: int) -> None:
        self.position, self.agent, self.seats = position, agent, seats
        self.player = _core.Player(position.game, agent, seed=seed, **position.rules)
        self.dice = _core.Dice(seed)

    def sit(self) -> None:
        """Plays to the end, or until the person leaves."""
        click.echo(f"{self.position.game} against {self.agent}; {HELP}")
        self._show()
        while self.position.actor != "over":
            if self.position.actor == "chance":
                self._advance(self.dice.roll(self.position), "the dice")
            elif self.position.actor in self.seats:
                if not self._ask():
                    return
            else:
                seat = self.position.actor
                move = stoppable(lambda: self.player.choose(self.position))
                self._advance(move, f"{seat} ({self.agent})")
        outcome = self.position.outcome
        assert outcome is not None
        codes = describe(self.position.game)["seats"]
        values = ", ".join(f"{code} {value:g}" for code, value in zip(codes, outcome.utility, strict=True))
        click.echo(f"over by {outcome.reason}: {values}")

    def _show(self) -> None:
        click.echo("\n" + str(self.position).rstrip("\n"))

    def _advance(self, move: str, who: str) -> None:
        self.position = self.position.play(move)
        click.echo(f"{who}: {move}")
        if self.position.actor != "chance":
            self._show()

    def _ask(self) -> bool:
        """Takes one line from the person; says whether the game goes on."""
        click.echo(f"{self.position.actor}> ", nl=False)
        try:
            line = input().strip()
        except EOFError:
            click.echo("")
            return False
        word, _, rest = line.partition(" ")
        if word in ("quit", "exit"):
            return False
        if word == "help":
            click.echo(HELP)
        elif word == "moves":
            click.echo(" ".join(self.position.legal_moves()))
        elif word == "show":
            self._show()
        elif word == "text":
            click.echo(self.position.text)
        elif word == "hint":
            self._hint()
        elif word == "undo":
            self._undo()
        elif word == "save":
            self._save(rest.strip())
        elif line:
            try:
                self._advance(line, self.position.actor)
            except ValueError as error:
                click.echo(str(error))
        return True

    def _hint(self) -> None:
        asked = HINTS if self.agent == "random" else self.agent
        found = stoppable(lambda: analyse(self.position, asked))
        click.echo(f"{found.move} ({found.value:+.1f} by {asked}; {' '.join(found.pv)})")

    def _undo(self) -> None:
        """Back to the person's own turn before this one."""
        moves = self.position.history
        position = Position(self.position.game, self.position.start, **self.position.rules)
        turns = []
        for number, move in enumerate(moves):
            if position.actor in self.seats:
                turns.append(number)
            position = position.play(move)
        if not turns:
            click.echo("there is nothing to take back")
            return
        position = Position(self.position.game, self.position.start, **self.position.rules)
        for move in moves[: turns[-1]]:
            position = position.play(move)
        self.position = position
        self._show()

    def _save(self, path: str) -> None:
        if not path:
            click.echo("save takes the name of a file")
            return
        p = self.position
        document = {"game": p.game, "rules": p.rules, "start": p.start, "moves": p.history}
        try:
            write_text(path, json.dumps(document, indent=1, ensure_ascii=False) + "\n")
        except click.ClickException as error:
            click.echo(error.format_message())
        else:
            click.echo(f"saved in {path}")


def _load(path: str, game: str) -> Position:
    """A saved game."""
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
        name, rules, start, moves = (found[key] for key in ("game", "rules", "start", "moves"))
    except (OSError, ValueError, KeyError, TypeError):
        raise click.ClickException(f"{path!r} holds no saved game") from None
    if name != game:
        raise click.UsageError(f"{path!r} is a game of {name}")
    position = Position(game, start, **rules)
    for move in moves:
        position = position.play(move)
    return position


COMMANDS = (play_command,)
