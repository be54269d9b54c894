"""What keys are made of."""

from __future__ import annotations

from typing import NamedTuple
from zlib import crc32

SHARDS = 4

METADATA = "METADATA"
PROFILE = "PROFILE"
IDENTITY = "IDENTITY"
TOKEN = "TOKEN"  # noqa: S105 - a sort key, not a secret

NO_DUE_DATE = "9999-12-31"
"""Stands for "no due date" in the sort keys of both indexes, so that such tasks come last."""


class Key(NamedTuple):
    """Where one item lives."""

    pk: str
    sk: str


def shard(of: str) -> int:
    """The shard, 0 to 3, that an id's counters live in.

    Computed, never drawn: a retry is byte-identical and undoing a step meets the very item that the step wrote.
    """
    return crc32(of.encode()) % SHARDS


def org_pk(org: str) -> str:
    """The partition of one organisation: everything a tenant owns."""
    return f"ORG#{org}"


def user_pk(user: str) -> str:
    """The partition of one person's account."""
    return f"USER#{user}"
