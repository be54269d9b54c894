"""`/org/<org>/projects/…`: putting a project away, bringing it back, deleting it, and where it is meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from dashboard.http import go, page_request, render_page
from dashboard.messages import Undo, done
from dashboard.pages import away as pages
from dashboard.views import parts
from tenants import clock
from tenants.boards.text import fold
from tenants.errors import Refused
from tenants.mover.job import Progress
from tenants.policy import Permission
from tenants.reads import archive as reads
from tenants.writes import project_life
from tenants.writes.ground import Actor

SECONDS = 4.0
"""A request moves rows for so long; a project with more of them goes on at the next request."""

Move = Callable[[Actor, str, str, datetime, float | None], Progress]


@require_safe
def archived_projects(request: HttpRequest, org: str) -> HttpResponse:
    """The projects that were put away. Two requests to the table."""
    asked, after = page_request(request), parts.cursor(request)
    page = pages.archived_of(reads.archived_projects(org, asked.viewer.user, after), is_first=not after)
    return render_page(request, "org/archived-projects.html", page, fragment="slice")


@require_safe
def project_away(request: HttpRequest, org: str, project: str) -> HttpResponse:
    """A project that is away or on its way. Two requests to the table. A live one has its own page."""
    asked, after = page_request(request), parts.cursor(request)
    read = reads.project_away(org, asked.viewer.user, project, after)
    if read.state == "live":
        return go(request, reverse("project", kwargs={"org": org, "project": project}))
    today = clock.local_day(asked.now, read.frame.zone)
    return render_page(request, "org/project-away.html", pages.of(read, today, is_first=not after), fragment="slice")


@require_POST
def archive_project(request: HttpRequest, org: str, project: str) -> HttpResponse:
    """Put a project away."""
    said = _("The project is put away. Its months stay, and you can bring it back.")
    return _move(request, org, project, project_life.archive, said, "project-away", "restore-project")


@require_POST
def restore_project(request: HttpRequest, org: str, project: str) -> HttpResponse:
    """Bring a project back."""
    said = _("The project is back.")
    return _move(request, org, project, project_life.restore, said, "project", "archive-project")


@require_POST
def delete_project(request: HttpRequest, org: str, project: str) -> HttpResponse:
    """Delete a project with everything below it, once its title was typed as a confirmation."""
    asked = page_request(request)
    read = reads.project_away(org, asked.viewer.user, project)
    parts.require(read.frame, Permission.PROJECT_DELETE)
    # A deletion that has begun needs no second confirmation to go on.
    if read.state != "deleting" and fold(request.POST.get("title", "").strip()) != fold(read.title):
        raise Refused(_("Nothing was deleted: type the title of the project to confirm."))
    return _move(request, org, project, project_life.delete, _("The project is deleted."), "projects")


def _move(
    request: HttpRequest, org: str, project: str, move: Move, said: str, goal: str, inverse: str = ""
) -> HttpResponse:
    """Move for some seconds; then to where it can be seen, or to its goal if all is done.

    `inverse` is the name of the action that takes it back, if one does.
    """
    asked = page_request(request)
    progress = move(asked.viewer.actor, org, project, asked.now, SECONDS)
    if not progress.finished:
        return go(request, reverse("project-away", kwargs={"org": org, "project": project}))
    where = {"org": org, "project": project}
    done(request, said, Undo(reverse(inverse, kwargs=where)) if inverse else None)
    return go(request, reverse(goal, kwargs={"org": org} if goal == "projects" else where))
