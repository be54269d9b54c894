"""`/org/<org>/find?q=`: projects, people, recent tasks and actions; also what the palette shows."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from dashboard.http import page_request, render_page
from dashboard.pages import find as pages
from tenants.reads import find as reads

LONGEST = 100


@require_safe
def find(request: HttpRequest, org: str) -> HttpResponse:
    """Find by the beginnings of words. Three requests to the table."""
    asked = page_request(request)
    query = request.GET.get("q", "").strip()[:LONGEST]
    page = pages.of(reads.find(org, asked.viewer.user, query, asked.now))
    # While somebody types only the results change; opening the palette brings the field as well.
    fragment = "results" if asked.htmx.target == "find-results" else "finder"
    return render_page(request, "org/find.html", page, fragment=fragment)
