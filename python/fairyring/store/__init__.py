"""Runs on disk: a directory of Parquet parts, one for each chunk of game indices, and `run.json` beside them.

A part is whole or absent, whenever the writing process ends; a run is played on from where it is. `docs/runs.md`
describes the format, which pyarrow, polars, duckdb and pandas read without this package."""

from fairyring.store.spec import RunSpec
from fairyring.store.status import RunStatus, run_status
from fairyring.store.stored import StoredBatch
from fairyring.store.write import run_into

__all__ = ["RunSpec", "RunStatus", "StoredBatch", "run_into", "run_status"]
