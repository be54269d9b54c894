"""The ledger of a source: which of its rows and projects were ever brought in, and as what.

It decides alone. What stands in it is never imported again, also after it was moved, renamed, archived or deleted.
An entry is written in the very transaction that brings its row in, so the two can never disagree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tenants import ids, keys, store
from tenants.boards import Board
from tenants.items import ImportBatch
from tenants.transaction import Transaction

_ID = 16


class Known(NamedTuple):
    """What a row became: a task and the project it was put into; for a project `task` is empty."""

    project: str
    task: str


@dataclass(slots=True)
class Ledger:
    """All entries of one source, by the derived id of the row or project."""

    source: str
    entries: dict[str, Known] = field(default_factory=dict)

    def row(self, source_id: str) -> Known | None:
        """What the row of that id became, None if it never came."""
        return self.entries.get(row_key(source_id))

    def project(self, source_id: str) -> str | None:
        """The id of the project that the source calls so, None if it never came."""
        known = self.entries.get(project_key(source_id))
        return known.project if known else None


def source_of(board: Board) -> str:
    """The board's source in letters that a key may hold."""
    return ids.derived_id(_ID, board.source)


def row_key(source_id: str) -> str:
    """A row in the ledger: 80 bits of the hash of its id in the source."""
    return ids.derived_id(_ID, "row", source_id)


def project_key(source_id: str) -> str:
    """A project in the ledger."""
    return ids.derived_id(_ID, "project", source_id)


def read(org: str, source: str) -> Ledger:
    """The whole ledger of a source, consistently read: one Query per megabyte, some 20,000 rows."""
    ledger = Ledger(source)
    for item in store.walk("partition", keys.org_pk(org), prefix=keys.import_prefix(source)):
        if isinstance(item, ImportBatch):
            ledger.entries.update(_unpacked(entry) for entry in item.rows)
    return ledger


def write(transaction: Transaction, org: str, source: str, entries: Mapping[str, Known]) -> None:
    """Note `entries` in the transaction that brings them in, under a key that follows from them."""
    packed = {f"{key}{known.project}{known.task}" for key, known in entries.items()}
    batch = ids.derived_id(_ID, *sorted(packed))
    transaction.put(ImportBatch.at(keys.import_batch(org, source, batch), rows=packed))


def _unpacked(entry: str) -> tuple[str, Known]:
    project_end = _ID + ids.PROJECT_ID_LENGTH
    return entry[:_ID], Known(entry[_ID:project_end], entry[project_end:])
