"""Pages, notebooks and workflows: what can be said of them without building the site."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

import fairyring as fr
from helpers import ROOT

PAGES = sorted((ROOT / "docs").rglob("*.md"))
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def names(paths: list[Path]) -> list[str]:
    return [path.name for path in paths]


@pytest.mark.parametrize(
    "page", [page for page in PAGES if "```pycon" in page.read_text(encoding="utf-8")], ids=lambda p: p.name
)
def test_examples_of_pages_run(page: Path) -> None:
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    examples = re.findall(r"```pycon\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    scope: dict[str, Any] = {}
    for number, example in enumerate(examples):
        test = parser.get_doctest(example, scope, f"{page.name} {number}", str(page), 0)
        runner.run(test, clear_globs=False)
        scope = test.globs
    assert runner.tries > 0
    assert runner.failures == 0


def test_every_game_has_a_page_with_its_options() -> None:
    for game in fr.games():
        text = (ROOT / "docs" / "games" / f"{game}.md").read_text(encoding="utf-8")
        assert f'{{{{ options("{game}") }}}}' in text
        assert f'{{{{ board("{game}"' in text


def test_pages_load_nothing_from_elsewhere() -> None:
    for page in PAGES:
        assert not re.search(r"(src|href)=[\"']https?:", page.read_text(encoding="utf-8")), page.name


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.name)
def test_notebooks_are_committed_without_outputs(notebook: Path) -> None:
    document = json.loads(notebook.read_text(encoding="utf-8"))
    assert document["nbformat"] == 4
    code = [cell for cell in document["cells"] if cell["cell_type"] == "code"]
    assert code
    for cell in code:
        assert cell["outputs"] == []
        assert cell["execution_count"] is None
    # Text that teaches: a notebook begins with a heading, and no code stands there unexplained for long.
    assert "".join(document["cells"][0]["source"]).startswith("# ")
    assert sum(cell["cell_type"] == "markdown" for cell in document["cells"]) >= len(code) / 3


def test_the_notebooks_of_the_tour_are_there() -> None:
    listed = re.findall(r"`(0\d_\w+)`", (ROOT / "docs" / "notebooks.md").read_text(encoding="utf-8"))
    assert listed
    assert {f"{name}.ipynb" for name in listed} <= set(names(NOTEBOOKS))


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_are_well_formed(workflow: Path) -> None:
    document = yaml.safe_load(workflow.read_text(encoding="utf-8"))
    # YAML reads the key `on` as a truth value.
    assert {"name", True, "jobs"} <= document.keys()
    for job in document["jobs"].values():
        assert job["runs-on"]
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step)
            assert "@" in step.get("uses", "@")


def test_wheels_are_built_for_every_platform() -> None:
    document = yaml.safe_load((ROOT / ".github" / "workflows" / "wheels.yml").read_text(encoding="utf-8"))
    platforms = document["jobs"]["wheel"]["strategy"]["matrix"]["platform"]
    built = {(entry["name"].split()[0], entry["target"]) for entry in platforms}
    assert {
        ("manylinux", "x86_64"),
        ("manylinux", "aarch64"),
        ("macOS", "x86_64"),
        ("macOS", "aarch64"),
        ("Windows", "x64"),
    } <= built
    assert "sdist" in document["jobs"]
    [build] = [step for step in document["jobs"]["sdist"]["steps"] if "maturin-action" in step.get("uses", "")]
    assert build["with"]["command"] == "sdist"
