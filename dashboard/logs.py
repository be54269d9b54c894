"""The form of a log line."""

import logging
import time
from typing import Final


class OneLine(logging.Formatter):
    """`2026-03-01T12:00:00Z LEVEL logger: message`, in UTC, with control characters of the message written as escapes.

    A name or path with a line break in it could otherwise forge a line, and an escape sequence could colour a terminal.
    Tracebacks, which the program itself makes, keep their lines.
    """

    converter = staticmethod(time.gmtime)

    ESCAPES: Final = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160), 0x2028, 0x2029)}

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%SZ")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name is logging's
        """Return the line for the record."""
        return super().formatMessage(record).translate(self.ESCAPES)
