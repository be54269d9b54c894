"""The product as gunicorn serves it, at one instant that does not pass: its pages are the same on every day.

For a process of its own: whoever imports this has no other time any more.
"""

from tenants import clock
from tests.screenshots import INSTANT

clock.now = lambda: INSTANT

from dashboard.wsgi import application  # noqa: E402 - the clock stands before anything asks for the time

__all__ = ["application"]
