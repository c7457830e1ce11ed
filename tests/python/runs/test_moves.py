"""Moves kept as actions: the same games, replayed without their seeds."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import fairyring as fr
from fairyring import _core


def play(game: str, **options: Any) -> fr.Batch:
    return fr.simulate(game, **({"games": 20, "seed": 7, "max_plies": 90, "progress": False} | options))


def test_moves_change_nothing_and_replay_without_the_seed(game: str) -> None:
    for agents in ("random", "greedy"):
        plain, b = play(game, agents=agents), play(game, agents=agents, moves=True)
        assert plain.moves is None
        assert b.moves is not None
        assert len(b.moves) == 20
        assert b.moves.actions.dtype == (np.uint32 if fr.describe(game)["windowed"] else np.uint16)
        columns = b.to_dict()
        assert all(np.array_equal(column, columns[name]) for name, column in plain.to_dict().items())
        columns["seed"] = np.zeros_like(b.seed)
        blind = fr.Batch(columns, **b._facts())
        for i in range(0, 20, 6):
            games = [plain.replay(i), blind.replay(i)]
            assert games[0] == games[1]
            assert games[0][-1].history == games[1][-1].history


def test_actions_are_those_of_positions(game: str) -> None:
    b = play(game, games=3, moves=True)
    assert b.moves is not None
    count = fr.describe(game)["action_count"]
    for i in range(3):
        position = fr.Position(game)
        for action in b.moves[i].tolist():
            if action >= count:
                moves = position.legal_moves()
                assert len(moves) > action - count
                break
            position = position.play_action(action)
        else:
            assert position.history == b.replay(i)[-1].history


def test_moves_do_not_depend_on_workers() -> None:
    for game in ("chess", "shahki"):
        assert play(game, moves=True, workers=1) == play(game, moves=True, workers=3)


def test_rows_are_picked_joined_and_pickled(game: str) -> None:
    b = play(game, moves=True)
    assert b.moves is not None
    lists = [b.moves[i].tolist() for i in range(20)]
    mask = np.arange(20) % 3 == 1
    for key in (mask, slice(3, 17, 2), np.array([5, 5, 1, -1]), slice(0, 0), [2, 0]):
        picked = b[key]
        assert picked.moves is not None
        assert [row.tolist() for row in picked.moves] == [lists[i] for i in np.arange(20)[key]]
    assert fr.concat([b[:7], b[7:]]) == b
    assert pickle.loads(pickle.dumps(b)) == b
    assert b[4]["moves"] == lists[4]
    assert b != play(game)
    with pytest.raises(ValueError, match="some have none"):
        fr.concat([b, play(game)])
    with pytest.raises(IndexError):
        b.moves[20]


def test_arrow_round_trip(game: str) -> None:
    pa = pytest.importorskip("pyarrow")
    b = play(game, moves=True)
    table = pa.table(b)
    assert table["moves"].to_pylist() == [row.tolist() for row in b.moves or ()]
    assert fr.Batch.from_arrow(table) == b
    assert fr.Batch.from_arrow(table.slice(3, 9)) == b[3:12]
    assert fr.Batch.from_arrow(pa.concat_tables([table.slice(0, 5), table.slice(5)])) == b


def test_wrong_lists_are_refused() -> None:
    b = play("wari", games=2, moves=True)
    assert b.moves is not None
    good = b.moves
    for offsets, actions in (
        (good.offsets, good.actions[:-1]),
        (good.offsets[:-1], good.actions[: good.offsets[-2]]),
        (good.offsets + 1, good.actions),
        (good.offsets[::-1], good.actions),
        (good.offsets, good.actions.astype(np.uint32)),
        (np.zeros(0, np.int64), good.actions),
    ):
        with pytest.raises(ValueError, match=r"moves|offsets"):
            fr.Batch(b.to_dict() | {"moves": (offsets, actions)}, **b._facts())
    bad = fr.Moves(good.offsets, np.full_like(good.actions, 11))
    with pytest.raises(fr.IllegalMoveError, match=r"action 11, number \d+ of the game"):
        fr.Batch(b.to_dict() | {"moves": bad}, **b._facts()).replay(0)
    with pytest.raises(fr.IllegalMoveError, match=r"game 0: action 11"):
        fr.sample_positions(fr.Batch(b.to_dict() | {"moves": bad}, **b._facts()))


def test_stop_keeps_moves_and_columns_together() -> None:
    seen = []

    def stop(done: int, total: int) -> None:
        seen.append(done)
        if done > 50:
            raise KeyboardInterrupt

    with pytest.raises(fr.Interrupted) as caught:
        play("wari", games=10**7, moves=True, progress=stop)
    kept = caught.value.batch
    assert len(kept) == len(kept.moves) > 0
    assert kept == play("wari", games=len(kept), moves=True)


def test_the_native_part_refuses_what_is_no_game() -> None:
    with pytest.raises(fr.PositionError):
        _core.restore_actions("chess", [], "x", np.zeros(0, np.uint32))
    with pytest.raises(ValueError, match="unknown game"):
        _core.restore_actions("go", [], "x", np.zeros(0, np.uint32))
