"""`/org/<org>/projects/<project>`: one project, its tasks, a new task."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from dashboard.board_filters import BoardView, Shown, form_of, shown, shown_before
from dashboard.forms import Form
from dashboard.http import PageRequest, go, page_request, render_page
from dashboard.pages import project as pages
from dashboard.pages.quick import QuickPage
from dashboard.task_forms import QuickForm, TaskForm
from dashboard.views import parts
from tenants.errors import NotFound, Refused
from tenants.policy import Permission
from tenants.reads import slices
from tenants.reads.archive import project_away
from tenants.reads.board import Board, board
from tenants.writes import tasks


@require_safe
def project(request: HttpRequest, org: str, project: str) -> HttpResponse:
    """The project's counts and one page of its tasks, filtered as the address says. Two requests to the table."""
    asked = page_request(request)
    try:
        at = shown(request)
        return _page(asked, _read(asked, org, project, at), at)
    except NotFound:
        # It may have been put away: links to it lead on to where it is. Of a missing or foreign one this says nothing.
        away = project_away(org, asked.viewer.user, project)
        if away.state == "live":
            raise
        return go(request, reverse("project-away", kwargs={"org": org, "project": project}))


@require_POST
def create_task(request: HttpRequest, org: str, project: str) -> HttpResponse:
    """Create a task and show the project again."""
    asked = page_request(request)
    frame = slices.frame(org, asked.viewer.user)
    parts.require(frame, Permission.TASK_CREATE)
    form = TaskForm(frame, request.POST)
    if form.is_valid():
        try:
            task_id = form.new_id(asked.now)
            tasks.create(asked.viewer.actor, org, project, form.task_fields(), task_id, asked.now)
        except Refused as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("Added: %(title)s") % {"title": form.cleaned_data["title"]})
            return go_back(asked, org, project)
    return show(asked, org, project, task_form=form, status=400)


def go_back(request: PageRequest, org: str, project: str) -> HttpResponse:
    """To the page of a project as it was when a form on it was sent: in that view, with those filters."""
    here = _url(org, project)
    query = shown_before(request, here).query
    return go(request, f"{here}?{query}" if query else here)


def _read(request: PageRequest, org: str, project: str, at: Shown) -> Board:
    return board(org, request.viewer.user, project, request.now, at.filters, parts.cursor(request))


def show(
    request: PageRequest, org: str, project: str, *, quick: QuickPage | None = None, status: int = 200, **forms: Form
) -> HttpResponse:
    """The page of a project, read anew, as it was; forms that were sent and refused stay as they were typed."""
    at = shown_before(request, _url(org, project))
    return _page(request, _read(request, org, project, at), at, quick=quick, status=status, **forms)


def _page(
    request: PageRequest, read: Board, at: Shown, *, quick: QuickPage | None = None, status: int = 200, **forms: Form
) -> HttpResponse:
    address = pages.Address(at.view, at.query, at.query_as(BoardView.LIST), at.query_as(BoardView.BOARD))
    page = pages.of(read, address, request.now, quick=quick, is_first=not parts.cursor(request))
    fresh: dict[str, Form] = {
        "filter_form": form_of(read.pulse.frame, at),
        "quick_form": QuickForm(auto_id="quick_%s"),
        "task_form": TaskForm(read.pulse.frame),
    }
    return render_page(request, "org/project.html", page, fragment="slice", status=status, **{**fresh, **forms})


def _url(org: str, project: str) -> str:
    return reverse("project", kwargs={"org": org, "project": project})
