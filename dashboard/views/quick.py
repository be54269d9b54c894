"""`/org/<org>/quick` and `…/projects/<project>/tasks/quick`: one line becomes a task, once its meaning was seen."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from dashboard.http import PageRequest, go, page_request, wants_fragment
from dashboard.pages import quick as pages
from dashboard.sentences import told
from dashboard.task_forms import QuickForm
from dashboard.views import parts
from dashboard.views.project import go_back, show
from tenants import clock
from tenants.errors import Refused
from tenants.policy import Permission, Priority
from tenants.quick_add import Parsed, parse
from tenants.reads import slices
from tenants.snapshots import Frame
from tenants.writes import tasks

LONGEST = 400


@require_safe
def quick_preview(request: HttpRequest, org: str) -> HttpResponse:
    """Show what a line means while it is typed, in whatever project. One request to the table."""
    asked = page_request(request)
    frame = slices.frame(org, asked.viewer.user)
    parts.require(frame, Permission.TASK_CREATE)
    if not wants_fragment(request):
        return go(request, reverse("projects", kwargs={"org": org}))
    line = request.GET.get("line", "")[:LONGEST]
    return render(request, "org/quick.html", {"page": pages.of(line, _read(asked, frame, line))})


@require_POST
def quick_add(request: HttpRequest, org: str, project: str) -> HttpResponse:
    """Add the task that a line means, once it was seen what that is."""
    asked = page_request(request)
    frame = slices.frame(org, asked.viewer.user)
    parts.require(frame, Permission.TASK_CREATE)
    form = QuickForm(request.POST, auto_id="quick_%s")
    if not form.is_valid():
        return show(asked, org, project, quick_form=form, status=400)
    line = form.cleaned_data["line"]
    parsed = _read(asked, frame, line)
    if form.cleaned_data["shown"] != line:
        # Nothing is saved that was not shown: without script, sending shows it, and sending again saves it.
        seen = QuickForm({**request.POST.dict(), "shown": line}, auto_id="quick_%s")
        return show(asked, org, project, quick_form=seen, quick=pages.of(line, parsed))
    fields = tasks.TaskFields(
        title=parsed.title,
        priority=parsed.priority or Priority.MEDIUM,
        due=parsed.due,
        assignee=parsed.assignee,
        labels=parsed.labels,
    )
    try:
        tasks.create(asked.viewer.actor, org, project, fields, form.new_id(asked.now), asked.now)
    except Refused as refusal:
        form.add_error("line", told(refusal))
        return show(asked, org, project, quick_form=form, quick=pages.of(line, parsed), status=400)
    messages.success(request, _("Added: %(title)s") % {"title": parsed.title})
    return go_back(asked, org, project)


def _read(request: PageRequest, frame: Frame, line: str) -> Parsed:
    return parse(line, frame.people.values(), clock.local_day(request.now, frame.zone), frame.viewer.id)
