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

#: Nodes of the primary estimate, and of the studies of clauses, beliefs, company and brackets.
PRIMARY = 400

#: Games of dealt armies by budget: of all declared tasks, and besides of those that say most of a Teleport.
GAMES = {100: (1800, 2700), 400: (2700, 2700), 1000: (900, 900)}

#: Games that positions are drawn from, by budget.
INSIDE = {100: 3000, 400: 600, 1000: 200}

#: Games of each clause and each belief, of company, without queens, and most pairs of a bracket.
CLAUSE, COMPANY, WITHOUT, PAIRS = 900, 1800, 900, 500

#: Games of each run from nothing.
LEARNED = 2000

#: Number of the first deal of the games besides, so that they are deals of their own.
BESIDES = 900_000


def teleport(out: Path, seed: int, scale: Scale, say: Callable[[str], None]) -> dict[str, Any]:
    """All results as plain values. Everything played is stored under `out` and gone on with."""
    found: dict[str, Any] = {"seed": seed, "army": {}, "ordered": {}, "control": {}, "inside": {}, "mobility": {}}
    common: dict[str, Any] = {"seed": seed, "workers": scale.workers, "resume": True, "progress": scale.progress}
    primary = _armies(found, PRIMARY, out, scale, common, say)
    say("clauses of the rule")
    agent = f"alphabeta(nodes={PRIMARY})"
    anchors = primary.without("T")
    count = scale.games(CLAUSE, 4)
    found["restricted"] = value.restricted(
        agent=agent, games=count, shared=anchors, out=out / "clauses", **common
    ).to_dict()
    say("beliefs of the agent")
    found["sensitivity"] = value.sensitivity(
        nodes=PRIMARY, games=count, shared=anchors, out=out / "clauses", **common
    ).to_dict()
    say("company and context")
    found["beside"] = value.beside(agent=agent, games=scale.games(COMPANY, 8), out=out / "beside", **common).to_dict()
    without = play_armies(
        "astral",
        value.tasks_for("T")[:5] + value.ANCHORS[:5],
        agent=agent,
        games=scale.games(WITHOUT, 20),
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
            task, agent=agent, pairs=scale.games(PAIRS, 50), out=out / f"bracket-{task.replace(':', '-')}", **common
        ).to_dict()
        for task in ("T:N+P", "R:T")
    ]
    say("learned from nothing")
    found["learned"] = value.learned("astral", games=scale.games(LEARNED, 20), out=out / "learned", **common).to_dict()
    for nodes in BUDGETS:
        if nodes != PRIMARY:
            _armies(found, nodes, out, scale, common, say)
    for nodes in BUDGETS:
        _inside(found, nodes, out, scale, common, say)
    return found


def _armies(
    found: dict[str, Any], nodes: int, out: Path, scale: Scale, common: dict[str, Any], say: Callable[[str], None]
) -> ArmyGames:
    """Dealt armies at one budget."""
    say(f"armies, {nodes} nodes")
    declared, besides = GAMES[nodes]
    options = common | {"agent": f"alphabeta(nodes={nodes})", "out": out / f"army-{nodes}"}
    games = play_armies("astral", value.tasks_for("T"), games=scale.games(declared, 36), **options)
    games += play_armies("astral", ("T:N", "T:R"), games=scale.games(besides, 4), first=BESIDES, **options)
    found["army"][nodes] = study_of(games, "T", fit(games.rows)).to_dict()
    found["ordered"][nodes] = study_of(games, "T", fit(games.rows, "ordered")).to_dict()
    found["control"][nodes] = control(games)
    return games


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
