"""`/org/<org>/members`: who belongs to the organisation, and taking somebody in."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from dashboard.forms import AddMemberForm
from dashboard.http import PageRequest, go, page_request, render_page
from dashboard.pages import members as pages
from dashboard.views import parts
from tenants.errors import Refused
from tenants.policy import Permission, Role
from tenants.reads import accounts, slices
from tenants.writes import orgs as writes


@require_safe
def members(request: HttpRequest, org: str) -> HttpResponse:
    """The members, by cursor. Two requests to the table."""
    asked = page_request(request)
    return _page(asked, slices.members(org, asked.viewer.user, parts.cursor(request)))


@require_POST
def add_member(request: HttpRequest, org: str) -> HttpResponse:
    """Take in somebody who has an account."""
    asked = page_request(request)
    read = slices.members(org, asked.viewer.user)
    parts.require(read.frame, Permission.MEMBER_ADD)
    form = AddMemberForm(read.frame, request.POST)
    if form.is_valid():
        user = accounts.user_by_address(form.cleaned_data["email"])
        if user is None:
            form.add_error("email", _("Nobody has signed up with this address yet. Ask them to create an account."))
            return _page(asked, read, form, status=400)
        try:
            writes.join(asked.viewer.actor, org, user, Role(form.cleaned_data["role"]), asked.now)
        except Refused as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("Welcome aboard: %(email)s") % {"email": form.cleaned_data["email"]})
            return go(request, reverse("members", kwargs={"org": org}))
    return _page(asked, read, form, status=400)


def _page(
    request: PageRequest, read: slices.Members, form: AddMemberForm | None = None, status: int = 200
) -> HttpResponse:
    page = pages.of(read, is_first=not parts.cursor(request))
    form = form or AddMemberForm(read.frame)
    return render_page(request, "org/members.html", page, fragment="slice", status=status, form=form)
