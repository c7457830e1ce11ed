"""Values learned from nothing."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

import fairyring as fr
from fairyring.value.learned import mean_interval
from helpers import run_command

QUICK = {"runs": 3, "games": 60, "seed": 5, "progress": False}


@pytest.fixture(scope="module")
def study() -> fr.value.LearnedStudy:
    return fr.value.learned("astral", **QUICK)


def test_means_and_intervals_are_those_over_runs(study: fr.value.LearnedStudy) -> None:
    assert study.runs == 3
    assert set(study.weights) == set("PNBRQT")
    weights = np.array(study.weights["T"])
    assert len(set(weights.tolist())) == 3, "runs have games of their own"
    row = study["T"]
    # Student's quantile of 2 degrees of freedom at 97.5 % is 4.302653 by any table.
    half = 4.302653 * weights.std(ddof=1) / math.sqrt(3)
    assert row.elo.value == pytest.approx(weights.mean())
    assert row.elo.high - row.elo.value == pytest.approx(half, rel=1e-6)
    assert row.logit.value == pytest.approx(row.elo.value * math.log(10) / 400)
    both = np.array(study.weights["N"]) + np.array(study.weights["R"])
    assert row.scales["knight_rook"].value == pytest.approx((8.25 * weights / both).mean())
    assert study["N"].scales["knights"].low == study["N"].scales["knights"].high == 1.0


def test_threads_and_resuming_change_nothing(study: fr.value.LearnedStudy, tmp_path: Path) -> None:
    fr.value.learned("astral", out=tmp_path, workers=1, **(QUICK | {"games": 20}))
    again = fr.value.learned("astral", out=tmp_path, resume=True, workers=2, **QUICK)
    assert again.weights == study.weights
    with pytest.raises(fr.RunError, match="exists"):
        fr.value.learned("astral", out=tmp_path, **QUICK)


def test_other_games_have_their_own_units() -> None:
    ultima = fr.value.learned("ultima", **(QUICK | {"runs": 2, "games": 20}))
    assert set(ultima.weights) == {"pincer", "spy", "jumper", "coordinator", "dragon", "chameleon"}
    assert ultima["spy"].scales == {}
    with pytest.raises(ValueError, match="no units"):
        fr.value.learned("wari", **QUICK)


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="runs"):
        fr.value.learned("astral", **(QUICK | {"runs": 1}))
    with pytest.raises(ValueError, match="level"):
        fr.value.learned("astral", level=1.0, **QUICK)
    with pytest.raises(ValueError, match="resume=True takes out="):
        fr.value.learned("astral", resume=True, **QUICK)


def test_the_interval_covers() -> None:
    rng = np.random.default_rng(1)
    repetitions = 4000
    spans = [mean_interval(sample) for sample in rng.normal(3.0, 2.0, (repetitions, 5)).tolist()]
    covered = sum(span.low <= 3.0 <= span.high for span in spans) / repetitions
    assert abs(covered - 0.95) <= 4 * math.sqrt(0.95 * 0.05 / repetitions)


def test_the_command_gives_the_same(tmp_path: Path) -> None:
    command = (
        "value",
        "astral",
        "--method",
        "learned",
        "--games",
        "20",
        "--seed",
        "5",
        "--out",
        str(tmp_path),
        "--json",
    )
    found = json.loads(run_command(*command).stdout)
    alone = fr.value.learned("astral", games=20, seed=5, progress=False)
    assert found["weights"]["Q"] == list(alone.weights["Q"])
