"""`/invitation`: what somebody who was invited opens. The token is in the address for the first request alone."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from dashboard import carried, cookies, languages, links
from dashboard.http import go, now, page_request, render_page
from dashboard.middleware import public, require_session
from dashboard.pages import invitations as pages
from tenants import ids
from tenants.errors import LinkEnded, NotFound, Refused, SessionEnded
from tenants.invitations import Standing
from tenants.policy import DEFAULT_LANGUAGE
from tenants.reads import invitations as reads
from tenants.reads import slices
from tenants.writes import accepting
from tenants.writes.tokens import is_secret

_STATUSES = {Standing.GONE: 404, Standing.EXPIRED: 410, Standing.USED_UP: 410}


@public
@require_safe
def invitation(request: HttpRequest) -> HttpResponse:
    """What the invitation says, and what can be done with it now. Two requests to the table, none without a token."""
    if links.PARAMETER in request.GET:
        return _without_token(request, request.GET[links.PARAMETER])
    door = reads.door(carried.held(request), _user(request), now(request))
    page, status = pages.of_door(door), _STATUSES.get(door.standing, 200)
    # Whoever is new here, and whose browser asks for nothing that we speak, reads what the organisation writes in.
    theirs = _user(request) or languages.asked_for(request) or door.language == DEFAULT_LANGUAGE
    with translation.override(languages.current() if theirs else door.language):
        response = render_page(request, "session/invitation.html", page, status=status)
        response.headers["Content-Language"] = languages.current()
    if not theirs:
        languages.keep(response, door.language)
    if door.standing is Standing.GONE:
        carried.drop(response)
    return response


def _without_token(request: HttpRequest, secret: str) -> HttpResponse:
    """Take the token out of the address. Asks nothing of the table: a program that follows links uses nothing up."""
    response = go(request, reverse("invitation"))
    if is_secret(secret):
        carried.hold(response, secret)
    else:
        carried.drop(response)
    return response


@require_POST
def accept_invitation(request: HttpRequest) -> HttpResponse:
    """Join. Whatever stands in the way is told by the page of the invitation itself."""
    asked = page_request(request)
    try:
        org = accepting.accept(asked.viewer.actor, carried.held(request), asked.now)
    except (LinkEnded, Refused):
        return _after_refusal(request)
    messages.success(request, _("Welcome aboard."))
    response = go(request, reverse("dashboard", kwargs={"org": org}))
    carried.drop(response)
    return response


def _after_refusal(request: HttpRequest) -> HttpResponse:
    """To the page that says why; to the organisation when this was the second half of a double click."""
    org = request.POST.get("org", "")
    if ids.is_org_id(org):
        try:
            slices.frame(org, page_request(request).viewer.user)
        except NotFound:
            pass
        else:
            return go(request, reverse("dashboard", kwargs={"org": org}))
    return go(request, reverse("invitation"))


def _user(request: HttpRequest) -> str | None:
    """Who is signed in, on a page that nobody has to be signed in for."""
    cookie = cookies.read(request)
    if cookie is None:
        return None
    try:
        require_session(request, cookie)
    except SessionEnded:
        return None
    return cookie.user
