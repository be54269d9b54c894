"""What a page left open lives on: a tag of what it shows and to whom, so that an unchanged page is not made again."""

from __future__ import annotations

import hashlib
from datetime import datetime
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from tenants import clock
from tenants.reads.dashboard import Dashboard

AS_OF = "Tablero-As-Of"
"""The header that tells when the answer was read, in the organisation's zone; an answer without a body tells it too."""


@cache
def release() -> str:
    """Say which release this is: the same for every machine that serves the same templates, scripts and code."""
    digest = hashlib.blake2b(digest_size=4)
    for folder in ("dashboard", "static", "templates"):
        for path in sorted((settings.BASE_DIR / folder).rglob("*.*")):
            if path.suffix in {".py", ".html", ".css", ".js", ".svg", ".mo"}:
                digest.update(path.read_bytes())
    return digest.hexdigest()


def tag(read: Dashboard) -> str:
    """The ETag of the dashboard that shows this read: another for another viewer, role, language, release or day.

    Made from what was read, before anything is rendered. The read has verified the viewer. Weak, since a proxy may
    compress the page.
    """
    frame = read.frame
    shown = (
        get_language(),
        clock.local_day(read.as_of, frame.zone).isoformat(),
        (frame.org, frame.name, frame.plan, frame.zone, frame.projects, frame.max_projects, frame.max_people),
        frame.viewer,
        sorted(frame.people.items()),
        sorted(read.counts.by.items()),
        (read.month.month, sorted(read.month.by_user.items()), sorted(read.month.by_day.items())),
        [(card.id, card.title, card.done, sorted(card.counts.by.items())) for card in read.projects],
    )
    digest = hashlib.blake2b(repr(shown).encode(), digest_size=12).hexdigest()
    return f'W/"{release()}-{digest}"'


def knows(request: HttpRequest, current: str) -> bool:
    """Whether the page that asks already shows what is tagged so."""
    return current in {each.strip() for each in request.headers.get("If-None-Match", "").split(",")}


def stamped(response: HttpResponse, current: str, as_of: datetime, zone: str) -> HttpResponse:
    """The answer to a page that follows, with its tag and the time of its read."""
    response.headers["ETag"] = current
    response.headers[AS_OF] = as_of.astimezone(clock.zone(zone)).isoformat(timespec="seconds")
    return response
