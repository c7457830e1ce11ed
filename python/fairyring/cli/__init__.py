"""The command `fairyring`: the Python API from a terminal.

Results go to stdout, progress and errors to stderr. Exit status: 0, 1 (failed or stopped), 2 (usage).
"""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from fairyring import __version__
from fairyring.cli import balance_study, games, lab, match, play, runs, simulate, solve, train, uci, value


class Commands(click.Group):
    """A group whose commands end by one line when Ctrl-C stops them; click would print an empty one before it."""

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as stop:
            raise click.ClickException(str(stop) or "stopped") from stop


@click.group(cls=Commands, context_settings={"help_option_names": ["--help"]})
@click.version_option(__version__, message="fairyring %(version)s")
def cli() -> None:
    """A laboratory for unorthodox board games."""


for _module in (games, simulate, runs, balance_study, value, match, solve, train, play, uci, lab):
    for _command in _module.COMMANDS:
        cli.add_command(_command)


def main(arguments: list[str] | None = None) -> None:
    """Runs the command and exits; every error is one line on stderr."""
    sys.exit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """Runs the command in this process and returns its exit status."""
    try:
        result = cli.main(args=arguments, prog_name="fairyring", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return 2
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "fairyring"
        return _fail(f"{error.format_message()} (see {where} --help)", 2)
    except click.ClickException as error:
        return _fail(error.format_message(), 1)
    except (KeyboardInterrupt, click.Abort):
        return _fail("stopped", 1)
    except BrokenPipeError:
        # The reader of our output went away; nothing is left to say, also not by the interpreter at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (ValueError, TypeError) as error:
        return _fail(str(error), 2)
    except Exception as error:
        return _fail(str(error) or type(error).__name__, 1)


def _fail(message: str, status: int) -> int:
    click.echo(f"fairyring: error: {' '.join(message.split())}", err=True)
    return status
