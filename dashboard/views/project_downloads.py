"""`/org/<org>/projects….csv`: lists of projects as files, and the archive of one."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpRequest, StreamingHttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from dashboard.csv import Row
from dashboard.http import PageRequest, page_request
from dashboard.pages import archive as archive_pages
from dashboard.pages import parts as page_parts
from dashboard.project_forms import CreatedForm
from dashboard.views import parts
from dashboard.views.downloads import download
from tenants.errors import NotFound
from tenants.reads import archive as archives
from tenants.reads import created, slices
from tenants.snapshots import ProjectSnapshot


@require_safe
def projects_csv(request: HttpRequest, org: str) -> StreamingHttpResponse:
    """The projects, newest first; with days in the address those made between them. Two requests per 25."""
    asked = page_request(request)
    days = CreatedForm(asked.GET)
    if not days.is_valid():
        raise NotFound(parts.NO_PAGE)
    if any(days.days()):
        return _created_csv(asked, org, days)
    return download(
        asked,
        lambda after: slices.projects(org, asked.viewer.user, after),
        (_("Title"), _("Created"), _("Open"), _("In progress"), _("Done"), _("Link")),
        lambda page: ((*_counted(project), _link(asked, org, project.id)) for project in page.projects),
        frame=lambda page: page.frame,
        name=lambda _: ("projects",),
    )


def _created_csv(request: PageRequest, org: str, days: CreatedForm) -> StreamingHttpResponse:
    def rows(page: created.CreatedProjects) -> Iterator[Row]:
        for each in page.projects:
            lead = page.frame.people.get(each.lead or "")
            link = _link(request, org, each.id, "project-away" if each.away else "project")
            yield each.title, each.created_at, each.away or "live", lead.name if lead else "", each.due, link

    first, last = days.days()
    return download(
        request,
        lambda after: created.created(org, request.viewer.user, first, last, after),
        (_("Title"), _("Created"), _("State"), _("Lead"), _("Due"), _("Link")),
        rows,
        frame=lambda page: page.frame,
        name=lambda _: ("projects", *(day.isoformat() if day else "" for day in (first, last))),
    )


@require_safe
def archived_projects_csv(request: HttpRequest, org: str) -> StreamingHttpResponse:
    """The projects that were put away, newest first by when they were made. Two requests to the table per 25."""
    asked = page_request(request)

    def rows(page: archives.ArchivedProjects) -> Iterator[Row]:
        for away in page.projects:
            link = _link(asked, org, away.project.id, "project-away")
            yield *_counted(away.project), away.archived_at, link

    return download(
        asked,
        lambda after: archives.archived_projects(org, asked.viewer.user, after),
        (_("Title"), _("Created"), _("Open"), _("In progress"), _("Done"), _("Put away"), _("Link")),
        rows,
        frame=lambda page: page.frame,
        name=lambda _: ("projects", "put-away"),
    )


@require_safe
def archive_csv(request: HttpRequest, org: str, project: str) -> StreamingHttpResponse:
    """The finished tasks of a project that were put away, newest first. Two requests to the table per 50."""
    asked = page_request(request)

    def rows(page: archives.Archive) -> Iterator[Row]:
        for task in page.tasks:
            done = task.completed_at, archive_pages.finished_by(task, page.frame), page.ends.get(task.id)
            yield task.title, task.priority, task.due, ", ".join(task.labels), *done

    return download(
        asked,
        lambda after: archives.archive(org, asked.viewer.user, project, asked.now, after),
        (_("Title"), _("Priority"), _("Due"), _("Labels"), _("Completed"), _("Completed by"), _("Deleted on")),
        rows,
        frame=lambda page: page.frame,
        name=lambda page: ("archive", page.title),
    )


def _counted(project: ProjectSnapshot) -> Row:
    counts = page_parts.project_counts(project)
    return project.title, project.created_at, counts.open, counts.doing, counts.done


def _link(request: PageRequest, org: str, project: str, page: str = "project") -> str:
    return request.build_absolute_uri(reverse(page, kwargs={"org": org, "project": project}))
