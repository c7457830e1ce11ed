"""Evaluations learned by temporal differences."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fairyring as fr
from fairyring import cli

SMALL: dict[str, Any] = {"games": 12, "batch": 4, "max_plies": 40, "seed": 3, "progress": False}


def test_every_game_learns_something(game: str, tmp_path: Path) -> None:
    # Observations of an unbounded table are large, and searching by all their cells takes its time.
    run = fr.train.td(game, out=tmp_path / "run", inputs=game != "cards", defaults=True, **SMALL)
    assert run.games == 12
    begun = {weight["name"]: weight["default"] for weight in fr.describe(game)["weights"]}
    assert run.weights.keys() == begun.keys()
    assert run.weights != begun
    assert set(run.curve) == {"games", "plies", "decided", "score", "loss", *run.weights}
    np.testing.assert_array_equal(run.curve["games"], [4, 8, 12])
    batch = fr.simulate(game, games=2, agents=run.agent(depth=1), seed=1, max_plies=6, progress=False)
    assert len(batch) == 2


def test_a_run_is_its_seed_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    first = fr.train.td("wari", out=whole, workers=1, **SMALL)
    fr.train.td("wari", out=parts, **SMALL | {"games": 5})
    assert fr.train.load("wari", parts).games == 8
    again = fr.train.td("wari", out=parts, resume=True, workers=3, **SMALL | {"seed": None})
    assert again.weights == first.weights
    assert parts.read_bytes() == whole.read_bytes()
    other = fr.train.td("wari", **SMALL | {"seed": 4})
    assert other.weights != first.weights


def test_an_interrupted_run_keeps_its_updates(tmp_path: Path) -> None:
    path = tmp_path / "run"

    def stop(done: int, _all: int) -> None:
        if done >= 8:
            raise KeyboardInterrupt

    options = SMALL | {"games": 100_000, "progress": stop}
    with pytest.raises(fr.Interrupted, match="keeps them") as caught:
        fr.train.td("wari", out=path, save_every=1, **options)
    kept = caught.value.table.games
    assert 4 <= kept < 100_000
    assert fr.train.load("wari", path).games == kept


def test_a_killed_run_ends_as_an_undisturbed_one(tmp_path: Path) -> None:
    path, whole = tmp_path / "killed", tmp_path / "whole"
    call = f"""import fairyring as fr
