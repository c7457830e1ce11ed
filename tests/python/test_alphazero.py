"""Networks learned by self-play; needs the extra `train`."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fairyring as fr
from fairyring.train import checkpoint
from fairyring.train.replay import Replay

pytest.importorskip("jax")
pytest.importorskip("flax")
pytest.importorskip("optax")

SMALL: dict[str, Any] = {
    "games": 16,
    "games_per_iteration": 8,
    "simulations": 4,
    "width": 8,
    "blocks": 1,
    "batch": 16,
    "max_plies": 12,
    "seed": 3,
    "progress": False,
}


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a run that nothing disturbed."""
    path = tmp_path_factory.mktemp("network") / "run"
    fr.train.alphazero("wari", out=path, **SMALL)
    return path


def test_a_run_is_its_seed_and_goes_on_where_it_stopped(stored: Path, tmp_path: Path) -> None:
    path = tmp_path / "run"

    def stop(done: int, _all: int) -> None:
        if done >= 8:
            raise KeyboardInterrupt

    with pytest.raises(fr.Interrupted, match="after 8 games"):
        fr.train.alphazero("wari", out=path, **SMALL | {"progress": stop})
    run = fr.train.alphazero("wari", out=path, resume=True, workers=2, **SMALL | {"seed": None})
    assert path.read_bytes() == stored.read_bytes()
    np.testing.assert_array_equal(run.curve["games"], [8, 16])
    assert np.isfinite(run.curve["policy_loss"]).all()


def test_a_run_stopped_at_play_abandons_its_iteration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, play = tmp_path / "run", fr.train.SelfPlay.run

    def stopped(pool: fr.train.SelfPlay, *given: Any, **options: Any) -> Any:
        os.kill(os.getpid(), signal.SIGINT)
        return play(pool, *given, **options)

    monkeypatch.setattr(fr.train.SelfPlay, "run", stopped)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(fr.Interrupted, match=r"after 0 games$") as caught:
            fr.train.alphazero("wari", out=path, workers=1, **SMALL | {"games_per_iteration": 10_000})
    finally:
        signal.signal(signal.SIGINT, before)
    assert caught.value.table.games == 0
    assert not path.exists()


def test_a_killed_run_ends_as_an_undisturbed_one(tmp_path: Path) -> None:
    path, whole = tmp_path / "killed", tmp_path / "whole"
    options = SMALL | {"games": 10_000_000, "save_every": 1}
    call = f"import fairyring as fr\nfr.train.alphazero('wari', out={str(path)!r}, **{options!r})"
    process = subprocess.Popen([sys.executable, "-c", call])
    while not path.exists():
        assert process.poll() is None
        time.sleep(0.01)
    # Wherever it is then: at play, between its steps, or about to write.
    time.sleep(random.uniform(0.0, 0.5))
    process.send_signal(signal.SIGKILL)
    process.wait()
    options["games"] = fr.train.load_network("wari", path).games + 16
    fr.train.alphazero("wari", out=path, resume=True, **options)
    fr.train.alphazero("wari", out=whole, **options)
    assert path.read_bytes() == whole.read_bytes()


def test_values_are_lambda_returns() -> None:
    """By hand: from the end, each is its search's value and what follows, mixed by halves, seen by its seat."""
    pool = fr.train.SelfPlay("wari", games=1, search="gumbel(simulations=2)", seed=1, keep_observations=True)
    with pool:
        game = pool.run(fr.agents.Policy(lambda seen, mask: (np.zeros(mask.shape), np.zeros(len(seen)))))[0]
    three = {"seats": np.array([0, 1, 1], np.uint8), "values": np.array([0.5, -0.25, 0.75], np.float32)}
    game = replace(
        game,
        utility=1.0,
        offsets=np.arange(4, dtype=np.uint32),
        policy_actions=np.array([0, 6, 7], np.uint32),
        policy=np.ones(3, np.float32),
        observations=np.zeros((3, 4, 2, 6), np.uint8),
        **three,
    )
    replay = Replay((4, 2, 6), 12, 100, 0.5)
    assert replay.add([game], np.array([0, 1])) == 3
    np.testing.assert_allclose(replay.arrays["values"], [0.34375, -0.1875, -0.125])
    for lambda_, values in ((0.0, three["values"]), (1.0, [1.0, -1.0, -1.0])):
        replay = Replay((4, 2, 6), 12, 100, lambda_)
        replay.add([game], np.array([0, 1]))
        np.testing.assert_allclose(replay.arrays["values"], values)


