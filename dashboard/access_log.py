"""gunicorn's access log, in which nobody who sends a request can write a line of their own."""

from __future__ import annotations

from typing import Any

from gunicorn.glogging import Logger

from dashboard.logs import OneLine


class AccessLog(Logger):  # type: ignore[misc]  # gunicorn has no types
    """Control characters in a path, which gunicorn decodes, are written as escapes, as in every other log line."""

    def atoms(self, *of: Any) -> dict[str, Any]:  # noqa: ANN401 - gunicorn has no types
        """What the line is made of."""
        return {
            name: value.translate(OneLine.ESCAPES) if isinstance(value, str) else value
            for name, value in super().atoms(*of).items()
        }
