"""`/org/<org>/members`: who belongs to the organisation."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlencode

from django.core import signing
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

_UNDO, _UNDO_FOR = "undo of a role", timedelta(minutes=10)


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
    page = reverse("members", kwargs={"org": org})
    if was == wanted or member == asked.viewer.user:
        return go(request, page)
    undo = signing.dumps([org, asked.viewer.user, member, was], salt=_UNDO, compress=False)
    return go(request, f"{page}?{urlencode({'undo': undo})}")


def _undo(request: PageRequest, org: str) -> tuple[str, str]:
    """The member whose role the viewer changed just now, and what it was.

    Signed: no link that somebody made up has the page say that a role was changed, with a button that gives it.
    """
    try:
        there, by, member, was = signing.loads(request.GET.get("undo", ""), salt=_UNDO, max_age=_UNDO_FOR)
    except signing.BadSignature:
        return "", ""
    return (member, was) if (there, by) == (org, request.viewer.user) else ("", "")


def _page(request: PageRequest, read: slices.Members, status: int = 200, refusal: str = "") -> HttpResponse:
    undo = _undo(request, read.frame.org)
    page = pages.of(read, is_first=not parts.cursor(request), undo=undo, refusal=refusal)
    return render_page(request, "org/members.html", page, fragment="slice", status=status)
