"""The Behemoth alone on the board: an exact yardstick for start squares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from fairyring import _core

#: Names of the 64 squares, a1 to h1 first.
SQUARE_NAMES = tuple(f"{file}{rank}" for rank in range(1, 9) for file in "abcdefgh")


class ChainEntry(NamedTuple):
    """What the frozen-kings chain says of one start square, exactly.

    win, draw, loss: probabilities that the Behemoth destroys Black's king first, both at once, White's king first;
    score: White's, win + draw / 2; moves: the mean number of Behemoth moves until a king is destroyed.
    """

    win: float
    draw: float
    loss: float
    score: float
    moves: float


class Chain(Mapping[str, ChainEntry]):
    """The chain of all 64 squares, by name."""

    def __init__(self, entries: Mapping[str, ChainEntry]) -> None:
        self._entries = dict(entries)

    def __getitem__(self, square: str) -> ChainEntry:
        try:
            return self._entries[square]
        except KeyError:
            raise KeyError(f"no square {square!r}; squares are a1 to h8") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def scores(self) -> dict[str, float]:
        """White's score by square."""
        return {square: entry.score for square, entry in self.items()}

    def svg(self, **options: Any) -> str:
        """A heat map of White's score by the Behemoth's start square; options as in fairyring.draw.heat_map."""
        from fairyring import draw

        title = "White's score by the Behemoth's start square, kings frozen on e1 and e8"
        return draw.heat_map(self.scores(), centre=0.5, title=title, **options)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<Chain of {len(self)} squares, d4: {self['d4'].score:.4f}>"


@cache
def behemoth_chain() -> Chain:
    """The exact result of the Behemoth moving alone, with the kings frozen on e1 and e8 and nothing else on the board.

    A Markov chain of 64 states, solved exactly: 32 equally likely moves (8 directions, 1 to 4 squares) on the torus,
    each destroying what it enters; it ends where a king is destroyed.

    >>> import fairyring as fr
    >>> chain = fr.balance.behemoth_chain()
    >>> chain["e4"].score > 0.5 > chain["d4"].score
    True
    """
    arrays = _core.behemoth_chain()
    fields = [arrays[name].tolist() for name in ChainEntry._fields]
    return Chain(
        {name: ChainEntry(*values) for name, values in zip(SQUARE_NAMES, zip(*fields, strict=True), strict=True)}
    )
