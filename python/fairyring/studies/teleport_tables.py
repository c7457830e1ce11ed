"""Tables and figures of the study of the Teleport."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring.draw.charts import forest
from fairyring.studies.markdown import interval, point, table, values

#: Scales with their names in tables.
_SCALES = {"knight_rook": "knight/rook pawns", "knights": "knights", "rooks": "rooks", "pawns": "pawns"}


def tables(results: Mapping[str, Any]) -> dict[str, str]:
    """The tables by name."""
    found = {
        "sentence": _sentence(results),
        "answer": _answer(results),
        "primary": _primary(results),
        "tasks": _tasks(results),
    }
    found |= {"control": _control(results), "stages": _stages(results), "clauses": _variants(results["restricted"])}
    found |= {"beliefs": _variants(results["sensitivity"]), "company": _company(results)}
    return found | {"brackets": _brackets(results), "mobility": _mobility(results)}


def _sentence(results: Mapping[str, Any]) -> str:
    """The answer in words that claim no more than the numbers."""
    parts = []
    for study in results["army"].values():
        unit = values(study)["T"]["scales"]["knight_rook"]
        low, high = unit["low"], unit["high"]
        open_ = low is None or high is None
        claim = "is not told from" if open_ or low <= 4.5 <= high else "differs from"
        above, below = (study["brackets"][name]["p"] for name in ("T > N+P", "T < R"))
        shown = [
            text for p, text in ((above, "more than a knight and a pawn"), (below, "less than a rook")) if p < 0.05
        ]
        orders = "; it is shown to be worth " + " and ".join(shown) if shown else ""
        parts.append(
            f"For {study['agent']} a Teleport is worth {interval(unit)} pawns of the knight/rook scale at the start of a "
            f"game, which {claim} the claim of 4.5{orders} (p = {above:.2g} for more than N+P, {below:.2g} for less than R)."
        )
    return " ".join(parts)


def _answer(results: Mapping[str, Any]) -> str:
    """The Teleport on the knight/rook scale by every estimator and budget."""
    rows = []
    for name, key in (
        ("armies, fractional logit", "army"),
        ("armies, ordered logit", "ordered"),
        ("inside games, tanh", "inside"),
    ):
        for nodes, study in results[key].items():
            unit = values(study).get("T")
            if unit is not None:
                scales = [interval(unit["scales"].get(scale, {})) for scale in _SCALES]
                rows.append([name, nodes, f"{study['games']:,}", *scales, f"{unit['elo']['value']:.0f}"])
    learned = results["learned"]
    unit = values(learned)["T"]
    scales = [interval(unit["scales"][scale]) for scale in _SCALES]
    games = f"{len(learned['weights']['T'])} x {learned['games']:,}"
    rows.append(["learned from nothing", f"{learned['depth']} ply", games, *scales, f"{unit['elo']['value']:.0f}"])
    return table(["estimator", "nodes", "games", *_SCALES.values(), "Elo"], rows)


def _primary(results: Mapping[str, Any]) -> str:
    """All units by armies, on the knight/rook scale."""
    studies = results["army"]
    units = [row["unit"] for row in next(iter(studies.values()))["values"]]
    rows = [
        [unit, *(interval(values(study)[unit]["scales"]["knight_rook"]) for study in studies.values())]
        for unit in units
    ]
    first = ["first move, logits", *(interval(study["first_move"]) for study in studies.values())]
    drawn = ["drawn", *(f"{100 * study['draws']:.1f} %" for study in studies.values())]
    return table(["unit", *(f"{nodes} nodes" for nodes in studies)], [*rows, first, drawn])


def _tasks(results: Mapping[str, Any]) -> str:
    studies = list(results["army"].values())
    by_task = [{row["task"]: row for row in study["tasks"]} for study in studies]
    rows = [
        [task, *(interval(rows[task]["score"], 3) if task in rows else "-" for rows in by_task)] for task in by_task[0]
    ]
    return table(["task", *(f"{nodes} nodes" for nodes in results["army"])], rows)


def _control(results: Mapping[str, Any]) -> str:
    studies = results["control"]
    names = list(next(iter(studies.values()))["ratios"])
    rows = [[name, *(interval(study["ratios"][name]) for study in studies.values())] for name in names]
    rows.append(["pawn odds, score", *(interval(study["pawn odds"]["score"], 3) for study in studies.values())])
    orders = list(next(iter(studies.values()))["orders"])
    rows += [[f"{name}, logits", *(interval(study["orders"][name]) for study in studies.values())] for name in orders]
    return table(["orthodox units only", *(f"{nodes} nodes" for nodes in studies)], rows)


def _stages(results: Mapping[str, Any]) -> str:
    rows = []
    for nodes, study in results["inside"].items():
        for stage, entries in {"all": study["values"], **study["stages"]}.items():
            units = {entry["unit"]: entry for entry in entries or []}
            rows.append(
                [f"{nodes} nodes, {stage}"]
                + [interval(units[unit]["scales"].get("pawns", {})) if unit in units else "-" for unit in "NBRQT"]
            )
    return table(["inside games, in pawns", *"NBRQT"], rows)


def _variants(rows: list[Mapping[str, Any]]) -> str:
    return table(
        ["variant", "games", "knight/rook pawns", "change"],
        [
            [
                row["name"],
                f"{row['games']:,}",
                interval(row["value"]),
                interval(row["change"], sign=True) if number else "-",
            ]
            for number, row in enumerate(rows)
        ],
    )


def _company(results: Mapping[str, Any]) -> str:
    found = results["beside"]
    rows = [[f"owner's score with {pair}", f"{score:.3f}"] for pair, score in found["scores"].items()]
    rows.append(["interaction, logits", interval(found["interaction"])])
    rows.append(["p that a knight helps a Teleport no more than a knight", f"{found['p']:.2g}"])
    without = results["without queens"].get("knight_rook", {})
    rows.append(["Teleport without queens, knight/rook pawns", interval(without)])
    return table(["company", "value"], rows)


def _brackets(results: Mapping[str, Any]) -> str:
    rows = []
    for found in results["brackets"]:
        pairs = sum(found["counts"])
        score = f"{found['score']:.3f} [{found['score_low']:.3f}, {found['score_high']:.3f}]"
        rows.append([found["task"], found["decision"] or "undecided", f"{pairs:,}", score])
    for nodes, study in results["army"].items():
        for name, bracket in study["brackets"].items():
            rows.append([f"{name}, {nodes} nodes", f"p = {bracket['p']:.2g}", "-", f"{interval(bracket)} logits"])
    return table(["bracket", "decision", "pairs", "owner's score"], rows)


def _mobility(results: Mapping[str, Any]) -> str:
    rows = [
        [
            f"{nodes} nodes",
            f"{found['positions']:,}",
            f"{100 * found['ready']:.0f} %",
            f"{found['targets']:.1f}",
            f"{found['knight']:.1f}",
            f"{found['mobility']:.1f} ± {1.96 * found['error']:.1f}",
        ]
        for nodes, found in results["mobility"].items()
    ]
    return table(["games of", "positions", "ready", "squares to teleport to", "knight moves", "mobility"], rows)


def figures(results: Mapping[str, Any]) -> dict[str, str]:
    """The figures by name."""
    marks = [(4.5, "source's claim")]
    groups: dict[str, dict[str, tuple[float, float, float]]] = {}
    for name, key in (("armies", "army"), ("armies, ordered logit", "ordered"), ("inside games", "inside")):
        groups[name] = {
            f"{nodes} nodes": point(values(study)["T"]["scales"]["knight_rook"])
            for nodes, study in results[key].items()
            if "T" in values(study)
        }
    learned = values(results["learned"])["T"]["scales"]["knight_rook"]
    groups["learned"] = {f"{results['learned']['depth']} ply": point(learned)}
    units: dict[str, dict[str, tuple[float, float, float]]] = {}
    for nodes, study in results["army"].items():
        units[f"{nodes} nodes"] = {unit: point(row["scales"]["knight_rook"]) for unit, row in values(study).items()}
    clauses = {
        "clause of the rule": {row["name"]: point(row["value"]) for row in results["restricted"]},
        "belief of the agent": {row["name"]: point(row["value"]) for row in results["sensitivity"]},
    }
    axis = "pawns, knight + rook = 8.25"
    return {
        "answer": forest(groups, title="The value of a Teleport", axis=axis, marks=marks),
        "units": forest(units, title="Values at the start of the game", axis=axis),
        "clauses": forest(
            clauses, title="What the clauses are worth, and what the agent believes", axis=axis, marks=marks
        ),
    }
