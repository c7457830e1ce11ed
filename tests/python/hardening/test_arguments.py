"""Values of the wrong kind: an error of the documented type that names the argument."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fairyring as fr
from fairyring.envs import decode
from fairyring.store import run_status

BATCH = fr.simulate("wari", games=3, seed=1, progress=False)
GAME = fr.Position("chess").play("e2e4")

#: What is no whole number.
NO_NUMBER = [None, True, 1.5, math.nan, "1", b"1", [1], {}, 1j, ..., object()]


@pytest.mark.parametrize("call", [BATCH.replay, BATCH.to_json, BATCH.to_pgn], ids=lambda call: call.__name__)
@pytest.mark.parametrize("number", NO_NUMBER, ids=repr)
def test_the_number_of_a_game(call: Callable[[Any], object], number: Any) -> None:
    with pytest.raises(TypeError, match="number of a game must be a whole number, not"):
        call(number)
    for beyond in (3, -4, 2**63, 2**200):
        with pytest.raises(IndexError, match=f"game {beyond} of a batch of 3"):
            call(beyond)


@pytest.mark.parametrize("position", [None, "rnbq", 5, BATCH, [GAME]], ids=lambda value: type(value).__name__)
def test_what_is_no_position(position: Any) -> None:
    for write in (
        fr.notation.to_pgn,
        fr.notation.to_json,
        lambda p: fr.notation.san(p, "e7e5"),
        lambda p: fr.notation.from_san(p, "e5"),
        fr.analyse,
        fr.draw.svg,
    ):
        with pytest.raises(TypeError, match=r"[Pp]osition"):
            write(position)


@pytest.mark.parametrize("tags", [5, "Event", [("Event", "x")], {1: "x"}], ids=repr)
def test_tags(tags: Any) -> None:
    for write in (fr.notation.to_pgn, fr.notation.to_json):
        with pytest.raises(TypeError, match="tags must be a mapping from names to values"):
            write(GAME, tags=tags)


@pytest.mark.parametrize("level", [0, 1, -0.5, 2, math.nan, math.inf])
def test_levels_beyond_their_range(level: float) -> None:
    with pytest.raises(ValueError, match="level must lie between 0 and 1"):
        BATCH.summary(level=level)


def test_levels_of_another_kind() -> None:
    for level in (True, "0.9", None):
        with pytest.raises(TypeError, match="level must be a number"):
            BATCH.summary(level=level)  # type: ignore[arg-type]


def test_titles_of_pictures() -> None:
    for title in (5, True, b"x", ["x"]):
        with pytest.raises(TypeError, match="title must be text or None"):
            GAME.svg(title=title)


@pytest.mark.parametrize("window", [0, -1, 256, 2**31, 2**63, 2**200])
def test_windows_beyond_their_range(window: int) -> None:
    with pytest.raises(ValueError, match="window must lie between 1 and 255"):
        fr.describe("cards", window)
    with pytest.raises(ValueError, match="window must lie between 1 and 255"):
        fr.Position("cards").legal_actions(window=window)


def test_numbers_of_thousands_of_digits_are_named() -> None:
    huge = 10**5_000
    calls: list[tuple[str, Callable[[], object]]] = [
        ("games", lambda: fr.simulate("wari", games=huge, progress=False)),
        ("seed", lambda: fr.simulate("wari", games=1, seed=huge, progress=False)),
        ("window", lambda: fr.describe("cards", huge)),
        ("depth", lambda: fr.Position("wari").perft(huge)),
        ("occurrences", lambda: fr.Position("wari", occurrences=huge)),
    ]
    for name, call in calls:
        with pytest.raises(ValueError, match=rf"{name}.*too long to be written|too long to be written.*{name}"):
            call()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, -1.0, 256.0, 1e300, 0.5])
def test_observations_of_what_is_no_byte(value: float) -> None:
    planes = fr.Position("wari").observation("s").astype(np.float64)
    planes.flat[3] = value
    with pytest.raises(ValueError, match="whole numbers from 0 to 255"):
        decode("wari", planes)


def test_pickles_cut_anywhere(game: str) -> None:
    p = fr.Position(game)
    for value in (p.play(p.legal_moves()[0]), fr.simulate(game, games=2, seed=1, max_plies=20, progress=False)):
        whole = pickle.dumps(value)
        for end in range(0, len(whole), max(1, len(whole) // 60)):
            with pytest.raises((pickle.UnpicklingError, EOFError, ValueError)):
                pickle.loads(whole[:end])


@pytest.mark.parametrize("place", ["/dev/full", "/dev/null/run", "/proc/run", "a\0b", "x" * 300, "file"])
def test_places_where_no_run_can_be(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("no directory")
    with pytest.raises((OSError, ValueError, fr.RunError)):
        fr.simulate("wari", games=3, seed=1, out=place, progress=False)
    for read in (fr.Batch.from_run, run_status):
        with pytest.raises((OSError, ValueError, fr.RunError)):
            read(place)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_working_directory_that_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    here = tmp_path / "gone"
    here.mkdir()
    monkeypatch.chdir(here)
    here.rmdir()
    assert fr.simulate("wari", games=3, seed=1, progress=False) == BATCH
    with pytest.raises((OSError, fr.RunError)):
        fr.simulate("wari", games=3, seed=1, out="run", progress=False)
    with pytest.raises((OSError, fr.RunError)):
        fr.Batch.from_run("run")
