"""`/org/<org>/dashboard`: the organisation at one glance, and what pages left open ask for."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.views.decorators.http import require_safe

from dashboard import live, receipts
from dashboard.http import page_request, render_page, wants_fragment
from dashboard.pages import dashboard as pages
from dashboard.pages import frame as frames
from tenants.reads import dashboard as reads


@require_safe
def dashboard(request: HttpRequest, org: str) -> HttpResponse:
    """Everything from one Query. Strangers meet the page of what does not exist.

    A page that is open asks for its parts (`?part=pulse` for those of a list's margin) with the tag of what it shows,
    and is answered with 304 before anything is rendered when nothing has changed.
    """
    asked = page_request(request)
    read = reads.dashboard(org, asked.viewer.user, asked.now)
    tag = live.tag(read)
    if not wants_fragment(request):
        return render_page(request, "org/dashboard.html", pages.of(read, tag))
    if live.knows(request, tag):
        unchanged = live.stamped(HttpResponseNotModified(), tag, read.as_of, read.frame.zone)
        return receipts.stamp(request, unchanged, receipts.of(request, frames.of(read.frame, "dashboard")))
    fragment = "pulse" if request.GET.get("part") == "pulse" else "now"
    response = render_page(request, "org/dashboard.html", pages.of(read, tag), fragment=fragment)
    return live.stamped(response, tag, read.as_of, read.frame.zone)
