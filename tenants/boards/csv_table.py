"""A CSV file record by record, with whatever delimiter, line ends and encoding the exporting machine preferred."""

from __future__ import annotations

import csv
import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

from tenants.boards.model import NotABoard
from tenants.boards.source import EXPECTED, or_legacy, refusal, text_lines
from tenants.boards.text import is_null
from tenants.words import said

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

DELIMITERS: Final = ",;\t|"
LONGEST_CELL: Final = 2**31 - 1  # an upload is smaller; csv's own limit of 128 KiB is less than one long comment
MOST_COLUMNS: Final = 20_000
SAMPLES: Final = 3
_HEADER_LINES: Final = 50
_BLANK: Final = "\ufeff \t\r\n\xa0"
# Fed to the reader twice as a last record of two cells: it comes back so unless a quote was left open.
# No NUL survives in the lines before it.
_END: Final = "\x00end"
CUT_OFF: Final = said(
    "This CSV file is cut off: it ends in the middle of a record. Export or download it again. %(expected)s",
    expected=EXPECTED,
)


class Record(NamedTuple):
    """One record: its 1-based number without the header, the physical line it begins on, and its cells."""

    number: int
    line: int
    cells: list[str]

    def cell(self, index: int | None) -> str:
        """The cell in column `index`; "" where there is none, or where it only says that there is nothing."""
        text = self.cells[index].strip(_BLANK) if index is not None and index < len(self.cells) else ""
        return "" if is_null(text) else text


@dataclass(slots=True)
class Filled:
    """How many cells of a column are filled, and the first different ones of them."""

    count: int = 0
    samples: list[str] = field(default_factory=list)

    def see(self, cell: str) -> None:
        """Count a cell that is not empty."""
        self.count += 1
        if len(self.samples) < SAMPLES and cell not in self.samples:
            self.samples.append(cell[:200])


class Table:
    """The header and, lazily, the records of a CSV file. Raises NotABoard when the file is cut off.

    Cut off is a file that ends inside quotes, or whose last record alone is short and has no line end. Passed over are
    records of nothing but blanks, lines of a single cell before the header, and the header where it comes again, as it
    does in files that were put together. `filled` tells of each column what the records so far held.
    """

    def __init__(self, file: BinaryIO, encoding: str) -> None:
        csv.field_size_limit(LONGEST_CELL)
        self._lines = _Lines(text_lines(file, or_legacy(file, encoding)))
        self._reader = csv.reader(self._lines, delimiter=self._lines.delimiter)
        header = self._header()
        if header is None or len(header) > MOST_COLUMNS:
            raise refusal(said("a text file"))
        self.header = [cell.strip(_BLANK) for cell in header]
        self.filled = [Filled() for _ in self.header]
        self._again = [cell.casefold() for cell in self.header]

    def __iter__(self) -> Iterator[Record]:
        number = short = 0
        line, width, last = self._reader.line_num, len(self.header), len(self.header)
        while (cells := self._next()) is not None:
            start, line = line + 1, self._reader.line_num
            if not any(cell and not cell.isspace() for cell in cells) or self._is_header(cells):
                continue
            number, last = number + 1, len(cells)
            short += last < width
            for column, cell in zip(self.filled, cells, strict=False):
                if cell and not is_null(cell):
                    column.see(cell)
            yield Record(number, start + self._lines.skipped, cells)
        if last < width and short == 1 and not self._lines.ended_with_newline:
            raise NotABoard(CUT_OFF)

    def _header(self) -> list[str] | None:
        """The first record with at least two cells; before it only blanks and a title of the sheet may stand."""
        for _ in range(_HEADER_LINES):
            cells = self._next()
            if cells is None or sum(bool(cell.strip(_BLANK)) for cell in cells) > 1:
                return cells
        return None

    def _is_header(self, cells: list[str]) -> bool:
        return len(cells) == len(self._again) and [cell.strip(_BLANK).casefold() for cell in cells] == self._again

    def _next(self) -> list[str] | None:
        try:
            cells = next(self._reader)
        except StopIteration:
            return None
        except csv.Error:
            raise refusal(said("a CSV file with cells that cannot be read")) from None
        if not cells or not cells[-1].endswith(_END):
            return cells
        if cells != [_END, _END]:
            raise NotABoard(CUT_OFF)
        return None


class _Lines:
    """The lines of a text for csv.reader: no NULs, a first "sep=;" obeyed, the end marked."""

    def __init__(self, text: Iterable[str]) -> None:
        self._source = iter(text)
        self.skipped = 0
        self.ended_with_newline = True
        separator = ""
        self._ahead = list(itertools.islice(self._source, _HEADER_LINES))
        first = self._ahead[0].strip('\ufeff\r\n" ') if self._ahead else ""
        if first.lower().startswith("sep=") and len(first) == len("sep=;"):
            separator, self.skipped = first[-1], 1
            del self._ahead[0]
        # The delimiter that gives the header the most columns.
        self.delimiter = separator or max(DELIMITERS, key=self._columns)
        self._all = itertools.chain(self._ahead, self._source)
        self._ended = False

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        for line in self._all:
            self.ended_with_newline = line[-1:] in "\r\n"
            return line.replace("\x00", "")
        if self._ended:
            raise StopIteration
        self._ended = True
        return f"{_END}{self.delimiter}{_END}"

    def _columns(self, delimiter: str) -> int:
        """How many columns the first record that has several would have."""
        try:
            records = csv.reader(self._ahead, delimiter=delimiter)
            return next((len(cells) for cells in records if sum(map(bool, cells)) > 1), 0)
        except csv.Error:
            return 0
