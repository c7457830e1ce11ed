"""What importing loads, what is lazy, what the README promises."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys

import pytest

import fairyring as fr
from helpers import ROOT


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_loads_numpy_only() -> None:
    code = "import sys, numpy; before = set(sys.modules); import fairyring; print(*sorted(set(sys.modules) - before))"
    loaded = [name for name in run(code).split() if name.partition(".")[0] not in sys.stdlib_module_names]
    assert loaded == ["fairyring", "fairyring._core"]


def test_names_are_there_and_lazy() -> None:
    assert set(fr.__all__) <= set(dir(fr))
    for name in fr.__all__:
        assert getattr(fr, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        fr.nothing  # noqa: B018
    assert run("import fairyring.simulation, fairyring as fr; print(callable(fr.simulate))") == "True\n"
    assert fr.__version__ == fr.build_info()["version"]


def test_a_missing_extra_names_its_install_line() -> None:
    code = """
import sys
sys.modules["pyarrow"] = None
import fairyring as fr
try:
    fr.simulate(fr.games()[0], games=2, seed=1, progress=False).to_arrow()
except ImportError as error:
    print(error)
"""
    assert "pip install 'fairyring[data]'" in run(code)


def test_facts_are_described(game: str) -> None:
    facts = fr.describe(game)
    assert facts["id"] == game
    assert len(facts["seats"]) == len(facts["teams"])
    assert facts["reasons"][-1] == "max_plies"
    assert facts["action_count"] > 0
    assert facts["rules_version"] >= 1
    for option in facts["options"]:
        assert option["about"]
        assert option["values"]
    with pytest.raises(ValueError, match="unknown game"):
        fr.describe("nim")


@pytest.mark.skipif("behemoth" not in fr.games(), reason="needs behemoth")
def test_readme_examples_run() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    examples = re.findall(r"```pycon\n(.*?)```", text, re.DOTALL)
    assert examples
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    for number, example in enumerate(examples):
        runner.run(parser.get_doctest(example, {}, f"README {number}", "README.md", 0))
    assert runner.tries > 0
    assert runner.failures == 0


def test_readme_pictures_exist() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for path in re.findall(r"!\[[^]]*\]\(([^)]+)\)", text):
        assert (ROOT / path).read_text(encoding="utf-8").startswith("<svg ")
