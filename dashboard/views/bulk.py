"""`/org/<org>/tasks/bulk` and `/org/<org>/tasks/mine`: what is done to a list as a whole."""

from __future__ import annotations

import time
from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from dashboard.http import came_from, go, page_request
from dashboard.pages import bulk as pages
from dashboard.views import parts
from tenants import deadline, ids
from tenants.errors import Refused
from tenants.policy import Permission
from tenants.reads import slices
from tenants.writes import bulk, wishes
from tenants.writes.tasks import TaskRef

TEMPLATE = "org/bulk.html"
ROWS = "<!--rows-->"
"""Where the page is cut, for the rows to come in between."""
SECONDS_IN_ALL = 15.0
"""The tasks whose turn does not come by then are told so. More than other pages have, and less than a restart waits."""


@require_POST
def bulk_tasks(request: HttpRequest, org: str) -> StreamingHttpResponse:
    """Do one thing to up to 25 tasks, a transaction each, and say of each what became of it as soon as it is known.

    The choice is `<action>` or `<action>:<value>`; a task is `<project>.<task>`.
    """
    asked = page_request(request)
    frame = slices.frame(org, asked.viewer.user)
    parts.require(frame, Permission.TASK_COMPLETE)
    action, _, value = request.POST.get("do", "").partition(":")
    if action not in set(bulk.Action):
        raise Refused(gettext("Choose what to do with the tasks first."))
    refs = [_ref(org, chosen) for chosen in request.POST.getlist("task")]
    outcomes = bulk.apply(asked.viewer.actor, org, refs, bulk.Action(action), value, asked.now)
    titles = {ref.id: request.POST.get(f"title_{ref.id}", "")[:200] or ref.id for ref in refs}
    back = came_from(request) or reverse("tasks", kwargs={"org": org})
    page = pages.of(frame, len(dict.fromkeys(refs)), back)
    # Rendered before the answer begins, since it sets cookies.
    before, after = render_to_string(TEMPLATE, {"page": page}, request).split(ROWS)
    return StreamingHttpResponse(_telling(page, outcomes, titles, (before, after)))


def _telling(
    page: pages.BulkPage, outcomes: Iterator[bulk.Outcome], titles: dict[str, str], around: tuple[str, str]
) -> Iterator[str]:
    """The page, row by row, in the language that `languages.stamp` keeps for it.

    Whoever leaves in the middle gets done what they had asked for all the same.
    """
    ends = time.monotonic() + SECONDS_IN_ALL
    done = 0

    def rows() -> Iterator[tuple[pages.OutcomeRow, str]]:
        for number in range(1, page.size + 1):
            # Not around the yield: the time that a slow reader takes is not the database's.
            with deadline.within(ends - time.monotonic()):
                row = pages.row_of(number, next(outcomes), titles)
                text = render_to_string(f"{TEMPLATE}#row", {"page": page, "row": row})
            yield row, text

    rest = rows()
    try:
        yield around[0]
        for row, text in rest:
            done += row.ok
            yield text
        yield render_to_string(f"{TEMPLATE}#count", {"page": page, "done": done}) + around[1]
    finally:
        for _ in rest:
            pass


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
        raise Refused(gettext("This form is damaged. Load the page again."))
    return TaskRef(org, project, task)
