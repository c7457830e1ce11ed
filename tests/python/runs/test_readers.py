"""Others read a run without this package: pyarrow, polars, duckdb, pandas."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import fairyring as fr

pytest.importorskip("pyarrow")

#: Each reads all parts of the run in `run` and prints: games, games by reason sorted by word, sum of plies, xor of
#: seeds, sum of the first seat's utility, and number of all actions.
READERS = {
    "pyarrow": """
import pyarrow.dataset as ds, pyarrow.compute as pc, functools, operator
t = ds.dataset(sorted(map(str, run.glob("*.parquet")))).to_table()
reasons = {r["values"]: r["counts"] for r in pc.value_counts(t["reason"].cast("string")).to_pylist()}
print(len(t), sorted(reasons.items()), pc.sum(t["plies"]).as_py(),
      functools.reduce(operator.xor, t["seed"].to_pylist()),
      sum(u[0] for u in t["utility"].to_pylist()), pc.sum(pc.list_value_length(t["moves"])).as_py())
""",
    "polars": """
import polars as pl, functools, operator
t = pl.read_parquet(run / "*.parquet")
reasons = t["reason"].cast(pl.String).value_counts().rows()
print(len(t), sorted(reasons), t["plies"].sum(), functools.reduce(operator.xor, t["seed"].to_list()),
      sum(u[0] for u in t["utility"].to_list()), t["moves"].list.len().sum())
""",
    "duckdb": """
import duckdb, functools, operator
q = duckdb.sql(f"select * from '{run}/*.parquet'")
reasons = duckdb.sql("select reason::varchar, count(*) from q group by 1").fetchall()
sums = duckdb.sql("select count(*), sum(plies), sum(utility[1]), sum(len(moves)) from q").fetchall()
n, plies, first, actions = sums[0]
seeds = [row[0] for row in duckdb.sql("select seed from q").fetchall()]
print(n, sorted(reasons), int(plies), functools.reduce(operator.xor, seeds), float(first), int(actions))
""",
    "pandas": """
import pandas as pd, functools, operator
t = pd.concat([pd.read_parquet(p) for p in sorted(run.glob("*.parquet"))])
reasons = {word: count for word, count in t["reason"].astype(str).value_counts().items()}
print(len(t), sorted(reasons.items()), int(t["plies"].sum()), functools.reduce(operator.xor, map(int, t["seed"])),
      float(sum(u[0] for u in t["utility"])), int(t["moves"].map(len).sum()))
""",
}


@pytest.mark.parametrize("reader", READERS)
def test_runs_are_read_without_us(reader: str, tmp_path: Path) -> None:
    pytest.importorskip(reader)
    b = fr.simulate("wari", games=250, seed=7, out=tmp_path / "run", chunk=100, moves=True, progress=False)
    assert b.moves is not None
    script = f"import sys, pathlib\nsys.modules['fairyring'] = None\nrun = pathlib.Path({str(tmp_path / 'run')!r})\n"
    result = subprocess.run([sys.executable, "-c", script + READERS[reader]], capture_output=True, text=True)
    words, counts = np.unique([b.reasons[number] for number in b.reason], return_counts=True)
    expected = (
        250,
        [(str(word), int(count)) for word, count in zip(words, counts, strict=True)],
        int(b.plies.sum()),
        int(np.bitwise_xor.reduce(b.seed)),
        float(b.utility[:, 0].sum()),
        len(b.moves.actions),
    )
    assert result.stdout.strip() == " ".join(map(str, expected)), result.stderr


def test_batches_and_positions_go_to_polars_and_pandas(tmp_path: Path) -> None:
    pl = pytest.importorskip("polars")
    run = fr.simulate("wari", games=50, seed=7, out=tmp_path / "run", chunk=20, progress=False)
    assert pl.DataFrame(run)["plies"].to_list() == run.plies.tolist()
    positions = fr.sample_positions(run, per_game=2)
    frame = pl.DataFrame(positions)
    assert frame["text"].to_list() == positions.texts
    assert frame["observation"][3] == positions.observation[3].tobytes()
    assert frame["plies_to_end"].to_list() == positions.plies_to_end.tolist()
