"""The command that opens the notebooks."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import click

#: The notebook that is opened.
TOUR = "01_tour.ipynb"


@click.command("lab")
@click.option("--directory", type=click.Path(file_okay=False), default=None, help="Where the notebooks are.")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
def lab_command(directory: str | None, no_browser: bool) -> None:
    """Open the tour in JupyterLab."""
    for module in ("jupyterlab", "anywidget"):
        if find_spec(module) is None:
            raise click.ClickException(
                f"the notebooks need {module}, which is not here: pip install 'fairyring[notebook]'"
            )
    tour = find_tour(directory)
    command = [sys.executable, "-m", "jupyter", "lab", str(tour), *(["--no-browser"] if no_browser else [])]
    status = subprocess.run(command, env=os.environ | {"PYTHONWARNINGS": "ignore"}).returncode
    if status:
        raise click.ClickException(f"JupyterLab ended with status {status}")


def find_tour(directory: str | None) -> Path:
    """The tour in a directory; for None in `notebooks` here, or beside the sources that this package runs from."""
    given = [Path(directory)] if directory is not None else [Path("notebooks"), Path(__file__).parents[3] / "notebooks"]
    for folder in given:
        if (folder / TOUR).is_file():
            return (folder / TOUR).resolve()
    looked = " or ".join(repr(str(folder)) for folder in given)
    raise click.ClickException(f"no {TOUR} in {looked}: name the repository's folder of notebooks by --directory")


COMMANDS = (lab_command,)
