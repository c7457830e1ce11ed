"""Hypothesis strategies over games: rule sets, positions, lines of play, moves, and texts that are nearly positions.

For tests of what is built on the games: an agent, a study, an environment. Everything shrinks: lines towards the start,
changed texts towards the text itself.

>>> from hypothesis import given
>>> from fairyring import testing
>>> @given(testing.positions("astral", max_plies=20))
... def test_it_is_written_back(p):
...     assert fr.Position("astral", p.text, **p.rules) == p
>>> import fairyring as fr
>>> test_it_is_written_back()

Needs the extra `testing`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fairyring._core import Position, describe
from fairyring._core import games as all_games
from fairyring.errors import require

require("hypothesis", "testing", "fairyring.testing")
from hypothesis import strategies as st  # noqa: E402

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

#: Characters that no text of a position holds, or only some.
FOREIGN = "0123456789/-*,;:@~.+=()[]{}'\"\\ \t\n\0abcdefghknpqrswxyzABCDEFGHKNPQRSWXYZéЖ♞\u202e\ufeff"


def games() -> SearchStrategy[str]:
    """One of the games."""
    return st.sampled_from(all_games())


def _values(option: Mapping[str, Any]) -> SearchStrategy[Any]:
    words = str(option["values"])
    if option["kind"] == "flag":
        return st.booleans()
    if option["kind"] == "word":
        return st.sampled_from(words.split(", "))
    if "at least" in words:
        least = int(words.rpartition(" ")[2])
        numbers = st.integers(least, least + 200)
        return st.none() | numbers if option["kind"] == "optional number" else numbers
    return st.sampled_from([int(word) for word in words.split(", ")])


@st.composite
def rules(draw: DrawFn, game: str, changes: int = 2) -> dict[str, Any]:
    """A set of rules: at most `changes` options that differ from the published game's, as keywords of `Position`."""
    options = {option["name"]: option for option in describe(game)["options"]}
    if not options:
        return {}
    names = draw(st.lists(st.sampled_from(sorted(options)), max_size=changes, unique=True))
    return {name: draw(_values(options[name])) for name in names}


@st.composite
def lines(
    draw: DrawFn, game: str | None = None, *, max_plies: int = 60, rules: Mapping[str, Any] | None = None
) -> list[Position]:
    """The positions of a game so far, its start first; moves and rolls are chosen freely among the legal ones.

    game: None for any. max_plies: the most moves and rolls. rules: options, None for the published game.
    """
    p = Position(draw(games()) if game is None else game, **dict(rules or {}))
    line = [p]
    for choice in draw(st.lists(st.integers(0, 2**16 - 1), max_size=max_plies)):
        moves = choices(p)
        if not moves:
            break
        p = p.play(moves[choice % len(moves)])
        line.append(p)
    return line


def positions(
    game: str | None = None, *, max_plies: int = 60, rules: Mapping[str, Any] | None = None
) -> SearchStrategy[Position]:
    """A position that a game can reach, its past with it; it may be over, or wait for the dice."""
    return lines(game, max_plies=max_plies, rules=rules).map(lambda line: line[-1])


def choices(position: Position) -> list[str]:
    """What can be played here: legal moves, outcomes of the dice at a chance node, nothing when the game is over."""
    return position.legal_moves() or [move for move, _ in position.chance()]


def moves(position: Position) -> SearchStrategy[str]:
    """A legal move of this position, or a roll. Raises ValueError if the game is over."""
    found = choices(position)
    if not found:
        raise ValueError(f"no moves: the game is over in {position.text!r}")
    return st.sampled_from(found)


@st.composite
def changed_texts(draw: DrawFn, game: str | None = None, *, max_plies: int = 30) -> tuple[str, str]:
    """A game and a text that is a position's but for a few characters dropped, repeated, exchanged or put in."""
    p = draw(positions(game, max_plies=max_plies))
    text = p.text
    for _ in range(draw(st.integers(0, 3))):
        at, cut = draw(st.integers(0, len(text))), draw(st.integers(0, 3))
        new = draw(st.text(FOREIGN + text, max_size=3))
        text = text[:at] + new + text[at + cut :]
    return p.game, text
