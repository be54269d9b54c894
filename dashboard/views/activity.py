"""`/org/<org>/activity`: what happened in a month."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from dashboard.history_filters import form_of, query_of, wanted_of
from dashboard.http import page_request, render_page
from dashboard.pages import activity as pages
from dashboard.views import parts
from tenants.reads import history
from tenants.reads.history import Kind, Wanted


@require_safe
def activity(request: HttpRequest, org: str) -> HttpResponse:
    """Newest first, by cursor, filtered as the address says. Three requests to the table, one of them for the links."""
    asked = page_request(request)
    after, wanted = parts.cursor(request), wanted_of(request, Kind)
    read = history.activity(org, asked.viewer.user, parts.month(request), asked.now, after, wanted)
    there = history.still_there(org, read.events)
    page = pages.of(read, there, address_of(wanted, read.month), asked.now, is_first=not after)
    form = form_of(read.frame, wanted, Kind, read.month)
    return render_page(request, "org/activity.html", page, fragment="slice", filter_form=form)


def address_of(wanted: Wanted, month: str) -> pages.Address:
    """How a page of a month and its filters is addressed."""
    filters = query_of(wanted)
    return pages.Address(query_of(wanted, month), f"&{filters}" if filters else "", bool(wanted))
