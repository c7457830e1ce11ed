"""Positions: every attribute, every documented error, copies, bad input."""

from __future__ import annotations

import copy
import csv
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fairyring as fr
from helpers import DATA, rows_of, samples

ANY_GAME = st.sampled_from(fr.games())


def test_a_start_has_all_attributes(game: str) -> None:
    p = fr.Position(game)
    facts = fr.describe(game)
    assert p.game == game
    assert p.actor == facts["seats"][0]
    assert p.outcome is None
    assert p.history == []
    assert p.start == p.text
    assert set(p.rules) == {option["name"] for option in facts["options"]}
    assert p.legal_moves() == sorted(p.legal_moves(), key=str.encode)
    assert p.chance() == []
    assert p.perft(0) == 1
    assert p.perft(1) == len(p.legal_moves())
    assert p.board.dtype.names == ("x", "y", "letter", "owner", "count")
    assert str(p).strip()
    assert p.svg().startswith("<svg ")
    assert p._repr_svg_() == p.svg()


def test_moves_actions_and_chance_agree(game: str) -> None:
    for p in samples(game):
        actions = p.legal_actions()
        assert actions.dtype == np.uint32
        assert (np.diff(actions.astype(np.int64)) > 0).all()
        if p.outcome is not None:
            assert p.actor == "over"
            assert p.legal_moves() == [] == p.chance()
            assert len(actions) == 0
            continue
        moves = p.legal_moves() or [move for move, _ in p.chance()]
        if p.actor == "chance":
            assert p.legal_moves() == []
            assert sum(probability for _, probability in p.chance()) == pytest.approx(1, abs=1e-12)
            assert sum(probability * p.luck(roll) for roll, probability in p.chance()) == pytest.approx(0, abs=1e-6)
        assert p.perft(1) == len(moves)
        for move in moves[:3]:
            action = p.action(move)
            q = p
            for step in action if isinstance(action, tuple) else (action,):
                assert step in q.legal_actions()
                q = q.play_action(step)
            assert q == p.play(move)
            assert q.history == [*p.history, move]
            assert isinstance(p.captures(move), list)


def test_texts_round_trip(game: str) -> None:
    for p in samples(game):
        if p.outcome is None:
            again = fr.Position(game, p.text, **p.rules)
            assert again == p
            assert hash(again) == hash(p)
            assert again.text == p.text
            assert again.legal_moves() == p.legal_moves()


def test_copies_keep_history_and_equality_ignores_it(game: str) -> None:
    for p in samples(game, games=2)[::7]:
        for q in (copy.copy(p), copy.deepcopy(p), pickle.loads(pickle.dumps(p))):
            assert q == p
            assert hash(q) == hash(p)
            assert q.history == p.history
            assert q.rules == p.rules
            assert q.outcome == p.outcome
            assert q.legal_moves() == p.legal_moves()


def test_repr_is_evaluable(game: str) -> None:
    p = fr.Position(game)
    assert eval(repr(p), {"Position": fr.Position}) == p


def test_positions_never_change(game: str) -> None:
    p = fr.Position(game)
    text, moves = p.text, p.legal_moves()
    q = p.play(moves[0])
    assert (p.text, p.legal_moves(), p.history) == (text, moves, [])
    assert q != p
    with pytest.raises(AttributeError):
        p.text = "x"  # type: ignore[misc]


def test_positions_differ_from_other_things(game: str) -> None:
    p = fr.Position(game)
    assert p != p.text
    assert p != None  # noqa: E711
    assert len({fr.Position(name) for name in fr.games()} | {p}) == len(fr.games())


def test_board_tells_owners(game: str) -> None:
    board = fr.Position(game).board
    assert set(board["owner"].tolist()) <= {0, 1, 2}
    assert (board["count"] >= 0).all()


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(ValueError, match=r'unknown game "nim"; valid: .*wari'):
        fr.Position("nim")
    with pytest.raises(TypeError):
        fr.Position(7)  # type: ignore[arg-type]


