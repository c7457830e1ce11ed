"""The frame of every picture: size, colours, title."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

#: Colours by role: light background, dark background.
_COLOURS = {
    "ink": ("#333333", "#d8d8d8"),
    "faint": ("#9a9a9a", "#7d7d7d"),
    "light": ("#eadfca", "#b9ad97"),
    "dark": ("#b58d63", "#7c6248"),
    "wood": ("#c9a36b", "#7a6040"),
    "pit": ("#8b6a3f", "#4a3922"),
    "line": ("#d5d5d5", "#4b4b4b"),
    "last": ("#d9c23a", "#d9c23a"),
}

#: Colours that are the same on every background: pieces of the two teams, neutral ones, cards.
_FIXED = """
.fairyring .first{fill:#fbfaf4;stroke:#26262c}
.fairyring .second{fill:#33333d;stroke:#101014}
.fairyring .neutral{fill:#6d3b8e;stroke:#2c1140}
.fairyring .red{fill:#b3202c;stroke:#5c0d14}
.fairyring .black{fill:#24242a;stroke:#000000}
.fairyring .card{fill:#fdfcf8;stroke:#77746a}
.fairyring .back{fill:#5b7fa6;stroke:#2e4a68}
.fairyring .seed{fill:#efe6d2;stroke:#4d4433}
.fairyring text{font-family:sans-serif;stroke:none}
"""


@dataclass(frozen=True)
class Options:
    """How a position is drawn; see `fairyring.draw.svg`."""

    size: int | None
    seat: str
    turns: int
    coordinates: bool
    last_move: bool
    marks: dict[str, str]
    dark: bool | None
    title: str


def picture(width: float, height: float, body: list[str], *, size: int | None, dark: bool | None, title: str) -> str:
    """A whole SVG of a body drawn in a box of these user units; `size` is its larger side in pixels."""
    scale = 1.0 if size is None else size / max(width, height)
    name = html.escape(title)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="fairyring" role="img" '
        f'viewBox="0 0 {num(width)} {num(height)}" '
        f'width="{num(width * scale)}" height="{num(height * scale)}"><title>{name}</title>'
        f"<style>{_style(dark)}</style>{''.join(body)}</svg>"
    )


def _style(dark: bool | None) -> str:
    """Style sheet for a light or a dark background, or for both by the reader's setting (browser or JupyterLab)."""

    def rules(column: int, prefix: str = "") -> str:
        return "".join(f"{prefix}.fairyring .{role}{{fill:{pair[column]}}}" for role, pair in _COLOURS.items())

    if dark is not None:
        return rules(int(dark)) + _FIXED.replace("\n", "")
    return (
        rules(0)
        + f"@media (prefers-color-scheme:dark){{{rules(1)}}}"
        + rules(0, '[data-jp-theme-light="true"] ')
        + rules(1, '[data-jp-theme-light="false"] ')
        + _FIXED.replace("\n", "")
    )


def num(value: float) -> str:
    """A number as short as it can be written to a hundredth."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def rect(x: float, y: float, width: float, height: float, role: str, extra: str = "") -> str:
    """A rectangle of a role's colour."""
    return f'<rect x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}" class="{role}"{extra}/>'


def label(x: float, y: float, text: str, height: float, role: str = "ink", anchor: str = "middle") -> str:
    """A line of text whose middle (or start, or end) lies at x, y."""
    return (
        f'<text x="{num(x)}" y="{num(y + 0.35 * height)}" font-size="{num(height)}" text-anchor="{anchor}" '
        f'class="{role}">{html.escape(text)}</text>'
    )


def mark(x: float, y: float, width: float, height: float, colour: str) -> str:
    """A frame inside a cell, in a colour of the caller's."""
    inset = 0.06 * min(width, height)
    return (
        f'<rect x="{num(x + inset)}" y="{num(y + inset)}" width="{num(width - 2 * inset)}" '
        f'height="{num(height - 2 * inset)}" rx="{num(inset)}" fill="none" stroke="{html.escape(colour)}" '
        f'stroke-width="{num(1.4 * inset)}"/>'
    )


def check_marks(marks: dict[str, str], known: set[str] | None) -> None:
    """Refuses cells that the board does not have, and colours that are no text. None: every name is a cell."""
    for cell, colour in marks.items():
        if known is not None and cell not in known:
            raise ValueError(f"cannot mark {cell!r}: the board has no such cell")
        if not isinstance(colour, str) or not re.fullmatch(r"[#\w(),.% -]{1,64}", colour):
            raise ValueError(f"cannot mark {cell!r} in {colour!r}: not a CSS colour")
