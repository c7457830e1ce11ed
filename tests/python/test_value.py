"""Studies of values: armies, positions inside games, mobility."""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fairyring as fr
from fairyring.value import MOVERS, Dealer, Mover, Task, mobility
from fairyring.value.deal import arrays_of
from fairyring.value.inside import differences_of
from fairyring.value.mobility import distances
from fairyring.value.tasks import listed, tasks_for
from helpers import run_command


def test_tasks_are_read_and_wrong_ones_refused() -> None:
    assert Task.of("2T:Q+P").difference == {"T": 2, "Q": -1, "P": -1}
    assert Task.of("P:0").difference == {"P": 1}
    assert Task.of("N:N").difference == {}
    for text, match in (("T", "owner's units"), ("T:x", "no unit"), ("K:0", "kings"), ("0T:N", "no unit")):
        with pytest.raises(ValueError, match=match):
            Task.of(text)
    with pytest.raises(ValueError, match="tasks is empty"):
        listed([])


def test_there_are_960_arrays() -> None:
    arrays = arrays_of("RNBQKBNR")
    assert len(arrays) == len(set(arrays)) == 960
    for array in arrays:
        assert array.index("R") < array.index("K") < array.rindex("R")
        assert (array.index("B") + array.rindex("B")) % 2 == 1


def dealer(*tasks: str, game: str = "astral", **options: Any) -> Dealer:
    return Dealer(game, listed(tasks), {}, **({"seed": 7} | options))


def test_a_deal_differs_by_its_task_and_comes_in_both_colours() -> None:
    tasks = tasks_for("T")
    deal = dealer(*tasks)
    for number in range(4 * len(tasks)):
        found, other = deal(2 * number), deal(2 * number + 1)
        task = Task.of(tasks[found.task])
        assert found.difference == task.difference
        assert other.difference == {unit: -count for unit, count in task.difference.items()}
        assert (found.white_owns, other.white_owns) == (True, False)
        board, mirrored = found.text.split()[0], other.text.split()[0]
        assert mirrored == "/".join(reversed(board.swapcase().split("/")))
        position = fr.Position("astral", found.text)
        assert position.text == found.text
        assert position.outcome is None
        assert position.legal_moves()


def test_both_sides_stand_on_the_same_array() -> None:
    deal = dealer("P:0")(0)
    ranks = deal.text.split()[0].split("/")
    assert ranks[0] == ranks[7].lower()
    assert Counter(ranks[7]) == Counter("RNBQKBNR")
    assert ranks[6] == "PPPPPPPP"


def test_deals_depend_on_number_and_seed_alone() -> None:
    first = dealer("T:N", "N:3P")
    forth = [first(number) for number in range(40)]
    second = dealer("T:N", "N:3P")
    back = [second(number) for number in reversed(range(40))]
    assert forth == back[::-1]
    third = dealer("T:N", "N:3P", seed=8)
    assert forth != [third(number) for number in range(40)]


def test_every_task_goes_through_all_arrays_before_one_comes_again() -> None:
    deal = dealer("N:N")
    assert len({deal(2 * number).array for number in range(960)}) == 960
    assert {deal(2 * (960 + number)).array for number in range(3)} <= set(range(960))


def test_starts_in_check_are_never_dealt() -> None:
    # Without queens and with open files: the array itself never gives check, but a lone pawn gone may.
    deal = dealer("4P:0", game="chess")
    for number in range(60):
        text = deal(number).text
        for side in "wb":
            board, _, *rest = text.split()
            # A side in check that is not to move is refused by the rules.
            assert fr.Position("chess", " ".join([board, side, *rest])).outcome is None


def test_armies_of_other_games_are_dealt() -> None:
    assert "*" in dealer("N:B", game="behemoth")(0).text
    text = dealer("W:2P", game="ultima")(0).text
    assert fr.Position("ultima", text).text == text
    with pytest.raises(ValueError, match="not in wari"):
        dealer("P:0", game="wari")
    with pytest.raises(ValueError, match="needs more pawns"):
        dealer("9P:0", game="chess")(0)


def test_both_sides_can_lack_units() -> None:
    deal = dealer("T+N:N+B", without="2N+2B")(0)
    assert deal.difference == {"T": 1, "B": -1}
    board = deal.text.split()[0]
    assert (board.count("N") + board.count("n"), board.count("B") + board.count("b")) == (2, 1)


@pytest.fixture(scope="module")
def study() -> fr.value.ArmyStudy:
    pytest.importorskip("statsmodels")
    return fr.value.army("astral", "T", agent="greedy", games=2160, seed=7, progress=False)


