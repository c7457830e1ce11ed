"""The sequential test of a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from fairyring._core import SequentialTest

#: Hypotheses beyond are not those of tests but of a glance at the score, and no results may fulfil them.
LIMIT = 200


@dataclass(frozen=True)
class Sprt:
    """A sequential test of H1 (the first agent is better by elo1) against H0 (by elo0), with error probabilities alpha
    and
    beta; model: "normalised" Elo, whose tests take as long whatever the share of draws, or "logistic"."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "normalised"

    def __post_init__(self) -> None:
        if self.model not in ("normalised", "logistic"):
            raise ValueError(f"unknown model {self.model!r} of a test; valid: normalised, logistic")
        for name in ("elo0", "elo1"):
            if not abs(getattr(self, name)) <= LIMIT:
                raise ValueError(f"{name} of a test must lie between -{LIMIT} and {LIMIT}, not {getattr(self, name)}")
        self.begin(1)

    @classmethod
    def of(cls, given: Any) -> Sprt | None:
        """The test from itself, a mapping, text like `elo0=0,elo1=10`, or None."""
        if given is None or isinstance(given, Sprt):
            return given
        if isinstance(given, str):
            pairs = [part.partition("=") for part in given.split(",")]
            given = {name.strip(): text.strip() for name, _, text in pairs}
        if not isinstance(given, Mapping):
            raise TypeError(f"sprt must be an Sprt, a mapping, text or None, not {given!r}")
        names = [field.name for field in fields(cls)]
        values: dict[str, Any] = {}
        for name, value in given.items():
            if name not in names:
                raise ValueError(f"unknown parameter {name!r} of a sequential test; valid: {', '.join(names)}")
            if name == "model":
                values[name] = value
                continue
            try:
                values[name] = float(value)
            except (TypeError, ValueError):
                raise ValueError(f"parameter {name} of a sequential test must be a number, not {value!r}") from None
        return cls(**values)

    def begin(self, batch: int) -> SequentialTest:
        """The test at its beginning, looked at whenever `batch` more pairs are finished."""
        return SequentialTest(
            self.elo0,
            self.elo1,
            alpha=self.alpha,
            beta=self.beta,
            normalised=self.model == "normalised",
            batch=batch,
        )

    def to_dict(self) -> dict[str, Any]:
        """The parameters."""
        return asdict(self)

    def __str__(self) -> str:
        return ",".join(
            f"{name}={value:g}" if name != "model" else f"model={value}" for name, value in asdict(self).items()
        )
