"""Pictures are whole XML, show every unit, and refuse what does not exist."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fairyring as fr
from fairyring import draw
from fairyring.draw import table
from helpers import samples

SVG = "{http://www.w3.org/2000/svg}"


def test_every_position_draws(game: str) -> None:
    for p in samples(game, games=2)[::5]:
        for seat in fr.describe(game)["seats"]:
            root = ET.fromstring(p.svg(orientation=seat))
            title = root.find(f"{SVG}title")
            assert title is not None
            assert title.text == f"{game}: {p.text}, {p.actor} to act"
            assert root.get("role") == "img"
            assert "http" not in p.svg().replace("http://www.w3.org/2000/svg", "")


def test_every_unit_is_drawn(game: str) -> None:
    for p in samples(game, games=2)[::5]:
        root = ET.fromstring(p.svg(coordinates=False, last_move=False))
        if game == "wari":
            seeds = [circle for circle in root.iter(f"{SVG}circle") if circle.get("class") == "seed"]
            pits, stores, _ = p.text.split()
            assert len(seeds) == sum(map(int, pits.replace("/", ",").split(",")))
            assert len(seeds) + sum(map(int, stores.split("-"))) == 48
        elif game == "cards":
            cards = [box for box in root.iter(f"{SVG}rect") if box.get("class") == "card"]
            assert len(cards) == (0 if p.text.startswith("-") else p.text.split()[0].count(";") + 1)
        else:
            assert len(root.findall(f"{SVG}g")) == len(p.board)


def test_sizes_and_backgrounds(game: str) -> None:
    p = fr.Position(game)
    root = ET.fromstring(p.svg(size=640))
    assert max(float(root.get("width", 0)), float(root.get("height", 0))) == 640
    assert "prefers-color-scheme" in p.svg()
    assert "prefers-color-scheme" not in p.svg(dark=True)
    assert p.svg(dark=True) != p.svg(dark=False)
    assert ET.fromstring(p.svg(title="a < b & c"))[0].text == "a < b & c"


BAD: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"size": 3}, ValueError, "size must lie between"),
    ({"size": "big"}, TypeError, "size must be"),
    ({"orientation": "x"}, ValueError, "unknown seat 'x'; valid"),
    ({"coordinates": 1}, TypeError, "coordinates must be"),
    ({"last_move": None}, TypeError, "last_move must be"),
    ({"dark": "yes"}, TypeError, "dark must be"),
    ({"marks": ["z99"]}, ValueError, "cannot mark 'z99'"),
    ({"nothing": 1}, TypeError, "nothing"),
]


@pytest.mark.parametrize(("options", "error", "message"), BAD, ids=[str(options) for options, *_ in BAD])
def test_bad_options_are_named(game: str, options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        fr.Position(game).svg(**options)


def test_marks_have_colours(game: str) -> None:
    cell = {"wari": "a", "cards": "1,1"}.get(game, "d4")
    assert 'stroke="red"' in fr.Position(game).svg(marks={cell: "red"})
    assert fr.Position(game).svg(marks=[cell]) != fr.Position(game).svg()
    with pytest.raises(ValueError, match="not a CSS colour"):
        fr.Position(game).svg(marks={cell: '"/><script>'})


def test_the_last_move_is_tinted(game: str) -> None:
    p = fr.Position(game)
    q = p.play(p.legal_moves()[0])
    assert q.svg() != q.svg(last_move=False)
    assert p.svg() == p.svg(last_move=False)


def test_only_positions_are_drawn() -> None:
    with pytest.raises(TypeError, match="must be a Position"):
        draw.svg("x")  # type: ignore[arg-type]


def test_heat_maps() -> None:
    root = ET.fromstring(draw.heat_map({"d4": 0.49, "e4": 0.52}, centre=0.5, size=300))
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert {"0.490", "0.520"} <= set(texts)
    assert ET.fromstring(draw.heat_map({})) is not None
    with pytest.raises(ValueError, match="unknown square 'i9'"):
        draw.heat_map({"i9": 1.0})
    with pytest.raises(ValueError, match="nan"):
        draw.heat_map({"a1": float("nan")})


def test_ring_names_of_the_source() -> None:
    named = {"0": (0, 0), "1,1": (-1, 1), "1,2": (0, 1), "1,3": (1, 1), "1,4": (1, 0), "1,8": (-1, 0), "3,11": (3, -1)}
    named |= {"1,5": (1, -1), "2,1": (-2, 2), "2,5": (2, 2), "2,9": (2, -2), "2,13": (-2, -2)}
    for name, cell in named.items():
        assert table.cell_at(name) == cell
        assert table.cell_name(*cell) == name


@given(st.integers(-1000, 1000), st.integers(-1000, 1000))
def test_ring_names_round_trip(x: int, y: int) -> None:
    assert table.cell_at(table.cell_name(x, y)) == (x, y)
