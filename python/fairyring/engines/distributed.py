"""Chunks as tasks of a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeVar

from fairyring import __version__
from fairyring.engines import Chunk, Ray, Report
from fairyring.errors import require

Result = TypeVar("Result")

#: Seconds between looks at Ctrl-C while nothing arrives.
_BEAT = 0.2


def run_on_ray(
    play: Callable[[Chunk, int, Report | None], Result],
    chunks: Iterable[Chunk],
    engine: Ray,
    report: Report | None,
    total: int,
    done: int,
) -> Generator[tuple[Chunk, Result], None, None]:
    """As `run_chunks`, on a cluster. The driver keeps a bounded number of chunks in flight."""
    ray = connected(engine)
    task = ray.remote(num_cpus=1, max_retries=engine.retries)(_play)
    shared = ray.put(play)
    limit = engine.in_flight or 2 * max(1, int(cpus(ray)))
    waiting = iter(chunks)
    flying: dict[Any, Chunk] = {}
    try:
        while True:
            while len(flying) < limit and (chunk := next(waiting, None)) is not None:
                flying[task.remote(shared, chunk)] = chunk
            if not flying:
                return
            ready, _ = ray.wait(list(flying), num_returns=1, timeout=_BEAT)
            for reference in ready:
                version, result = _taken(ray, reference, engine)
                chunk = flying.pop(reference)
                if version != __version__:
                    raise RuntimeError(f"a node of the cluster has fairyring {version}, and this process {__version__}")
                done += chunk.units
                yield chunk, result
                if report is not None:
                    report(done, total)
    finally:
        # As Ctrl-C reaches a worker: native code sees it within a moment.
        for reference in flying:
            ray.cancel(reference)


def connected(engine: Ray) -> Any:
    """Ray, connected to a cluster."""
    ray = require("ray", "ray", 'engine="ray"')
    if not ray.is_initialized():
        ray.init(address=engine.address, log_to_driver=False, logging_level="error")
    return ray


def cpus(ray: Any) -> float:
    """CPUs of the cluster."""
    return float(ray.cluster_resources().get("CPU", 1.0))


def _play(play: Callable[[Chunk, int, Report | None], Result], chunk: Chunk) -> tuple[str, Result]:
    """A task: the version of the worker's package, and the result."""
    return __version__, play(chunk, 1, None)


def _taken(ray: Any, reference: Any, engine: Ray) -> tuple[str, Any]:
    """The result of a task; what it raised is raised as it was, and a lost cluster is told in a sentence."""
    try:
        taken: tuple[str, Any] = ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        why = str(error).strip().partition("\n")[0]
        raise RuntimeError(f"a chunk was lost, and {engine.retries} retries did not help: {why}") from error
    return taken
