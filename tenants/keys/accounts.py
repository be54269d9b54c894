"""Keys of the partitions that belong to no organisation."""

from __future__ import annotations

from tenants.keys.parts import IDENTITY, PROFILE, Key, user_pk


def profile(user: str) -> Key:
    """A person's account."""
    return Key(user_pk(user), PROFILE)


def session(user: str, digest: str) -> Key:
    """A signed-in device; `digest` is the SHA-256 of the cookie's random part."""
    return Key(user_pk(user), f"SESSION#{digest}")


def identity(address: str) -> Key:
    """The uniqueness lock of a canonical e-mail address."""
    return Key(f"EMAIL#{address}", IDENTITY)
