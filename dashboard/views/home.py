"""`/`: the signed-in person's home."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from dashboard import carried
from dashboard.csv import Row
from dashboard.http import page_request, render_page
from dashboard.pages import home as pages
from dashboard.views import downloads, parts
from tenants import clock
from tenants.reads import home as reads


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """My organisations and my live tasks. One request to the table."""
    asked = page_request(request)
    after = parts.cursor(request)
    read = reads.home(asked.viewer.user, after)
    today, waits = clock.local_day(asked.now, asked.viewer.zone or "UTC"), bool(carried.held(request))
    page = pages.of(read, asked.viewer.name, today, is_first=not after, invitation_waits=waits)
    return render_page(request, "home/home.html", page, fragment="slice")


@require_safe
def home_csv(request: HttpRequest) -> StreamingHttpResponse:
    """My live tasks over all organisations, soonest due first. One request to the table, two more per 100."""
    asked = page_request(request)
    zone = asked.viewer.zone or "UTC"

    def rows(page: reads.Home) -> Iterator[Row]:
        for task in page.tasks:
            link = reverse("task", kwargs={"org": task.org, "project": task.project, "task": task.id})
            told = task.title, task.status, task.priority, task.due
            yield *told, task.project_title, task.org, asked.build_absolute_uri(link)

    header = (_("Title"), _("Status"), _("Priority"), _("Due"), _("Project"), _("Organisation"), _("Link"))
    _first, pages = downloads.walk(lambda after: reads.home(asked.viewer.user, after))
    day = clock.local_day(asked.now, zone).isoformat()
    return parts.csv_file(asked, zone, ("my-tasks", day), header, map(rows, pages))
