"""`/org/<org>/members`: who belongs to the organisation."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from dashboard.http import PageRequest, go, page_request, render_page
from dashboard.pages import members as pages
from dashboard.sentences import told
from dashboard.views import parts
from tenants.errors import Refused
from tenants.policy import Permission, Role
from tenants.reads import slices
from tenants.writes import members as changes


@require_safe
def members(request: HttpRequest, org: str) -> HttpResponse:
    """The members, by cursor. Two requests to the table."""
    asked = page_request(request)
    return _page(asked, slices.members(org, asked.viewer.user, parts.cursor(request)))


@require_POST
def change_role(request: HttpRequest, org: str, member: str) -> HttpResponse:
    """Give a member another role, and offer to take it back."""
    asked = page_request(request)
    wanted = request.POST.get("role", "")
    if wanted not in set(Role):
        read = slices.members(org, asked.viewer.user)
        parts.require(read.frame, Permission.MEMBER_EDIT)
        return _page(asked, read, status=400, refusal=_("Choose one of the roles."))
    try:
        was = changes.change_role(asked.viewer.actor, org, member, Role(wanted), asked.now)
    except Refused as refusal:
        return _page(asked, slices.members(org, asked.viewer.user), status=400, refusal=told(refusal))
    undo = {"changed": member, "was": was} if was != wanted and member != asked.viewer.user else {}
    return go(request, f"{reverse('members', kwargs={'org': org})}{f'?{urlencode(undo)}' if undo else ''}")


def _page(request: PageRequest, read: slices.Members, status: int = 200, refusal: str = "") -> HttpResponse:
    undo = request.GET.get("changed", ""), request.GET.get("was", "")
    page = pages.of(read, is_first=not parts.cursor(request), undo=undo, refusal=refusal)
    return render_page(request, "org/members.html", page, fragment="slice", status=status)
