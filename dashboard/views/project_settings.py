"""`/org/<org>/projects/<project>/settings`: what people wrote about a project, and changing it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dashboard.http import PageRequest, go, page_request, render_page
from dashboard.pages import project_settings as pages
from dashboard.project_forms import ProjectSettingsForm
from dashboard.sentences import told
from dashboard.views import parts
from tenants.errors import Conflict, Difference, Refused
from tenants.policy import Permission
from tenants.reads import project as reads
from tenants.reads.project import ProjectSettings
from tenants.writes import project_edits


@require_http_methods(["GET", "HEAD", "POST"])
def project_settings(request: HttpRequest, org: str, project: str) -> HttpResponse:
    """The settings of a live project, for those who may change them. One request to the table to look, two to save."""
    asked = page_request(request)
    if request.method == "POST":
        return _save(asked, org, project)
    stands = _read(asked, org, project)
    initial = ProjectSettingsForm.initial_of(stands.title, stands.details)
    return _page(asked, stands, ProjectSettingsForm(initial=initial))


def _save(request: PageRequest, org: str, project: str) -> HttpResponse:
    form = ProjectSettingsForm(request.POST)
    if form.is_valid():
        fields, version = form.project_fields(), form.cleaned_data["version"]
        try:
            project_edits.edit(request.viewer.actor, org, project, fields, version, request.now)
        except Refused as refusal:
            form.refuse(refusal)
        except Conflict as conflict:
            # What was typed stays in the fields; beside them stands what is stored now, and saving again decides.
            stands = _read(request, org, project)
            form = ProjectSettingsForm({**request.POST.dict(), "version": str(stands.details.version)})
            form.add_error(None, told(conflict))
            return _page(request, stands, form, conflict.differences, status=409)
        else:
            messages.success(request, _("Saved."))
            return go(request, reverse("project", kwargs={"org": org, "project": project}))
    return _page(request, _read(request, org, project), form, status=400)


def _read(request: PageRequest, org: str, project: str) -> ProjectSettings:
    read = reads.settings(org, request.viewer.user, project)
    parts.require(read.frame, Permission.PROJECT_EDIT)
    return read


def _page(
    request: PageRequest,
    stands: ProjectSettings,
    form: ProjectSettingsForm,
    differences: tuple[Difference, ...] = (),
    status: int = 200,
) -> HttpResponse:
    page = pages.of(stands, differences)
    return render_page(request, "org/project-settings.html", page, status=status, form=form.offering(stands.frame))
