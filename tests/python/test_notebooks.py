"""The code of the notebooks runs, here without Jupyter; `make notebooks` runs them in it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from helpers import ROOT

#: Notebooks that play for a minute or two.
SLOW = {"03_teleport_value", "08_batches_and_ray"}

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_code_of_a_notebook_runs(notebook: Path, tmp_path: Path, long: bool) -> None:
    if notebook.stem in SLOW and not long:
        pytest.skip("a bigger size")
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert code
    assert not any(cell.get("outputs") for cell in cells), "outputs are not committed"
    for module in ("IPython", "ray", "anywidget", "matplotlib"):
        if any(module in cell for cell in code):
            pytest.importorskip(module)
    script = tmp_path / "notebook.py"
    script.write_text("\n\n".join(code), encoding="utf-8")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, cwd=tmp_path, timeout=900)
    assert done.returncode == 0, done.stderr
