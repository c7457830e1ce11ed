"""The widget without a browser: what it tells one, what it takes, and that bad values change nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import fairyring as fr
from fairyring.board.choices import choices
from helpers import samples

SEEDS = range(3)


def state(board: fr.Board) -> tuple[Any, ...]:
    return board.position, board.position.history, board.history, board.text, board.ply, board.orientation, board.index


def test_a_game_is_played_against_agents(game: str) -> None:
    seats = fr.describe(game)["seats"]
    for seed in SEEDS:
        board = fr.Board(game, players=dict.fromkeys(seats[1:], "greedy"), seed=seed)
        for _ in range(3):
            assert board.position.actor == seats[0]
            board.play(board.view["choices"][seed % len(board.view["choices"])]["move"])
            if board.position.actor == "over":
                break
        assert board.history == board.position.history
        assert board.text == board.position.text
        again = fr.Position(game)
        for move in board.history:
            again = again.play(move)
        assert again == board.position


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = (fr.Board("behemoth", players="random", seed=4) for _ in range(2))
    for board in (first, second):
        board.play("e2e4")
    assert first.history == second.history
    assert len(first.history) == 4


def test_every_move_can_be_clicked(game: str) -> None:
    for p in samples(game, games=2)[::7]:
        shown = fr.Board(p).view
        legal = [choice["move"] for choice in shown["choices"]]
        assert legal == p.legal_moves()
        for choice in shown["choices"]:
            assert choice["path"]
            assert set(choice["path"]) <= shown["cells"].keys()
        # Moves with the same cells are told apart by their words.
        told = {(tuple(choice["path"]), choice["word"]) for choice in shown["choices"]}
        assert len(told) == len(legal)


def test_ambiguous_moves_have_words() -> None:
    astral = fr.Position("astral", "4k3/P7/8/8/8/8/8/1T2K3 w - - 0 1 -")
    words = {choice["move"]: choice["word"] for choice in choices(astral)}
    assert words["b1c3"] == "move to c3"
    assert words["b1~c3"] == "teleport to c3"
    assert words["a7a8q"] == "promote to queen"
    frozen = fr.Position("ultima", "4k3/8/8/3i4/2P1L3/8/8/3KX3 w 0 1")
    [off] = [choice for choice in choices(frozen) if choice["move"] == "c4c4"]
    assert (off["ask"], off["word"]) == (True, "take c4 off the board")
    cards = fr.Position("cards")
    assert {choice["word"] for choice in choices(cards)} == {
        f"place {unit}" for unit in ("king", "queen", "rook", "bishop", "knight", "pawn")
    }


def test_dice_wait_for_a_click() -> None:
    board = fr.Board("behemoth", dice="click", seed=1)
    board.play("e2e4")
    assert board.position.actor == "chance"
    assert board.view["waiting"] == "Roll the dice"
    board.roll()
    last = board.view["last"]
    assert last["kind"] == "roll"
    assert last["path"][0] == "d4"
    assert len(last["path"]) == int(board.history[-1][2]) + 1
    with pytest.raises(ValueError, match="no dice are to be rolled"):
        board.roll()


def test_agents_on_all_seats_wait_to_be_asked() -> None:
    board = fr.Board("wari", players={"s": "greedy", "n": "random"}, seed=1)
    assert (board.history, board.view["waiting"]) == ([], "Let greedy move")
    board.step()
    assert len(board.history) == 1
    with pytest.raises(ValueError, match="no agent is to move"):
        fr.Board("wari").step()


def test_an_agent_that_moves_first_has_moved() -> None:
    board = fr.Board("chess", players={"w": "random"}, seed=2)
    assert (len(board.history), board.position.actor, board.orientation) == (1, "b", "b")


def test_undo_goes_back_to_a_persons_turn(game: str) -> None:
    board = fr.Board(game, players="random", seed=5)
    with pytest.raises(ValueError, match="nothing to take back"):
        board.undo()
    start = board.position
    board.play(start.legal_moves()[0])
    board.undo()
    assert (board.position, board.history) == (start, [])


def test_playing_from_an_earlier_position_forgets_what_followed() -> None:
    board = fr.Board("chess")
    for move in ("e2e4", "e7e5", "g1f3"):
        board.play(move)
    board.ply = 1
    assert board.position.history == ["e2e4"]
    assert board.history == ["e2e4", "e7e5", "g1f3"]
    board.play("c7c5")
    assert board.history == ["e2e4", "c7c5"]


def test_traits_are_set() -> None:
    board = fr.Board("behemoth", seed=1)
    p = fr.Position("behemoth").play("d2d4" if "d2d4" in fr.Position("behemoth").legal_moves() else "e2e4")
    board.position = p
    assert (board.history, board.ply) == (p.history, 1)
    board.history = ["e2e4", "*84", "d7d5"]
    assert board.position == fr.Position("behemoth").play("e2e4").play("*84").play("d7d5")
    text = "4k3/8/8/3q4/4P3/*7/8/4K3 w - - 0 1 -"
    board.text = text
    assert (board.text, board.history, board.ply) == (text, [], 0)
    board.orientation = "b"
    board.marks = {"e4": "red"}
    assert 'stroke="red"' in board.view["svg"]
    board.arrows = ["e4d5"]
    assert board.view["orientation"] == "b"


BAD: list[tuple[str, Any, type[Exception], str]] = [
    ("position", "x", TypeError, "position must be a Position"),
    ("position", fr.Position("wari"), ValueError, "the board is for chess"),
    ("history", ["e2e5"], fr.IllegalMoveError, "e2e5"),
    ("history", ["e2e4", "e2e4"], fr.IllegalMoveError, "e2e4"),
    ("text", "8/8 w", fr.PositionError, "8/8 w"),
    ("ply", 3, ValueError, "ply must lie between 0 and 2, not 3"),
    ("ply", -1, ValueError, "ply must lie between 0 and 2"),
    ("index", 0, ValueError, "shows no batch"),
    ("orientation", "x", ValueError, "unknown seat 'x'; valid: w, b"),
    ("marks", {"z9": "red"}, ValueError, "cannot mark 'z9'"),
    ("arrows", ["nonsense"], ValueError, "'nonsense' is no arrow"),
    ("size", 3, ValueError, "size must lie between"),
]


@pytest.mark.parametrize(
    ("trait", "value", "error", "message"), BAD, ids=[f"{name}-{value}" for name, value, *_ in BAD]
)
def test_bad_values_change_nothing(trait: str, value: Any, error: type[Exception], message: str) -> None:
    board = fr.Board("chess")
    board.history = ["e2e4", "e7e5"]
    before, shown = state(board), board.view
    with pytest.raises(error, match=message):
        setattr(board, trait, value)
    assert state(board) == before
    assert board.view == shown
    board.play("g1f3")
    assert len(board.history) == 3


SOURCES: list[tuple[Any, dict[str, Any], type[Exception], str]] = [
    ("nim", {}, ValueError, "unknown game 'nim'"),
    (7, {}, TypeError, "a board shows a game"),
    ([], {}, TypeError, "a board shows a game"),
    ("chess", {"players": {"x": "random"}}, ValueError, "unknown seat 'x'"),
    ("chess", {"players": "nobody"}, ValueError, "nobody"),
    ("chess", {"players": 3}, TypeError, "an agent must be"),
    ("chess", {"dice": "never"}, ValueError, "dice must be"),
    ("chess", {"evaluation": "nobody"}, ValueError, "nobody"),
    ("chess", {"orientation": "x"}, ValueError, "unknown seat"),
    ("wari", {"grand_slam": "maybe"}, ValueError, "grand_slam"),
    (fr.Position("wari"), {"cycle": "even"}, TypeError, "rule options go with the id"),
]


@pytest.mark.parametrize(("source", "options", "error", "message"), SOURCES, ids=[str(row[:2]) for row in SOURCES])
def test_bad_boards_are_refused(source: Any, options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        fr.Board(source, **options)


def test_games_of_a_batch_are_looked_at(game: str) -> None:
    b = fr.simulate(game, games=3, agents="random", seed=2, max_plies=60, progress=False)
    board = fr.Board(b, index=1)
    assert board.history == b.replay(1)[-1].history
    assert board.ply == 0
    board.ply = len(board.history)
    assert board.position == b.replay(1)[-1]
    board.index = 2
    assert (board.history, board.ply) == (b.replay(2)[-1].history, 0)
    with pytest.raises(ValueError, match="index must lie between 0 and 2, not 3"):
        board.index = 3
    assert board.index == 2
    assert board.history == b.replay(2)[-1].history
    line = b.replay(0)
    assert fr.Board(line).history == line[-1].history


def test_messages_of_the_browser() -> None:
    board = fr.Board("behemoth", players="random", seed=3)
    board._on_message(board, {"do": "play", "with": "e2e4"}, [])
    assert len(board.history) == 4
    kept = board.history
    for message in ({"do": "play", "with": "a1a8"}, {"do": "ply", "with": 99}, {"do": "play", "with": None}):
        board._on_message(board, message, [])
        assert board.view["notice"]
        assert board.history == kept
    for message in ({"do": "nothing"}, "text", {}):
        board._on_message(board, message, [])
        assert board.history == kept
    board._on_message(board, {"do": "hint"}, [])
    assert "twoply would play" in board.view["notice"]
    board._on_message(board, {"do": "flip"}, [])
    assert board.orientation == "b"


def test_the_bar_is_the_first_teams() -> None:
    won = "4k3/8/8/8/8/8/8/QQQ1K3 b - - 0 1"
    for evaluation in ("static", "alphabeta(depth=1)", "mcts(simulations=50)"):
        seen = fr.Board(fr.Position("chess", won), evaluation=evaluation, seed=1).view["evaluation"]
        assert 0.5 < seen["share"] <= 1
        assert seen["by"] == ("static evaluation" if evaluation == "static" else evaluation)
    over = fr.Position("chess", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")
    assert fr.Board(over, evaluation="static").view["evaluation"] == {"text": "+1", "share": 1.0, "by": "the rules"}
    assert fr.Board("chess").view["evaluation"] is None


def test_the_browsers_part_is_in_the_package_and_asks_no_network() -> None:
    folder = Path(fr.__file__).parent / "board"
    for name in ("board.js", "board.css"):
        text = (folder / name).read_text(encoding="utf-8")
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
        assert "import " not in text
