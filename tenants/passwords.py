"""Password hashes: argon2id with 46 MiB, one pass, one lane (OWASP ASVS 5.0, appendix C)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tenants import deadline
from tenants.errors import Busy
from tenants.words import said

MEMORY_KIB = 46 * 1024
AT_ONCE = 4
"""So many hashes at a time in one process, 46 MiB each."""
WAIT_SECONDS = 3.0
"""How long one more waits for its turn before it is told to come back."""
LONGEST = 1024
"""Longer ones are refused, never cut."""

_hasher = PasswordHasher(time_cost=1, memory_cost=MEMORY_KIB, parallelism=1)
_room = BoundedSemaphore(AT_ONCE)


def make(password: str) -> str:
    """The hash to store. Takes tens of milliseconds and 46 MiB. Raises Busy when too many are made at once."""
    with _turn():
        return _hasher.hash(_normal(password))


def matches(password: str, stored: str | None) -> bool:
    """Whether `password` is the one behind `stored`; never for an account without one, which takes as long.

    Raises Busy when too many are compared at once.
    """
    with _turn():
        try:
            _hasher.verify(stored or _nobodys(), _normal(password))
        except (VerificationError, InvalidHashError):
            return False
    return bool(stored)


def outdated(stored: str) -> bool:
    """Whether the hash was made with other parameters and should be made again."""
    return _hasher.check_needs_rehash(stored)


@contextmanager
def _turn() -> Iterator[None]:
    # Memory is what is scarce: waiting for ever would only move the crowd to the threads that serve pages.
    if not _room.acquire(timeout=max(0.0, min(WAIT_SECONDS, deadline.remaining()))):
        raise Busy(
            said("Many people are signing in at this moment. Nothing was changed; please try again in a few seconds.")
        )
    try:
        yield
    finally:
        _room.release()


@cache
def _nobodys() -> str:
    return _hasher.hash("nobody has this password")


def _normal(password: str) -> bytes:
    # The same password typed on another keyboard may arrive composed or decomposed. A lone surrogate is no character,
    # but no reason to fail either.
    return unicodedata.normalize("NFKC", password).encode(errors="surrogatepass")
