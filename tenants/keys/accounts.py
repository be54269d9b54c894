"""Keys of the partitions that belong to no organisation."""

from __future__ import annotations

from tenants.keys.parts import IDENTITY, PROFILE, Key, user_pk


def profile(user: str) -> Key:
    """A person's account."""
    return Key(user_pk(user), PROFILE)


def session(user: str, digest: str) -> Key:
    """A signed-in device; `digest` is the SHA-256 of the cookie's random part."""
    return Key(user_pk(user), f"SESSION#{digest}")


def copies_job(user: str) -> Key:
    """The job that brings organisations' copies of a person's name and address up to date."""
    return Key(user_pk(user), "JOB#COPIES")


def user_of(pk: str) -> str:
    """The person of a `USER#<user>` partition key."""
    return pk.removeprefix("USER#")


SESSION_PREFIX = "SESSION#"
"""All devices of one person."""


def identity(address: str) -> Key:
    """The uniqueness lock of a canonical e-mail address."""
    return Key(f"EMAIL#{address}", IDENTITY)
