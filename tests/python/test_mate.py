"""Mate problems: keys, tries, trees and new problems, in every game with mate."""

from __future__ import annotations

import json
import sys
import time

import pytest

import fairyring as fr
from fairyring import cli
from helpers import DATA, started, stopped

SOURCE = "R0;k1,1;P1,4;K1,7;P2,6;p2,8;q3,10;p3,11;N5,26 - -/- r 0 1"
COMPOSITIONS = json.loads((DATA / "compositions.json").read_text())


@pytest.mark.parametrize("contact", ["detached_free", "knights_free"])
def test_the_composition_of_the_source(contact: str) -> None:
    solution = fr.solve.mate(fr.Position("cards", SOURCE, contact=contact), moves=2)
    assert (solution.verdict, solution.keys, solution.shortest) == ("sound", ("N5,26-3,17",), 2)
    assert solution.sound
    assert not solution.cooked
    assert solution.tries["N5,26-3,15"] == ("q3,10-1,4",)
    [key] = solution.tree
    assert len(key.replies) == 9
    single = {reply.move for reply in key.replies if not reply.dual}
    assert single == {"q3,10-1,4"}
    assert {line[1] for line in solution.duals} == {reply.move for reply in key.replies} - single
    assert "1. N5,26-3,17!" in str(solution)
    assert "1. N5,26-3,15?  but 1... q3,10-1,4!" in str(solution)
    # A tree told in the rules' own moves: every line it holds ends in mate.
    for reply in key.replies:
        for mating in reply.continuations:
            end = solution.position.play(key.move).play(reply.move).play(mating.move)
            assert end.outcome is not None
            assert end.outcome.reason == "mate"


def test_the_source_has_no_solution_under_strict_contact() -> None:
    solution = fr.solve.mate(fr.Position("cards", SOURCE, contact="strict"), moves=2)
    assert (solution.verdict, solution.keys, solution.shortest, solution.tree) == ("no solution", (), None, ())


def test_cards_in_the_hand_cook_it() -> None:
    dealt = fr.Position("cards", SOURCE.replace("- -/- r", "- QRB2NP6/r2b2n2p6 r"))
    in_one = fr.solve.mate(dealt, moves=1)
    assert in_one.keys == ("N@1,6", "N@2,14", "N@2,4", "Q@1,2", "Q@1,8", "Q@2,15", "Q@2,3")
    in_two = fr.solve.mate(dealt, moves=2)
    assert in_two.cooked
    assert in_two.shortest == 1
    assert str(in_two).startswith("mate in 2: cooked, mates in 1\n")


@pytest.mark.parametrize("entry", COMPOSITIONS, ids=lambda entry: entry["position"])
def test_the_composed_problems(entry: dict[str, object]) -> None:
    options = entry["options"]
    expected = entry["solution"]
    assert isinstance(options, dict)
    assert isinstance(expected, dict)
    position = fr.Position(str(entry["game"]), str(entry["position"]), **options)
    solution = fr.solve.mate(position, moves=int(str(entry["moves"])))
    assert solution.sound
    assert solution.keys == (expected["move"],)
    answers = {answer["answer"]: answer for answer in expected["answers"]}
    [key] = solution.tree
    assert {reply.move: reply.dual for reply in key.replies} == {m: answer["dual"] for m, answer in answers.items()}
    tries = entry["tries"]
    assert isinstance(tries, list)
    assert solution.tries == {attempt["move"]: tuple(attempt["refutations"]) for attempt in tries}


MATES = [
    # A back-rank mate, the two rooks, Reti's key by the queen.
    ("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, ("a1a8",)),
    ("chess", "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", 2, None),
    ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, ("a1a6",)),
]


@pytest.mark.parametrize(("game", "text", "moves", "keys"), MATES, ids=lambda value: str(value))
def test_mates_in_chess(game: str, text: str, moves: int, keys: tuple[str, ...] | None) -> None:
    solution = fr.solve.mate(fr.Position(game, text), moves=moves)
    assert solution.shortest == moves
    assert keys is None or (solution.keys, solution.sound) == (keys, True)
    if moves > 1:
        assert fr.solve.mate(fr.Position(game, text), moves=moves - 1).verdict == "no solution"


