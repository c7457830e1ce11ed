"""Whether the methods find in orthodox chess what is known of it: values inside games, castling, the first move."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from fairyring._core import Position
from fairyring.batch import Batch
from fairyring.draw.charts import forest
from fairyring.simulation import simulate_by
from fairyring.statistics import estimate, wilson
from fairyring.studies.markdown import interval, point, table
from fairyring.studies.scale import Scale
from fairyring.value.inside import CHUNK, inside_of

#: Nodes of the agents with their games, the weakest first.
GAMES = {100: 30_000, 400: 10_000, 1000: 5000}

#: Ranges of other engines' figures for values inside games, in pawns (Tomašev and others 2020, Medvedev 2015, and
#: smaller engines).
KNOWN = {"N": (2.6, 3.4), "B": (2.8, 3.6), "R": (4.3, 5.8), "Q": (8.5, 11.0)}


def validation(out: Path, seed: int, scale: Scale, say: Callable[[str], None]) -> dict[str, Any]:
    """All results as plain values. Everything played is stored under `out` and gone on with."""
    found: dict[str, Any] = {"seed": seed, "inside": {}, "first move": {}}
    castled = Position("chess").text
    for nodes, count in GAMES.items():
        for name, start in (("castling", castled), ("no castling", castled.replace("KQkq", "-"))):
            if name == "no castling" and nodes != 100:
                continue
            say(f"chess with {name}, {nodes} nodes")
            batch = simulate_by(
                {},
                "chess",
                games=scale.games(count),
                agents=f"alphabeta(nodes={nodes}, plies_random=10)",
                start=start,
                seed=seed,
                workers=scale.workers,
                out=out / f"{name}-{nodes}".replace(" ", "-"),
                resume=True,
                chunk=CHUNK,
                moves=True,
                progress=scale.progress,
            )
            label = f"{name}, {nodes} nodes"
            found["inside"][label] = {
                model: inside_of(batch, per_game=4, model=model, workers=scale.workers).to_dict()
                for model in ("tanh", "fractional")
            }
            found["first move"][label] = _first_move(batch)
    return found


def _first_move(batch: Batch) -> dict[str, Any]:
    score = (batch.utility[:, 0].astype(np.float64) + 1) / 2
    drawn = int((score == 0.5).sum())
    mean = estimate(float(score.mean()), float(score.var(ddof=1)), len(score))
    low, high = wilson(drawn, len(score))
    return {
        "games": len(score),
        "score": {"value": mean.value, "low": mean.low, "high": mean.high},
        "draws": {"value": drawn / len(score), "low": low, "high": high},
    }


def tables(results: dict[str, Any]) -> dict[str, str]:
    """The tables by name."""
    rows = []
    for label, models in results["inside"].items():
        for model, study in models.items():
            units = {row["unit"]: row for row in study["values"]}
            values = [interval(units[unit]["scales"]["pawns"]) for unit in "NBRQ"]
            rooks = units["R"]["scales"]["knights"]
            rows.append([f"{label}, {model}", f"{study['games']:,}", *values, interval(rooks)])
    known = [f"{low} to {high}" for low, high in KNOWN.values()]
    rows.append(["other engines", "-", *known, "-"])
    edge = [
        [label, f"{row['games']:,}", interval(row["score"], 3), interval(row["draws"], 3)]
        for label, row in results["first move"].items()
    ]
    return {
        "inside chess": table(["inside games, in pawns", "games", *"NBRQ", "R/N"], rows),
        "first move": table(["chess", "games", "White's score", "drawn"], edge),
    }


def figures(results: dict[str, Any]) -> dict[str, str]:
    """The figure: values inside games."""
    groups = {
        label: {row["unit"]: point(row["scales"]["pawns"]) for row in models["tanh"]["values"] if row["unit"] != "P"}
        for label, models in results["inside"].items()
    }
    return {"inside": forest(groups, title="Values inside games of chess", axis="pawns")}
