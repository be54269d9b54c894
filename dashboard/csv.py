"""Lists as CSV (RFC 4180): streamed page by page, and harmless when a spreadsheet opens them.

A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@` for a formula, and some of them look behind blanks,
tabs and line breaks first. Such a cell gets an apostrophe in front of that character. So does one in the middle of a
cell where a spreadsheet of another language begins a new one: behind `;`, a tab or a line break. A cell that begins
with a tab, a line break or NUL gets one too. Apostrophes that stand there already are doubled up the same way, so
taking one apostrophe away in each such place gives the text back: `bared(guarded(text)) == text`.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from urllib.parse import quote

from django.utils.translation import gettext as _

from dashboard.sentences import told
from tenants import clock
from tenants.errors import TableroError

Cell = str | int | date | datetime | None
Row = Sequence[Cell]

CONTENT_TYPE = "text/csv; charset=utf-8"
BOM = "\ufeff"
"""Without it some spreadsheets read UTF-8 as the code page of their machine."""

# Full-width forms too: an input method may turn them into the plain ones.
_FORMULA = "=+\\-@\uff1d\uff0b\uff0d\uff20"
_BEGINS = re.compile(f"^(?='*[\t\r\n\0])|(^|[;\t\r\n])([ \\xa0\"]*)(?='*[{_FORMULA}])")
_GUARDED = re.compile(f"^'(?='*[\t\r\n\0])|(^|[;\t\r\n])([ \\xa0\"]*)'(?='*[{_FORMULA}])")

_NAME_LENGTH = 60


def guarded(text: str) -> str:
    """`text` as it may stand in a cell without ever being computed."""
    return _BEGINS.sub(lambda found: f"{found[0]}'", text)


def bared(cell: str) -> str:
    """What `guarded` was given."""
    return _GUARDED.sub(lambda found: found[0][:-1], cell)


def stream(header: Row, pages: Iterable[Iterable[Row]], zone: str, *, bom: bool) -> Iterator[bytes]:
    """The bytes of the file, a piece a page; at no time is more than one page of rows in memory.

    Instants are written in `zone` with their offset. When a page cannot be read, a last line says that the file is not
    complete, and the error goes on: the connection is then cut, and browsers report a failed download.
    """
    yield _lines([header], zone, start=BOM if bom else "")
    try:
        for rows in pages:
            yield _lines(rows, zone)
    except TableroError as error:
        yield _lines([(_("THIS FILE IS INCOMPLETE. %(reason)s") % {"reason": told(error)},)], zone)
        raise


def disposition(name: str, extension: str) -> str:
    """Content-Disposition of a download (RFC 6266): the name in ASCII for old programs, and as it is in UTF-8."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    plain = re.sub("-+", "-", plain).strip("-") or "download"
    return f"attachment; filename=\"{plain}.{extension}\"; filename*=UTF-8''{quote(name, safe='')}.{extension}"


def file_name(*parts: str) -> str:
    """`parts` joined by hyphens: letters and digits of any script, and nothing that a file system or shell minds."""
    return "-".join(filter(None, (_worded(part) for part in parts)))


def _worded(text: str) -> str:
    kept = "".join(character if unicodedata.category(character)[0] in "LMN" else "-" for character in text)
    return re.sub("-+", "-", kept)[:_NAME_LENGTH].strip("-")


def _lines(rows: Iterable[Row], zone: str, start: str = "") -> bytes:
    text = io.StringIO(start)
    text.seek(0, io.SEEK_END)
    writer = csv.writer(text, lineterminator="\r\n")
    for row in rows:
        writer.writerow([_cell(cell, zone) for cell in row])
    return text.getvalue().encode(errors="replace")


def _cell(cell: Cell, zone: str) -> str:
    match cell:
        case None:
            return ""
        case datetime():
            return cell.astimezone(clock.zone(zone)).isoformat(timespec="seconds")
        case date():
            return cell.isoformat()
        case int():
            return str(cell)
    return guarded(cell)
