"""The command about stored runs."""

from __future__ import annotations

import click

from fairyring.arguments import changed_rules, rules_text
from fairyring.cli.options import json_option, print_json
from fairyring.store import RunStatus, StoredBatch, run_status
from fairyring.waiting import stoppable


@click.command("runs")
@click.argument("directory", type=click.Path(file_okay=False), metavar="DIR")
@click.option("--verify", is_flag=True, help="Read every value of every part; status 1 if one is damaged.")
@json_option
def runs_command(directory: str, verify: bool, as_json: bool) -> int:
    """Show the progress of a stored run, and the summary of the games it holds."""
    status = stoppable(lambda: run_status(directory, verify=verify))
    summary = None if status.faults else stoppable(lambda: StoredBatch(directory, partial=True).summary())
    if as_json:
        print_json(status.to_dict() | {"summary": summary and summary.to_dict()})
    else:
        click.echo("\n".join(_lines(status)))
        if summary is not None and summary.games:
            click.echo(f"\n{summary}")
    return 1 if status.faults else 0


def _lines(status: RunStatus) -> list[str]:
    spec = status.spec
    rules = changed_rules(spec.game, spec.rules)
    limit = "" if spec.max_plies is None else f", at most {spec.max_plies} plies"
    state = "complete" if status.complete else "being written" if status.writing else "to be resumed"
    rows = [
        ("run", status.directory),
        ("game", f"{spec.game} by {rules_text(rules)}"),
        ("agents", f"{', '.join(spec.agents)}; seed {spec.seed}, experiment {spec.experiment}{limit}"),
        ("games", f"{status.games:,} of {spec.games:,} ({100 * status.games / spec.games:.1f} %), {state}"),
        ("parts", f"{len(status.parts):,} of {spec.parts:,}, {spec.chunk:,} games each, {status.size / 1e6:.1f} MB"),
        (
            "made by",
            f"fairyring {spec.package}, rules version {spec.rules_version}{', moves kept' if spec.moves else ''}",
        ),
    ]
    if status.faults is not None:
        rows.append(
            (
                "verified",
                f"{len(status.faults)} damaged, to be played again by --resume"
                if status.faults
                else "all parts are whole",
            )
        )
        rows += [("", f"{name}: {fault}") for name, fault in status.faults.items()]
    return [f"{name:<8}  {text}".rstrip() for name, text in rows]


COMMANDS = (runs_command,)
