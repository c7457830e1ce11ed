"""Single games as PGN and JSON."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import fairyring as fr
from fairyring.notation import PgnGame, from_json, from_pgn, from_san, read_pgn, san, to_json, to_pgn

ORTHODOX = [game for game in ("chess", "astral", "behemoth") if game in fr.games()]


def played(game: str, text: str | None = None, *moves: str, **rules: Any) -> fr.Position:
    position = fr.Position(game, text, **rules)
    for move in moves:
        position = position.play(move)
    return position


def same(one: fr.Position, other: fr.Position) -> bool:
    return (one, one.history, one.start, one.rules) == (other, other.history, other.start, other.rules)


def test_json_round_trips(game: str) -> None:
    b = fr.simulate(game, games=4, seed=7, progress=False, max_plies=120)
    for i in range(4):
        final = b.replay(i)[-1]
        text = b.to_json(i)
        assert same(from_json(text), final)
        document = json.loads(text)
        assert document["tags"]["seed"] == int(b.seed[i])
        assert document["moves"] == final.history
    for option in fr.describe(game)["options"]:
        if option["kind"] in ("word", "flag"):
            value = option["values"].split(", ")[-1]
            other = fr.Position(game, **{option["name"]: value})
            if other.legal_moves():
                assert same(from_json(to_json(other.play(other.legal_moves()[0]))), other.play(other.legal_moves()[0]))


def test_json_that_is_no_game_is_refused() -> None:
    final = played("chess", None, "f2f3", "e7e5", "g2g4", "d8h4")
    good = json.loads(to_json(final))
    assert good["outcome"]["reason"] == "mate"
    changes: list[tuple[dict[str, Any], str]] = [
        ({"format": "x"}, "no game of the format"),
        ({"format_version": 2}, "format version 2"),
        ({"game": "go"}, "unknown game"),
        ({"rules_version": 999}, "version 999 of the rules"),
        ({"rules": {"gravity": "1"}}, "unknown rule"),
        ({"start": "x"}, "refused"),
        ({"start": 3}, "'start' of the game is missing"),
        ({"moves": "f2f3"}, "'moves' of the game is missing"),
        ({"moves": ["f2f3", 3]}, "move 1 of the game"),
        ({"moves": ["f2f3", "e7e4"]}, "move 1 of the game .*e7e4"),
        ({"outcome": None}, "by its moves it is"),
        ({"outcome": {"reason": "mate", "utility": [1.0, -1.0], "score": None}}, "by its moves it is"),
    ]
    for change, message in changes:
        with pytest.raises(ValueError, match=message):
            from_json(json.dumps(good | change))
    for text in ("", "[]", "3", "{", "null", '"x"'):
        with pytest.raises(ValueError, match="JSON"):
            from_json(text)
    for cut in range(0, len(json.dumps(good)), 7):
        with pytest.raises(ValueError):  # noqa: PT011 - several messages
            from_json(json.dumps(good)[:cut])


@pytest.mark.parametrize("game", ORTHODOX)
def test_pgn_round_trips(game: str, long: bool) -> None:
    for agents, games in (("random", 20 if long else 3), ("greedy", 20 if long else 2)):
        b = fr.simulate(game, games=games, seed=11, agents=agents, progress=False, max_plies=160)
        texts = [b.to_pgn(i) for i in range(len(b))]
        assert all(len(line) <= 80 or line.startswith("[") for text in texts for line in text.splitlines())
        read = list(read_pgn("\n".join(texts)))
        assert len(read) == len(b)
        for i, entry in enumerate(read):
            assert same(entry.position, b.replay(i)[-1])
            assert entry.tags["Seed"] == str(b.seed[i])
            assert entry.result == {1.0: "1-0", 0.0: "1/2-1/2", -1.0: "0-1"}[float(b.utility[i, 0])]
            assert entry.tags["Reason"] == b.reasons[b.reason[i]]


@pytest.mark.parametrize("game", ORTHODOX)
def test_every_legal_move_has_a_notation_of_its_own(game: str) -> None:
    b = fr.simulate(game, games=3, seed=5, progress=False, max_plies=120)
    for position in (p for i in range(3) for p in b.replay(i)[::9]):
        legal = position.legal_moves()
        texts = [san(position, move) for move in legal]
        assert len(set(texts)) == len(legal)
        for move, text in zip(legal, texts, strict=True):
            assert from_san(position, text) == from_san(position, text.rstrip("+#")) == move
            assert from_san(position, move) == move


def test_notation_by_the_standard() -> None:
    cases = [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1g1": "O-O", "e1c1": "O-O-O", "a1a8": "Ra8+", "h1h8": "Rh8+"}),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", {"a7a8q": "a8=Q+", "a7a8n": "a8=N"}),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", {"a7b8q": "axb8=Q+"}),
        ("4k3/8/8/8/8/8/1N3N2/4K3 w - - 0 1", {"b2d3": "Nbd3", "f2d3": "Nfd3", "f2e4": "Ne4"}),
        ("4k3/8/8/1N6/8/1N6/8/4K3 w - - 0 1", {"b5d4": "N5d4", "b3d4": "N3d4"}),
        ("7k/8/8/Q2Q4/8/8/Q7/4K3 w - - 0 1", {"a5d2": "Qa5d2", "d5d2": "Qdd2", "a2d2": "Q2d2"}),
        ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3", {"d4e3": "dxe3"}),
    ]
    for text, expected in cases:
        position = fr.Position("chess", text)
        assert {move: san(position, move) for move in expected} == expected
        assert {from_san(position, word): word for word in expected.values()} == expected
    position = fr.Position("chess", cases[3][0])
    for text, move in (("N2e4", "f2e4"), ("Nf2e4", "f2e4"), ("Nf2-e4", None), ("Nd3", None), ("0-0", None)):
        if move is None:
            with pytest.raises(fr.IllegalMoveError, match="refused, w to act"):
                from_san(position, text)
        else:
            assert from_san(position, text) == move


def test_teleports_are_written_with_a_tilde() -> None:
    position = fr.Position("astral")
    assert (san(position, "b1c3"), san(position, "b1~c3"), san(position, "b1~e4")) == ("Tc3", "T~c3", "T~e4")
    assert [from_san(position, text) for text in ("Tc3", "T~c3", "b1~c3")] == ["b1c3", "b1~c3", "b1~c3"]
    final = played("astral", None, "b1~e5", "e7e6")
    text = to_pgn(final)
    assert '[Variant "Astral"]' in text
    assert "1. T~e5 e6 *" in text
    assert same(from_pgn(text), final)


@pytest.mark.skipif("behemoth" not in ORTHODOX, reason="needs behemoth")
def test_dice_are_comments() -> None:
    final = played("behemoth", None, "e2e4", "*53", "g8f6", "*14")
    text = to_pgn(final)
    assert "1. e4 {*53} 1... Nf6 {*14} *" in text
    assert same(from_pgn(text), final)
    for wrong, message in (
        (text.replace("{*53} ", ""), "the roll of the dice before move 'Nf6' is missing"),
        (text.replace("{*53}", "{a fine move}"), "the roll of the dice before move 'Nf6' is missing"),
        (text.replace("{*53}", "{*93}"), "the roll of the dice"),
    ):
        with pytest.raises(ValueError, match=message):
            from_pgn(wrong)
    assert same(from_pgn(text.replace("{*53}", "{fine} {*53 to the edge} {!}")), final)
    quiet = played("behemoth", None, "e2e4", "e7e5", behemoth_start="off")
    text = to_pgn(quiet)
    assert '[Rules "behemoth_start=off"]' in text
    assert "1. e4 e5 *" in text
    assert same(from_pgn(text), quiet)


FOREIGN = r"""
% a line of somebody's
[Event "A \"great\" match"]
[Site "London"]
[Result "1-0"]
[White "A"] [Black "B\\C"]

