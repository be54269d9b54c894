"""`/org/<org>/projects/<project>/archive`: the finished tasks of a project that were put away."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from dashboard.http import came_from, go, page_request, render_page
from dashboard.pages import archive as pages
from dashboard.views import parts
from tenants.reads import archive as reads
from tenants.writes import archived_tasks
from tenants.writes.tasks import TaskRef


@require_safe
def archive(request: HttpRequest, org: str, project: str) -> HttpResponse:
    """Newest first, by cursor. Two requests to the table."""
    asked, after = page_request(request), parts.cursor(request)
    read = reads.archive(org, asked.viewer.user, project, asked.now, after)
    return render_page(request, "org/archive.html", pages.of(read, is_first=not after), fragment="slice")


@require_POST
def reopen_archived(request: HttpRequest, org: str, project: str, task: str) -> HttpResponse:
    """Take a finished task out of the archive and open it again."""
    asked = page_request(request)
    opened = archived_tasks.reopen(asked.viewer.actor, TaskRef(org, project, task), asked.now)
    messages.success(request, _("Reopened: %(title)s") % {"title": opened.title})
    here = reverse("archive", kwargs={"org": org, "project": project})
    # The very page of the list, when the browser says so.
    page = came_from(request)
    return go(request, page if page.partition("?")[0] == here else here)
