"""Pictures are whole XML, show every unit, and refuse what does not exist."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fairyring as fr
import pictures
from fairyring import draw
from fairyring.draw import attacks, grid, table, words
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
    ({"arrows": ["--"]}, ValueError, "'--' is no arrow|cannot mark '--'"),
    ({"arrows": [("z99", "z98")]}, ValueError, "cannot mark 'z99'"),
    ({"targets": "z99"}, ValueError, "no targets of 'z99'"),
    ({"attacked": "x"}, ValueError, "unknown seat 'x'; valid"),
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


@pytest.mark.parametrize("name", pictures.PICTURES)
def test_pictures_are_as_they_were_looked_at(name: str) -> None:
    assert pictures.drawn(name) == (pictures.FOLDER / f"{name}.svg").read_text(encoding="utf-8")


def test_every_pinned_picture_is_drawn() -> None:
    assert {path.stem for path in pictures.FOLDER.iterdir()} == set(pictures.PICTURES)


def test_sheets_of_two_pictures_do_not_mix() -> None:
    # Style sheets hold for the whole page, so every rule must name its theme.
    for dark, theme in ((True, "dark"), (False, "light"), (None, "auto")):
        sheet = fr.Position("chess").svg(dark=dark).partition("<style>")[2].partition("</style>")[0]
        selectors = re.findall(r"[^{}]+(?={[^{}]*})", sheet.replace("@media (prefers-color-scheme:dark)", ""))
        assert selectors
        assert all(f".fairyring-{theme} " in selector for selector in selectors)


def test_screen_readers_hear_every_unit(game: str) -> None:
    for p in samples(game, games=1)[::9]:
        about = ET.fromstring(p.svg()).findtext(f"{SVG}desc") or ""
        if game == "wari":
            assert about.count(",") == 12
        else:
            units = len(words.units_of(p))
            assert len(re.findall(r"[a-z] (?:[a-n]\d|\d)", about)) == units


def board_cells(p: fr.Position) -> dict[tuple[int, int], tuple[str, int]]:
    return {(x, y): (letter, owner) for x, y, letter, owner, _ in p.board.tolist()}


@pytest.mark.parametrize("game", ["chess", "behemoth", "astral"])
def test_attacked_cells_agree_with_checks(game: str) -> None:
    seen = 0
    for p in samples(game, games=12):
        if p.actor not in ("w", "b"):
            continue
        mover, units = int(p.actor == "b"), board_cells(p)
        king = next(cell for cell, (letter, owner) in units.items() if letter.lower() == "k" and owner == mover)
        # A dormant Teleport gives no check.
        dormant = p.text.split()[-1].replace("*", "").split(",") if game == "astral" else []
        awake = {cell: unit for cell, unit in units.items() if grid.cell_name(*cell) not in dormant}
        threats = {cell: awake.get(cell, ("-", 2)) for cell in units}
        found = attacks.attacked(threats, 1 - mover, lambda x, y: 0 <= x < 8 and 0 <= y < 8)
        assert (king in found) == p.in_check, p.text
        seen += p.in_check
    assert seen > 0


def test_a_teleport_goes_to_every_empty_square_that_is_not_attacked() -> None:
    seen = 0
    for p in samples("astral", games=12):
        jumps = {move[3:] for move in p.legal_moves() if "~" in move}
        if not jumps:
            continue
        units = board_cells(p)
        found = attacks.attacked(units, int(p.actor == "w"), lambda x, y: 0 <= x < 8 and 0 <= y < 8)
        free = {(x, y) for x in range(8) for y in range(8)} - units.keys() - found
        assert jumps == {grid.cell_name(*cell) for cell in free}, p.text
        seen += 1
    assert seen > 20


def test_frozen_units_do_not_move() -> None:
    seen = 0
    for cambridge in (False, True):
        batch = fr.simulate("ultima", games=6, seed=3, max_plies=120, cambridge=cambridge, progress=False)
        for p in (p for game in range(6) for p in batch.replay(game)[:-1]):
            cold = {grid.cell_name(*cell) for cell in attacks.frozen(p)}
            moves = p.legal_moves()
            assert not [move for move in moves if move[:2] in cold and move[:2] != move[2:]], p.text
            # Only a frozen unit may be taken off the board by its owner.
            assert {move[:2] for move in moves if move[:2] == move[2:]} <= cold, p.text
            seen += len(cold)
    assert seen > 20


def test_attacks_that_only_moves_tell_need_the_seat_to_move() -> None:
    p = fr.Position("wari")
    assert p.svg(attacked="s") == p.svg()
    with pytest.raises(ValueError, match="what n attacks is told by its moves, and s is to act"):
        p.svg(attacked="n")


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
