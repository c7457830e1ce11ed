"""Units and moves in words, for screen readers and menus."""

from __future__ import annotations

from fairyring._core import Position, describe
from fairyring.draw.pieces import NAMES

#: What a seat's code stands for.
SEATS = {
    "w": "White",
    "b": "Black",
    "r": "Red",
    "s": "South",
    "n": "North",
    "wc": "White chess",
    "wd": "White draughts",
    "bc": "Black chess",
    "bd": "Black draughts",
}

#: Directions of a roll of the Behemoth, seen from White.
DIRECTIONS = ("up-left", "up", "up-right", "left", "right", "down-left", "down", "down-right")

#: What a reader calls a unit whose picture has another name, by game.
_WORDS = {"dama": "draughts king", "pincer": "pincer", "leaper": "long leaper"}


def unit_word(game: str, letter: str) -> str:
    """The name of a unit."""
    name = NAMES.get(game, {}).get(letter.lower(), letter)
    return _WORDS.get(name, name)


def side_words(game: str) -> tuple[str, str]:
    """What the two teams are called."""
    return ("Red", "Black") if game == "cards" else ("South", "North") if game == "wari" else ("White", "Black")


def describe_units(position: Position) -> str:
    """What stands where, in words."""
    if position.game == "wari":
        pits, stores, *_ = position.text.split()
        counts = pits.replace("/", ",").split(",")
        south, north = stores.split("-")
        listed = ", ".join(f"{pit} {count}" for pit, count in zip("abcdefABCDEF", counts, strict=True))
        return f"Counters: {listed}; South has {south}, North {north}."
    words: dict[str, list[str]] = {}
    for name, (letter, side) in units_of(position).items():
        words.setdefault(side, []).append(f"{unit_word(position.game, letter)} {name}")
    return " ".join(f"{side}: {', '.join(listed)}." for side, listed in words.items())


def units_of(position: Position) -> dict[str, tuple[str, str]]:
    """Letter and side, in a word, of the unit on each cell."""
    from fairyring.draw.grid import cell_name

    first, second = side_words(position.game)
    if position.game == "cards":
        up = position.text.split()[0]
        entries = [] if up == "-" else up.split(";")
        return {entry[1:]: (entry[0], first if entry[0].isupper() else second) for entry in entries}
    sides = (first, second, "neutral")
    return {cell_name(x, y): (letter, sides[min(owner, 2)]) for x, y, letter, owner, _ in position.board.tolist()}


def actor_word(position: Position) -> str:
    """Who acts, in words."""
    if position.outcome is not None:
        return "Over by " + position.outcome.reason.replace("_", " ")
    return "The dice are to be rolled" if position.actor == "chance" else f"{SEATS[position.actor]} to move"


def roll_word(move: str) -> str:
    """A roll of the dice in words, `*74` for instance."""
    return f"{DIRECTIONS[int(move[1]) - 1]} {move[2]}"


def team_of(game: str, seat: str) -> int:
    """The team of a seat: 0 or 1."""
    facts = describe(game)
    return int(facts["teams"][facts["seats"].index(seat)])
