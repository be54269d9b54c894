"""`/switch`: from a page of one organisation to the same kind of page of another."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from dashboard.http import page_request, render_page
from dashboard.pages import switch as pages
from tenants.reads import organisation


@require_safe
def switch(request: HttpRequest) -> HttpResponse:
    """My organisations; `page` names the kind of page to go to, `org` the organisation that I am in. One request."""
    asked = page_request(request)
    orgs = organisation.my_orgs(asked.viewer.user)
    page = pages.of(orgs, asked.viewer.name, request.GET.get("page", ""), request.GET.get("org", ""))
    return render_page(request, "home/switch.html", page, fragment="orgs")
