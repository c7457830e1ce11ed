"""Playing a run into a directory, part by part."""

from __future__ import annotations

import contextlib
import functools
import logging
import os
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import TracebackType

from fairyring.batch import Batch
from fairyring.engines import Chunk, Engine, Ray, Report, engine_of, run_chunks
from fairyring.errors import Interrupted, RunError, require
from fairyring.store.files import remove_unfinished, sync_directory, write_whole
from fairyring.store.lock import WriterLock
from fairyring.store.parts import fault, part_files, part_name, write_part
from fairyring.store.spec import LARGEST_PART, RunSpec
from fairyring.store.stored import DESCRIPTION, StoredBatch, read_spec

#: Plays a number of games from an index on, on so many threads, told about progress.
Play = Callable[[int, int, int, Report | None], Batch]

#: Seconds that a part should take: what a run loses at most when it is killed, and games still go in big pieces.
PART_SECONDS = 10.0

#: Seconds and games that the trial of an agent's speed takes at least and at most.
TRIAL_SECONDS = 0.2
TRIAL_GAMES = 256

#: Parts that wait to be written while others are played.
WAITING = 2

log = logging.getLogger("fairyring")


def run_into(
    directory: str | os.PathLike[str],
    spec: RunSpec,
    play: Play,
    *,
    chunk: int | None,
    seeded: bool,
    resume: bool,
    engine: Engine | str,
    workers: int,
    report: Report | None,
) -> StoredBatch:
    """Plays what is missing of a run and stores it. chunk: games a part, None to find out; seeded: whether the caller
    named the seed, so that it must be that of the stored run.

    Raises ValueError where the directory holds a run already (without `resume`), another run, or something else;
    RunError where it cannot be written or another process is writing it; Interrupted, with the games stored, on Ctrl-C.
    """
    require("pyarrow.parquet", "data", "storing a run")
    path = Path(directory)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(f"the directory {str(path)!r} cannot be made: {error.strerror}") from error
    with WriterLock(path):
        try:
            spec = _begun(path, spec, play, chunk, seeded, resume, engine, workers)
            whole = _whole(path, spec)
        except KeyboardInterrupt as stop:
            raise Interrupted(f"stopped before the first game of {str(path)!r}") from stop
        except OSError as error:
            raise RunError(f"the run in {str(path)!r} cannot be begun: {error}") from error
        chunks = (
            Chunk(number, number * spec.chunk, spec.size(number)) for number in range(spec.parts) if number not in whole
        )
        done = sum(spec.size(number) for number in whole)
        work = functools.partial(_play_chunk, play)
        results = run_chunks(work, chunks, engine=engine, workers=workers, report=report, total=spec.games, done=done)
        try:
            # Closing the results ends what is in flight, also where a part cannot be written.
            with PartWriter(path, spec) as writer, contextlib.closing(results):
                for played, batch in results:
                    writer.put(played.number, batch)
        except KeyboardInterrupt as stop:
            kept = StoredBatch(path, partial=True)
            message = f"stopped after {len(kept):,} of {spec.games:,} games, stored in {str(path)!r}; resume goes on"
            raise Interrupted(message, batch=kept) from stop
    return StoredBatch(path)


def _play_chunk(play: Play, chunk: Chunk, workers: int, report: Report | None) -> Batch:
    return play(chunk.first, chunk.units, workers, report)


def _begun(
    path: Path,
    spec: RunSpec,
    play: Play,
    chunk: int | None,
    seeded: bool,
    resume: bool,
    engine: Engine | str,
    workers: int,
) -> RunSpec:
    """The specification of the run in the directory, which is begun if there is none."""
    remove_unfinished(path)
    if not (path / DESCRIPTION).exists():
        others = sorted(entry.name for entry in path.iterdir() if not entry.name.startswith("."))
        if others:
            raise ValueError(
                f"{str(path)!r} holds no run, and is not empty ({', '.join(others[:3])}); give a new directory"
            )
        size = chunk or part_size(play, spec.games, engine, workers)
        spec = replace(spec, chunk=size)
        _describe(path, spec)
        return spec
    if not resume:
        raise ValueError(f"{str(path)!r} holds a run already; resume=True (--resume) goes on with it")
    stored = read_spec(path)
    spec = replace(spec, chunk=chunk or stored.chunk)
    if not seeded:
        spec = replace(spec, seed=stored.seed)
    stored.check_same(spec, path)
    if spec.games < stored.games:
        raise ValueError(
            f"the run in {str(path)!r} differs from the one asked for in games: stored {stored.games}, asked for "
            f"{spec.games}; a run can grow, not shrink"
        )
    if spec.games > stored.games:
        _describe(path, spec)
        if stored.games % stored.chunk:
            # The last part will hold more games.
            (path / part_name(stored.parts - 1)).unlink(missing_ok=True)
    return spec


def _describe(path: Path, spec: RunSpec) -> None:
    write_whole(path / DESCRIPTION, lambda file: file.write(spec.to_json().encode()))


def _whole(path: Path, spec: RunSpec) -> set[int]:
    """Numbers of the parts that are there. Those that are damaged are removed."""
    whole = set()
    removed = False
    for number, file in part_files(path).items():
        wrong = fault(file, spec, number) if number < spec.parts else "there is no such part"
        if wrong is None:
            whole.add(number)
        else:
            log.warning("%s is played again: %s", file, wrong)
            file.unlink()
            removed = True
    if removed:
        sync_directory(path)
    return whole


def part_size(play: Play, games: int, engine: Engine | str, workers: int) -> int:
    """Games of a part: a power of two that takes about `PART_SECONDS`, by a trial of the first games."""
    threads = 1 if isinstance(engine_of(engine), Ray) else workers or os.cpu_count() or 1
    tried, began = 1, time.monotonic()
    while True:
        start = time.monotonic()
        play(0, tried, 1, None)
        seconds = time.monotonic() - start
        if seconds > TRIAL_SECONDS / 4 or tried >= min(TRIAL_GAMES, games) or start - began > TRIAL_SECONDS:
            break
        tried = min(4 * tried, TRIAL_GAMES, games)
    per_part = PART_SECONDS * threads * tried / max(seconds, 1e-9)
    return 1 << max(0, min(int(per_part), LARGEST_PART).bit_length() - 1)


class PartWriter:
    """Writes parts on a thread of its own while the next ones are played, as a context; its end waits for the last."""

    def __init__(self, directory: Path, spec: RunSpec) -> None:
        self.directory = directory
        self.spec = spec
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="fairyring-store")
        self._waiting: deque[tuple[int, Future[None]]] = deque()

    def put(self, number: int, batch: Batch) -> None:
        """Hands a part over. Waits where too many are waiting already."""
        while len(self._waiting) >= WAITING:
            self._finish()
        self._waiting.append((number, self._pool.submit(write_part, self.directory, self.spec, number, batch)))

    def _finish(self) -> None:
        number, future = self._waiting.popleft()
        try:
            future.result()
        except OSError as error:
            stored = len(part_files(self.directory))
            raise RunError(
                f"part {number} of the run in {str(self.directory)!r} cannot be written: {error.strerror or error}; "
                f"{stored} of {self.spec.parts} parts are stored: make room, then resume"
            ) from error

    def __enter__(self) -> PartWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            # After an error of a part, the others are still written; the first error is the one that is told.
            while self._waiting and error is None:
                self._finish()
        finally:
            self._pool.shutdown(wait=True)
