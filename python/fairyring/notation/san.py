"""Standard algebraic notation of moves in the games on orthodox rules.

As in the PGN standard: piece letter (none for pawns), as much of the square left as is needed, `x` for captures,
target, `=Q` for promotions, `O-O` and `O-O-O`, `+` for check and `#` for mate. A Teleport's letter is T; its teleport
is written with `~` before the target (`T~e5`, from b1 if two could: `Tb~e5`), its knight move as a knight's (`Tc3`).
`+` is written where the rules judge a check at once; before a roll of the dice they do not, and only a mate is marked.
"""

from __future__ import annotations

from collections.abc import Iterable

from fairyring._core import IllegalMoveError, Position
from fairyring.arguments import a_position

#: Games whose moves have this notation.
GAMES = ("chess", "astral", "behemoth")

_MARKS = "+#!?"


def san(position: Position, move: str) -> str:
    """A legal move (as `legal_moves` writes it) in standard algebraic notation. Raises IllegalMoveError, or ValueError
    for games without it.

    >>> import fairyring as fr
    >>> fr.notation.san(fr.Position("chess"), "g1f3")
    'Nf3'
    """
    _check(position)
    after = position.play(move)
    takes = bool(position.captures(move))
    return _bare(move, position.legal_moves(), units_of(position), takes) + _mark(after)


def from_san(position: Position, text: str) -> str:
    """The legal move that a text means, which may leave out or misplace `+`, `#`, `x` and what tells nothing apart; a
    move as `legal_moves` writes it is taken too. Raises IllegalMoveError.

    >>> import fairyring as fr
    >>> fr.notation.from_san(fr.Position("chess"), "Nf3")
    'g1f3'
    """
    _check(position)
    legal = position.legal_moves()
    if text in legal:
        return text
    wanted, units = _plain(text), units_of(position)
    near = legal if wanted.startswith("O") else [move for move in legal if _parts(move)[2] in wanted]
    found = [move for move in near if _plain(_bare(move, legal, units, False)) == wanted]
    if not found:
        # More than is needed may be told: the file, the rank or both.
        found = [move for move in near if wanted in _fuller(move, units)]
    if len(found) != 1:
        why = "it is no legal move here" if not found else f"it may be {' or '.join(found)}"
        raise IllegalMoveError(f"move {text!r} refused, {position.actor} to act: {why}")
    return found[0]


def _check(position: Position) -> None:
    if a_position(position).game not in GAMES:
        raise ValueError(f"moves of {position.game} have no algebraic notation; games with it: {', '.join(GAMES)}")


def units_of(position: Position) -> dict[str, str]:
    """Letters of the units, in capitals, by square."""
    board = position.board
    return {f"{chr(97 + unit['x'])}{unit['y'] + 1}": str(unit["letter"]).upper() for unit in board}


def _parts(move: str) -> tuple[str, bool, str, str]:
    """From, whether it is a teleport, to, promotion."""
    teleport = move[2] == "~"
    rest = move[3:] if teleport else move[2:]
    return move[:2], teleport, rest[:2], rest[2:]


def _bare(move: str, legal: Iterable[str], units: dict[str, str], takes: bool) -> str:
    """The notation without the mark of check or mate."""
    origin, teleport, target, promotion = _parts(move)
    letter = units[origin]
    if letter == "K" and abs(ord(origin[0]) - ord(target[0])) == 2:
        return "O-O" if target[0] == "g" else "O-O-O"
    if letter == "P":
        head = f"{origin[0]}x{target}" if takes else target
        return f"{head}={promotion.upper()}" if promotion else head
    rivals = set()
    for other in legal:
        begin, leaps, end, _ = _parts(other)
        if (leaps, end) == (teleport, target) and begin != origin and units[begin] == letter:
            rivals.add(begin)
    if not rivals:
        tell = ""
    elif all(rival[0] != origin[0] for rival in rivals):
        tell = origin[0]
    elif all(rival[1] != origin[1] for rival in rivals):
        tell = origin[1]
    else:
        tell = origin
    return f"{letter}{tell}{'~' if teleport else 'x' if takes else ''}{target}"


def _mark(after: Position) -> str:
    if after.outcome is not None:
        return "#" if after.outcome.reason == "mate" else ""
    return "+" if after.in_check else ""


def _plain(text: str) -> str:
    """A notation without marks and signs of capture, zeros of castling as letters."""
    text = text.rstrip(_MARKS).replace("x", "").replace("=", "")
    return text.replace("0", "O") if text.startswith("0-0") else text


def _fuller(move: str, units: dict[str, str]) -> set[str]:
    """What else means the move: its unit with file, rank or square of origin."""
    origin, teleport, target, promotion = _parts(move)
    letter = units[origin]
    letter = "" if letter == "P" else letter
    end = f"{'~' if teleport else ''}{target}{promotion.upper()}"
    return {f"{letter}{tell}{end}" for tell in (origin[0], origin[1], origin)}
