"""`/org/<org>/settings`: name, zone, language, plan."""

from __future__ import annotations

from django.conf import settings as django_settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from dashboard.forms import SettingsForm
from dashboard.http import PageRequest, came_from, go, page_request, render_page
from dashboard.pages import settings as pages
from dashboard.sentences import told
from dashboard.views import parts
from tenants.errors import Conflict, Difference, Refused
from tenants.policy import Permission, Plan
from tenants.reads import slices
from tenants.snapshots import Frame
from tenants.writes import org_settings as writes
from tenants.writes import pending
from tenants.writes.org_settings import Settings

SECONDS = 4.0
"""A request works on what follows from a change for so long; the rest is gone on with by the next one."""


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, org: str) -> HttpResponse:
    """Show the settings, or change them. One request to the table, and those of the write."""
    asked = page_request(request)
    frame = slices.frame(org, asked.viewer.user)
    parts.require(frame, Permission.ORG_EDIT)
    if request.method != "POST":
        return _page(asked, frame, _form(frame))
    form = SettingsForm(request.POST)
    if form.is_valid():
        wanted, seen = _settings(form, ""), _settings(form, "seen_")
        try:
            writes.change(asked.viewer.actor, org, wanted, seen, asked.now, SECONDS)
        except Refused as refusal:
            form.refuse(refusal)
        except Conflict as conflict:
            # What was typed stays in the fields; sent again it is a decision, made with both values in sight.
            stored = slices.frame(org, asked.viewer.user)
            form = SettingsForm(request.POST.dict() | _seen(stored))
            form.add_error(None, told(conflict))
            return _page(asked, stored, form, status=409, differences=conflict.differences)
        else:
            messages.success(request, _("The settings are saved."))
            return go(request, reverse("settings", kwargs={"org": org}))
    return _page(asked, frame, form, status=400)


@require_POST
def choose_plan(request: HttpRequest, org: str) -> HttpResponse:
    """Put the organisation on another plan, where the operator lets owners do so."""
    asked = page_request(request)
    parts.require(slices.frame(org, asked.viewer.user), Permission.ORG_PLAN)
    if not django_settings.OWNERS_CHOOSE_PLAN:
        raise Refused(_("Whoever runs this installation decides on the plan. Ask them for another one."))
    wanted = request.POST.get("plan", "")
    if wanted not in set(Plan):
        raise Refused(_("Choose one of the plans."))
    writes.choose_plan(asked.viewer.actor, org, Plan(wanted), asked.now)
    messages.success(request, _("The plan is changed."))
    return go(request, reverse("settings", kwargs={"org": org}))


@require_POST
def finish_jobs(request: HttpRequest, org: str) -> HttpResponse:
    """Go on with what is left to do after a removal or a rename, and back to where it was seen."""
    asked = page_request(request)
    if pending.go_on(asked.viewer.actor, org, asked.now, SECONDS):
        messages.success(request, _("All is tidied up."))
    return go(request, came_from(request) or reverse("members", kwargs={"org": org}))


def _page(
    request: PageRequest,
    frame: Frame,
    form: SettingsForm,
    status: int = 200,
    differences: tuple[Difference, ...] = (),
) -> HttpResponse:
    page = pages.of(frame, owners_choose=django_settings.OWNERS_CHOOSE_PLAN, differences=differences)
    return render_page(request, "org/settings.html", page, status=status, form=form)


def _form(frame: Frame) -> SettingsForm:
    shown = {"name": frame.name, "zone": frame.zone, "language": frame.language}
    return SettingsForm(initial=shown | _seen(frame))


def _seen(frame: Frame) -> dict[str, str]:
    return {"seen_name": frame.name, "seen_zone": frame.zone, "seen_language": frame.language}


def _settings(form: SettingsForm, prefix: str) -> Settings:
    told = form.cleaned_data
    return Settings(told[f"{prefix}name"], told[f"{prefix}zone"], told[f"{prefix}language"])
