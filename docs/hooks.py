"""What the pages of the site take from the package itself: boards, rule options, files of the repository."""

from __future__ import annotations

import ast
import html
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import fairyring as fr
from fairyring.arguments import rule_text

ROOT = Path(__file__).parents[1]

#: `{{ name(arguments) }}` on a line of its own.
_CALL = re.compile(r"^\{\{ (\w+)\((.*)\) \}\}$", re.MULTILINE)


def on_config(config: Any) -> Any:
    """Builds the navigation; studies are those there are."""
    studies = sorted(path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs" / "studies").glob("*.md"))
    other = sorted(path.name for path in (ROOT / "docs").glob("*.md"))
    named = ["index.md", "tour.md", "notebooks.md", "new-game.md"]
    config["nav"] = [
        {"Fairyring": "index.md"},
        {"A tour": "tour.md"},
        {"Games": ["games/index.md", *(f"games/{game}.md" for game in fr.games())]},
        *([{"Studies": studies}] if studies else []),
        {"Notebooks": "notebooks.md"},
        {"Guides": [page for page in other if page not in named]},
        {"Reference": sorted(f"reference/{path.name}" for path in (ROOT / "docs" / "reference").glob("*.md"))},
        {"How to add a game": "new-game.md"},
    ]
    return config


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Fills in what the page asks for."""

    def fill(found: re.Match[str]) -> str:
        call = ast.parse(found[0][3:-3], mode="eval").body
        assert isinstance(call, ast.Call)
        arguments = [ast.literal_eval(argument) for argument in call.args]
        options = {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords}
        return str(_PARTS[found[1]](*arguments, **options))

    return _CALL.sub(fill, markdown)


def board(
    game: str,
    text: str | None = None,
    moves: str = "",
    caption: str = "",
    size: int = 420,
    rules: dict[str, Any] | None = None,
    **look: Any,
) -> str:
    """A drawn position: a text or the start, and moves from it."""
    position = fr.Position(game, text, **(rules or {}))
    for move in moves.split():
        position = position.play(move)
    said = f"<figcaption>{html.escape(caption)}</figcaption>" if caption else ""
    return f"<figure>{position.svg(size=size, dark=False, **look)}{said}</figure>"


def options(game: str) -> str:
    """The table of a game's rule options, presets and reasons."""
    facts = fr.describe(game)
    rows = ["| option | default | values | what it decides |", "|---|---|---|---|"]
    for option in facts["options"]:
        cells = (option["name"], rule_text(option["default"]), option["values"], option["about"])
        name, default, values, about = (str(cell).replace("|", "\\|") for cell in cells)
        rows.append(f"| `{name}` | `{default}` | {values} | {about} |")
    for name, values in facts["presets"].items():
        settings = ", ".join(f"`{key}={value}`" for key, value in values.items()) or "the defaults"
        rows.append(f"\nPreset `{name}`: {settings}.")
    seats = ", ".join(f"`{seat}`" for seat in facts["seats"])
    rows.append(f"\nSeats: {seats}. Reasons of an end: {', '.join(f'`{word}`' for word in facts['reasons'])}.")
    rows.append(f"\n{facts['action_count']:,} action ids; rules version {facts['rules_version']}.")
    return "\n".join(rows)


def include(path: str) -> str:
    """A file of the repository without its first heading."""
    text = (ROOT / path).read_text(encoding="utf-8")
    return text.partition("\n")[2] if text.startswith("# ") else text


def reference(module: str) -> str:
    """The reference of a module, where the package has it."""
    return f"::: {module}" if find_spec(module) else ""


_PARTS = {"board": board, "options": options, "include": include, "reference": reference}
