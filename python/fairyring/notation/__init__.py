"""Single games as texts: PGN for the games on orthodox rules, and JSON for all.

A game is a `Position` with its history. `to_pgn` and `to_json` write it, `from_pgn` and `from_json` play it again, move
by move by the rules, and give the final position; `read_pgn` reads many. `docs/runs.md` describes both forms.

>>> import fairyring as fr
>>> p = fr.Position("chess").play("e2e4").play("e7e5").play("g1f3")
>>> fr.notation.from_pgn(fr.notation.to_pgn(p)).history
['e2e4', 'e7e5', 'g1f3']
"""

from fairyring.notation.game_json import from_json, to_json
from fairyring.notation.pgn import PgnGame, from_pgn, read_pgn, to_pgn
from fairyring.notation.san import from_san, san

__all__ = ["PgnGame", "from_json", "from_pgn", "from_san", "read_pgn", "san", "to_json", "to_pgn"]
