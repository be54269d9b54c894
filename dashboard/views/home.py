"""`/`: the signed-in person's home."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from dashboard import carried
from dashboard.http import page_request, render_page
from dashboard.pages import home as pages
from dashboard.views import parts
from tenants import clock
from tenants.reads import home as reads


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """My organisations and my live tasks. One request to the table."""
    asked = page_request(request)
    after = parts.cursor(request)
    read = reads.home(asked.viewer.user, after)
    today, waits = clock.local_day(asked.now, asked.viewer.zone or "UTC"), bool(carried.held(request))
    page = pages.of(read, asked.viewer.name, today, is_first=not after, invitation_waits=waits)
    return render_page(request, "home/home.html", page, fragment="slice")
