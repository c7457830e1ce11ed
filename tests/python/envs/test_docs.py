"""The page on environments: its first example learns, and its tables are those of the games."""

from __future__ import annotations

import importlib.util
import re
from typing import Any

import numpy as np

import fairyring as fr
from fairyring.envs import VectorEnv
from helpers import ROOT

PAGE = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")


def test_the_tables_are_up_to_date() -> None:
    spec = importlib.util.spec_from_file_location("write_environments", ROOT / "docs" / "write_environments.py")
    assert spec is not None
    assert spec.loader is not None
    writer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(writer)
    assert writer.written(PAGE) == PAGE, "python docs/write_environments.py"
    for game in fr.games():
        assert PAGE.count(f"\n### {game}\n") == 1


def score(weights: Any, seed: int) -> float:
    """Mean score of a linear policy that takes its likeliest legal action, 500 games against a random player."""
    env = VectorEnv("wari", 500, seed=seed, opponents="random")
    observations, infos = env.reset()
    while not (infos["games"] > 0).all():
        logits = observations.reshape(500, -1) / 8 @ weights
        observations, *_, infos = env.step(np.where(infos["action_mask"] > 0, logits, -np.inf).argmax(axis=1))
    return float((infos["returns"][:, 0].mean() + 1) / 2)


def test_the_first_example_learns() -> None:
    found = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    lines = [line for line in found[1].splitlines() if line and not line.startswith(("import", "from"))]
    assert len(lines) <= 10
    learnt: dict[str, Any] = {}
    exec(found[1], learnt)
    # Random play scores one half; the standard error of 500 games is at most 0.023.
    assert score(np.zeros((48, 12)), seed=11) < 0.6
    assert score(learnt["weights"], seed=11) > 0.8
