"""`/org/<org>/activity`: what happened in a month."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from dashboard.http import page_request, render_page
from dashboard.pages import activity as pages
from dashboard.views import parts
from tenants.reads import slices


@require_safe
def activity(request: HttpRequest, org: str) -> HttpResponse:
    """Newest first, by cursor. Two requests to the table."""
    asked = page_request(request)
    after = parts.cursor(request)
    read = slices.activity(org, asked.viewer.user, parts.month(request), asked.now, after)
    page = pages.of(read, asked.now, is_first=not after)
    return render_page(request, "org/activity.html", page, fragment="slice")