def test_unknown_rules_values_and_presets_name_the_valid_ones(game: str) -> None:
    with pytest.raises(ValueError, match=r'unknown rule "gravity"'):
        fr.Position(game, gravity=1)
    with pytest.raises(ValueError, match=r'unknown preset "x"'):
        fr.Position(game, preset="x")
    for option in fr.describe(game)["options"]:
        with pytest.raises(ValueError, match=f'unknown value "no such" of rule "{option["name"]}"; valid: '):
            fr.Position(game, **{option["name"]: "no such"})
        with pytest.raises(TypeError, match=option["name"]):
            fr.Position(game, **{option["name"]: 1.5})
        assert fr.Position(game, **{option["name"]: option["default"]}) == fr.Position(game)


def test_presets_set_their_rules(game: str) -> None:
    for name, values in fr.describe(game)["presets"].items():
        rules = fr.Position(game, preset=name).rules
        for option, value in values.items():
            assert str(rules[option]).lower() == value.lower()


def test_illegal_moves_name_move_and_actor(game: str) -> None:
    p = fr.Position(game)
    for text in ("", "zz", "a9b9", "é4", "*99", "a" * 10_000):
        with pytest.raises(fr.IllegalMoveError, match=f"{p.actor} to act"):
            p.play(text)
        with pytest.raises(fr.IllegalMoveError):
            p.captures(text)
        with pytest.raises(fr.IllegalMoveError):
            p.action(text)
    with pytest.raises(TypeError):
        p.play(3)  # type: ignore[arg-type]
    for action in (-1, 2**31, 2**32, 2**70):
        with pytest.raises(fr.IllegalMoveError):
            p.play_action(action)
    for action in (1.5, "a", None, True):
        with pytest.raises(TypeError, match="action"):
            p.play_action(action)  # type: ignore[arg-type]
    assert issubclass(fr.IllegalMoveError, ValueError)
    assert issubclass(fr.PositionError, ValueError)


def test_moves_after_the_end_are_refused(game: str) -> None:
    ended = next((p for p in samples(game, games=20) if p.outcome is not None), None)
    if ended is None:
        pytest.skip("no random game of this sample ends by the rules")
    assert ended.outcome is not None
    assert len(ended.outcome.utility) == len(fr.describe(game)["seats"])
    with pytest.raises(fr.IllegalMoveError, match=f"the game is over \\({ended.outcome.reason}\\)"):
        ended.play("a2a3")
    with pytest.raises(ValueError, match="over"):
        fr.analyse(ended, "random")


def test_perft_refuses_absurd_depths(game: str) -> None:
    p = fr.Position(game)
    for depth in (-1, 10**6):
        with pytest.raises(ValueError, match="depth"):
            p.perft(depth)
    for depth in (1.5, "2", True):
        with pytest.raises(TypeError, match="depth"):
            p.perft(depth)  # type: ignore[arg-type]


def test_observations_have_the_described_shape(game: str) -> None:
    facts = fr.describe(game)
    for seat in facts["seats"]:
        observation = fr.Position(game).observation(seat)
        assert observation.shape == facts["observation_shape"]
        assert observation.dtype == np.uint8
    with pytest.raises(ValueError, match="unknown seat"):
        fr.Position(game).observation("nobody")
    assert len(facts["planes"]) == facts["observation_shape"][0]


def test_truncated_texts_never_crash(game: str) -> None:
    for p in samples(game, games=1)[::25]:
        for end in range(len(p.text)):
            try:
                q = fr.Position(game, p.text[:end], **p.rules)
            except fr.PositionError as error:
                assert "refused" in str(error)
            else:
                assert q.text == p.text[:end]


@given(ANY_GAME, st.text(max_size=60))
def test_any_text_is_refused_or_round_trips(game: str, text: str) -> None:
    try:
        p = fr.Position(game, text)
    except fr.PositionError as error:
        assert "refused" in str(error)
    else:
        assert p.text == text


@given(ANY_GAME, st.data())
def test_changed_texts_are_refused_or_round_trip(game: str, data: st.DataObject) -> None:
    text = fr.Position(game).text
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 3))
    new = data.draw(st.text("0123456789/-*,;@ abcdefghkKQqrRwWsn" + "é", max_size=3))
    changed = text[:at] + new + text[at + cut :]
    try:
        p = fr.Position(game, changed)
    except fr.PositionError as error:
        assert "refused" in str(error)
    else:
        assert p.text == changed
        p.legal_moves()


