"""Tables and figures of the study of the Behemoth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring.draw.charts import forest
from fairyring.studies.markdown import interval, point, table, values


def tables(results: Mapping[str, Any]) -> dict[str, str]:
    """The tables by name."""
    return {
        "sentence": _sentence(results),
        "d4": _d4(results),
        "model": _model(results),
        "squares": _squares(results),
        "readings": _readings(results),
        "decision": _decision(results),
        "values": _values(results),
    }


def _sentence(results: Mapping[str, Any]) -> str:
    """What the author's claim comes to, in words that claim no more than the numbers."""
    parts = []
    for agent, row in results["d4"].items():
        found = _span(row, "adjusted")
        side = "below" if found["high"] < 0.5 else "above" if found["low"] > 0.5 else "not told from"
        parts.append(f"For {agent} White's score from d4 is {interval(found, 4)}, {side} one half.")
    for agent, model in results["squares"].items():
        move = model["first_move"]
        edge = "is not told from 0" if move["low"] <= 0 <= move["high"] else "differs from 0"
        parts.append(f"The first move by itself, over all squares, {edge} for {agent}: {interval(move, 4, sign=True)}.")
    return " ".join(parts)


def _span(row: Mapping[str, Any], name: str) -> dict[str, float]:
    return {"value": row[f"{name}_score"], "low": row[f"{name}_low"], "high": row[f"{name}_high"]}


def _d4(results: Mapping[str, Any]) -> str:
    chain, human = results["chain"]["d4"], results["human"]
    rows = [["the Behemoth alone, exact", "-", "-", f"{chain['score']:.4f}", "-", "-", "-", "-"]]
    for agent, row in results["d4"].items():
        rows.append(_row(agent, row))
    rows += [_row(f"{row['agent']}, king_capture", row) for row in results["as played"]]
    score = {"value": human["score"], "low": human["low"], "high": human["high"]}
    share = f"{100 * human['draws'] / human['games']:.1f} %"
    rows.append(["people, king_capture", f"{human['games']:,}", interval(score, 4), "-", share, "-", "-", "-"])
    rows += [_row(f"{row['agent']}, Behemoth off", row) for row in results["control"]]
    head = ["from d4", "games", "raw score", "luck-adjusted", "draws", "plies", "luck share", "within 0.01 of 1/2"]
    return table(head, rows)


def _row(name: str, row: Mapping[str, Any]) -> list[str]:
    return [
        name,
        f"{row['games']:,}",
        interval(_span(row, "raw"), 4),
        interval(_span(row, "adjusted"), 4),
        f"{100 * row['draws'] / row['games']:.1f} %",
        f"{row['plies']:.1f}",
        f"{100 * row['luck_share']:.0f} %",
        row["verdict"],
    ]


def _model(results: Mapping[str, Any]) -> str:
    rows = [
        [
            agent,
            f"{model['games']:,}",
            interval(model["first_move"], 4, sign=True),
            interval(model["slope"], 3),
            f"{model['correlation']:.3f}",
            f"{model['spread']:.4f}",
            f"{model['chi2']:.0f} / {model['freedom']}",
            str(sum(row["p_holm"] < 0.05 for row in model["rows"])),
        ]
        for agent, model in results["squares"].items()
    ]
    head = [
        "32 squares",
        "games",
        "first move",
        "slope",
        "correlation",
        "spread",
        "chi2 / df",
        "residuals, Holm p < 0.05",
    ]
    return table(head, rows)


def _squares(results: Mapping[str, Any]) -> str:
    models = results["squares"]
    by_square = [{row["square"]: row for row in model["rows"]} for model in models.values()]
    rows = []
    for square in sorted(by_square[0], key=lambda name: (-int(name[1]), name[0])):
        line = [square, f"{results['chain'][square]['score']:.4f}"]
        for found in by_square:
            row = found[square]
            line.append(f"{interval(row['score'], 4)} ({row['shrunk']['value']:.4f}, {row['verdict']})")
        rows.append(line)
    return table(["square", "chain", *(f"{agent}: score (shrunk, verdict)" for agent in models)], rows)


def _readings(results: Mapping[str, Any]) -> str:
    rows = [
        [
            row["variant"],
            row["agent"],
            f"{row['games']:,}",
            interval(row["first_move"], 4, sign=True),
            f"{100 * row['Drawishness']['value']:.1f} %",
            interval(row["DurationMoves"], 1),
            f"{100 * row['luck_share']:.0f} %",
            ", ".join(
                f"{word} {100 * share:.0f} %" for word, share in sorted(row["reasons"].items(), key=lambda e: -e[1])[:4]
            ),
        ]
        for row in results["variants"]["rows"]
    ]
    return table(["rule", "agent", "games", "White's score - 1/2", "draws", "plies", "luck share", "ends"], rows)


def _decision(results: Mapping[str, Any]) -> str:
    found = results["decision"]
    span = f"{found['score']:.4f} [{found['low']:.4f}, {found['high']:.4f}]"
    row = [found["square"], found["agent"], f"{found['margin']:g}", found["verdict"], span]
    row += [f"{found['games']:,} of {found['most']:,}", f"{found['look']} of {found['looks']}"]
    return table(["square", "agent", "margin", "verdict", "score, all looks together", "games", "look"], [row])


def _values(results: Mapping[str, Any]) -> str:
    studies = results["values"]
    units = [row["unit"] for row in studies["chess"]["values"]]
    rows = []
    for unit in units:
        found = [values(study)[unit] for study in studies.values()]
        rows.append([unit, *(interval(row["elo"], 0) for row in found)])
        rows[-1] += [interval(row["scales"].get("knights", {})) for row in found]
    rows.append(["games", *(f"{study['games']:,}" for study in studies.values()), *["-"] * len(studies)])
    head = ["unit", *(f"{game}, Elo" for game in studies), *(f"{game}, knights" for game in studies)]
    return table(head, rows)


def figures(results: Mapping[str, Any]) -> dict[str, str]:
    """The figures by name."""
    points = {"exact": {"the Behemoth alone": (results["chain"]["d4"]["score"],) * 3}}
    points["self-play, luck-adjusted"] = {agent: point(_span(row, "adjusted")) for agent, row in results["d4"].items()}
    human = results["human"]
    points["king_capture"] = {
        f"{row['agent']}, king_capture": point(_span(row, "adjusted")) for row in results["as played"]
    }
    points["people"] = {"people, king_capture": (human["score"], human["low"], human["high"])}
    found = {"d4": forest(points, title="White's score from d4", axis="score", marks=[(0.5, "even")])}
    return found | {f"heat-{agent.partition('(')[0]}": svg for agent, svg in results["heat"].items()}