def test_answers_do_not_depend_on_company(stored: Path) -> None:
    evaluator = fr.train.load_network("wari", stored).evaluator(64)
    observations = np.random.default_rng(1).integers(0, 12, (100, 4, 2, 6), dtype=np.uint8)
    logits, values = evaluator.evaluate(observations)
    order = np.random.default_rng(2).permutation(100)
    for rows in (order, order[:7], order[90:]):
        some = evaluator.evaluate(observations[rows])
        np.testing.assert_array_equal(some[0], logits[rows])
        np.testing.assert_array_equal(some[1], values[rows])


def test_a_network_plays_and_passes_gates(stored: Path) -> None:
    run = fr.train.load_network("wari", stored)
    texts = [fr.Position("wari").text, fr.Position("wari").play("c").text]
    for text, move in zip(texts, run.player(4, size=64).choices(texts), strict=True):
        assert move in fr.Position("wari", text).legal_moves()
    match = fr.match.play("wari", run.player(2), "random", pairs=1, max_plies=6, seed=1, progress=False)
    assert match.pairs == 1
    gated = fr.train.alphazero("wari", gate_every=1, gate_pairs=2, ladder=["random"], **SMALL)
    assert gated.curve["rung_score"].shape == (2,)


def test_points_are_played_for() -> None:
    with pytest.raises(ValueError, match="chess has no points"):
        fr.train.alphazero("chess", points=16, **SMALL)
    for name, value, what in (
        ("lambda_", 2, "between 0 and 1"),
        ("rate", 0, "greater than 0"),
        ("reuse", "x", "a number"),
    ):
        with pytest.raises((ValueError, TypeError), match=f"{name} must .*{what}"):
            fr.train.alphazero("wari", **SMALL | {name: value})
    pool = fr.train.SelfPlay("wari", games=3, search="gumbel(simulations=2)", seed=1, points=16, max_plies=60)
    for batch in pool.leaves():
        pool.answer(batch.id, np.zeros(batch.mask.shape), np.zeros(len(batch)))
    for game in pool.games():
        position = fr.Position("wari")
        for action in game.actions:
            position = position.play_action(int(action))
        south, north = position.outcome.score if position.outcome else stores(position)
        assert game.utility == np.float32(max(-1.0, min(1.0, (south - north) / 16)))


def stores(position: fr.Position) -> list[int]:
    """Captured counters by a position's text."""
    return [int(number) for number in position.text.split(" ")[1].split("-")]


def test_files_that_do_not_fit_are_refused(stored: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="its game is 'wari', not 'chess'"):
        fr.train.load_network("chess", stored)
    with pytest.raises(fr.RunError, match="its width is 8, not 9"):
        fr.train.alphazero("wari", out=stored, resume=True, **SMALL | {"width": 9})
    with pytest.raises(fr.RunError, match="exists"):
        fr.train.alphazero("wari", out=stored, **SMALL)
    header, arrays = checkpoint.read(stored)
    other = tmp_path / "other"
    for change, array, what in (
        ({"rules_version": 99}, {}, "its rules_version is 99"),
        ({}, {"parameter 0": np.zeros((1, 1), np.float32)}, "parameter 0 is float32"),
        ({}, {"policies": np.zeros((3, 5), np.float32)}, "no policies of the right shape"),
    ):
        checkpoint.write(other, header | change, arrays | array)
        with pytest.raises(ValueError, match=what):
            fr.train.load_network("wari", other)
    content = stored.read_bytes()
    for damaged in (content[:-1], content[:40], content[:-50] + b"\x01" + content[-49:], b"\x80\x04.", b""):
        other.write_bytes(damaged)
        with pytest.raises(ValueError, match="refused"):
            fr.train.load_network("wari", other)
