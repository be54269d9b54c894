"""`/org/<org>/projects`: all projects, and a new one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from dashboard.forms import ProjectForm
from dashboard.http import PageRequest, go, page_request, render_page
from dashboard.pages import projects as pages
from dashboard.views import parts
from tenants.errors import Refused
from tenants.policy import Permission
from tenants.reads import slices
from tenants.writes import projects as writes


@require_safe
def projects(request: HttpRequest, org: str) -> HttpResponse:
    """Newest first, by cursor. Two requests to the table."""
    asked = page_request(request)
    return _page(asked, _read(asked, org), ProjectForm())


@require_POST
def create_project(request: HttpRequest, org: str) -> HttpResponse:
    """Create a project and go to it."""
    asked = page_request(request)
    form = ProjectForm(request.POST)
    if form.is_valid():
        project = form.new_id(asked.now)
        try:
            writes.create(asked.viewer.actor, org, form.cleaned_data["title"], project, asked.now)
        except Refused as refusal:
            form.refuse(refusal)
        else:
            return go(request, reverse("project", kwargs={"org": org, "project": project}))
    read = _read(asked, org)
    parts.require(read.frame, Permission.PROJECT_CREATE)
    return _page(asked, read, form, status=400)


def _read(request: PageRequest, org: str) -> slices.Projects:
    return slices.projects(org, request.viewer.user, parts.cursor(request))


def _page(request: PageRequest, read: slices.Projects, form: ProjectForm, status: int = 200) -> HttpResponse:
    page = pages.of(read, is_first=not parts.cursor(request))
    return render_page(request, "org/projects.html", page, fragment="slice", status=status, form=form)
