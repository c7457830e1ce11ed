"""Options and fixtures that the tests share."""

from __future__ import annotations

import signal

import pytest
from hypothesis import HealthCheck, settings

import fairyring as fr

# A shell makes its background jobs ignore SIGINT; tests that interrupt themselves need it heard.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples on every run; no deadline, as the machine may be busy.
settings.register_profile(
    "fairyring", deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("fairyring")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="bigger sizes")


@pytest.fixture(scope="session")
def long(request: pytest.FixtureRequest) -> bool:
    """Whether bigger sizes are asked for."""
    return bool(request.config.getoption("--long"))


@pytest.fixture(params=fr.games())
def game(request: pytest.FixtureRequest) -> str:
    """Every game."""
    return str(request.param)