def test_armies_give_values_of_all_units(study: fr.value.ArmyStudy) -> None:
    assert {row.unit for row in study.values} == set("PNBRQT")
    # Mirror armies are the same in both colours; all other starts differ.
    assert study.games == 2160 >= study.distinct > 2000
    assert study["Q"].logit.value > study["R"].logit.value > study["N"].logit.value > 0
    scales = study["T"].scales
    assert list(scales) == ["knight_rook", "knights", "rooks", "pawns"]
    assert study["N"].scales["knights"].value == study["P"].scales["pawns"].value == 1
    both = study["N"].scales["knight_rook"].value + study["R"].scales["knight_rook"].value
    assert both == pytest.approx(8.25)
    assert study["T"].elo.value == pytest.approx(study["T"].logit.value * 173.717, rel=1e-5)
    assert set(study.brackets) == {"T > N+P", "T < R"}
    assert json.loads(json.dumps(study.to_dict()))["seed"] == 7
    assert "Holds for astral" in str(study)
    by_task = {row.task: row for row in study.tasks}
    assert by_task["R:0"].score.value > by_task["N:N"].score.value


def test_the_same_seed_gives_the_same_numbers_and_a_stopped_study_goes_on(
    study: fr.value.ArmyStudy, tmp_path: Path
) -> None:
    pytest.importorskip("pyarrow")
    options: dict[str, Any] = {"agent": "greedy", "games": 2160, "seed": 7, "out": tmp_path / "run", "workers": 1}

    def stop(done: int, _all: int) -> None:
        if done > 500:
            raise KeyboardInterrupt

    with pytest.raises(fr.Interrupted):
        fr.value.army("astral", "T", progress=stop, **options)
    again = fr.value.army("astral", "T", resume=True, progress=False, **options)
    assert again.to_dict() == study.to_dict()


def test_an_army_that_teaches_nothing_is_refused() -> None:
    pytest.importorskip("statsmodels")
    with pytest.raises(ValueError, match="more tasks are needed"):
        fr.value.army("astral", tasks=["T:N"], agent="random", games=20, seed=1, progress=False)


def test_counts_inside_games_are_those_of_the_board() -> None:
    position = fr.Position("astral")
    for move in ("e2e4", "d7d5", "e4d5", "d8d5"):
        position = position.play(move)
    names, differences, pieces = differences_of([position.text])
    found = dict(zip(names, differences[0], strict=True))
    assert found == {"B": 0, "N": 0, "P": 0, "Q": 0, "R": 0, "T": 0}
    assert pieces.tolist() == [14]
    names, differences, _ = differences_of(["4k3/8/8/8/8/8/PP6/4KQ2 w - - 0 1 -"])
    assert dict(zip(names, differences[0].tolist(), strict=True)) == {"P": 2, "Q": 1}


def test_values_inside_games_have_the_usual_order() -> None:
    pytest.importorskip("scipy")
    found = fr.value.inside("chess", agent="greedy", games=1500, seed=3, per_game=2, progress=False)
    assert found.games <= 1500 < found.positions <= 3000
    assert found["Q"].logit.value > found["R"].logit.value > found["P"].logit.value > 0
    assert set(found.stages) == {"opening", "middle", "end"}
    assert "quiet positions" in str(found)


# V1: exact statistics of mobility, from the literature.


@pytest.mark.parametrize(
    ("unit", "empty", "check", "safe"),
    [("N", 5.25, 3, 3), ("B", 8.75, 5, 3.25), ("R", 14, 8, 6), ("Q", 22.75, 13, 9.25), ("T", 5.25, 3, 3)],
)
def test_mobility_has_taylors_ratios(unit: str, empty: float, check: float, safe: float) -> None:
    found, knight = mobility(unit), mobility("N")
    assert found.empty == pytest.approx(empty, abs=1e-12)
    assert 3 * found.check / knight.check == pytest.approx(check, abs=1e-9)
    assert 3 * found.safe_check / knight.safe_check == pytest.approx(safe, abs=1e-9)


@pytest.mark.parametrize(
    ("unit", "crowded", "half"), [("N", 5.25, 5.25), ("B", 5.86, 4.75), ("R", 7.97, 6.01), ("Q", 13.83, 10.75)]
)
def test_mobility_on_crowded_boards_is_betzas(unit: str, crowded: float, half: float) -> None:
    found = mobility(unit)
    assert (round(found.crowded, 2), round(found.half, 2)) == (crowded, half)


