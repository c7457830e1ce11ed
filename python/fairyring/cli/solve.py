"""The command that solves mate problems and endgames."""

from __future__ import annotations

import click

from fairyring import solve
from fairyring.balance.behemoth import aligned
from fairyring.cli.options import (
    TEXT_SETTINGS,
    game_argument,
    json_option,
    position_of,
    print_json,
    rules_option,
    text_argument,
    workers_option,
)


@click.command("solve", context_settings=TEXT_SETTINGS)
@game_argument
@text_argument
@click.option("--mate", type=click.IntRange(1, 50), default=None, help="Solve mate in so many moves.")
@click.option("--refutations", type=click.IntRange(0, 1000), default=1, show_default=True, help="Of a try, at most.")
@click.option("--nodes", type=click.IntRange(1), default=None, help="Positions looked at before giving up.")
@click.option(
    "--seeds", type=click.IntRange(0, 48), default=None, help="wari: solve all endgames up to so many counters."
)
@click.option("--out", type=click.Path(file_okay=False), default=None, help="wari: the directory of the table.")
@rules_option
@workers_option
@json_option
@click.pass_context
def solve_command(
    context: click.Context,
    game: str,
    text: str | None,
    mate: int | None,
    refutations: int,
    nodes: int | None,
    seeds: int | None,
    out: str | None,
    rules: dict[str, str],
    workers: int | None,
    as_json: bool,
) -> int:
    """Solve a mate problem, or the endgames of wari.

    The exit status is 1 where there is no mate.
    """
    if mate is not None:
        return _mate(game, text, rules, mate, refutations, nodes, as_json)
    if game != "wari":
        raise click.UsageError(f"{game} takes --mate N", ctx=context)
    if seeds is None or out is None or text is not None or rules:
        raise click.UsageError(
            "wari takes --seeds N --out DIR, or TEXT --mate N; tables are by the awari rules", ctx=context
        )
    table = solve.wari(seeds=seeds, out=out, workers=workers)
    levels = [{"seeds": level} | table.statistics(level) for level in range(seeds + 1)]
    if as_json:
        print_json({"directory": table.directory, "seeds": table.seeds, "levels": levels})
        return 0
    lines = [["counters", "positions", "won", "drawn", "lost"]]
    for level in levels:
        counts = [level["win"], level["draw"], level["loss"]]
        lines.append([str(level["seeds"]), *(f"{count:,}" for count in (sum(counts), *counts))])
    click.echo(aligned(lines))
    click.echo(f"the table is in {table.directory}; ask it as agent endgame(table={table.directory})")
    return 0


def _mate(
    game: str, text: str | None, rules: dict[str, str], moves: int, refutations: int, nodes: int | None, as_json: bool
) -> int:
    position = position_of(game, text, rules)
    solution = solve.mate(position, moves, refutations=refutations, nodes=nodes)
    print_json(solution.to_dict()) if as_json else click.echo(str(solution))
    return 0 if solution.keys else 1


COMMANDS = (solve_command,)