def test_a_mate_by_either_side_in_every_game_that_has_one() -> None:
    for game in fr.games():
        facts = fr.describe(game)
        if "mate" not in facts["reasons"] or facts["has_dice"]:
            continue
        # The position before the last move of a game that ended by mate is a mate in one.
        batch = fr.simulate(game, games=400, agents="greedy", seed=5, progress=False, max_plies=400)
        ended = [i for i in range(len(batch)) if batch.reasons[batch.reason[i]] == "mate"][:3]
        for i in ended:
            line = batch.replay(i)
            solution = fr.solve.mate(line[-2], moves=1)
            assert line[-1].history[-1] in solution.keys
            for key in solution.keys:
                outcome = line[-2].play(key).outcome
                assert outcome is not None
                assert max(outcome.utility) == 1


def test_bad_questions_are_refused() -> None:
    p = fr.Position("chess")
    for moves in (0, 51, -1, 10**30):
        with pytest.raises(ValueError, match="moves must lie between 1 and 50"):
            fr.solve.mate(p, moves=moves)
    with pytest.raises(TypeError, match="must be a Position"):
        fr.solve.mate(p.text)  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match="limit of 10 positions"):
        fr.solve.mate(p, moves=3, nodes=10)
    over = fr.Position("chess", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")
    with pytest.raises(ValueError, match="over"):
        fr.solve.mate(over)
    if "behemoth" in fr.games():
        with pytest.raises(ValueError, match="dice"):
            fr.solve.mate(fr.Position("behemoth"))


def test_composing_finds_sound_problems() -> None:
    hands = fr.Position("cards", "- - KRN/kp r 0 1")
    problems = fr.solve.compose(hands, wanted=3, seed=4, area=(5, 5), attempts=100_000, progress=False)
    assert len(problems) == 3
    again = fr.solve.compose(hands, wanted=3, seed=4, area=(5, 5), attempts=100_000, progress=False)
    assert [str(problem) for problem in again] == [str(problem) for problem in problems]
    for problem in problems:
        solved = fr.solve.mate(problem.position, moves=2)
        assert solved.sound
        assert solved == problem.solution
    units = [problem.units for problem in problems]
    assert units == sorted(units)
    told: list[int] = []
    none = fr.solve.compose(
        fr.Position("chess", "8/8/4k3/8/8/8/8/4K2R w - - 0 1"),
        attempts=2000,
        moves=1,
        wanted=1000,
        seed=1,
        progress=lambda done, total: told.append(done),
    )
    assert all(problem.solution.moves == 1 and problem.solution.sound for problem in none)
    with pytest.raises(TypeError, match="area"):
        fr.solve.compose(hands, area=3)  # type: ignore[arg-type]


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["solve", "cards", SOURCE, "--mate", "2"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("mate in 2: sound\n1. N5,26-3,17!\n")
    assert cli.run(["solve", "chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "--mate", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["keys"] == ["a1a8"]
    assert cli.run(["solve", "cards", SOURCE, "--mate", "2", "--rule", "contact=strict"]) == 1
    assert capsys.readouterr().out.startswith("mate in 2: no solution\n1. R0-1,2?  but 1... k1,1-2,2!\n")
    for arguments in (["solve", "chess"], ["solve", "chess", "--mate", "0"], ["solve", "chess", "x", "--mate", "1"]):
        assert cli.run(arguments) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)


def test_a_search_can_be_stopped() -> None:
    command = [sys.executable, "-m", "fairyring", "solve", "chess", "--mate", "30"]
    process = started(command)
    time.sleep(3)
    out, err = stopped(process)
    assert (out, err, process.returncode) == ("", "fairyring: error: stopped\n", 1)
