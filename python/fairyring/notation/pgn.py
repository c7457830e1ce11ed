"""Games as PGN: chess, Astral and Behemoth chess, moves in standard algebraic notation, dice as comments.

Of our own are the tags `Variant` (the game, left out for chess), `Rules` (options that differ from the published game,
as `key=value` separated by commas) and `Reason` (the word for the end). A roll of the dice is a comment of its own
after the move it follows: `1. e4 {*74} e5 {*21}`."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fairyring._core import IllegalMoveError, Position
from fairyring.arguments import a_position, changed_rules, rule_text, tags_of
from fairyring.notation.san import GAMES, from_san, san

#: The seven tags that every game has, in their order, and their values where nothing is known.
ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}

#: Words of `Variant` that mean chess.
_CHESS = ("chess", "standard", "from position", "normal")

_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")

_TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s*"((?:[^"\\]|\\.)*)"\s*\]')

_TOKEN = re.compile(
    r"""(?P<comment>\{[^}]*\})
      | (?P<line>;[^\n]*|^%[^\n]*)
      | (?P<tag>\[\s*[A-Za-z0-9_]+\s*"(?:[^"\\]|\\.)*"\s*\])
      | (?P<bracket>[()])
      | (?P<glyph>\$\d+)
      | (?P<result>1-0|0-1|1/2-1/2|\*)(?=[\s\[{(;]|$)
      | (?P<number>\d+\.+|\d+(?=[\s\[{(;]|$)|\.+)
      | (?P<move>[^\s{}()\[\];$]+)""",
    re.VERBOSE | re.MULTILINE,
)

_ROLL = re.compile(r"\*[1-8][1-4]")


@dataclass(frozen=True)
class PgnGame:
    """A game of a PGN text: the final position with its history, and the tags as they stand."""

    position: Position
    tags: dict[str, str]

    @property
    def result(self) -> str:
        """The result that the text tells: 1-0, 0-1, 1/2-1/2 or *."""
        return self.tags["Result"]


def to_pgn(position: Position, *, tags: Mapping[str, Any] | None = None) -> str:
    """A game as a PGN text, from a position with its history.

    tags: values for tags, any of the caller's; `Result` only for games that the rules have not ended.

    >>> import fairyring as fr
    >>> p = fr.Position("chess").play("f2f3").play("e7e5").play("g2g4").play("d8h4")
    >>> print(fr.notation.to_pgn(p, tags={"White": "Fool"}).splitlines()[-1])
    1. f3 e5 2. g4 Qh4# 0-1
    """
    if a_position(position).game not in GAMES:
        raise ValueError(f"{position.game} has no PGN; games with it: {', '.join(GAMES)}; to_json writes every game")
    outcome = position.outcome
    result = "*" if outcome is None else _result(outcome.utility[0])
    values = ROSTER | {"Result": result}
    rules = {name: rule_text(value) for name, value in position.rules.items()}
    if position.game != "chess":
        values["Variant"] = position.game.capitalize()
    changed = changed_rules(position.game, rules)
    if changed:
        values["Rules"] = ",".join(f"{name}={value}" for name, value in changed.items())
    if position.start != Position(position.game, **rules).text:
        values |= {"SetUp": "1", "FEN": position.start}
    if outcome is not None:
        values |= {"Termination": "normal", "Reason": outcome.reason}
    given = {name: str(value) for name, value in tags_of(tags).items()}
    for name, value in given.items():
        if not re.fullmatch("[A-Za-z0-9_]+", name) or not value.isprintable():
            raise ValueError(f"the tag {name!r} with the value {value!r} cannot be written in PGN")
        if name in ("Variant", "Rules", "SetUp", "FEN") or (name in ("Result", "Reason") and outcome is not None):
            raise ValueError(f"the tag {name!r} is set by the game itself")
    values |= given
    if values["Result"] not in _RESULTS:
        raise ValueError(f"the result must be one of {', '.join(_RESULTS)}, not {values['Result']!r}")
    head = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in values.items())
    body = textwrap.wrap(" ".join([*_movetext(position), values["Result"]]), 79, break_on_hyphens=False)
    return head + "\n" + "\n".join(body) + "\n"


def _result(utility: float) -> str:
    return "1-0" if utility > 0 else "0-1" if utility < 0 else "1/2-1/2"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _movetext(final: Position) -> Iterator[str]:
    """Moves with their numbers, rolls as comments."""
    position = Position(final.game, final.start, **final.rules)
    numbered = True
    for move in final.history:
        fields = position.text.split()
        if position.actor == "chance":
            yield f"{{{move}}}"
            numbered = True
        else:
            if position.actor == "w" or numbered:
                yield f"{fields[5]}{'.' if position.actor == 'w' else '...'}"
            yield san(position, move)
            numbered = False
        position = position.play(move)


def from_pgn(text: str, *, game: str | None = None) -> Position:
    """The final position, with its history, of a PGN text that holds one game. game: None takes the tag `Variant`, and
    chess without one.

    Raises ValueError as `read_pgn` does, and where the text holds no game or several.
    """
    games = list(read_pgn(text, game=game))
    if len(games) != 1:
        raise ValueError(f"the text holds {len(games)} games, not one; read_pgn reads many")
    return games[0].position


def read_pgn(text: str, *, game: str | None = None) -> Iterator[PgnGame]:
    """The games of a PGN text, one by one, each played by the rules. Variations, glyphs and other comments are passed
    over.

    Raises IllegalMoveError (a ValueError) naming the move that is not legal, and ValueError for what is no PGN, an
    unknown variant or rule, a roll that is missing, or a result other than that of the rules."""
    reader = _Reader(game)
    depth = 0
    end = 0
    for token in _TOKEN.finditer(text):
        _only_space(text[end : token.start()])
        end = token.end()
        kind, word = token.lastgroup, token.group()
        if kind == "bracket":
            depth += 1 if word == "(" else -1
            if depth < 0:
                raise ValueError("a variation is closed that was not opened")
        elif depth or kind in ("line", "glyph", "number"):
            continue
        elif kind == "tag":
            if reader.in_moves:
                yield reader.finish(None)
            reader.tag(word)
        elif kind == "comment":
            reader.comment(word[1:-1])
        elif kind == "move":
            reader.move(word)
        else:
            yield reader.finish(word)
    _only_space(text[end:])
    if depth:
        raise ValueError("a variation is not closed")
    if reader.begun:
        yield reader.finish(None)


def _only_space(text: str) -> None:
    if text.strip():
        raise ValueError(f"{text.strip()[:20]!r} cannot be read as PGN")


class _Reader:
    """The game being read."""

    def __init__(self, game: str | None) -> None:
        self.wanted = game
        self._clear()

    def _clear(self) -> None:
        self.tags: dict[str, str] = {}
        self.position: Position | None = None

    @property
    def in_moves(self) -> bool:
        """Whether moves have begun."""
        return self.position is not None

    @property
    def begun(self) -> bool:
        """Whether there is anything of a game."""
        return self.in_moves or bool(self.tags)

    def tag(self, text: str) -> None:
        match = _TAG.fullmatch(text)
        if match:
            self.tags[match[1]] = re.sub(r"\\(.)", r"\1", match[2])

    def _begin(self) -> Position:
        """The start position, by the tags."""
        variant = self.tags.get("Variant", "chess").lower()
        game = self.wanted or ("chess" if variant in _CHESS else variant)
        if game not in GAMES:
            raise ValueError(f"unknown variant {self.tags.get('Variant', game)!r}; PGN is read of {', '.join(GAMES)}")
        rules = {}
        for pair in filter(None, self.tags.get("Rules", "").split(",")):
            name, sign, value = pair.partition("=")
            if not sign:
                raise ValueError(f"the tag Rules holds {pair!r}, which is not of the form key=value")
            rules[name.strip()] = value.strip()
        return Position(game, self.tags.get("FEN"), **rules)

    def comment(self, text: str) -> None:
        roll = _ROLL.match(text.strip())
        if self.position is not None and self.position.actor == "chance" and roll:
            self.position = self.position.play(roll.group())

    def move(self, word: str) -> None:
        if self.position is None:
            self.position = self._begin()
        if self.position.actor == "chance":
            raise ValueError(f"the roll of the dice before move {word!r} is missing: write it as a comment, {{*74}}")
        if self.position.outcome is not None:
            raise IllegalMoveError(f"move {word!r} refused: the game is over ({self.position.outcome.reason})")
        self.position = self.position.play(from_san(self.position, word))

    def finish(self, result: str | None) -> PgnGame:
        """The game as it stands, whose text ended by a result or without one."""
        position = self._begin() if self.position is None else self.position
        told = {value for value in (result, self.tags.get("Result")) if value not in (None, "*")}
        ruled = None if position.outcome is None else _result(position.outcome.utility[0])
        if len(told) > 1 or (ruled is not None and told - {ruled}):
            by = "" if ruled is None else f", and by the rules it is {ruled}"
            raise ValueError(f"the game tells the result {' and '.join(sorted(told))}{by}")
        tags = self.tags | {"Result": next(iter(told), ruled or "*")}
        self._clear()
        return PgnGame(position, tags)
