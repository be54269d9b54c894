"""`/org/<org>/projects`: all projects or those made between two days, and a new one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from dashboard.http import PageRequest, go, page_request, render_page
from dashboard.pages import projects as pages
from dashboard.pages.projects import ProjectsPage
from dashboard.project_forms import CreatedForm, ProjectForm
from dashboard.views import parts
from tenants.errors import Refused
from tenants.policy import Permission
from tenants.reads import created, slices
from tenants.snapshots import Frame
from tenants.writes import projects as writes


@require_safe
def projects(request: HttpRequest, org: str) -> HttpResponse:
    """Newest first, by cursor; with days in the address those made between them. Two requests to the table."""
    asked = page_request(request)
    days = CreatedForm(asked.GET)
    if not days.is_valid():
        return _all(asked, org, ProjectForm(), days, status=400)
    if not any(days.days()):
        return _all(asked, org, ProjectForm(), days)
    read = created.created(org, asked.viewer.user, *days.days(), parts.cursor(asked))
    page = pages.created_of(read, days.query(), asked.now, is_first=not parts.cursor(asked))
    return _render(asked, page, read.frame, ProjectForm(), days)


@require_POST
def create_project(request: HttpRequest, org: str) -> HttpResponse:
    """Create a project and go to it."""
    asked = page_request(request)
    form = ProjectForm(request.POST)
    if form.is_valid():
        project = form.new_id(asked.now)
        try:
            writes.create(asked.viewer.actor, org, form.project_fields(), project, asked.now)
        except Refused as refusal:
            form.refuse(refusal)
        else:
            return go(request, reverse("project", kwargs={"org": org, "project": project}))
    parts.require(slices.frame(org, asked.viewer.user), Permission.PROJECT_CREATE)
    return _all(asked, org, form, CreatedForm(), status=400)


def _all(request: PageRequest, org: str, form: ProjectForm, days: CreatedForm, status: int = 200) -> HttpResponse:
    after = "" if days.errors else parts.cursor(request)
    read = slices.projects(org, request.viewer.user, after)
    return _render(request, pages.of(read, is_first=not after), read.frame, form, days, status)


def _render(
    request: PageRequest, page: ProjectsPage, frame: Frame, form: ProjectForm, days: CreatedForm, status: int = 200
) -> HttpResponse:
    form.offering(frame)
    return render_page(
        request, "org/projects.html", page, fragment="slice", status=status, form=form, created_form=days
    )