fr.train.td("wari", games=100_000, batch=4, max_plies=40, seed=3, out={str(path)!r}, save_every=1, progress=False)"""
    process = subprocess.Popen([sys.executable, "-c", call])
    while not path.exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    games = fr.train.load("wari", path).games + 12
    options = SMALL | {"games": games}
    fr.train.td("wari", out=path, resume=True, **options)
    fr.train.td("wari", out=whole, **options)
    assert path.read_bytes() == whole.read_bytes()


def test_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run"
    fr.train.td("wari", out=path, **SMALL)
    with pytest.raises(fr.RunError, match="exists; resume=True"):
        fr.train.td("wari", out=path, **SMALL)
    with pytest.raises(fr.RunError, match="its directory is not there"):
        fr.train.td("wari", out=tmp_path / "absent" / "run", **SMALL)
    for change, what in (
        ({"seed": 4}, "its seed is 3, not 4"),
        ({"lambda_": 0.5}, "its lambda is"),
        ({"inputs": True}, "its inputs is False"),
        ({"preset": "awari"}, "its rules is"),
    ):
        with pytest.raises(fr.RunError, match=what):
            fr.train.td("wari", out=path, resume=True, **SMALL | change)
    with pytest.raises(ValueError, match="learned for wari, not for chess"):
        fr.train.load("chess", path)
    with pytest.raises(ValueError, match="learned for wari, not for chess"):
        fr.simulate("chess", games=1, agents=fr.agents.Learned(path), progress=False)
    with pytest.raises(ValueError, match="any_rules=true"):
        fr.simulate("wari", games=1, agents=f"learned({path})", preset="awari", progress=False)
    content = path.read_bytes()
    for damaged, what in (
        (content[:-3], "promises"),
        (content[:200], "cut off|promises"),
        (content[:-60] + b"\x00" + content[-59:], "checksum"),
        (b"\x80\x04.", "no file of a learned evaluation"),
    ):
        path.write_bytes(damaged)
        with pytest.raises(ValueError, match=what):
            fr.train.load("wari", path)
    with pytest.raises(OSError, match="absent"):
        fr.train.load("wari", tmp_path / "absent")


@pytest.mark.parametrize(
    ("options", "error", "what"),
    [
        ({"terms": ["queen"]}, ValueError, "unknown term .*valid: counter, mobility, side"),
        ({"terms": "counter"}, TypeError, "a list of names"),
        ({"terms": []}, ValueError, "nothing is to be learned"),
        ({"hidden": 4}, ValueError, "hidden units need inputs"),
        ({"lambda_": 2}, ValueError, "lambda must be a number from 0 to 1"),
        ({"rate": "much"}, TypeError, "rate must be a number"),
        ({"rate": float("nan")}, ValueError, "rate must be finite"),
        ({"resume": True}, ValueError, "resume=True takes out="),
        ({"games": 0}, ValueError, "games must lie between"),
        ({"nodes": 0}, ValueError, "nodes must lie between"),
        ({"nodes": "many"}, TypeError, "nodes must be"),
    ],
)
def test_bad_arguments_are_named(options: dict[str, Any], error: type[Exception], what: str) -> None:
    with pytest.raises(error, match=what):
        fr.train.td("wari", **SMALL | options)


def test_fixed_players_play_the_same_games_whatever_is_learned() -> None:
    options = SMALL | {"fixed": True, "nodes": 20, "max_plies": 200}
    first = fr.train.td("wari", **options)
    other = fr.train.td("wari", rate=200.0, lambda_=1.0, terms=["counter"], **options)
    assert first.weights != other.weights
    for column in ("plies", "decided", "score"):
        np.testing.assert_array_equal(first.curve[column], other.curve[column])
    free = fr.train.td("wari", **options | {"fixed": False})
    assert not np.array_equal(first.curve["plies"], free.curve["plies"])


def test_material_of_chess_is_found_from_zero(long: bool) -> None:
    """A queen is worth most after some games already; the whole order takes more (Beal and Smith 1997: about 500)."""
    terms = ["pawn", "knight", "bishop", "rook", "queen"]
    for seed in range(1, 6) if long else (1,):
        run = fr.train.td("chess", games=2000 if long else 120, terms=terms, seed=seed, progress=False)
        values = [run.weights[term] for term in terms]
        assert max(values) == values[-1] > 0
        assert all(run.weights[name] == 0 for name in run.weights if name not in terms)
        if long:
            assert values == sorted(values)
            assert 0 < values[0] < values[1]
            assert values[2] < values[3] < values[4]


def test_the_command_trains_resumes_and_says_what_was_learned(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "run"
    command = ["train", "wari", "--out", str(path), "--games", "8", "--batch", "4", "--max-plies", "40", "--seed", "3"]
    assert cli.run(command) == 0
    assert "counter" in capsys.readouterr().out
    assert cli.run(command) == 1
    assert "exists; resume=True" in capsys.readouterr().err
    command[command.index("8")] = "12"
    assert cli.run([*command, "--resume", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["weights"] == fr.train.td("wari", **SMALL).weights
    assert found["curve"]["games"] == [4, 8, 12]


def test_the_command_draws_curves_and_refuses_what_it_would_not_use(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    command = ["train", "wari", "--out", str(tmp_path / "run"), "--games", "8", "--batch", "4", "--max-plies", "40"]
    for more, what in (
        (["--simulations", "4"], "--simulations is no option of td"),
        (["--by", "alphazero", "--fixed"], "--fixed is no option of alphazero"),
        (["--by", "alphazero"], "--batch is no option of alphazero"),
        (["--plot", str(tmp_path / "curve.odd")], "must end with one of"),
        (["--plot", str(tmp_path / "absent" / "curve.svg")], "there is no such directory"),
    ):
        assert cli.run([*command, *more]) == 2
        assert what in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
    assert cli.run([*command, "--plot", str(tmp_path / "curve.svg")]) == 0
    assert "</svg>" in (tmp_path / "curve.svg").read_text(encoding="utf-8")
