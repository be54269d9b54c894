"""Reads of the table: the only place that sends them. Each function is one request and says what it costs.

Library errors end here: callers meet `Unavailable` and nothing of PynamoDB.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from botocore.exceptions import BotoCoreError
from pynamodb.attributes import UnicodeAttribute
from pynamodb.exceptions import PynamoDBException
from pynamodb.expressions.condition import Condition

from tenants import meter
from tenants.errors import Unavailable
from tenants.items import GSI1, GSI2, Base
from tenants.keys import Key
from tenants.words import said

_T = TypeVar("_T", bound=Base)

AWAY = said("The database does not answer right now. Nothing was changed; please try again in a moment.")


@dataclass(frozen=True, slots=True)
class Found:
    """What a consistent batch read found, by key."""

    items: dict[Key, Base]

    def get(self, kind: type[_T], key: Key) -> _T | None:
        """The item at `key`, None when there is none or it is of another kind."""
        item = self.items.get(key)
        return item if isinstance(item, kind) else None


def get(pattern: str, kind: type[_T], key: Key, *, consistent: bool = True) -> _T | None:
    """The item at `key`, or None. One GetItem."""
    with _reading(pattern):
        try:
            item = Base.get(key.pk, key.sk, consistent_read=consistent)
        except Base.DoesNotExist:
            return None
    return item if isinstance(item, kind) else None


def get_many(pattern: str, keys: Sequence[Key]) -> Found:
    """The items at up to 100 keys, read consistently. One BatchGetItem."""
    with _reading(pattern):
        items = {item.key: item for item in Base.batch_get(keys, consistent_read=True)}
    return Found(items)


def existing(pattern: str, keys: Sequence[Key]) -> frozenset[Key]:
    """Which of up to 100 keys have an item, as far as the nearest copy knows. One BatchGetItem, at half the price."""
    with _reading(pattern):
        return frozenset(item.key for item in Base.batch_get(keys, attributes_to_get=["PK", "SK"]))


class Page(list[Base]):
    """The items that one Query answered with; `more` says that it may go on behind them."""

    def __init__(self, items: Iterable[Base] = (), *, more: bool = False) -> None:
        super().__init__(items)
        self.more = more


def query(
    pattern: str,
    pk: str,
    *,
    between: tuple[str, str] | None = None,
    prefix: str | None = None,
    index: str | None = None,
    limit: int,
    forward: bool = True,
    consistent: bool = False,
    start: tuple[Key, str | None] | None = None,
) -> Page:
    """Up to `limit` items of one partition (of the table or an index), in order: what fits 1 MB. One Query.

    At most one of `between` (inclusive) and `prefix` narrows the sort key; neither reads the whole partition.
    `start` is the key after which to go on: the table's key, and the sort key in the index.
    """
    asked = _asked(index, between, prefix)
    with _reading(pattern):
        pages = Base.query(
            pk,
            asked,
            index_name=index,
            limit=limit,
            scan_index_forward=forward,
            consistent_read=consistent,
            last_evaluated_key=_start_key(pk, index, start),
        ).page_iter
        items = [Base.from_raw_data(raw) for raw in next(pages)["Items"]]
    return Page(items, more=pages.last_evaluated_key is not None)


def walk(
    pattern: str, pk: str, *, prefix: str | None = None, page: int = 500, after: str | None = None
) -> Iterator[Base]:
    """Every item of a partition, page by page: for exports, jobs and reconciliation.

    One Query per `page` items, or per megabyte of them.

    `after` is the sort key behind which to begin; it lies under `prefix`.
    """
    start: tuple[Key, str | None] | None = None if after is None else (Key(pk, after), None)
    while True:
        items = query(pattern, pk, prefix=prefix, limit=page, consistent=True, start=start)
        yield from items
        if not items.more:
            return
        start = (items[-1].key, None)


def _asked(index: str | None, between: tuple[str, str] | None, prefix: str | None) -> Condition | None:
    sort_key: UnicodeAttribute = {None: Base.sk, "GSI1": GSI1.gsi1sk, "GSI2": GSI2.gsi2sk}[index]
    if between is not None:
        return sort_key.between(*between)
    return None if prefix is None else sort_key.startswith(prefix)


def _start_key(pk: str, index: str | None, start: tuple[Key, str | None] | None) -> dict[str, Any] | None:
    if start is None:
        return None
    key, index_sk = start
    parts = {"PK": {"S": key.pk}, "SK": {"S": key.sk}}
    if index is not None and index_sk is not None:
        parts |= {f"{index}PK": {"S": pk}, f"{index}SK": {"S": index_sk}}
    return parts


@contextmanager
def _reading(pattern: str) -> Iterator[None]:
    with meter.pattern(pattern):
        try:
            yield
        except (PynamoDBException, BotoCoreError) as error:
            raise Unavailable(AWAY) from error