def lone(unit: str, square: str, kings: tuple[str, str]) -> str:
    """The board field of a FEN with one unit of White, both kings, and a pawn at an edge, lest material be insufficient."""
    board = {square: unit, kings[0]: "K", kings[1]: "k", "a7": "p"}
    rows = ("".join(board.get(f"{file}{rank}", ".") for file in "abcdefgh") for rank in range(8, 0, -1))
    return "/".join(re.sub(r"\.+", lambda dots: str(len(dots[0])), row) for row in rows)


@pytest.mark.parametrize("unit", ["N", "B", "R", "Q", "T"])
@pytest.mark.parametrize("square", ["d4", "e5", "c6", "f3"])
def test_moves_are_those_of_the_rules(unit: str, square: str) -> None:
    """A unit between kings that are not in its way reaches as many squares as on the empty board."""
    reach = {end for begin, end, _ in distances(MOVERS[unit]) if named(begin) == square}
    far = [corner for corner in ("a1", "h8", "a8", "h1", "a2", "g8", "b1") if corner not in map(named, reach)]
    kings = next((w, b) for w, b in itertools.permutations(far, 2) if abs(ord(w[0]) - ord(b[0])) > 1)
    game, rest, rules = ("astral", " w - - 0 1 -", {"teleport": False}) if unit == "T" else ("chess", " w - - 0 1", {})
    moves = fr.Position(game, lone(unit, square, kings) + rest, **rules).legal_moves()
    assert sum(move[:2] == square for move in moves) == len(reach)


def named(square: tuple[int, int]) -> str:
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def test_the_behemoth_and_own_movers_have_mobility() -> None:
    # 32 outcomes, of which four squares away is one square by both directions of a line, and by all four of diagonals.
    assert mobility("*").empty == 32 - 2 - 3
    assert mobility(Mover(leaps=((1, 2),))).empty == 42 / 64
    with pytest.raises(ValueError, match="unknown unit 'X'"):
        mobility("X")
    with pytest.raises(ValueError, match="emptiness"):
        mobility("N", emptiness=2)


def test_teleports_count_what_the_rules_allow() -> None:
    start = fr.Position("astral").text
    found = fr.value.teleports([start])
    far = [move for move in fr.Position("astral").legal_moves() if "~" in move]
    assert (found.positions, found.ready, found.targets) == (1, 1.0, len(far))
    assert found.knight == 2
    with pytest.raises(ValueError, match="no position"):
        fr.value.teleports([fr.Position("astral", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 -").text])


def test_a_bracket_decides_what_is_plain() -> None:
    found = fr.value.bracket("R:0", agent="greedy", sprt="elo0=0,elo1=50", pairs=400, seed=1, progress=False)
    assert found.decision == "H1"
    assert found.pairs < 400
    assert found.score > 0.5


def test_clauses_beliefs_and_company_have_a_row_each(tmp_path: Path) -> None:
    pytest.importorskip("statsmodels")
    found = fr.value.restricted(agent="greedy", games=240, shared=720, seed=3, progress=False)
    assert [row.name for row in found.rows] == list(fr.value.RESTRICTIONS)
    assert found.rows[0].change.value == 0
    assert "never teleports" in str(found)
    beliefs = fr.value.sensitivity(nodes=2, beliefs=(350, 550), rounds=1, games=120, shared=480, seed=3, progress=False)
    assert [row.name for row in beliefs.rows][:2] == ["belief 350", "belief 550"]
    assert "weights={teleport:350}" in beliefs.rows[0].agent
    company = fr.value.beside(agent="greedy", games=400, seed=3, progress=False)
    assert list(company.scores) == ["T+N", "T+B", "N+N", "N+B"]
    assert company.interaction.low < company.interaction.value < company.interaction.high


def test_values_on_the_command_line() -> None:
    pytest.importorskip("statsmodels")
    done = run_command(
        "value", "astral", "--piece", "T", "--agent", "greedy", "--games", "720", "--seed", "7", "--json"
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert {row["unit"] for row in found["values"]} == set("PNBRQT")
    done = run_command("value", "chess", "--piece", "Q", "--method", "mobility", "--json")
    assert json.loads(done.stdout)["empty"] == 22.75
    done = run_command("value", "astral", "--method", "bracket")
    assert done.returncode == 2
    assert "one task" in done.stderr
    done = run_command("value", "wari", "--agent", "greedy")
    assert done.returncode == 2
    assert "not in wari" in done.stderr


def test_a_behemoth_changes_values_and_its_luck_is_subtracted() -> None:
    pytest.importorskip("scipy")
    found = fr.value.army("behemoth", "Q", agent="greedy", games=2000, seed=5, progress=False)
    assert found.model == "tanh"
    assert found["Q"].logit.value > 0
    assert np.isfinite(found["Q"].logit.high)
