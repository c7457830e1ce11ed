"""The table, the figure and the paragraphs of the atlas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring.draw.charts import forest
from fairyring.studies.markdown import interval, point, table

_HEAD = [
    "game",
    "agent",
    "games",
    "first move",
    "draws",
    "limit",
    "plies",
    "branching",
    "decisions",
    "won",
    "luck",
    "Elo over the one before",
]


def tables(results: Mapping[str, Any]) -> dict[str, str]:
    """The tables and paragraphs by name."""
    rows = [line for name, study in results["games"].items() for line in _rows(name, study)]
    found = {"atlas": table(_HEAD, rows)}
    found |= {name: _paragraph(name, study) for name, study in results["games"].items()}
    seats = [
        [
            row["agent"],
            seat["seat"],
            interval(seat["score"], 3),
            f"{100 * seat['move_share']:.0f} %",
            f"{seat['branching']:.1f}",
        ]
        for row in results["games"].get("shahki", {"rows": []})["rows"]
        for seat in row["seats"]
    ]
    if seats:
        found["seats"] = table(["agent", "seat", "score", "share of moves", "branching"], seats)
    kings = [line[:-1] for line in _rows("", results["hiding kings"])]
    kings = [[row["variant"], *line[1:]] for row, line in zip(results["hiding kings"]["rows"], kings, strict=True)]
    return found | {"kings": table(["cards", *_HEAD[1:-1]], kings)}


def _rows(name: str, study: Mapping[str, Any]) -> list[list[str]]:
    steps = {match["a"]: match for match in study["ladder"]}
    found = []
    for row in study["rows"]:
        step = steps.get(row["agent"])
        found.append(
            [
                name,
                row["agent"],
                f"{row['games']:,}",
                interval(row["first_move"], 3, sign=True),
                f"{100 * row['Drawishness']['value']:.0f} %",
                f"{100 * row['Timeouts']['value']:.0f} %",
                interval(row["DurationMoves"], 0),
                interval(row["BranchingFactor"], 1),
                f"{100 * row['DecisionMoves']['value']:.0f} %",
                f"{100 * row['Completion']['value']:.0f} %",
                "-" if row["luck_share"] is None else f"{100 * row['luck_share']:.0f} %",
                "-" if step is None else _elo(step),
            ]
        )
    return found


def _elo(match: Mapping[str, Any]) -> str:
    if match["elo"] is None:
        return "won all" if match["score"] > 0.5 else "lost all"
    return interval({"value": match["elo"], "low": match["elo_low"], "high": match["elo_high"]}, 0, sign=True)


def _paragraph(name: str, study: Mapping[str, Any]) -> str:
    """What the numbers of a game say, in words that claim no more."""
    rows = study["rows"]
    first, last = rows[0], rows[-1]
    edge = last["first_move"]
    if edge["low"] > 0:
        who = "the first mover is ahead"
    elif edge["high"] < 0:
        who = "the second mover is ahead"
    else:
        who = "neither side is shown to be ahead"
    drawn = [100 * row["Drawishness"]["value"] for row in rows]
    reasons = sorted(last["reasons"].items(), key=lambda entry: -entry[1])[:3]
    parts = [
        f"For {last['agent']} {who} ({interval(edge, 3, sign=True)}, {last['games']:,} games); the test whether that lies "
        f"within {last['margin']:g} of even says {last['verdict']}.",
        f"From {first['agent']} to {last['agent']} the share of draws goes from {drawn[0]:.0f} % to {drawn[-1]:.0f} %, the "
        f"length from {first['DurationMoves']['value']:.0f} plies to {last['DurationMoves']['value']:.0f}, with "
        f"{last['BranchingFactor']['value']:.0f} moves to choose from.",
        "Most often games end by " + ", ".join(f"{word} ({100 * share:.0f} %)" for word, share in reasons) + ".",
    ]
    if last["luck_share"] is not None:
        parts.append(f"Luck is {100 * last['luck_share']:.0f} % of the variance of results at that level.")
    wins = [match for match in study["ladder"] if match["score_low"] > 0.5]
    parts.append(f"{len(wins)} of {len(study['ladder'])} steps of the ladder are shown to make the agent stronger.")
    return f"**{name}.** " + " ".join(parts)


def figures(results: Mapping[str, Any]) -> dict[str, str]:
    """The figure: who moves first gains so much, by game and budget."""
    groups: dict[str, dict[str, tuple[float, float, float]]] = {}
    for name, study in results["games"].items():
        for row in study["rows"]:
            groups.setdefault(row["agent"], {})[name] = point(row["first_move"])
    return {"first-move": forest(groups, title="First-move advantage", axis="score - 1/2", marks=[(0.0, "even")])}
