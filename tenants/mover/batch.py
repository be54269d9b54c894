"""One transaction being filled with rows until it is as large as it should be, and the walk that the rows come from."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from tenants import keys, meter, store
from tenants.items import Base, Task, Unknown
from tenants.transaction import Transaction

MOST_ITEMS = 80
MOST_BYTES = 3_000_000

_PAGE = 100
_DETAILS = 30
_UNKNOWN_BYTES = 100_000
"""What an item of a newer release is taken to weigh: more than any text or comment does."""


class Batch:
    """How much of a transaction is used up. `moved` rows are in it; the walk has come to `position`."""

    def __init__(self, transaction: Transaction, position: str) -> None:
        self.transaction = transaction
        self.moved = 0
        self.position = position
        self._bytes = 0

    def has_room(self, items: int, size: int = 0) -> bool:
        """Whether so many more items of so many bytes fit, besides the job; the first row always does."""
        fits = len(self.transaction) + items + 1 <= MOST_ITEMS and self._bytes + size <= MOST_BYTES
        return fits or self._bytes == 0

    def weigh(self, size: int) -> None:
        """Count the bytes of what was put into the transaction."""
        self._bytes += size

    def moves(self, row: Task) -> None:
        """Note that the row is dealt with, all of it."""
        self.moved += 1
        self.passes(row)

    def passes(self, row: Base) -> None:
        """Note that the walk has come past the row."""
        self.position = row.sk


def weight(*found: Base) -> int:
    """Bytes of stored items: DynamoDB counts what a transaction deletes as it counts what it writes."""
    return sum(
        _UNKNOWN_BYTES if isinstance(item, Unknown) else meter.item_size(item.to_dynamodb_dict()) for item in found
    )


def rows(org: str, prefix: str, after: str) -> Iterator[Base]:
    """The items under `prefix` behind the sort key `after`, in order. One Query per 100."""
    return store.walk("partition", keys.org_pk(org), prefix=prefix, page=_PAGE, after=after)


class Details:
    """Descriptions and comments of tasks that are asked for in the order of their ids.

    They lie in the order of those ids too, so one Query of `limit` items answers for many tasks: at most one Query a
    task, where work on other projects lies in between, and one for all of them where none does.
    """

    def __init__(self, org: str, limit: int = _DETAILS) -> None:
        self._org = org
        self._limit = limit
        self._window: list[Base] = []
        self._from = self._to = ""

    def of(self, task: str) -> tuple[list[Base], bool]:
        """What hangs on the task, and whether that is all of it (else there is more behind `limit` items)."""
        low, high = keys.details_range(task)
        if not self._from <= low <= high <= self._to:
            self._read(low)
        return [item for item in self._window if low <= item.sk <= high], high <= self._to

    def _read(self, low: str) -> None:
        found = store.walk("partition", keys.org_pk(self._org), prefix=keys.DETAILS_PREFIX, page=self._limit, after=low)
        self._window = list(islice(found, self._limit))
        self._from = low
        self._to = keys.EVERY_DETAIL_END if len(self._window) < self._limit else self._window[-1].sk
