"""Memory that must not grow: a million games begun in every kind of environment."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from fairyring.envs import VectorEnv
from helpers import resident

pytestmark = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no /proc here")

#: More than allocators differ by, far less than a byte for each of a million games and seats.
SLACK = 4 << 20


def test_a_million_resets_of_rows(game: str, long: bool) -> None:
    env = VectorEnv(game, 1_000, mask="bits", copy=False, threads=1)

    def begin(times: int) -> None:
        for seed in range(times):
            env.reset(seed=seed)
            if seed % 10 == 0:
                env.step(env.sample_actions(seed))

    begin(20)
    before = resident()
    begin(1_000 if long else 20)
    assert resident() - before < SLACK


@pytest.mark.parametrize("kind", ["gymnasium", "pettingzoo"])
def test_resets_of_single_games(game: str, kind: str, long: bool) -> None:
    pytest.importorskip(kind)
    if kind == "gymnasium":
        env = importlib.import_module("fairyring.envs.single").SingleEnv(game)
    else:
        env = importlib.import_module(f"fairyring.envs.{game}_v0").raw_env()

    def begin(times: int) -> None:
        for seed in range(times):
            env.reset(seed=seed)

    begin(200)
    before = resident()
    begin(20_000 if long else 300)
    assert resident() - before < SLACK
