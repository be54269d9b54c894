"""`/org/<org>/dashboard`: the organisation at one glance."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from dashboard.http import page_request, render_page
from dashboard.pages import dashboard as pages
from tenants.reads import dashboard as reads


@require_safe
def dashboard(request: HttpRequest, org: str) -> HttpResponse:
    """Everything from one Query. Strangers meet the page of what does not exist."""
    asked = page_request(request)
    read = reads.dashboard(org, asked.viewer.user, asked.now)
    return render_page(request, "org/dashboard.html", pages.of(read))
