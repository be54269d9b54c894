"""`/org/<org>/audit`: who did what to whom in a month, for owners and admins."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from dashboard.history_filters import form_of, wanted_of
from dashboard.http import page_request, render_page
from dashboard.pages import audit as pages
from dashboard.views import parts
from dashboard.views.activity import address_of
from tenants.reads import history
from tenants.reads.history import Group


@require_safe
def audit(request: HttpRequest, org: str) -> HttpResponse:
    """Newest first, by cursor, filtered as the address says. Two requests to the table."""
    asked = page_request(request)
    after, wanted = parts.cursor(request), wanted_of(request, Group)
    read = history.audit(org, asked.viewer.user, parts.month(request), asked.now, after, wanted)
    address = address_of(wanted, read.month)
    page = pages.of(read, address, asked.now, settings.AUDIT_DAYS, is_first=not after)
    form = form_of(read.frame, wanted, Group, read.month)
    return render_page(request, "org/audit.html", page, fragment="slice", filter_form=form)
