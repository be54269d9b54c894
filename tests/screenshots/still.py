"""The product as gunicorn serves it, at one instant that does not pass: its pages are the same on every day."""

from datetime import UTC, datetime

from tenants import clock

INSTANT = datetime(2026, 9, 17, 12, 3, tzinfo=UTC)
"""A Thursday after the middle of a month, so that months, weeks and days have something behind and before them."""

clock.now = lambda: INSTANT

from dashboard.wsgi import application  # noqa: E402 - the clock stands before anything asks for the time

__all__ = ["INSTANT", "application"]
