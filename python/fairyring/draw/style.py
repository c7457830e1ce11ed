"""The frame of every picture: size, colours, title."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

#: Colours by role: light background, dark background.
_COLOURS = {
    "ink": ("#333333", "#d8d8d8"),
    "faint": ("#8a8a8a", "#8d8d8d"),
    "light": ("#eadfca", "#b9ad97"),
    "dark": ("#b58d63", "#7c6248"),
    "wood": ("#c9a36b", "#7a6040"),
    "pit": ("#8b6a3f", "#4a3922"),
    "line": ("#d5d5d5", "#4b4b4b"),
    "felt": ("#dfe8df", "#2c3a33"),
    "last": ("#e8c92e", "#e8c92e"),
}

#: Colours that are the same on every background: pieces of the two teams, neutral ones, cards, and signs.
_FIXED = {
    "first": "fill:#fbfaf4;stroke:#26262c",
    "second": "fill:#3a3a45;stroke:#0c0c10",
    "neutral": "fill:#6d3b8e;stroke:#2c1140",
    "red": "fill:#b3202c;stroke:#5c0d14",
    "black": "fill:#24242a;stroke:#000000",
    "first .inner": "stroke:#26262c",
    "second .inner": "stroke:#e9e6da",
    "red .inner": "stroke:#fbe9e7",
    "black .inner": "stroke:#e9e6da",
    "first .eye": "fill:#26262c;stroke:none",
    "second .eye": "fill:#f4f1e6;stroke:none",
    "red .eye": "fill:#fbe9e7;stroke:none",
    "black .eye": "fill:#f4f1e6;stroke:none",
    "first .crown": "fill:#26262c;stroke:none",
    "second .crown": "fill:#f4f1e6;stroke:none",
    "card": "fill:#fdfcf8;stroke:#77746a",
    "back": "fill:#5b7fa6;stroke:#2e4a68",
    "weave": "fill:none;stroke:#cfdbe8",
    "seed": "fill:#efe6d2;stroke:#4d4433",
    "frost": "fill:#8fd0ff;fill-opacity:.5",
    "flake": "fill:none;stroke:#0b5c94;stroke-width:1.6;stroke-linecap:round",
    "attacked": "fill:none;stroke:#c0271d;stroke-width:2.6;stroke-linecap:round",
    "target": "fill:#1f7a4d;fill-opacity:.75",
    "taking": "fill:none;stroke:#1f7a4d;stroke-opacity:.85;stroke-width:3.4",
    "teleporting": "fill:#7a3fb0;fill-opacity:.85",
    "path": "fill:none;stroke:#7a3fb0;stroke-opacity:.75;stroke-width:4;stroke-linecap:round",
    "head": "fill:#7a3fb0;fill-opacity:.85",
    "on-wood": "fill:#fbf5e6",
}


class Box(NamedTuple):
    """Where a cell lies in a picture: upper left corner, width and height, in user units."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True)
class Options:
    """How a position is drawn; see `fairyring.draw.svg`."""

    seat: str
    turns: int
    coordinates: bool
    last_move: bool
    marks: Mapping[str, str]
    arrows: Mapping[tuple[str, str], str]
    attacked: frozenset[str]
    targets: str | None


@dataclass(frozen=True)
class Scene:
    """A drawn position: a box of user units, what it shows, and where each cell lies (hands of cards too)."""

    width: float
    height: float
    body: list[str]
    cells: dict[str, Box] = field(default_factory=dict)

    def svg(self, *, size: int | None, dark: bool | None, title: str, about: str) -> str:
        """The picture as a whole; see `picture`."""
        return picture(self.width, self.height, self.body, size=size, dark=dark, title=title, about=about)


def picture(
    width: float, height: float, body: list[str], *, size: int | None, dark: bool | None, title: str, about: str = ""
) -> str:
    """A whole SVG of a body drawn in a box of these user units; `size` is its larger side in pixels. Screen readers
    say the title, and on request the description `about`."""
    scale = 1.0 if size is None else size / max(width, height)
    theme = {None: "auto", False: "light", True: "dark"}[dark]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="fairyring fairyring-{theme}" role="img" '
        f'viewBox="0 0 {num(width)} {num(height)}" '
        f'width="{num(width * scale)}" height="{num(height * scale)}"><title>{html.escape(title)}</title>'
        f"{f'<desc>{html.escape(about)}</desc>' if about else ''}"
        f"<style>{_style(theme)}</style>{''.join(body)}</svg>"
    )


def _style(theme: str) -> str:
    """Style sheet of a theme. Its name is in every rule, as the sheets of all pictures of a page hold for the page."""
    box = f".fairyring-{theme}"

    def rules(column: int, prefix: str = "") -> str:
        return "".join(f"{prefix}{box} .{role}{{fill:{pair[column]}}}" for role, pair in _COLOURS.items())

    fixed = "".join(f"{box} .{role}{{{style}}}" for role, style in _FIXED.items())
    fixed += f"{box} text{{font-family:sans-serif;stroke:none}}"
    if theme != "auto":
        return rules(int(theme == "dark")) + fixed
    return (
        rules(0)
        + f"@media (prefers-color-scheme:dark){{{rules(1)}}}"
        + rules(0, '[data-jp-theme-light="true"] ')
        + rules(1, '[data-jp-theme-light="false"] ')
        + fixed
    )


def num(value: float) -> str:
    """A number as short as it can be written to a hundredth."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def rect(x: float, y: float, width: float, height: float, role: str, extra: str = "") -> str:
    """A rectangle of a role's colour."""
    return f'<rect x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}" class="{role}"{extra}/>'


def label(x: float, y: float, text: str, height: float, role: str = "ink", anchor: str = "middle") -> str:
    """A line of text whose middle (or start, or end) lies at x, y."""
    return (
        f'<text x="{num(x)}" y="{num(y + 0.35 * height)}" font-size="{num(height)}" text-anchor="{anchor}" '
        f'class="{role}">{html.escape(text)}</text>'
    )


def check_colour(what: str, colour: object) -> str:
    """Refuses what is not a CSS colour's text."""
    if not isinstance(colour, str) or not re.fullmatch(r"[#\w(),.% -]{1,64}", colour):
        raise ValueError(f"cannot mark {what!r} in {colour!r}: not a CSS colour")
    return colour
