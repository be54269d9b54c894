"""Password hashes: argon2id with 46 MiB, one pass, one lane (OWASP ASVS 5.0, appendix C)."""

from __future__ import annotations

import unicodedata
from functools import cache
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

MEMORY_KIB = 46 * 1024
SHORTEST = 8
LONGEST = 1024
"""Longer ones are refused, never cut."""

_hasher = PasswordHasher(time_cost=1, memory_cost=MEMORY_KIB, parallelism=1)
# Every hash takes 46 MiB: so many at a time in one process, and the others wait.
_room = BoundedSemaphore(4)


def make(password: str) -> str:
    """The hash to store. Takes tens of milliseconds and 46 MiB."""
    with _room:
        return _hasher.hash(_normal(password))


def matches(password: str, stored: str | None) -> bool:
    """Whether `password` is the one behind `stored`; never for an account without one, which takes as long."""
    with _room:
        try:
            _hasher.verify(stored or _nobodys(), _normal(password))
        except (VerificationError, InvalidHashError):
            return False
    return bool(stored)


def outdated(stored: str) -> bool:
    """Whether the hash was made with other parameters and should be made again."""
    return _hasher.check_needs_rehash(stored)


@cache
def _nobodys() -> str:
    return _hasher.hash("nobody has this password")


def _normal(password: str) -> bytes:
    # The same password typed on another keyboard may arrive composed or decomposed. A lone surrogate is no character,
    # but no reason to fail either.
    return unicodedata.normalize("NFKC", password).encode(errors="surrogatepass")
