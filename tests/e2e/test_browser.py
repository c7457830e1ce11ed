"""Boards in a real browser: JupyterLab, Chromium, clicks and keys; pictures are left in `FAIRYRING_SHOTS`.

The same board is made here, without a browser, by the same seed: what the page shows must be what it says.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect, sync_playwright

import fairyring as fr

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
AXE = Path(os.environ.get("AXE", "node_modules/axe-core/axe.min.js"))
SHOTS = Path(os.environ.get("FAIRYRING_SHOTS", "shots"))

#: Without these Chromium asks hosts of its maker at every start.
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]

#: Milliseconds that a busy machine may take for one thing.
PATIENCE = 100_000

CHAIN = "---4k3---/---8---/14/5m8/14/3m10/2M11/14/14/14/---8---/---4K3--- wd - - - 0 1"

#: The boards of the notebook: a name, and the call that makes the board, here and there.
BOARDS = {game: f"fr.Board({game!r}, players='greedy', evaluation='static', seed=7)" for game in fr.games()}
BOARDS |= {
    "roll": "fr.Board('behemoth', dice='click', seed=7)",
    "replay": "fr.Board(fr.simulate('behemoth', games=5, agents='random', seed=3, progress=False), index=1)",
    "table": "fr.Board(fr.simulate('cards', games=2, agents='random', seed=1, max_plies=40, progress=False), index=0)",
    "teleport": "fr.Board('astral')",
    "promotion": "fr.Board(fr.Position('chess', '4k3/P7/8/8/8/8/8/4K3 w - - 0 1'))",
    "suicide": "fr.Board(fr.Position('ultima', '4k3/8/8/3i4/2P1L3/8/8/3KX3 w 0 1'))",
    "chain": f"fr.Board(fr.Position('shahki', {CHAIN!r}), orientation='wc')",
    "black": "fr.Board('chess', players={'w': 'random'}, seed=2)",
}


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """JupyterLab with a notebook of all boards; its address."""
    folder = tmp_path_factory.mktemp("lab")
    cells = ["import fairyring as fr", *(f"{name} = {call}; {name}" for name, call in BOARDS.items())]
    notebook = {
        "cells": [
            {"cell_type": "code", "id": f"c{i}", "metadata": {}, "source": s, "outputs": [], "execution_count": None}
            for i, s in enumerate(cells)
        ],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    (folder / "boards.ipynb").write_text(json.dumps(notebook))
    settings = folder / "settings" / "@jupyterlab"
    for name, values in {
        "notebook-extension/tracker": {"windowingMode": "none"},
        "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    }.items():
        file = settings / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(values))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "jupyter", "lab", "--no-browser", "--allow-root", f"--ServerApp.port={port}"]
    command += ["--ServerApp.ip=127.0.0.1", "--IdentityProvider.token=", f"--ServerApp.root_dir={folder}"]
    environment = os.environ | {"JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"), "JUPYTER_NO_CONFIG": "1"}
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(240):
            try:
                urllib.request.urlopen(f"{address}/api", timeout=5).read()
                break
            except OSError:
                time.sleep(0.5)
        yield address
    finally:
        server.terminate()
        server.wait(30)


@pytest.fixture(scope="session")
def page(lab: str) -> Iterator[Page]:
    """The notebook, run from top to bottom."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        opened = browser.new_page(viewport={"width": 1100, "height": 1000})
        opened.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        foreign: list[str] = []
        opened.on(
            "request",
            lambda request: None if request.url.startswith((lab, "data:", "blob:")) else foreign.append(request.url),
        )
        opened.goto(f"{lab}/lab/tree/boards.ipynb")
        opened.locator(".jp-Notebook .jp-Cell").first.wait_for()
        # What is run before the kernel is there is lost.
        opened.get_by_text("(ipykernel) | Idle").first.wait_for()
        opened.get_by_role("menuitem", name="Run", exact=True).click()
        opened.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        expect(opened.locator(".fairyring-board")).to_have_count(len(BOARDS))
        expect(opened.locator(".fairyring-board svg.fairyring")).to_have_count(len(BOARDS))
        yield opened
        assert not foreign, foreign
        browser.close()


def board_of(page: Page, name: str) -> tuple[Locator, fr.Board]:
    """The board on the page, and its like here."""
    shown = page.locator(".fairyring-board").nth(list(BOARDS).index(name))
    shown.scroll_into_view_if_needed()
    twin = eval(BOARDS[name], {"fr": fr})
    assert isinstance(twin, fr.Board)
    return shown, twin


def cell(shown: Locator, name: str) -> Locator:
    return shown.locator(f'rect[data-name="{name}"]')


def click_move(shown: Locator, choice: dict[str, Any]) -> None:
    """Clicks the cells of a move one after another, and a menu's entry where one is offered."""
    for name in choice["path"]:
        cell(shown, name).click()
    entry = shown.locator(f'.menu button[data-move="{choice["move"]}"]')
    if entry.count():
        entry.click()


