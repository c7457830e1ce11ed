"""Faults that other libraries had, played again: what is asserted is the right behaviour."""

from __future__ import annotations

import collections
import pickle
import random
from typing import Any

import pytest

import fairyring as fr
from helpers import samples


def play(game: str, text: str, moves: str, **rules: Any) -> fr.Position:
    p = fr.Position(game, text, **rules)
    for move in moves.split():
        p = p.play(move)
    return p


#: What a game's text has after the fields of a FEN.
TAIL = {"chess": "", "astral": " -"}


@pytest.mark.parametrize("game", TAIL)
def test_no_castling_over_another_rook(game: str) -> None:
    p = fr.Position(game, "4k1rr/1b1p3p/nn1p4/P3Np2/3P1bp1/6PP/P5R1/1B1K2N1 b k - 1 37" + TAIL[game])
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


@pytest.mark.parametrize("strange", ["'", '"', "e2e4\n", "е2е4", "e2e4\0", "e2e4 ", "\ud800", "🂡", "a" * 100_000])
def test_strange_words_are_refused_by_name(game: str, strange: str) -> None:
    p = fr.Position(game)
    with pytest.raises((fr.IllegalMoveError, UnicodeEncodeError)):
        p.play(strange)
    with pytest.raises((fr.PositionError, UnicodeEncodeError)):
        fr.Position(game, strange)
    with pytest.raises((ValueError, UnicodeEncodeError)):
        fr.Position(game, **{strange: True})
    with pytest.raises((ValueError, UnicodeEncodeError)):
        fr.simulate(game, games=1, agents=strange, progress=False)
    with pytest.raises((ValueError, UnicodeEncodeError)):
        fr.Position(strange)
