"""What units are worth, in several units of measure, from a fit."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fairyring.plain import plain_fields
from fairyring.value.fit import FIRST_MOVE, Fit, Interval

#: Elo of one logit.
ELO = 400 / math.log(10)

#: A unit of measure: the units whose sum counts as so much.
Scale = tuple[Mapping[str, float], float]

#: Knight and rook together count as 3.25 + 5 pawns (Kaufman 1999, the conventional values): the pawn of this scale does
#: not lean on the value of a pawn at the start, the noisiest of all.
KNIGHT_ROOK: Scale = ({"N": 1, "R": 1}, 8.25)

#: The scales of orthodox units, the most reliable first.
SCALES: dict[str, Scale] = {
    "knight_rook": KNIGHT_ROOK,
    "knights": ({"N": 1}, 1),
    "rooks": ({"R": 1}, 1),
    "pawns": ({"P": 1}, 1),
}


@dataclass(frozen=True)
class ValueRow:
    """The value of one unit: logits and Elo of White's score, and on each scale, with intervals by Fieller."""

    unit: str
    logit: Interval
    elo: Interval
    scales: dict[str, Interval]

    def to_dict(self) -> dict[str, Any]:
        """The row as plain values."""
        return plain_fields(self)


def value_of(rows: Sequence[ValueRow], unit: str) -> ValueRow:
    """The row of a unit. Raises KeyError naming the units there are."""
    for row in rows:
        if row.unit == unit:
            return row
    raise KeyError(f"no unit {unit!r}; there are: {', '.join(row.unit for row in rows)}")


def values_of(found: Fit, level: float = 0.95) -> tuple[ValueRow, ...]:
    """The values of all units of a fit, the cheapest first; scales whose units it lacks are left out."""
    rows = []
    for name in found.names:
        if name == FIRST_MOVE:
            continue
        logit = found.contrast({name: 1}, level)
        elo = Interval(logit.value * ELO, logit.low * ELO, logit.high * ELO)
        rows.append(ValueRow(name, logit, elo, on_scales(found, {name: 1}, level)))
    return tuple(sorted(rows, key=lambda row: (row.logit.value, row.unit)))


def on_scales(found: Fit, units: Mapping[str, float], level: float = 0.95) -> dict[str, Interval]:
    """A sum of units on every scale that the fit allows."""
    return {
        name: scaled(found, units, scale, level)
        for name, scale in SCALES.items()
        if all(unit in found.names for unit in scale[0])
    }


def scaled(found: Fit, units: Mapping[str, float], scale: Scale, level: float = 0.95) -> Interval:
    """A sum of units on one scale."""
    unit, count = scale
    ratio = found.ratio(units, unit, level)
    return Interval(ratio.value * count, ratio.low * count, ratio.high * count)


def table_of(rows: tuple[ValueRow, ...]) -> list[list[str]]:
    """Values as texts, their head first."""
    names = list(rows[0].scales) if rows else []
    head = ["unit", "logit", "Elo", *(name.replace("_", "/") for name in names)]
    body = [
        [
            row.unit,
            str(row.logit),
            f"{row.elo.value:.0f} ± {(row.elo.high - row.elo.low) / 2:.0f}",
            *(str(row.scales[name]) for name in names),
        ]
        for row in rows
    ]
    return [head, *body]