def same(shown: Locator, twin: fr.Board) -> None:
    """The page shows what the board here says."""
    view = twin.view
    expect(shown.locator(".row span").filter(has_text=" / ")).to_have_text(f"{view['ply']} / {view['plies']}")
    expect(shown.locator(".status")).to_contain_text(view["status"])
    if view["last"]:
        expect(shown.locator(".status")).to_contain_text(view["last"].get("word", view["last"]["move"]))
    drawn = shown.locator("svg.fairyring")
    expect(drawn).to_have_attribute("aria-label", f"{view['game']}: {view['status']}")
    assert drawn.locator("rect.cell").count() == len(view["cells"])


def shot(shown: Locator, name: str) -> None:
    shown.screenshot(path=SHOTS / f"{name}.png")


@pytest.mark.parametrize("game", fr.games())
def test_three_moves_by_clicks(page: Page, game: str) -> None:
    shown, twin = board_of(page, game)
    shot(shown, f"{game}-0")
    for number in range(3):
        choices = twin.view["choices"]
        choice = choices[(3 + 5 * number) % len(choices)]
        first = cell(shown, choice["path"][0])
        first.click()
        if len(choice["path"]) > 1:
            expect(first).to_have_class("cell chosen")
            assert shown.locator(".spot").count() >= 1
            shot(shown, f"{game}-{number}-chosen")
            first.press("Escape")
            click_move(shown, choice)
        twin.play(choice["move"])
        same(shown, twin)
    shot(shown, f"{game}-3")
    shown.get_by_role("button", name="Undo").click()
    twin.undo()
    same(shown, twin)


def test_the_dice_are_rolled_and_seen(page: Page) -> None:
    shown, twin = board_of(page, "roll")
    for name in ("e2", "e4"):
        cell(shown, name).click()
    twin.play("e2e4")
    same(shown, twin)
    button = shown.get_by_role("button", name="Roll the dice")
    # Slowly, so that a picture of it can be taken on a busy machine.
    page.evaluate(
        "window.quick = setTimeout;"
        "window.setTimeout = (work, time, ...rest) => quick(work, time === 80 ? 960 : time, ...rest)"
    )
    button.click()
    shown.locator(".dice.tumbling").wait_for()
    shot(shown, "roll-tumbling")
    page.evaluate("window.setTimeout = quick")
    twin.roll()
    same(shown, twin)
    expect(shown.locator(".dice")).to_have_count(0)
    assert shown.locator('svg.fairyring g[data-cell="d4"].neutral').count() == 0
    shot(shown, "roll-done")


def test_a_game_of_a_batch_is_replayed(page: Page) -> None:
    shown, twin = board_of(page, "replay")
    slider = shown.get_by_role("slider")
    slider.fill("5")
    twin.ply = 5
    same(shown, twin)
    shot(shown, "replay-5")
    shown.get_by_role("button", name="one move on").click()
    twin.ply = 6
    same(shown, twin)
    shown.get_by_role("button", name="to the end").click()
    twin.ply = len(twin.history)
    same(shown, twin)
    shot(shown, "replay-end")
    shown.get_by_role("button", name="game \u203a").click()
    twin.index = 2
    same(shown, twin)
    shown.get_by_role("button", name="run through the moves").click()
    expect(shown.locator(".row span").filter(has_text=" / ")).to_have_text(f"4 / {len(twin.history)}")
    shown.get_by_role("button", name="stop").click()


def test_the_card_table_is_panned_and_zoomed(page: Page) -> None:
    shown, twin = board_of(page, "table")
    shown.get_by_role("button", name="to the end").click()
    twin.ply = len(twin.history)
    same(shown, twin)
    drawn = shown.locator("svg.fairyring")
    whole = drawn.get_attribute("viewBox")
    shot(shown, "table-whole")
    shown.get_by_role("button", name="zoom in").click()
    closer = drawn.get_attribute("viewBox")
    assert closer is not None
    assert whole is not None
    assert float(closer.split()[2]) < float(whole.split()[2])
    box = drawn.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 40, steps=4)
    page.mouse.up()
    panned = drawn.get_attribute("viewBox")
    assert panned is not None
    moved = [float(b) - float(a) for a, b in zip(closer.split(), panned.split(), strict=True)]
    assert moved[0] < -10
    assert moved[1] < -10
    assert moved[2:] == [0, 0]
    shot(shown, "table-panned")
    # The click that ended the drag has played nothing.
    same(shown, twin)
    page.mouse.wheel(0, -200)
    expect(drawn).not_to_have_attribute("viewBox", panned)
    shown.get_by_role("button", name="Fit").click()
    assert drawn.get_attribute("viewBox") is not None
    expect(drawn).to_have_attribute("viewBox", " ".join(f"{float(n):.2f}" for n in whole.split()))


