"""The command that makes our players a UCI engine."""

from __future__ import annotations

import sys
from typing import Any

import click

from fairyring.cli.options import game_argument, rules_option, seed_option


@click.command("uci")
@game_argument
@click.option(
    "--agent", default="alphabeta", show_default=True, help="alphabeta, expectiminimax or mcts, or a whole spec."
)
@rules_option
@seed_option
def uci_command(game: str, agent: str, rules: dict[str, Any], seed: int | None) -> None:
    """Be a UCI engine on stdin and stdout.

    Positions and moves are the game's own texts: in chess those of FEN and UCI. In games with dice the rolls are moves
    of the list; where they are to be rolled the engine rolls.
    """
    from fairyring.uci import Server

    server = Server(game, agent=agent, rules=rules, seed=0 if seed is None else seed, say=_say)
    try:
        for line in sys.stdin:
            if not server.hear(line):
                break
    except KeyboardInterrupt:
        pass
    finally:
        server.close()


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


COMMANDS = (uci_command,)
