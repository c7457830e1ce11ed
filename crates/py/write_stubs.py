"""Writes python/fairyring/_core.pyi from the built extension; with --check compares instead.

The generator does not see exceptions, and leaves out the imports of types that are annotated as text: both are added.
"""

from __future__ import annotations

import argparse
import difflib
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
STUB = ROOT / "python" / "fairyring" / "_core.pyi"

IMPORTS = "import typing\n\nimport numpy\nimport numpy.typing\n"

EXCEPTIONS = '''
class IllegalMoveError(ValueError):
    """
    A move or action that cannot be played here; the message names it, the actor and why.
    """

class PositionError(ValueError):
    """
    A position text that was refused; the message gives every reason that was found.
    """
'''

ANYTHING = "\ndef __getattr__(name: str) -> Incomplete: ...\n"


def generated(profile: str) -> str:
    """The stub of the extension as it is built now."""
    with tempfile.TemporaryDirectory() as folder:
        command = [Path(sys.executable).with_name("maturin"), "generate-stubs", "--out", folder, "--profile", profile]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        [file] = Path(folder).rglob("_core.pyi")
        text = file.read_text(encoding="utf-8")
    if ANYTHING not in text:
        raise SystemExit("the generator has changed: its stub no longer ends with a __getattr__")
    text = text.replace(ANYTHING, EXCEPTIONS)
    if "Incomplete" in text.replace("import Incomplete", ""):
        raise SystemExit("a type is not known to the generator: annotate it in its pyo3 signature")
    text = text.replace("from _typeshed import Incomplete, SupportsGetItem", "from _typeshed import SupportsGetItem")
    head, sign, body = text.partition("\nfrom ")
    names = sorted(
        line.split("(")[0].split(":")[0].split()[1] for line in body.splitlines() if line.startswith(("def ", "class "))
    )
    return f"{head}\n{IMPORTS}{sign.lstrip()}{body}\n__all__ = {names!r}\n"


def main() -> None:
    """Writes or compares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail where the committed stub differs")
    parser.add_argument("--profile", default="release", help="cargo profile to build with")
    arguments = parser.parse_args()
    text = generated(arguments.profile)
    if not arguments.check:
        STUB.write_text(text, encoding="utf-8")
        return
    committed = STUB.read_text(encoding="utf-8") if STUB.exists() else ""
    if committed != text:
        sys.stderr.writelines(
            difflib.unified_diff(committed.splitlines(True), text.splitlines(True), "committed", "built")
        )
        raise SystemExit("the committed stub is not that of the extension: run make stubs")


main()
