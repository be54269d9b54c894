"""One time budget per request, looked at before every call to the database."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_ends: ContextVar[float | None] = ContextVar("deadline", default=None)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Give the block `seconds`; an outer, earlier end stays in force."""
    end = time.monotonic() + seconds
    outer = _ends.get()
    token = _ends.set(end if outer is None else min(outer, end))
    try:
        yield
    finally:
        _ends.reset(token)


def allow(seconds: float) -> None:
    """Give what is left of the surrounding block `seconds` from now on, for the few actions that may take longer."""
    if _ends.get() is not None:
        _ends.set(time.monotonic() + seconds)


def remaining() -> float:
    """Seconds left; infinity outside any budget (commands, jobs)."""
    end = _ends.get()
    return float("inf") if end is None else end - time.monotonic()


def passed() -> bool:
    """Whether the budget is used up."""
    return remaining() <= 0