1.e4! {best by test} e5 $1 2. Nf3 (2. f4 exf4 (2... d5 {Falkbeer}) 3. Nf3) 2... Nc6 ; to the end of the line 1-0
3.Bb5 a6 4 . Bxc6 dxc6 5. 0-0 f6 1-0

[Event "Second"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/8/4K2R b K - 0 20"]
20... Kd7 21. O-O 1/2-1/2
1. d4 *
"""


def test_pgn_of_others_is_read() -> None:
    games = list(read_pgn(FOREIGN))
    assert [entry.result for entry in games] == ["1-0", "1/2-1/2", "*"]
    assert games[0].tags["Event"] == 'A "great" match'
    assert games[0].tags["Black"] == "B\\C"
    assert games[0].position.history[-2:] == ["e1g1", "f7f6"]
    assert games[1].position.history == ["e8d7", "e1g1"]
    assert isinstance(games[2], PgnGame)
    with pytest.raises(ValueError, match="holds 3 games"):
        from_pgn(FOREIGN)
    assert from_pgn("1. e4 e5").history == ["e2e4", "e7e5"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "holds 0 games"),
        ("1. e5 *", "move 'e5' refused, w to act: it is no legal move here"),
        ("1. e4 e5 2. Ke2 Ke7 3. Kz9", "refused"),
        ("1. f3 e5 2. g4 Qh4# 1-0", "tells the result 1-0, and by the rules it is 0-1"),
        ('[Result "0-1"]\n1. e4 1-0', "tells the result 0-1 and 1-0"),
        ("1. f3 e5 2. g4 Qh4# 3. a3", "the game is over"),
        ('[Variant "Atomic"]\n1. e4 *', "unknown variant 'Atomic'"),
        ('[Rules "gravity"]\n1. e4 *', "not of the form key=value"),
        ('[Rules "gravity=1"]\n1. e4 *', "unknown rule"),
        ('[FEN "x"]\n1. e4 *', "refused"),
        ("1. e4 (1. d4", "is not closed"),
        ("1. e4 ) *", "closed that was not opened"),
        ("1. e4 {no end", "cannot be read"),
        ("1. e4 } *", "cannot be read"),
    ],
)
def test_bad_pgn_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        from_pgn(text)


def test_a_pgn_cut_anywhere_is_read_or_refused() -> None:
    text = to_pgn(played("chess", None, "e2e4", "c7c5", "g1f3"), tags={"White": "Å"})
    for cut in range(len(text)):
        try:
            list(read_pgn(text[:cut]))
        except ValueError:
            continue


def test_tags_are_checked() -> None:
    position = fr.Position("chess")
    assert '[White "say \\"x\\" \\\\"]' in to_pgn(position, tags={"White": 'say "x" \\'})
    for tags in ({"a b": "x"}, {"White": "two\nlines"}, {"FEN": "x"}, {"Result": "2-0"}):
        with pytest.raises(ValueError, match=r"tag|result"):
            to_pgn(position, tags=tags)
    over = played("chess", None, "f2f3", "e7e5", "g2g4", "d8h4")
    with pytest.raises(ValueError, match="set by the game"):
        to_pgn(over, tags={"Result": "1-0"})
    for call in (to_pgn, lambda p: san(p, "a")):
        with pytest.raises(ValueError, match=r"wari has no|moves of wari have no"):
            call(fr.Position("wari"))
