"""`/org/<org>/roles`: what each role may do."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from dashboard.http import page_request, render_page
from dashboard.pages import roles as pages
from tenants.reads import slices


@require_safe
def roles(request: HttpRequest, org: str) -> HttpResponse:
    """The table of permissions. One request to the table."""
    return render_page(request, "org/roles.html", pages.of(slices.frame(org, page_request(request).viewer.user)))
