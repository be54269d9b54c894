"""`/org/<org>/export`: a whole organisation as a file, for those who may take it out."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import chain

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from dashboard import csv
from dashboard.http import page_request, render_page
from dashboard.middleware import SECONDS, require_session
from dashboard.pages import export as pages
from dashboard.views import parts
from dashboard.views.downloads import SECONDS_IN_ALL
from tenants import clock, deadline
from tenants.errors import TableroError, Unavailable
from tenants.exports import writing
from tenants.policy import Permission
from tenants.reads import slices
from tenants.writes import taking_out

CONTENT_TYPE = "application/jsonl; charset=utf-8"


@require_safe
def export(request: HttpRequest, org: str) -> HttpResponse:
    """What is in the file. One request to the table."""
    frame = slices.frame(org, page_request(request).viewer.user)
    parts.require(frame, Permission.ORG_EXPORT)
    return render_page(request, "org/export.html", pages.of(frame))


@require_safe
def export_jsonl(request: HttpRequest, org: str) -> StreamingHttpResponse:
    """The file. Three requests to the table before its first line, then one per megabyte while it is sent.

    It is recorded who takes it. The session is looked at however lately it was: a copied cookie of somebody who has
    signed out takes nothing home.
    """
    asked = page_request(request)
    pieces = writing.export(org, asked.viewer.user, asked.now)
    first = next(pieces)
    body: Iterator[bytes] = iter(())
    if request.method == "HEAD":
        require_session(request, afresh=True)
    else:
        taking_out.record(asked.viewer.actor, org, "org-exported", Permission.ORG_EXPORT, asked.now)
        body = chain([first], _timed(pieces))
    response = StreamingHttpResponse(body, content_type=CONTENT_TYPE)
    name = csv.file_name(org, "export", clock.to_text(asked.now)[:10])
    response.headers["Content-Disposition"] = csv.disposition(name, "jsonl")
    return response


def _timed(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The rest, each piece within the time of a request. What cannot be finished says so and is cut."""
    ends = time.monotonic() + SECONDS_IN_ALL
    try:
        while True:
            if time.monotonic() > ends:
                raise Unavailable(_("It took too long. Please try again."))
            # Not around the yield: the time that a slow client takes is not the database's.
            with deadline.within(SECONDS):
                piece = next(pieces, None)
            if piece is None:
                return
            yield piece
    except TableroError as error:
        yield writing.incomplete(error)
        raise
