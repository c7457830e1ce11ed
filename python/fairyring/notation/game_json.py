"""Games as JSON: for every game, with rules, start, moves as text and the outcome."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from fairyring._core import IllegalMoveError, Position, describe
from fairyring.arguments import a_position, rule_text, tags_of

#: Name and version of the format.
FORMAT = "fairyring-game"
FORMAT_VERSION = 1


def to_json(position: Position, *, tags: Mapping[str, Any] | None = None) -> str:
    """A game as a JSON text, from a position with its history. tags: anything of the caller's that JSON holds, kept as
    is.

    >>> import fairyring as fr
    >>> text = fr.notation.to_json(fr.Position("wari").play("a"), tags={"event": "lunch"})
    >>> fr.notation.from_json(text).text == fr.Position("wari").play("a").text
    True
    """
    outcome = a_position(position).outcome
    document = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "game": position.game,
        "rules_version": describe(position.game)["rules_version"],
        "rules": {name: rule_text(value) for name, value in position.rules.items()},
        "start": position.start,
        "moves": position.history,
        "outcome": outcome and {"reason": outcome.reason, "utility": outcome.utility, "score": outcome.score},
        "tags": tags_of(tags),
    }
    return json.dumps(document, ensure_ascii=False, allow_nan=False)


def from_json(text: str | bytes) -> Position:
    """The final position, with its history, of a game that `to_json` wrote.

    Raises ValueError where the text is no such game, was played by another version of the rules, holds a move that is
    not legal (naming it), or does not end as it says."""
    try:
        document = json.loads(text)
    except ValueError as error:
        raise ValueError(f"the text is no JSON: {error}") from error
    wanted = {"format": str, "format_version": int, "game": str, "rules_version": int, "rules": dict, "start": str}
    wanted |= {"moves": list}
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ValueError(f"the JSON text is no game of the format {FORMAT!r}")
    for name, kind in wanted.items():
        if not isinstance(document.get(name), kind):
            raise ValueError(f"the field {name!r} of the game is missing or of the wrong kind")
    if document["format_version"] != FORMAT_VERSION:
        raise ValueError(f"the game has format version {document['format_version']}, and {FORMAT_VERSION} can be read")
    version = describe(document["game"])["rules_version"]
    if document["rules_version"] != version:
        raise ValueError(
            f"the game was played by version {document['rules_version']} of the rules of {document['game']}, and this "
            f"is version {version}"
        )
    position = Position(document["game"], document["start"], **document["rules"])
    for number, move in enumerate(document["moves"]):
        if not isinstance(move, str):
            raise ValueError(f"move {number} of the game (counted from 0) is not a text")
        try:
            position = position.play(move)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"move {number} of the game (counted from 0): {error}") from None
    check_outcome(position, document.get("outcome"))
    return position


def check_outcome(position: Position, told: Any) -> None:
    """Raises ValueError where a game does not end as was told."""
    outcome = position.outcome
    found = outcome and {
        "reason": outcome.reason,
        "utility": list(outcome.utility),
        "score": None if outcome.score is None else list(outcome.score),
    }
    if told != found:
        raise ValueError(f"the game says that it ended by {told!r}, and by its moves it is {found!r}")
