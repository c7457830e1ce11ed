"""Faults that other libraries had, played again: what is asserted is the right behaviour."""

from __future__ import annotations

import collections
import importlib
import itertools
import pickle
import random

import numpy as np
import pytest

import fairyring as fr
from helpers import samples

#: What a game's text has after the fields of a FEN. Behemoth chess without a Behemoth follows the same rules.
TAIL = {"chess": "", "astral": " -", "behemoth": " -"}
OFF = {"behemoth": {"behemoth_start": "off"}}


def play(game: str, text: str, moves: str) -> fr.Position:
    p = fr.Position(game, text, **OFF.get(game, {}))
    for move in moves.split():
        p = p.play(move)
    return p


@pytest.mark.parametrize("game", TAIL)
def test_no_castling_over_another_rook(game: str) -> None:
    p = play(game, "4k1rr/1b1p3p/nn1p4/P3Np2/3P1bp1/6PP/P5R1/1B1K2N1 b k - 1 37" + TAIL[game], "")
    assert [move for move in p.legal_moves() if move.startswith("e8") and move[2] in "cg"] == []


@pytest.mark.parametrize("game", TAIL)
def test_a_captured_rook_takes_its_right_along(game: str) -> None:
    start = "rnbqk1nr/ppp1ppb1/6p1/3p4/8/2N5/PPPPPPP1/R1BQKBNR w KQkq - 0 5" + TAIL[game]
    assert play(game, start, "h1h8").text.split()[2] == "Qq"
    # By a bishop, by a knight, and by a pawn that promotes.
    bishop = "r3k2r/8/8/8/3B4/8/8/R3K2R w KQkq - 0 1" + TAIL[game]
    assert play(game, bishop, "d4h8").text.split()[2] == "KQq"
    knight = "r3k2r/8/1N6/8/8/8/8/R3K2R w KQkq - 0 1" + TAIL[game]
    assert play(game, knight, "b6a8").text.split()[2] == "KQk"
    pawn = "r3k2r/6P1/8/8/8/8/8/R3K2R w KQkq - 0 1" + TAIL[game]
    assert play(game, pawn, "g7h8q").text.split()[2] == "KQq"


def test_a_rook_under_the_behemoth_takes_its_right_along() -> None:
    p = fr.Position("behemoth", "r3k2r/pppppppp/8/8/8/8/PPPPPPP*/R3K2R w KQkq - 0 1 roll")
    hit = [move for move, _ in p.chance() if "h1" in p.captures(move)]
    assert 0 < len(hit) < len(p.chance())
    for move, _ in p.chance():
        kept = not {"e1", "h1"} & set(p.captures(move))
        assert ("K" in p.play(move).text.split()[2]) == kept, move


#: A white rook shuttles between e6 and h6, a black one between g7 and h7.
SHUTTLE = "e6h6 g7h7 h6e6 h7g7"


@pytest.mark.parametrize("game", TAIL)
def test_a_pinned_pawn_cannot_capture_en_passant_so_the_position_has_occurred(game: str) -> None:
    start = "6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1" + TAIL[game]
    twice = play(game, start, f"h7h5 {SHUTTLE} e6h6 g7h7 h6e6")
    assert twice.outcome is None
    third = twice.play("h7g7").outcome
    assert third is not None
    assert third.reason == "repetition"


@pytest.mark.parametrize("game", TAIL)
def test_a_possible_en_passant_makes_another_position(game: str) -> None:
    start = "4k3/8/8/8/3p4/8/4P3/4K2R w - - 0 1" + TAIL[game]
    walk = "e8d8 e1d1 d8e8 d1e1"
    again = play(game, start, f"e2e4 {walk} {walk}")
    assert again.outcome is None, "the first occurrence allowed a capture en passant"
    over = again.play("e8d8").outcome
    assert over is not None
    assert over.reason == "repetition"


def squares(cell: str) -> tuple[int, int]:
    """Column and row of a cell like `e11`."""
    return ord(cell[0]) - 97, int(cell[1:]) - 1