def test_a_teleport_or_a_knight_move_is_asked_for(page: Page) -> None:
    shown, twin = board_of(page, "teleport")
    cell(shown, "b1").click()
    cell(shown, "c3").click()
    expect(shown.locator(".menu button")).to_have_text(["move to c3", "teleport to c3", "cancel"])
    shot(shown, "teleport-menu")
    shown.locator(".menu button").nth(1).click()
    twin.play("b1~c3")
    same(shown, twin)


def test_a_promotion_is_chosen(page: Page) -> None:
    shown, twin = board_of(page, "promotion")
    cell(shown, "a7").click()
    cell(shown, "a8").click()
    expect(shown.locator(".menu button")).to_have_count(5)
    shot(shown, "promotion-menu")
    shown.get_by_role("button", name="promote to knight").click()
    twin.play("a7a8n")
    same(shown, twin)


def test_a_frozen_unit_is_taken_off_only_when_meant(page: Page) -> None:
    shown, twin = board_of(page, "suicide")
    cell(shown, "c4").click()
    cell(shown, "c4").click()
    shot(shown, "suicide-menu")
    shown.get_by_role("button", name="cancel").click()
    same(shown, twin)
    cell(shown, "c4").click()
    cell(shown, "c4").click()
    shown.get_by_role("button", name="take c4 off the board").click()
    twin.play("c4c4")
    same(shown, twin)


def test_a_chain_goes_on_or_stops(page: Page) -> None:
    shown, twin = board_of(page, "chain")
    chains = [choice for choice in twin.view["choices"] if ":" in choice["move"]]
    short, long = min(chains, key=lambda c: len(c["path"])), max(chains, key=lambda c: len(c["path"]))
    assert len(long["path"]) == 3
    assert long["path"][:2] == short["path"]
    cell(shown, short["path"][0]).click()
    cell(shown, short["path"][1]).click()
    expect(shown.locator(".menu button")).to_have_text([f"stop on {short['path'][1]}"])
    shot(shown, "chain-middle")
    cell(shown, long["path"][2]).click()
    twin.play(long["move"])
    same(shown, twin)
    shown.get_by_role("button", name="Undo").click()
    twin.undo()
    same(shown, twin)
    cell(shown, short["path"][0]).click()
    cell(shown, short["path"][1]).click()
    shown.locator(".menu button").first.click()
    twin.play(short["move"])
    same(shown, twin)
    shot(shown, "chain-stopped")


def test_a_game_is_played_by_keys(page: Page) -> None:
    shown, twin = board_of(page, "black")
    same(shown, twin)
    move = next(m for m in twin.position.legal_moves() if m[:2] == "e7")
    shown.locator("rect.cell[tabindex='0']").focus()
    focus = shown.locator("rect.cell:focus")
    # Black sits below, so that the arrow up goes from rank 8 towards rank 1, and right from h to a.
    at = focus.get_attribute("data-name")
    assert at is not None
    for key, times in (("ArrowLeft", ord("e") - ord(at[0])), ("ArrowRight", ord(at[0]) - ord("e"))):
        for _ in range(max(0, times)):
            page.keyboard.press(key)
    for key, times in (("ArrowDown", 7 - int(at[1])), ("ArrowUp", int(at[1]) - 7)):
        for _ in range(max(0, times)):
            page.keyboard.press(key)
    expect(focus).to_have_attribute("data-name", "e7")
    expect(focus).to_have_attribute("aria-label", "e7: Black pawn, can move")
    page.keyboard.press("Enter")
    for _ in range(7 - int(move[3])):
        page.keyboard.press("ArrowUp")
    expect(focus).to_have_attribute("aria-label", f"{move[2:]}: empty, can go here")
    shot(shown, "keys")
    page.keyboard.press("Enter")
    twin.play(move)
    same(shown, twin)
    typed = shown.get_by_label("a move as text")
    typed.fill("a1a8")
    typed.press("Enter")
    expect(shown.locator(".notice")).to_contain_text('move "a1a8" refused')
    legal = twin.position.legal_moves()[0]
    typed.fill(legal)
    typed.press("Enter")
    twin.play(legal)
    same(shown, twin)


@pytest.mark.skipif(not AXE.exists(), reason="needs axe-core: npm install axe-core, and AXE=path of axe.min.js")
def test_no_serious_findings_of_axe(page: Page) -> None:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("() => axe.run('.fairyring-board', {resultTypes: ['violations']})")
    (SHOTS / "axe.json").write_text(json.dumps(found["violations"], indent=1))
    assert len(found["passes"]) > 5
    told = [f"{entry['id']} ({entry['impact']}): {entry['nodes'][0]['html'][:200]}" for entry in found["violations"]]
    assert not told, "\n".join(told)
