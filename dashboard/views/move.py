"""`/org/<org>/projects/<project>/tasks/<task>/move`: a task goes to another project."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dashboard.http import PageRequest, go, page_request, render_page
from dashboard.messages import Undo, done
from dashboard.pages import move as pages
from dashboard.views import parts
from tenants import ids
from tenants.errors import Refused
from tenants.policy import Permission
from tenants.reads import slices
from tenants.writes import moves
from tenants.writes.tasks import TaskRef


@require_http_methods(["GET", "HEAD", "POST"])
def move_task(request: HttpRequest, org: str, project: str, task: str) -> HttpResponse:
    """Choose the project (three requests to the table), and go there with the task (three more)."""
    asked = page_request(request)
    read = slices.task(org, asked.viewer.user, project, task)
    parts.require(read.frame, Permission.TASK_EDIT)
    if request.method == "POST":
        return _move(asked, TaskRef(org, project, task), read)
    after = parts.cursor(request)
    targets = slices.projects(org, asked.viewer.user, after)
    return render_page(request, "org/move.html", pages.of(read, targets, is_first=not after), fragment="slice")


def _move(request: PageRequest, ref: TaskRef, read: slices.OneTask) -> HttpResponse:
    target, version = request.POST.get("to", ""), request.POST.get("version", "")
    if not ids.PROJECT_ID.fullmatch(target):
        raise Refused(_("Choose the project that the task goes to."))
    seen = int(version) if version.isascii() and version.isdigit() and len(version) < 10 else read.task.version  # noqa: PLR2004 - digits of a number that fits
    moved = moves.move(request.viewer.actor, ref, target, seen, request.now)
    where = {"org": ref.org, "project": moved.project, "task": ref.id}
    undo = Undo(reverse("move-task", kwargs=where), {"to": ref.project, "version": str(moved.version)})
    done(request, _("Moved to %(project)s.") % {"project": moved.project_title}, undo)
    return go(request, reverse("task", kwargs=where))
