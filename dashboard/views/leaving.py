"""`/org/<org>/members/<member>/remove` and `/org/<org>/leave`: the end of a membership."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dashboard.http import go, page_request, render_page
from dashboard.pages import leaving as pages
from dashboard.sentences import told
from dashboard.views import parts
from tenants.boards.text import fold
from tenants.errors import LastOwner, NotAllowed, NotFound
from tenants.policy import Permission
from tenants.reads import slices
from tenants.snapshots import Frame
from tenants.writes import members as writes

SECONDS = 4.0
"""A request clears assignments for so long; what is left is shown on the members' page, and goes on there."""


@require_http_methods(["GET", "HEAD", "POST"])
def remove_member(request: HttpRequest, org: str, member: str) -> HttpResponse:
    """Say what removing somebody means; remove them once their name was typed. One request, and those of the write."""
    asked = page_request(request)
    frame = slices.frame(org, asked.viewer.user)
    parts.require(frame, Permission.MEMBER_REMOVE)
    if member == asked.viewer.user:
        return go(request, reverse("leave", kwargs={"org": org}))
    person = frame.people.get(member)
    if request.method != "POST":
        if person is None:
            raise NotFound(writes.NO_MEMBER)
        _require_within_reach(frame, member)
        return render_page(request, "org/remove-member.html", pages.removing(frame, person))
    typed = request.POST.get("name", "")
    # Of somebody who was removed already no name is asked: the form was sent twice.
    if person is not None and fold(typed.strip()) != fold(person.name):
        _require_within_reach(frame, member)
        page = pages.removing(frame, person, typed, wrong=True)
        return render_page(request, "org/remove-member.html", page, status=400)
    writes.remove(asked.viewer.actor, org, member, asked.now, SECONDS)
    if person is not None:
        messages.success(request, _("%(name)s is no longer a member.") % {"name": person.name})
    return go(request, reverse("members", kwargs={"org": org}))


@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, org: str) -> HttpResponse:
    """Say what leaving means; leave. One request, and those of the write."""
    asked = page_request(request)
    frame = slices.frame(org, asked.viewer.user)
    if request.method != "POST":
        return render_page(request, "org/leave.html", pages.leaving(frame))
    try:
        writes.leave(asked.viewer.actor, org, asked.now, SECONDS)
    except LastOwner as refusal:
        return render_page(request, "org/leave.html", pages.leaving(frame, told(refusal)), status=400)
    messages.success(request, _("You have left %(name)s.") % {"name": frame.name})
    return go(request, reverse("home"))


def _require_within_reach(frame: Frame, member: str) -> None:
    person = frame.people[member]
    if person.role.rank < frame.viewer.role.rank:
        message = _("%(name)s is above your own role.") % {"name": person.name}
        raise NotAllowed(message, frame.attempt(Permission.MEMBER_REMOVE))
