"""The command that answers whether a game is balanced."""

from __future__ import annotations

import time
from typing import Any

import click

from fairyring import __version__, describe
from fairyring import balance as studies
from fairyring.arguments import changed_rules, master_seed
from fairyring.balance import HUMAN, Study, StudyRow, behemoth_chain
from fairyring.balance.behemoth import aligned
from fairyring.cli.options import (
    engine_options,
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


@click.group("balance")
def balance_group() -> None:
    """Is a game balanced?"""


@balance_group.command("behemoth")
@click.option("--squares", default="d4", show_default=True, help="Start squares of the Behemoth: d4,e4 or all.")
@click.option("--agents", default="random,greedy,twoply", show_default=True, help="Agents, each on both sides.")
@click.option("--games", "count", type=click.IntRange(2), help="Games per square and agent.")
@click.option("--until", type=float, help="Instead: play until the 95 % half-width of the adjusted score is this.")
@click.option("--margin", type=float, default=0.01, show_default=True, help="Margin of the equivalence test.")
@click.option("--control/--no-control", default=True, help="Also play with the Behemoth off.")
@click.option("--svg", type=click.Path(dir_okay=False), help="Write a heat map of the exact chain to this file.")
@click.option("--model", "joint", is_flag=True, help="Also fit all squares together, each agent by itself.")
@click.option(
    "--out", type=click.Path(file_okay=False), default=None, help="Keep the games of squares; go on with them."
)
@engine_options
@rules_option
@seed_option
@workers_option
@json_option
def behemoth_command(
    squares: str,
    agents: str,
    count: int | None,
    until: float | None,
    margin: float,
    control: bool,
    svg: str | None,
    joint: bool,
    out: str | None,
    engine: str,
    address: str | None,
    rules: dict[str, Any],
    seed: int | None,
    workers: int | None,
    as_json: bool,
) -> None:
    """White's score in Behemoth chess by start square: exact chain, self-play, control, games of people."""
    started = time.monotonic()
    master = master_seed(seed)
    names: Any = "all" if squares.strip() == "all" else split_list(squares)
    players = split_list(agents)
    common: dict[str, Any] = {"seed": master, "workers": workers, "engine": engine_of(engine, address)}
    parts: dict[str, Study] = {}
    stopped: Interrupted | None = None
    try:
        parts["squares"] = studies.start_squares(
            names, agents=players, games=count, until=until, margin=margin, out=out, **common, **rules
        )
        if control:
            parts["control"] = studies.control(
                agents=players, games=count and min(count, 2_000), margin=margin, **common, **rules
            )
        if not rules:
            parts["human"] = studies.as_played(agents=players[-1], games=count, **common)
    except Interrupted as stop:
        stopped = stop
        name = ("squares", "control", "human")[len(parts)]
        parts[name] = stop.table or Study([])
    if svg is not None:
        write_text(svg, behemoth_chain().svg())
    run = {
        "package": __version__,
        "rules_version": describe("behemoth")["rules_version"],
        "rules": parts["squares"].rules,
        "agents": players,
        "seed": master,
        "margin": margin,
        "complete": stopped is None,
        "seconds": round(time.monotonic() - started, 1),
    }
    models = [studies.joint(parts["squares"], agent) for agent in players] if joint and stopped is None else []
    if as_json:
        document = _document(parts, run)
        print_json(document | ({"model": {model.agent: model.to_dict() for model in models}} if models else {}))
    else:
        click.echo("\n\n".join([*map(str, models), _report(parts, run)]))
    if stopped is not None:
        raise stopped


def _document(parts: dict[str, Study], run: dict[str, Any]) -> dict[str, Any]:
    """The JSON form."""
    squares: dict[str, Any] = {}
    for row in parts["squares"]:
        entry = squares.setdefault(row.square, {"chain": behemoth_chain()[row.square]._asdict()})
        entry[row.agent] = row.to_dict()
    document: dict[str, Any] = {"squares": squares}
    if "control" in parts:
        document["control"] = {row.agent: row.to_dict() for row in parts["control"]}
    human: dict[str, Any] = HUMAN.to_dict()
    human["simulated"] = {row.agent: row.to_dict() for row in parts.get("human", Study([]))}
    return document | {"human": human, "run": run}


def _report(parts: dict[str, Study], run: dict[str, Any]) -> str:
    """The form for people."""
    lines = [
        "White's score in Behemoth chess, each agent against itself, 95 % intervals",
        "",
        str(parts["squares"]),
        "",
    ]
    lines += [
        f"{row.square} {row.agent}: {row.white:,} won, {row.draws:,} drawn, {row.black:,} lost; by {_reasons(row)}"
        for row in parts["squares"]
    ]
    lines += ["", "The Behemoth alone, kings frozen (exact)"]
    table = [["square", "win", "draw", "loss", "score", "Behemoth moves"]]
    for square in dict.fromkeys(row.square for row in parts["squares"]):
        entry = behemoth_chain()[square]
        probabilities = [f"{value:.4f}" for value in (entry.win, entry.draw, entry.loss, entry.score)]
        table.append([square, *probabilities, f"{entry.moves:.2f}"])
    lines.append(aligned(table))
    if "control" in parts:
        lines += ["", "Control: the Behemoth off (orthodox chess) after six random plies", _raw_table(parts["control"])]
    human = HUMAN.score
    lines += [
        "",
        "Games of people, from d4 by royalty=king_capture (no check, kings are captured)",
        f"people: {HUMAN.white:,} won, {HUMAN.draws:,} drawn, {HUMAN.black:,} lost; White's score {human}",
    ]
    lines += [
        f"{row.agent} by that rule: {row.raw_score:.4f} ± {(row.raw_high - row.raw_low) / 2:.4f}, luck-adjusted "
        f"{row.adjusted_score:.4f} ± {(row.adjusted_high - row.adjusted_low) / 2:.4f} ({row.games:,} games)"
        for row in parts.get("human", Study([]))
    ]
    lines += ["", *(_verdict(row) for row in parts["squares"])]
    changed = changed_rules("behemoth", run["rules"])
    rules = ", ".join(f"{name}={value}" for name, value in changed.items()) or "the defaults"
    lines.append(f"Rules: {rules}. Seed {run['seed']}, {run['seconds']:.0f} s.")
    return "\n".join(lines)


def _raw_table(study: Study) -> str:
    """A table of rows without dice."""
    table = [["agent", "games", "won", "drawn", "lost", "score", "plies"]]
    for row in study:
        score = f"{row.raw_score:.4f} ± {(row.raw_high - row.raw_low) / 2:.4f}"
        counts = [f"{count:,}" for count in (row.games, row.white, row.draws, row.black)]
        table.append([row.agent, *counts, score, f"{row.plies:.1f}"])
    return aligned(table)


def _reasons(row: StudyRow) -> str:
    ordered = sorted(row.reasons.items(), key=lambda item: -item[1])
    return ", ".join(f"{word} {100 * share:.1f} %" for word, share in ordered)


def _verdict(row: StudyRow) -> str:
    """The equivalence test in a sentence that claims no more than it shows."""
    sentence = {
        "balanced": f"lies within {row.margin:g} of 1/2",
        "unbalanced": f"lies further than {row.margin:g} from 1/2",
        "undecided": f"may lie within {row.margin:g} of 1/2 or not: more games are needed",
    }[row.verdict]
    test = f"equivalence test, p = {row.equivalence_p:.2g}"
    return f"{row.square}, {row.agent} against itself: White's score {sentence} ({test})."
