"""Cursors: where a list goes on, signed and bound to one list of one organisation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from django.core import signing

from tenants.errors import BadCursor
from tenants.items import Base
from tenants.keys import Key
from tenants.words import said

_T = TypeVar("_T", bound=Base)

_DAMAGED = said("This link to the next page does not belong to this list. Here is its beginning.")
_LONGEST = 2_000

Start = tuple[Key, str | None]


def make(pattern: str, *bound: str, item: Base, index: str | None = None, seen: int = 0) -> str:
    """A cursor after `item`. `bound` is what the list is of (organisation, filter): another list refuses it.

    A list of the table itself may keep in it how many rows have been `seen` so far.
    """
    index_sk = {None: str(seen) if seen else None, "GSI1": item.gsi1sk, "GSI2": item.gsi2sk}[index]
    return signing.dumps([item.pk, item.sk, index_sk], salt=_salt(pattern, bound), compress=False)


def seen(start: Start | None) -> int:
    """How many rows of a list of the table itself came before this start."""
    return int(start[1] or 0) if start else 0


def read(cursor: str, pattern: str, *bound: str, pk: str | None = None) -> Start | None:
    """Where the list goes on; None for its beginning. Raises BadCursor.

    With `pk` the partition is that one whatever the cursor says: it is built on the server.
    """
    if not cursor:
        return None
    if len(cursor) > _LONGEST:
        raise BadCursor(_DAMAGED)
    try:
        stored_pk, sk, index_sk = signing.loads(cursor, salt=_salt(pattern, bound))
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise BadCursor(_DAMAGED) from error
    return Key(pk or stored_pk, sk), index_sk


def page(items: Sequence[_T], size: int, *, more: bool = False) -> tuple[Sequence[_T], _T | None]:
    """Split what was asked for (`size` + 1 items) into a page and the item after which the next one begins, if any.

    One item more is asked for than shown, since DynamoDB may promise more behind a full page where there is none.
    `more` says that the answer was cut at 1 MB before it came to that one.
    """
    if len(items) > size:
        return items[:size], items[size - 1]
    return items, items[-1] if more and items else None


def _salt(pattern: str, bound: tuple[str, ...]) -> str:
    return "\x1f".join(("cursor", pattern, *bound))
