"""Shapes of the units in a box of 100 by 100, in one style: a filled body on a base, and few lines inside."""

from __future__ import annotations

import html

from fairyring.draw.style import num

_BASE = '<path d="M29 77h42l7 12q0 3-3 3h-50q-3 0-3-3z"/>'

#: A line inside a body; its colour is set against the body's.
_LINE = 'class="inner" fill="none"'

_SHAPES = {
    "pawn": f'<path d="M42 45h16q2 20 11 32h-38q9-12 11-32z"/><circle cx="50" cy="34" r="14"/>{_BASE}',
    "rook": (
        f'<path d="M27 17h12v8h6v-8h10v8h6v-8h12v20l-8 7 3 33h-36l3-33-8-7z"/><path d="M35 44h30" {_LINE}/>{_BASE}'
    ),
    "knight": (
        '<path d="M31 77q0-14 9-22 6-6 7-12l-12 9q-5 6-10 2-5-5-1-10l13-19 2-12 9 8q30 4 28 40-1 8-3 16z"/>'
        f'<circle cx="43" cy="33" r="2.6" class="eye"/><path d="M60 30q10 14 7 38" {_LINE}/>{_BASE}'
    ),
    "bishop": (
        '<path d="M50 19q17 14 17 29 0 10-7 17l5 12h-30l5-12q-7-7-7-17 0-15 17-29z"/><circle cx="50" cy="14" r="5.5"/>'
        f'<path d="M50 33v19M42 42h16" {_LINE}/>{_BASE}'
    ),
    "queen": (
        '<path d="M21 33l13 19 5-29 11 27 11-27 5 29 13-19-10 44h-38z"/>'
        '<circle cx="20" cy="29" r="5"/><circle cx="38" cy="19" r="5"/><circle cx="62" cy="19" r="5"/>'
        f'<circle cx="80" cy="29" r="5"/><path d="M33 65h34" {_LINE}/>{_BASE}'
    ),
    "king": (
        '<path d="M46 8h8v7h7v8h-7v10h-8v-10h-7v-8h7z"/>'
        '<path d="M33 77q-16-18-12-30 6-14 21-7 6 3 8 9 2-6 8-9 15-7 21 7 4 12-12 30z"/>'
        f'<path d="M50 49v18" {_LINE}/>{_BASE}'
    ),
    "teleport": (
        '<path d="M50 12l9 24 25-4-17 19 10 22-17-5-10-2-10 2-17 5 10-22-17-19 25 4z"/>'
        f'<circle cx="50" cy="48" r="9" {_LINE}/>{_BASE}'
    ),
    "behemoth": (
        '<path d="M18 40q-12-18 0-34 4 14 20 17 6-3 12-3t12 3q16-3 20-17 12 16 0 34 8 28-12 44-10 8-20 8t-20-8'
        'q-20-16-12-44z"/><path d="M30 44l17 7-14 8zM70 44l-17 7 14 8z" fill="#ffd34d" stroke="none"/>'
        '<path d="M33 72l7-5 5 7 5-7 5 7 5-7 7 5" fill="none" stroke="#ffd34d"/>'
    ),
    "pincer": (
        '<path d="M41 52h18q1 14 10 25h-38q9-11 10-25z"/>'
        '<path d="M46 54q-24-4-20-25 2-10 14-13-6 12 1 18 6 5 9 5t9-5q7-6 1-18 12 3 14 13 4 21-20 25z"/>'
        f"{_BASE}"
    ),
    "withdrawer": (
        '<path d="M50 11q22 8 24 34l-4 32h-40l-4-32q2-26 24-34z"/>'
        f'<path d="M33 45q17-17 34 0-17 17-34 0z" {_LINE}/><circle cx="50" cy="45" r="4.5" class="eye"/>{_BASE}'
    ),
    "leaper": (
        '<path d="M37 48q-13-22-7-38 13 4 17 30h6q4-26 17-30 6 16-7 38 8 10 3 21l2 8h-36l2-8q-5-11 3-21z"/>'
        f'<circle cx="43" cy="57" r="2.6" class="eye"/><circle cx="57" cy="57" r="2.6" class="eye"/>'
        f'<path d="M46 67q4 4 8 0" {_LINE}/>{_BASE}'
    ),
    "coordinator": (
        '<path d="M40 62h20l5 15h-30z"/><circle cx="50" cy="40" r="27"/>'
        f'<path d="M50 17v46M27 40h46" {_LINE}/><circle cx="50" cy="40" r="13" {_LINE}/>{_BASE}'
    ),
    "dragon": (
        '<path d="M50 15l9 12q4 6 2 13 14-20 31-21-9 11-8 27-12 3-15 13l-4 18h-30l-4-18q-3-10-15-13 1-16-8-27 '
        '17 1 31 21-2-7 2-13z"/>'
        f'<path d="M39 66l3-20M61 66l-3-20" {_LINE}/>'
        f'<circle cx="46" cy="32" r="2.4" class="eye"/><circle cx="54" cy="32" r="2.4" class="eye"/>{_BASE}'
    ),
    "chameleon": (
        '<path d="M39 65h22l6 12h-34z"/><circle cx="50" cy="41" r="27"/>'
        f'<path d="M50 41q5-6 8 0 2 10-8 11-13 0-13-12 2-15 16-15 17 2 17 18-2 17-18 20" {_LINE}/>{_BASE}'
    ),
    "man": f'<circle cx="50" cy="50" r="35"/><circle cx="50" cy="50" r="25" {_LINE}/>'
    f'<circle cx="50" cy="50" r="14" {_LINE}/>',
    "dama": (
        f'<circle cx="50" cy="50" r="38"/><circle cx="50" cy="50" r="31" {_LINE}/>'
        '<path d="M31 40l9 9 10-17 10 17 9-9-4 25h-30z" class="crown"/>'
    ),
}

_ORTHODOX = {"p": "pawn", "r": "rook", "n": "knight", "b": "bishop", "q": "queen", "k": "king"}

#: The units of each game by letter; a letter without a shape becomes a letter on a disc.
NAMES = {
    "chess": _ORTHODOX,
    "behemoth": _ORTHODOX | {"*": "behemoth"},
    "astral": _ORTHODOX | {"t": "teleport"},
    "shahki": _ORTHODOX | {"m": "man", "d": "dama"},
    "cards": _ORTHODOX,
    "ultima": {
        "k": "king",
        "p": "pincer",
        "w": "withdrawer",
        "l": "leaper",
        "c": "coordinator",
        "i": "dragon",
        "x": "chameleon",
    },
}

_ROLES = ("first", "second", "neutral")


def piece(
    game: str, letter: str, owner: int, x: float, y: float, size: float, role: str | None = None, cell: str = ""
) -> str:
    """A unit in a square of `size` whose upper left corner is x, y; `cell` is kept in the picture as its place."""
    role = role or _ROLES[min(owner, 2)]
    inside = _SHAPES.get(NAMES.get(game, {}).get(letter.lower(), ""))
    if inside is None:
        inside = (
            '<circle cx="50" cy="50" r="34"/><text x="50" y="66" font-size="46" font-weight="bold" '
            f'text-anchor="middle" class="crown">{html.escape(letter.upper())}</text>'
        )
    place = f' data-cell="{html.escape(cell)}"' if cell else ""
    return (
        f'<g class="{role}"{place} stroke-width="4" stroke-linejoin="round" stroke-linecap="round" '
        f'transform="translate({num(x)} {num(y)}) scale({size / 100:.4g})">{inside}</g>'
    )
