"""The form of a log line, and where the lines go."""

import logging
import time
from typing import Any, Final


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


def config(level: str) -> dict[str, Any]:
    """Settings of the logging: every message of at least this `level`, on standard error, a line each."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": "dashboard.logs.OneLine"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        # Django would send errors by mail and hide its own messages with DEBUG off; they go where all others go.
        "loggers": {
            "django": {"handlers": [], "level": "INFO", "propagate": True},
            # They tell at every start that they found their settings.
            "pynamodb": {"level": "WARNING"},
            "botocore": {"level": "WARNING"},
            # Django leaves it to the server to drop the body of an answer to HEAD; gunicorn says each time that it did.
            "gunicorn.http.wsgi": {"level": "ERROR"},
        },
    }
