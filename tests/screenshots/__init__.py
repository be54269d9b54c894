"""`make screenshots`: a picture of every page, in both themes, wide and narrow.

It starts the embedded engine and the web server over sample data, at an instant that does not pass, looks at everything
in headless Chromium, and stops them again. The pictures go into `.data/screenshots` with an index to look through them,
and a few of them into the README.
"""

from datetime import UTC, datetime

INSTANT = datetime(2026, 9, 17, 12, 3, tzinfo=UTC)
"""A Thursday after the middle of a month, so that months, weeks and days have something behind and before them."""
