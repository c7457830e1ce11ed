"""Shapes of the units in a box of 100 by 100, in one style: a body, its base, few lines."""

from __future__ import annotations

import html

from fairyring.draw.style import num

_BASE = '<rect x="26" y="76" width="48" height="10" rx="3"/>'

_SHAPES = {
    "pawn": f'<path d="M43 44h14l9 32h-32z"/><circle cx="50" cy="34" r="14"/>{_BASE}',
    "rook": f'<path d="M28 18h11v8h7v-8h8v8h7v-8h11v19l-8 8v31h-28v-31l-8-8z"/>{_BASE}',
    "knight": (
        f'<path d="M34 76C33 60 47 56 47 45L35 54 25 45 38 26 42 13 52 22C69 27 74 50 69 76z"/>{_BASE}'
        '<circle cx="44" cy="32" r="2.5" class="eye"/>'
    ),
    "bishop": (
        f'<path d="M50 18C69 33 69 52 60 64h-20C31 52 31 33 50 18z"/><circle cx="50" cy="15" r="5"/>'
        f'<path d="M37 64h26l4 12h-34z"/>{_BASE}<path d="M53 30l-6 16" fill="none"/>'
    ),
    "queen": (
        f'<path d="M22 32L36 56 40 24 50 54 60 24 64 56 78 32 68 76h-36z"/>{_BASE}'
        '<circle cx="22" cy="29" r="5"/><circle cx="40" cy="20" r="5"/><circle cx="60" cy="20" r="5"/>'
        '<circle cx="78" cy="29" r="5"/>'
    ),
    "king": (
        f'<path d="M46 9h8v8h8v8h-8v13h-8v-13h-8v-8h8z"/><path d="M33 76L23 48Q35 31 50 46 65 31 77 48L67 76z"/>{_BASE}'
    ),
    "teleport": (
        '<circle cx="50" cy="50" r="33" fill="none" stroke-dasharray="9 6"/>'
        '<path d="M50 10L59 41 90 50 59 59 50 90 41 59 10 50 41 41z"/><circle cx="50" cy="50" r="8"/>'
    ),
    "behemoth": (
        '<path d="M20 36Q8 20 20 8 24 22 38 24 50 20 62 24 76 22 80 8 92 20 80 36 '
        '86 62 66 82 50 94 34 82 14 62 20 36z"/>'
        '<path d="M31 44l15 6-13 6zM69 44l-15 6 13 6z" fill="#ffd34d" stroke="none"/>'
        '<path d="M36 72l6-6 8 6 8-6 6 6" fill="none" stroke="#ffd34d"/>'
    ),
    "man": '<circle cx="50" cy="50" r="33"/><circle cx="50" cy="50" r="22" fill="none"/>',
    "dama": (
        '<circle cx="50" cy="50" r="36"/><path d="M30 40L40 52 50 34 60 52 70 40 66 64h-32z" fill="none"/>'
        '<circle cx="50" cy="50" r="29" fill="none"/>'
    ),
}

_ORTHODOX = {"p": "pawn", "r": "rook", "n": "knight", "b": "bishop", "q": "queen", "k": "king"}

_NAMES = {
    "chess": _ORTHODOX,
    "behemoth": _ORTHODOX | {"*": "behemoth"},
    "astral": _ORTHODOX | {"t": "teleport"},
    "shahki": _ORTHODOX | {"m": "man", "d": "dama"},
    "cards": _ORTHODOX,
    # The other units of Ultima have no usual shapes; they are letters on discs.
    "ultima": {"k": "king", "p": "pawn"},
}

_ROLES = ("first", "second", "neutral")


def piece(game: str, letter: str, owner: int, x: float, y: float, size: float, role: str | None = None) -> str:
    """A unit in a square of `size` whose upper left corner is x, y."""
    role = role or _ROLES[min(owner, 2)]
    scale = size / 100
    inside = _SHAPES.get(_NAMES.get(game, {}).get(letter.lower(), ""))
    if inside is None:
        fill = {"first": "#26262c", "second": "#fbfaf4"}.get(role, "#ffffff")
        inside = (
            '<circle cx="50" cy="50" r="34"/>'
            f'<text x="50" y="66" font-size="46" font-weight="bold" text-anchor="middle" fill="{fill}">'
            f"{html.escape(letter.upper())}</text>"
        )
    eye = "#26262c" if role == "first" else "#fbfaf4"
    inside = inside.replace('class="eye"', f'fill="{eye}" stroke="none"')
    if role in ("second", "black", "red"):
        # Lines inside a dark body would not be seen in its outline's colour.
        inside = inside.replace('fill="none"', 'fill="none" stroke="#fbfaf4"')
    return (
        f'<g class="{role}" stroke-width="4" stroke-linejoin="round" '
        f'transform="translate({num(x)} {num(y)}) scale({scale:.4g})">{inside}</g>'
    )
