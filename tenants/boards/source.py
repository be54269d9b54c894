"""The bytes of an uploaded file: what they are at first sight, and their text in whatever encoding they came."""

from __future__ import annotations

import codecs
import io
import re
from typing import TYPE_CHECKING, BinaryIO, Final

from tenants.boards.model import NotABoard
from tenants.words import said

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

EXPECTED: Final = said(
    "Expected is a Trello board exported as JSON, a Jira or Asana project exported as CSV, "
    "a list of GitHub issues as JSON, or a CSV file with a column of titles."
)
HEAD: Final = 4096
CHUNK: Final = 64 * 1024
_HIGH_HALF: Final = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}")
# A high half that no low half follows, or a low half that no high half precedes; the backslash itself not escaped.
_HALF_PAIR: Final = re.compile(
    r"(?<!\\)((?:\\\\)*)\\u[dD](?:[89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|"
    r"[c-fC-F][0-9a-fA-F]{2}(?<!\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}))"
)
_LONGEST_ESCAPE: Final = len(r"\ud83d\ude00")
_BOMS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_KNOWN_BEGINNINGS: Final = (
    (b"PK\x03\x04", said("a zip archive or an office document")),
    (b"PK\x05\x06", said("an empty zip archive")),
    (b"\x1f\x8b", said("a gzip archive")),
    (b"7z\xbc\xaf", said("a 7z archive")),
    (b"Rar!", said("a rar archive")),
    (b"\x89PNG", said("a PNG image")),
    (b"\xff\xd8\xff", said("a JPEG image")),
    (b"GIF8", said("a GIF image")),
    (b"RIFF", said("an image or a sound")),
    (b"%PDF", said("a PDF document")),
    (b"\xd0\xcf\x11\xe0", said("an old office document")),
    (b"SQLite format 3", said("a database")),
    (b"\x7fELF", said("a program")),
    (b"MZ\x90", said("a program")),
)


def refusal(what: str) -> NotABoard:
    """The exception that refuses a file which seems to be `what` (a phrase such as "a zip archive")."""
    return NotABoard(said("This seems to be %(what)s. %(expected)s", what=what, expected=EXPECTED))


def first_sight(head: bytes) -> tuple[str, str]:
    """The encoding and the first text of a file that begins with `head`; NotABoard for what is no text at all."""
    if not head.strip(b"\x00 \t\r\n"):
        raise refusal(said("an empty file") if not head else said("a file of blanks"))
    for beginning, what in _KNOWN_BEGINNINGS:
        if head.startswith(beginning):
            raise refusal(what)
    encoding = encoding_of(head)
    text = codecs.getincrementaldecoder(encoding)("replace").decode(head).lstrip("\ufeff \t\r\n\x00")
    if not text:
        raise refusal(said("an empty file"))
    if text[0] == "<":
        page = (
            said("a web page, perhaps that of a sign-in") if "<html" in text.casefold() else said("a web page or XML")
        )
        raise refusal(page)
    return encoding, text


def encoding_of(head: bytes) -> str:
    """The encoding by byte order mark, or UTF-16 by its zero bytes, else UTF-8."""
    for mark, name in _BOMS:
        if head.startswith(mark):
            return name
    pairs = len(head) // 2
    if pairs and head[1 : 2 * pairs : 2].count(0) > 0.7 * pairs:
        return "utf-16-le"
    if pairs and head[0 : 2 * pairs : 2].count(0) > 0.7 * pairs:
        return "utf-16-be"
    return "utf-8"


def or_legacy(file: BinaryIO, encoding: str) -> str:
    """`encoding`, or Windows' Western one if the file is no UTF-8 (a spreadsheet saved it). Reads the file once.

    An incomplete character at the very end is a file cut off, not another encoding.
    """
    if encoding != "utf-8":
        return encoding
    decoder = codecs.getincrementaldecoder("utf-8")()
    file.seek(0)
    try:
        while chunk := file.read(CHUNK):
            decoder.decode(chunk)
    except UnicodeDecodeError:
        return "cp1252"
    return encoding


class JsonReader:
    """Reads JSON of any encoding as UTF-8 bytes for a parser that insists on well-formed text.

    What cannot be decoded becomes U+FFFD, and so does the escape of half a surrogate pair.
    """

    def __init__(self, file: BinaryIO, encoding: str) -> None:
        self._file = file
        self._decoder = codecs.getincrementaldecoder(encoding)("replace")
        self._held = ""
        self._ended = False

    def read(self, size: int = CHUNK) -> bytes:
        """Up to about `size` characters as UTF-8; b"" at the end of the file."""
        if size == 0:
            return b""
        text = ""
        while not text and not self._ended:
            chunk = self._file.read(size if size > 0 else CHUNK)
            self._ended = not chunk
            text = self._held + self._decoder.decode(chunk, final=self._ended)
            cut = len(text) if self._ended else _clean_cut(text)
            text, self._held = text[:cut], text[cut:]
        return _HALF_PAIR.sub(r"\1\\ufffd", text).encode("utf-8", "replace")


def _clean_cut(text: str) -> int:
    """Where `text` can be parted without parting an escape, or a pair of escapes, from its other half."""
    cut = text.find("\\", max(0, len(text) - _LONGEST_ESCAPE))
    if cut < 0:
        return len(text)
    run = cut
    while run and text[run - 1] == "\\":
        run -= 1
    cut -= (cut - run) % 2
    return cut - 6 if _HIGH_HALF.fullmatch(text, max(0, cut - 6), cut) else cut


class _Borrowed(io.RawIOBase):
    """A raw stream over somebody else's file, which stays open when the stream is thrown away."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        view = memoryview(buffer).cast("B")
        chunk = self._file.read(len(view))
        view[: len(chunk)] = chunk
        return len(chunk)


def text_lines(file: BinaryIO, encoding: str) -> io.TextIOWrapper:
    """The file's text from its beginning, with line ends of any kind kept as they are."""
    file.seek(0)
    return io.TextIOWrapper(io.BufferedReader(_Borrowed(file), CHUNK), encoding, "replace", newline="")