def test_as_many_units_are_captured_as_are_jumped() -> None:
    batch = fr.simulate("shahki", games=15, seed=1, progress=False)
    lengths = collections.Counter[int]()
    for before, after in itertools.pairwise(p for i in range(len(batch)) for p in batch.replay(i)):
        move = after.history[-1] if after.history else ""
        if ":" not in move:
            continue
        units = {(x, y) for x, y, *_ in before.board.tolist()}
        jumped: list[tuple[int, int]] = []
        path = [squares(cell) for cell in move.split(":")]
        units.remove(path[0])
        for (x0, y0), (x1, y1) in itertools.pairwise(path):
            assert abs(x1 - x0) == abs(y1 - y0) > 1
            step = (x1 > x0) * 2 - 1, (y1 > y0) * 2 - 1
            between = [(x0 + step[0] * i, y0 + step[1] * i) for i in range(1, abs(x1 - x0))]
            over = [cell for cell in between if cell in units]
            assert len(over) == 1, "a jump goes over one unit"
            jumped += over
        assert len(set(jumped)) == len(jumped)
        assert sorted(map(squares, before.captures(move))) == sorted(jumped)
        assert len(after.board) == len(before.board) - len(jumped)
        lengths[len(jumped)] += 1
    assert min(lengths[1], lengths[2], lengths[3]) > 0


def test_captures_are_what_leaves_the_board(game: str) -> None:
    batch = fr.simulate(game, games=6, seed=2, max_plies=120, progress=False)
    taken = 0
    for i in range(len(batch)):
        for before, after in itertools.pairwise(batch.replay(i)):
            move = after.history[-1]
            lost = int(before.board["count"].sum()) - int(after.board["count"].sum())
            captured = before.captures(move)
            taken += len(captured)
            assert len(set(captured)) == len(captured)
            if game not in ("cards", "wari"):
                assert lost == len(captured), move
    assert taken > 0


