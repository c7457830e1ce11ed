"""The study of the Teleport: what is it worth, by several estimators, at three budgets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from fairyring import value
from fairyring.positions import sample_positions
from fairyring.simulation import simulate_by
from fairyring.studies.scale import Scale
from fairyring.value.army import ArmyGames, play_armies, study_of
from fairyring.value.fit import fit
from fairyring.value.inside import CHUNK, inside_of
from fairyring.value.values import KNIGHT_ROOK, SCALES, on_scales

#: Nodes of the agents, the weakest first.
BUDGETS = (100, 400, 1000)

#: Nodes of the studies of clauses, beliefs, company and brackets.
COMPANION = 100

#: Games of dealt armies by budget.
GAMES = {100: 9000, 400: 7200, 1000: 1800}

#: Games that positions are drawn from, by budget.
INSIDE = {100: 3000, 400: 1000, 1000: 400}


def teleport(out: Path, seed: int, scale: Scale, say: Callable[[str], None]) -> dict[str, Any]:
    """All results as plain values. Everything played is stored under `out` and gone on with."""
    found: dict[str, Any] = {"seed": seed, "army": {}, "ordered": {}, "control": {}, "inside": {}, "mobility": {}}
    common: dict[str, Any] = {"seed": seed, "workers": scale.workers, "resume": True, "progress": scale.progress}
    for nodes in BUDGETS[:2]:
        _armies(found, nodes, out, scale, common, say)
    say("clauses of the rule")
    agent = f"alphabeta(nodes={COMPANION})"
    found["restricted"] = value.restricted(
        agent=agent, games=scale.games(2400, 12), shared=scale.games(4800, 24), out=out / "clauses", **common
    ).to_dict()
    say("beliefs of the agent")
    found["sensitivity"] = value.sensitivity(
        nodes=COMPANION, games=scale.games(2400, 12), shared=scale.games(4800, 24), out=out / "clauses", **common
    ).to_dict()
    say("company and context")
    found["beside"] = value.beside(agent=agent, games=scale.games(6000, 8), out=out / "beside", **common).to_dict()
    without = play_armies(
        "astral",
        value.tasks_for("T")[:5] + value.ANCHORS[:5],
        agent=agent,
        games=scale.games(4000, 20),
        without="Q",
        experiment=3,
        out=out / "without-queens",
        **common,
    )
    found["without queens"] = {
        name: vars(interval) for name, interval in on_scales(fit(without.rows), {"T": 1}).items()
    }
    say("brackets")
    found["brackets"] = [
        value.bracket(
            task, agent=agent, pairs=scale.games(1500, 50), out=out / f"bracket-{task.replace(':', '-')}", **common
        ).to_dict()
        for task in ("T:N+P", "R:T")
    ]
    for nodes in BUDGETS[:2]:
        _inside(found, nodes, out, scale, common, say)
    for nodes in BUDGETS[2:]:
        _armies(found, nodes, out, scale, common, say)
        _inside(found, nodes, out, scale, common, say)
    return found


def _armies(
    found: dict[str, Any], nodes: int, out: Path, scale: Scale, common: dict[str, Any], say: Callable[[str], None]
) -> None:
    """Dealt armies at one budget."""
    say(f"armies, {nodes} nodes")
    games = play_armies(
        "astral",
        value.tasks_for("T"),
        agent=f"alphabeta(nodes={nodes})",
        games=scale.games(GAMES[nodes], 36),
        out=out / f"army-{nodes}",
        **common,
    )
    found["army"][nodes] = study_of(games, "T", fit(games.rows)).to_dict()
    found["ordered"][nodes] = study_of(games, "T", fit(games.rows, "ordered")).to_dict()
    found["control"][nodes] = control(games)


def _inside(
    found: dict[str, Any], nodes: int, out: Path, scale: Scale, common: dict[str, Any], say: Callable[[str], None]
) -> None:
    """Positions of games between whole armies at one budget."""
    say(f"inside games, {nodes} nodes")
    batch = simulate_by(
        {},
        "astral",
        games=scale.games(INSIDE[nodes], 200),
        agents=f"alphabeta(nodes={nodes}, plies_random=10)",
        out=out / f"inside-{nodes}",
        chunk=CHUNK,
        moves=True,
        **common,
    )
    found["inside"][nodes] = inside_of(batch, per_game=4, workers=scale.workers).to_dict()
    drawn = sample_positions(batch, quiet=True, seed=common["seed"], workers=scale.workers)
    found["mobility"][nodes] = vars(value.teleports(drawn.texts))


def control(games: ArmyGames) -> dict[str, Any]:
    """What orthodox units are worth by the games without a Teleport, and the score of pawn odds."""
    rows = games.rows.picked(games.rows.differences[:, games.rows.names.index("T")] == 0)
    found = fit(rows)
    ratios = {f"{a}/{b}": vars(found.ratio({a: 1}, {b: 1})) for a, b in ("NP", "BN", "RN", "QN", "RP")}
    odds = next(row for row in games.by_task() if row.task == "P:0")
    sums = {
        "R > N": {"R": 1, "N": -1},
        "R > B": {"R": 1, "B": -1},
        "B > N": {"B": 1, "N": -1},
        "Q > R+N": {"Q": 1, "R": -1, "N": -1},
        "N > P": {"N": 1, "P": -1},
    }
    return {
        "games": len(rows),
        "ratios": ratios,
        "scales": sorted(SCALES),
        "pawn odds": odds.to_dict(),
        "orders": {name: vars(found.contrast(units)) for name, units in sums.items()},
        "knight_rook": {unit: vars(on_scales(found, {unit: 1})["knight_rook"]) for unit in "PNBRQ"},
        "unit": KNIGHT_ROOK[1],
    }
