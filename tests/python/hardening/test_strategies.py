"""The strategies handed to users give what they promise."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

import fairyring as fr
from fairyring import testing


@given(testing.lines())
def test_lines_are_games(line: list[fr.Position]) -> None:
    assert line[0].text == fr.Position(line[0].game).text
    for before, after in itertools.pairwise(line):
        assert after.history[:-1] == before.history
        assert after.history[-1] in testing.choices(before)


@given(st.data())
def test_rules_are_valid_and_few(data: st.DataObject) -> None:
    game = data.draw(testing.games())
    rules: dict[str, Any] = data.draw(testing.rules(game))
    p = fr.Position(game, **rules)
    assert {name: p.rules[name] for name in rules} == rules


@given(st.data())
def test_moves_are_legal(data: st.DataObject) -> None:
    p = data.draw(testing.positions(max_plies=20))
    if p.outcome is None:
        p.play(data.draw(testing.moves(p)))
    else:
        with pytest.raises(ValueError, match="the game is over"):
            testing.moves(p)


@given(testing.changed_texts())
@settings(max_examples=300)
def test_changed_texts_are_refused_or_written_back(case: tuple[str, str]) -> None:
    game, text = case
    try:
        p = fr.Position(game, text)
    except (fr.PositionError, UnicodeEncodeError) as error:
        assert str(error)
    else:
        assert p.text == text
        assert p.outcome is not None or testing.choices(p)


def test_examples_shrink_to_the_shortest_line() -> None:
    line = find(testing.lines("chess"), lambda line: line[-1].actor == "b")
    assert len(line) == 2
