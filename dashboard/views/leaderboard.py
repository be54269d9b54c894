"""`/org/<org>/leaderboard`: a month's finished work."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from dashboard.http import page_request, render_page
from dashboard.pages import leaderboard as pages
from dashboard.views import parts
from tenants.reads import slices


@require_safe
def leaderboard(request: HttpRequest, org: str) -> HttpResponse:
    """A month by member and by day. Two requests to the table."""
    asked = page_request(request)
    read = slices.leaderboard(org, asked.viewer.user, parts.month(request), asked.now)
    return render_page(request, "org/leaderboard.html", pages.of(read, asked.now), fragment="slice")
