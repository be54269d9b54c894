"""`/org/<org>/ownership`: offering one's ownership, and accepting it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from dashboard.http import PageRequest, go, page_request, render_page
from dashboard.pages import ownership as pages
from dashboard.sentences import told
from dashboard.views import parts
from tenants import ids
from tenants.errors import Refused
from tenants.policy import Permission
from tenants.reads import organisation
from tenants.writes import ownership as writes


@require_safe
def ownership(request: HttpRequest, org: str) -> HttpResponse:
    """The owners and the open offer, for owners and for whom it is. One request to the table."""
    return _page(page_request(request), org)


@require_POST
def offer_ownership(request: HttpRequest, org: str) -> HttpResponse:
    """Offer one's own ownership to a member."""
    asked, user = page_request(request), request.POST.get("user", "")
    try:
        if not ids.USER_ID.fullmatch(user):
            return _page(asked, org, _("Choose one of the members."))
        writes.offer(asked.viewer.actor, org, user, asked.now)
    except Refused as refusal:
        return _page(asked, org, told(refusal))
    messages.success(request, _("The offer is open for seven days."))
    return go(request, reverse("ownership", kwargs={"org": org}))


@require_POST
def withdraw_ownership(request: HttpRequest, org: str) -> HttpResponse:
    """Take the offer back, or decline it."""
    asked = page_request(request)
    writes.withdraw(asked.viewer.actor, org, asked.now)
    messages.info(request, _("The offer is no longer open."))
    return go(request, reverse("members", kwargs={"org": org}))


@require_POST
def accept_ownership(request: HttpRequest, org: str) -> HttpResponse:
    """Become an owner in the place of whoever offered it."""
    asked = page_request(request)
    writes.accept(asked.viewer.actor, org, asked.now)
    messages.success(request, _("You own this organisation now."))
    return go(request, reverse("members", kwargs={"org": org}))


def _page(request: PageRequest, org: str, refusal: str = "") -> HttpResponse:
    read = organisation.ownership(org, request.viewer.user, request.now)
    if read.offer is None or read.offer.to is None or read.offer.to.id != request.viewer.user:
        parts.require(read.frame, Permission.ORG_TRANSFER)
    return render_page(request, "org/ownership.html", pages.of(read, refusal), status=400 if refusal else 200)
