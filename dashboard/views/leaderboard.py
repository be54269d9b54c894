"""`/org/<org>/leaderboard` and `/org/<org>/members/<member>`: finished work, by month and by member."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from dashboard.http import go, page_request, render_page
from dashboard.pages import leaderboard as pages
from dashboard.views import parts
from tenants.reads import months as reads
from tenants.writes import wishes


@require_safe
def leaderboard(request: HttpRequest, org: str) -> HttpResponse:
    """A month by member and by day, and the year behind it. Two requests to the table.

    A dashboard asks for what is `past` only when somebody wants it (`?part=past`): its own one Query stays small.
    """
    asked = page_request(request)
    read = reads.trend(org, asked.viewer.user, parts.month(request), asked.now)
    fragment = "past" if request.GET.get("part") == "past" else "slice"
    return render_page(request, "org/leaderboard.html", pages.of(read, asked.now), fragment=fragment)


@require_safe
def member(request: HttpRequest, org: str, member: str) -> HttpResponse:
    """A member's months and live tasks. Three requests to the table."""
    asked = page_request(request)
    read = reads.member(org, asked.viewer.user, member, asked.now)
    return render_page(request, "org/member.html", pages.member_of(read, asked.now))


@require_POST
def rank_me(request: HttpRequest, org: str) -> HttpResponse:
    """List me among those who finished most, or no longer. What I finish counts either way."""
    asked = page_request(request)
    wishes.rank_me(asked.viewer.actor, org, asked.now, ranked=request.POST.get("ranked") == "1")
    return go(request, reverse("leaderboard", kwargs={"org": org}))
