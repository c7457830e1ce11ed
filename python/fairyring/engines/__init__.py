"""Where games are played: on the threads of this process, or on a Ray cluster. The results are the same, bit for bit.

Everything that plays takes `engine=`: "threads", "ray", or one of the objects here, which carry settings. `run_chunks`
is the one function behind them all: it plays the chunks of a piece of work and hands their results over as they are
finished."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from fairyring.arguments import whole

#: Told about progress: units finished, and all of them.
Report: TypeAlias = Callable[[int, int], object]

Result = TypeVar("Result")


class Chunk(NamedTuple):
    """A piece of work: so many units (games, openings) from number `first` on."""

    number: int
    first: int
    units: int


@dataclass(frozen=True)
class Threads:
    """The threads of this process, in native code."""


@dataclass(frozen=True)
class Ray:
    """A Ray cluster, each chunk a task of one CPU.

    address: of the cluster ("auto", "ray://host:10001"); None for the one of RAY_ADDRESS, or else one on this machine
    that ends with this process. in_flight: chunks handed out and not yet taken back, None for two per CPU of the
    cluster. retries: how often a chunk is played again when its worker or node is lost. Fairyring must be installed on
    every node in the same version, and files that agents name must be there."""

    address: str | None = None
    in_flight: int | None = None
    retries: int = 8

    def __post_init__(self) -> None:
        if self.address is not None and not isinstance(self.address, str):
            raise TypeError(f"address must be text or None, not {self.address!r}")
        if self.in_flight is not None:
            whole(self.in_flight, "in_flight", 1, 1_000_000)
        whole(self.retries, "retries", 0, 1000)


#: What plays the games.
Engine: TypeAlias = Literal["threads", "ray"] | Threads | Ray


def engine_of(engine: Engine | str, address: str | None = None) -> Threads | Ray:
    """The engine of a name or an object, checked; address goes with "ray" only."""
    if isinstance(engine, Threads | Ray):
        found: Threads | Ray = engine
    elif engine == "threads":
        found = Threads()
    elif engine == "ray":
        return Ray(address)
    else:
        raise ValueError(f"unknown engine {engine!r}; valid: threads, ray")
    if address is not None:
        raise ValueError('address= goes with engine="ray"')
    return found


def cut(first: int, count: int, size: int) -> list[Chunk]:
    """Units `first..first + count` in chunks of at most `size`."""
    return [
        Chunk(number, first + begin, min(size, count - begin)) for number, begin in enumerate(range(0, count, size))
    ]


def run_chunks(
    play: Callable[[Chunk, int, Report | None], Result],
    chunks: Iterable[Chunk],
    *,
    engine: Engine | str = "threads",
    workers: int = 0,
    report: Report | None = None,
    total: int = 0,
    done: int = 0,
) -> Generator[tuple[Chunk, Result], None, None]:
    """Plays chunks and yields each with its result, when it is finished; on a cluster in any order.

    play(chunk, workers, report) must depend on the chunk alone, and with Ray it must pickle (a function of a module, or
    a functools.partial of one). workers: threads of this process, 0 for one per core. report hears of the units
    finished, beginning at `done`, of `total`. What play raises ends the work; so does KeyboardInterrupt, after which
    nothing is left running once the results are closed (`contextlib.closing`). No more chunks are begun than the
    consumer takes results, but for those in flight.
    """
    found = engine_of(engine)
    if isinstance(found, Ray):
        from fairyring.engines.distributed import run_on_ray

        yield from run_on_ray(play, chunks, found, report, total, done)
        return
    for chunk in chunks:
        told = None if report is None else _within(report, done, total)
        result = play(chunk, workers, told)
        done += chunk.units
        yield chunk, result


def _within(report: Report, before: int, total: int) -> Report:
    def told(finished: int, _all: int) -> Any:
        return report(before + finished, max(total, before + finished))

    return told


__all__ = ["Chunk", "Engine", "Ray", "Report", "Threads", "cut", "engine_of", "run_chunks"]
