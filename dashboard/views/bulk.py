"""`/org/<org>/tasks/bulk` and `/org/<org>/tasks/mine`: what is done to a list as a whole."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from dashboard.http import came_from, go, page_request, render_page
from dashboard.pages import bulk as pages
from dashboard.views import parts
from tenants import ids
from tenants.errors import Refused
from tenants.policy import Permission
from tenants.reads import slices
from tenants.writes import bulk, wishes
from tenants.writes.tasks import TaskRef


@require_POST
def bulk_tasks(request: HttpRequest, org: str) -> HttpResponse:
    """Do one thing to up to 25 tasks, a transaction each, and say of each what became of it.

    The choice is `<action>` or `<action>:<value>`; a task is `<project>.<task>`.
    """
    asked = page_request(request)
    frame = slices.frame(org, asked.viewer.user)
    parts.require(frame, Permission.TASK_COMPLETE)
    action, _, value = request.POST.get("do", "").partition(":")
    if action not in set(bulk.Action):
        raise Refused("Choose what to do with the tasks first.")
    refs = [_ref(org, chosen) for chosen in request.POST.getlist("task")]
    outcomes = bulk.apply(asked.viewer.actor, org, refs, bulk.Action(action), value, asked.now)
    titles = {ref.id: request.POST.get(f"title_{ref.id}", "")[:200] or ref.id for ref in refs}
    page = pages.of(frame, outcomes, titles, came_from(request) or reverse("tasks", kwargs={"org": org}))
    return render_page(request, "org/bulk.html", page)


@require_POST
def remember_mine(request: HttpRequest, org: str) -> HttpResponse:
    """Remember whether I want to see only my own tasks when I open the organisation's."""
    asked = page_request(request)
    mine = request.POST.get("mine") == "1"
    wishes.remember(asked.viewer.actor, org, asked.now, mine=mine)
    return go(request, reverse("tasks", kwargs={"org": org}) + ("?mine=1" if mine else "?status=open"))


def _ref(org: str, chosen: str) -> TaskRef:
    project, _, task = chosen.partition(".")
    if not ids.PROJECT_ID.fullmatch(project) or not ids.TASK_ID.fullmatch(task):
        raise Refused("This form is damaged. Load the page again.")
    return TaskRef(org, project, task)
