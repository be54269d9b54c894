"""What every format does with its records: keep the good ones once, and give each bad one a number and a reason."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tenants.boards.dates import Moment, Order, read_moment
from tenants.boards.model import Rejected, Row
from tenants.boards.numbers import read_number
from tenants.boards.text import clean_line, is_null, shorten
from tenants.words import said

if TYPE_CHECKING:
    from collections.abc import Iterable

LABEL_LIMIT: Final = 80
UNREADABLE: Final = said("the record cannot be read")
NO_TITLE: Final = said("it has no title")


class BadRecordError(Exception):
    """A record that is left out; the message is the reason a person reads."""


class Gathering:
    """The rows and rejections of one file, in its order. A source id is taken once, the first time it comes."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.rejected: list[Rejected] = []
        self._first: dict[str, int] = {}

    def add(self, row: Row, number: int, line: int | None = None) -> None:
        """Keep `row`, or reject it as a repetition of an earlier record."""
        first = self._first.setdefault(row.source_id, number)
        if first == number:
            self.rows.append(replace(row, number=number, line=line))
        else:
            self.reject(
                number, row.title, said("it repeats record %(first)s, which has the same id", first=first), line
            )

    def reject(self, number: int, label: str, reason: str, line: int | None = None) -> None:
        """Leave out record `number`, which a person recognises by `label`."""
        self.rejected.append(Rejected(number, shorten(clean_line(label), LABEL_LIMIT), reason, line))

    def in_order(self) -> tuple[Rejected, ...]:
        """What was rejected, by record number."""
        return tuple(sorted(self.rejected, key=lambda rejected: rejected.row))


def moment(value: object, what: str, order: Order = "dmy", column: str = "") -> Moment | None:
    """The moment in a cell, None for an empty one; BadRecordError when `what` (such as "due date") is unreadable.

    `column` is what the file calls the column, for the sentence. A number is read as one that machines count days by.
    """
    if value is None or isinstance(value, bool) or (isinstance(value, str) and is_null(value)):
        return None
    text = value.strip() if isinstance(value, str) else repr(value) if isinstance(value, (int, float)) else ""
    found = read_moment(text, order) or read_number(text)
    if found is None:
        shown = shorten(clean_line(value if isinstance(value, str) else str(value)[:40]), 40)
        if not column:
            no_date = said("its %(what)s “%(shown)s” is not a date between 1970 and 2200", what=what, shown=shown)
            raise BadRecordError(no_date)
        raise BadRecordError(
            said(
                "its %(what)s “%(shown)s” in the column “%(column)s” is not a date between 1970 and 2200",
                what=what,
                shown=shown,
                column=shorten(clean_line(column), 40),
            )
        )
    return found


def distinct(names: Iterable[str]) -> tuple[str, ...]:
    """The names that are not empty, each once, in the order of their first appearance."""
    return tuple(dict.fromkeys(name for name in names if name))
