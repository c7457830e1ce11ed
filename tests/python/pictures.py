"""Pictures that were looked at by eye and then pinned, in `tests/data/svg`. Run as a script it writes them anew: look at
them again before they are committed."""

from __future__ import annotations

from typing import Any

import fairyring as fr
from helpers import DATA

FOLDER = DATA / "svg"

_ASTRAL = "rtbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RTBQKBNR w KQkq - 0 2 -"
_DORMANT = "r1bqkbnr/pppp1ppp/8/4p3/4P3/2T5/PPPP1PPP/R1BQKBNR b KQkq - 1 2 c3*"
_FROZEN = "4k3/8/8/3i4/2P1L3/8/2pwcx2/3KX3 w 0 1"
_CHAIN = "---4k3---/---8---/14/5m8/14/3m10/2M11/14/14/14/---8---/---4K3--- wd - - - 0 1"
_QUEENED = "---r1bqkb1r---/---pp4pp---/D13/14/6n7/14/6N5d1/14/14/14/---PP4PP---/---R1BQKB1R--- wc KQkq - - 4 30"
_COMPOSITION = "R0;k1,1;P1,4;K1,7;P2,6;p2,8;q3,10;p3,11;N5,26 - -/- r 0 1"
_HANDS = "K0;Q1,2;n1,4;p2,3;R2,9;b2,11;k3,3 1,1;1,4;2,9 RBNP8/qr2bnp6 r 0 20"

#: Name, game, text (None: the start), moves from there, and options of `svg`.
PICTURES: dict[str, tuple[str, str | None, str, dict[str, Any]]] = {
    "chess": ("chess", None, "e2e4 e7e5 g1f3 b8c6 f1b5", {"arrows": ["g8f6", ("f8", "c5")], "marks": ["e5"]}),
    "chess-black-dark": ("chess", None, "e2e4 e7e5", {"orientation": "b", "dark": True, "targets": "d1"}),
    "behemoth": ("behemoth", None, "e2e4 *74", {}),
    "behemoth-corner": ("behemoth", None, "e2e4 *64", {"orientation": "b"}),
    "behemoth-dark": ("behemoth", None, "e2e4 *54 e7e5 *33", {"dark": True}),
    "astral": ("astral", _ASTRAL, "", {"targets": "b1", "attacked": "b"}),
    "astral-dormant": ("astral", _DORMANT, "", {"orientation": "b", "targets": "d8", "marks": {"c3": "purple"}}),
    "ultima": ("ultima", None, "d2d4 d7d5", {}),
    "ultima-frozen": ("ultima", _FROZEN, "", {"targets": "d1", "orientation": "b"}),
    "shahki": ("shahki", None, "d2d4 c4d5", {}),
    "shahki-chain": ("shahki", _CHAIN, "", {"targets": "c6", "orientation": "wd"}),
    "shahki-kings": ("shahki", _QUEENED, "", {"attacked": "bc", "orientation": "bd", "dark": True}),
    "cards": ("cards", None, "K@0", {}),
    "cards-composition": ("cards", _COMPOSITION, "", {"arrows": ["N5,26-3,17"], "attacked": "r"}),
    "cards-hands": ("cards", _HANDS, "", {"orientation": "b", "targets": "1,2"}),
    "cards-dark": ("cards", _HANDS, "", {"dark": True, "coordinates": False}),
    "wari": ("wari", None, "d A c", {"targets": "D"}),
    "wari-north-dark": (
        "wari",
        "1,0,2,3,0,8/7,1,0,0,2,5 13-6 n",
        "",
        {"orientation": "n", "dark": True, "marks": ["F"]},
    ),
}


def drawn(name: str) -> str:
    """The picture as it is drawn now."""
    game, text, moves, options = PICTURES[name]
    position = fr.Position(game, text)
    for move in moves.split():
        position = position.play(move)
    return position.svg(**{"dark": False, "size": 480} | options) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in PICTURES:
        (FOLDER / f"{name}.svg").write_text(drawn(name), encoding="utf-8")