@given(ANY_GAME, st.lists(st.integers(0, 10**6), max_size=60))
def test_walks_keep_their_promises(game: str, choices: list[int]) -> None:
    p = fr.Position(game)
    for choice in choices:
        moves = p.legal_moves() or [move for move, _ in p.chance()]
        if not moves:
            break
        p = p.play(moves[choice % len(moves)])
    assert (p.outcome is None) == (p.actor != "over")
    assert pickle.loads(pickle.dumps(p)).text == p.text


@given(ANY_GAME, st.text(max_size=12))
def test_any_move_text_is_legal_or_refused(game: str, text: str) -> None:
    p = fr.Position(game)
    if text in p.legal_moves():
        assert p.play(text).history == [text]
    else:
        with pytest.raises(fr.IllegalMoveError):
            p.play(text)


def test_every_field_of_a_fen_is_checked() -> None:
    if "behemoth" not in fr.games():
        pytest.skip("needs behemoth")
    start = fr.Position("behemoth").text.split(" ")
    broken = {
        0: ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "rnbqkbnr/pppppppp/8/8/3*5/8/PPPPPPPP/RNBQKBNR", "", "8/8"],
        1: ["x", "W", ""],
        2: ["QK", "KQkqK", "x", ""],
        3: ["e4", "e9", "x", "e3"],
        4: ["-1", "01", "99999999999999999999", "x"],
        5: ["0", "01", "-3", "99999999999999999999"],
        6: ["rolls", "", "x"],
    }
    for field, values in broken.items():
        for value in values:
            text = " ".join([*start[:field], value, *start[field + 1 :]])
            with pytest.raises(fr.PositionError, match="refused"):
                fr.Position("behemoth", text)


def test_all_reasons_come_at_once() -> None:
    if "behemoth" not in fr.games():
        pytest.skip("needs behemoth")
    with pytest.raises(fr.PositionError) as caught:
        fr.Position("behemoth", "P7/8/8/8/3*4/8/8/8 w KQkq - 0 1 -")
    assert str(caught.value).count(";") >= 2


def test_first_rolls_from_d4() -> None:
    if "behemoth" not in fr.games():
        pytest.skip("needs behemoth")
    # No roll from d4 enters a2 or a3, so the squares are those of the usual array.
    p = fr.Position("behemoth").play("a2a3")
    array = {(x, y) for x, y, *_ in fr.Position("behemoth").board.tolist()}
    with (DATA / "known" / "behemoth_rolls_from_d4.csv").open(newline="") as file:
        rows = list(csv.reader(file))[1:]
    assert [f"*{direction}{distance}" for direction, distance, *_ in rows] == [move for move, _ in p.chance()]
    assert {probability for _, probability in p.chance()} == {1 / 32}
    for direction, distance, entered, final, *_ in rows:
        roll = f"*{direction}{distance}"
        destroyed = {name for name in entered.split() if (ord(name[0]) - 97, int(name[1]) - 1) in array}
        assert set(p.captures(roll)) == destroyed
        [(x, y)] = [(x, y) for x, y, letter, *_ in p.play(roll).board.tolist() if letter == "*"]
        assert f"{'abcdefgh'[x]}{y + 1}" == final
    assert set(p.captures("*74")) == {"d2", "d1", "d8"}


def test_moves_at_a_chance_node_are_refused() -> None:
    if "behemoth" not in fr.games():
        pytest.skip("needs behemoth")
    p = fr.Position("behemoth").play("e2e4")
    with pytest.raises(fr.IllegalMoveError, match="chance to act"):
        p.play("e7e5")
    with pytest.raises(ValueError, match="chance"):
        fr.analyse(p, "greedy")


def test_vector_rows_exist() -> None:
    assert sum(len(rows_of(path)) for path in (DATA / "vectors").glob("*.jsonl")) == 570