def test_a_seat_that_was_passed_over_is_kept_by_every_form() -> None:
    batch = fr.simulate("shahki", games=12, seed=1, progress=False)
    pairs = [pair for i in range(len(batch)) for pair in itertools.pairwise(batch.replay(i))]
    pairs = [(before, after) for before, after in pairs if after.outcome is None]
    followers = collections.Counter((before.actor, after.actor) for before, after in pairs)
    order = {
        seat: max((n, after) for (before, after), n in followers.items() if before == seat)[1] for seat, _ in followers
    }
    assert order["wc"] != order["wd"]
    passed = [after for before, after in pairs if after.actor != order[before.actor]]
    assert len(passed) > 20
    for p in passed[:: len(passed) // 20]:
        for q in (
            fr.Position("shahki", p.text),
            pickle.loads(pickle.dumps(p)),
            fr.notation.from_json(fr.notation.to_json(p)),
        ):
            assert (q.text, q.actor, q.legal_moves()) == (p.text, p.actor, p.legal_moves())


@pytest.mark.parametrize(
    ("game", "text", "whose"),
    [
        ("chess", "4k3/8/8/8/8/8/8/8 w - - 0 1", "White"),
        ("chess", "8/8/8/8/8/8/8/4K3 w - - 0 1", "Black"),
        ("behemoth", "4k3/8/8/3*4/8/8/8/8 w - - 0 1 -", "White"),
        ("behemoth", "8/8/8/3*4/8/8/8/4K3 w - - 0 1 -", "Black"),
        ("astral", "4k3/8/8/8/8/8/8/8 w - - 0 1 -", "White"),
        ("astral", "8/8/8/8/8/8/8/4K3 w - - 0 1 -", "Black"),
        ("ultima", "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILX1WXLC w 0 1", "White"),
        ("ultima", "clxw1xli/pppppppp/8/8/8/8/PPPPPPPP/ILXKWXLC w 0 1", "Black"),
        ("shahki", "---8---/---8---/14/5m8/14/3m10/2M11/14/14/14/---8---/---4K3--- wd - - - 0 1", "Black"),
        ("shahki", "---4k3---/---8---/14/5m8/14/3m10/2M11/14/14/14/---8---/---8--- wd - - - 0 1", "White"),
        ("cards", "- - QR2B2N2P8/kqr2b2n2p8 r 0 1", "Red"),
        ("cards", "- - KQR2B2N2P8/qr2b2n2p8 r 0 1", "Black"),
    ],
)
def test_a_missing_king_is_named(game: str, text: str, whose: str) -> None:
    with pytest.raises(fr.PositionError, match=rf"{whose} has (0|no) (chess )?king"):
        fr.Position(game, text)


def test_masks_of_seats_that_are_not_on_turn_are_empty(game: str) -> None:
    env = importlib.import_module(f"fairyring.envs.{game}_v0").raw_env(max_plies=60)
    env.reset(seed=1)
    draw = np.random.default_rng(1)
    for _ in range(12):
        if any(env.terminations.values()):
            break
        acting = env.agent_selection
        for agent in env.agents:
            mask = env.observe(agent)["action_mask"]
            assert bool(mask.any()) == (agent == acting)
        env.step(int(draw.choice(np.flatnonzero(env.observe(acting)["action_mask"]))))


def test_masks_of_finished_games_and_of_chance_allow_no_move(game: str) -> None:
    p = samples(game, games=1)[-1]
    while p.outcome is None:
        if p.actor == "chance":
            assert p.legal_moves() == []
            assert sorted(p.action(roll) for roll, _ in p.chance()) == list(p.legal_actions())
        p = p.play((p.legal_moves() or [move for move, _ in p.chance()])[0])
    assert p.legal_actions().shape == (0,)


def test_serialising_keeps_mover_counters_and_history(game: str) -> None:
    for p in samples(game, games=2)[::7]:
        q = pickle.loads(pickle.dumps(p))
        assert (q.text, q.actor, q.history, q.rules, q.outcome) == (p.text, p.actor, p.history, p.rules, p.outcome)
        assert q.legal_moves() == p.legal_moves()
        assert q.chance() == p.chance()


def test_serialising_keeps_the_count_of_occurrences() -> None:
    start = "6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1"
    p = play("chess", start, f"h7h5 {SHUTTLE} e6h6 g7h7 h6e6")
    over = pickle.loads(pickle.dumps(p)).play("h7g7").outcome
    assert over is not None
    assert over.reason == "repetition"


def test_every_game_ends_by_its_own_rules(game: str) -> None:
    batch = fr.simulate(game, games=200, seed=3, progress=False)
    reasons = fr.describe(game)["reasons"]
    ended = {reasons[code] for code in batch.reason}
    # Only a game with a rule of that name may end by it.
    allowed = {option["name"] for option in fr.describe(game)["options"]} | set(reasons[:-1])
    assert ended <= allowed
    assert len(ended) > 1


def test_games_of_more_than_two_thousand_plies() -> None:
    # Who never captures and never repeats while he can help it plays on and on.
    draw = random.Random(1)
    p = fr.Position("wari", preset="awari", occurrences=3)
    visits = collections.Counter([p.text])

    def cost(q: fr.Position) -> tuple[bool, bool, int]:
        return q.outcome is not None, q.text.split()[1] != p.text.split()[1], visits[q.text]

    while p.outcome is None and len(p.history) < 2_100:
        after = [p.play(move) for move in p.legal_moves()]
        least = min(map(cost, after))
        p = draw.choice([q for q in after if cost(q) == least])
        visits[p.text] += 1
    assert len(p.history) > 2_000
    again = pickle.loads(pickle.dumps(p))
    assert (again.text, again.history) == (p.text, p.history)


def test_nothing_is_paid_or_played_after_the_end(game: str) -> None:
    p = samples(game, games=1)[-1]
    while p.outcome is None:
        p = p.play((p.legal_moves() or [move for move, _ in p.chance()])[0])
    assert p.actor == "over"
    assert p.legal_moves() == []
    assert p.chance() == []
    assert list(p.legal_actions()) == []
    with pytest.raises(fr.IllegalMoveError, match="over"):
        p.play_action(0)


def test_a_chance_node_has_no_moves_and_only_its_rolls_as_actions() -> None:
    p = fr.Position("behemoth").play("e2e4")
    assert p.actor == "chance"
    assert p.legal_moves() == []
    with pytest.raises(fr.IllegalMoveError):
        p.play("e7e5")


@pytest.mark.parametrize(
    "strange", ["a2a3" + "x" * 100_000, "'", '"', "e2e4\n", "е2е4", "e2e4\0", "e2e4 ", "\ud800", "🂡", "a" * 100_000]
)
def test_strange_words_are_refused_by_name(game: str, strange: str) -> None:
    p = fr.Position(game)
    with pytest.raises((fr.IllegalMoveError, UnicodeEncodeError)) as refused_move:
        p.play(strange)
    with pytest.raises((fr.PositionError, UnicodeEncodeError)) as refused_text:
        fr.Position(game, strange)
    for told in (refused_move, refused_text):
        assert isinstance(told.value, UnicodeEncodeError) or 8 < len(str(told.value)) < 2_500
    with pytest.raises((ValueError, UnicodeEncodeError)):
        fr.Position(game, **{strange: True})
    with pytest.raises((ValueError, UnicodeEncodeError)):
        fr.simulate(game, games=1, agents=strange, progress=False)
    with pytest.raises((ValueError, UnicodeEncodeError)):
        fr.Position(strange)
