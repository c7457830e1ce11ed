"""Writes the tables of docs/environments.md from the games; with --check compares instead."""

from __future__ import annotations

import argparse
import sys
import textwrap
from pathlib import Path
from typing import Any

import fairyring as fr
from fairyring.envs import gymnasium_id, pettingzoo_id

PAGE = Path(__file__).with_name("environments.md")

#: What stands between these lines is written here; the rest of the page by hand.
BEGIN, END = "<!-- tables: written by docs/write_environments.py -->\n", "<!-- end of the tables -->\n"


def shape(facts: dict[str, Any], wider: dict[str, Any]) -> str:
    """Planes, rows and columns; w where they are those of the window."""
    sizes = zip(facts["observation_shape"], wider["observation_shape"], strict=True)
    return f"({', '.join(str(size) if size == other else 'w' for size, other in sizes)})"


def section(game: str) -> str:
    """The table of a game."""
    facts, wider = fr.describe(game), fr.describe(game, 18)
    size = shape(facts, wider)
    usual = f" with the usual window, w = {facts['observation_shape'][1]}" if facts["windowed"] else ""
    dice = "rolled inside, or exposed as a chance seat" if facts["has_dice"] else "none"
    lines = [
        f"### {game}",
        "",
        "| | |",
        "|---|---|",
        f"| names | `{gymnasium_id(game)}`, `{pettingzoo_id(game)}`, `fairyring.envs.{game}_v0`, `python_fairyring_{game}` |",
        f"| seats | {', '.join(f'`{seat}`' for seat in facts['seats'])} |",
        f"| dice | {dice} |",
        f"| observations | `Box(0, 255, {size})`, uint8 or float32 of the same values |",
        f"| actions | `Discrete({facts['action_count']})`{usual} |",
        f"| masks | int8 (n, {facts['action_count']}), bits uint8 (n, {-(-facts['action_count'] // 8)}), or ragged |",
        f"| rewards | utilities at the end, in [-1, 1]; ends: {', '.join(f'`{word}`' for word in facts['reasons'])} |",
        f"| rules version | {facts['rules_version']} |",
        "",
        textwrap.fill(f"Actions: {facts['about_actions']}", 128, break_on_hyphens=False),
        "",
        "| plane | what it holds |",
        "|---:|---|",
    ]
    lines += [f"| {number} | {text.rstrip('.')} |" for number, text in enumerate(facts["planes"])]
    return "\n".join(lines) + "\n"


def written(page: str) -> str:
    """The page with its tables as the games are now."""
    head, begin, rest = page.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{PAGE.name} lacks the lines between which the tables stand")
    return head + begin + "\n" + "\n".join(section(game) for game in fr.games()) + "\n" + end + tail


def main() -> None:
    """Writes or compares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail where the committed page differs")
    page = PAGE.read_text(encoding="utf-8")
    if not parser.parse_args().check:
        PAGE.write_text(written(page), encoding="utf-8")
    elif written(page) != page:
        sys.exit(f"{PAGE.name} is not up to date: python docs/write_environments.py")


if __name__ == "__main__":
    main()
