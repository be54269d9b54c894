"""`/org/<org>/projects/<project>/tasks/<task>`: one task, and every click on one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from dashboard.forms import TaskEditForm
from dashboard.http import came_from, go, page_request, render_page, wants_fragment
from dashboard.pages import task as pages
from dashboard.views import parts
from tenants.errors import Conflict, Refused
from tenants.policy import Permission
from tenants.reads import slices
from tenants.reads.dashboard import pulse
from tenants.snapshots import TaskSnapshot
from tenants.writes import tasks as writes
from tenants.writes.ground import Actor

Click = Callable[[Actor, writes.TaskRef, datetime], TaskSnapshot]

SOURCES = ("project", "tasks", "home")


@require_http_methods(["GET", "HEAD", "POST"])
def task(request: HttpRequest, org: str, project: str, task: str) -> HttpResponse:
    """One task: a form for those who may edit. One request to the table to look, four to save."""
    asked = page_request(request)
    read = slices.task(org, asked.viewer.user, project, task)
    form = TaskEditForm(read.frame, request.POST or None, initial=TaskEditForm.initial_of(read.task))
    status = 200
    if request.method == "POST":
        parts.require(read.frame, Permission.TASK_EDIT)
        status = 400
        if form.is_valid():
            ref = writes.TaskRef(org, project, task)
            try:
                writes.edit(asked.viewer.actor, ref, form.task_fields(), form.cleaned_data["version"], asked.now)
            except Refused as refusal:
                form.refuse(refusal)
            except Conflict as conflict:
                # What was typed stays in the fields; the heading shows how it stands now, and saving again decides.
                read = slices.task(org, asked.viewer.user, project, task)
                form = TaskEditForm(read.frame, {**request.POST.dict(), "version": str(read.task.version)})
                form.add_error(None, _stands_now(str(conflict), read))
                status = 409
            else:
                messages.success(request, _("Saved."))
                return go(request, reverse("project", kwargs={"org": org, "project": project}))
    return render_page(request, "org/task.html", pages.of(read, asked.now), status=status, form=form)


@require_POST
def complete_task(request: HttpRequest, org: str, project: str, task: str) -> HttpResponse:
    """Finish a task: counted once, however often it is clicked."""
    return _click(request, writes.TaskRef(org, project, task), writes.complete, "complete")


@require_POST
def reopen_task(request: HttpRequest, org: str, project: str, task: str) -> HttpResponse:
    """Take a completion back."""
    return _click(request, writes.TaskRef(org, project, task), writes.reopen, "reopen")


@require_POST
def start_task(request: HttpRequest, org: str, project: str, task: str) -> HttpResponse:
    """Take a task in hand."""
    return _click(request, writes.TaskRef(org, project, task), writes.start, "start")


@require_POST
def stop_task(request: HttpRequest, org: str, project: str, task: str) -> HttpResponse:
    """Put a task back."""
    return _click(request, writes.TaskRef(org, project, task), writes.stop, "stop")


@require_POST
def delete_task(request: HttpRequest, org: str, project: str, task: str) -> HttpResponse:
    """Delete a task for good."""
    asked = page_request(request)
    writes.delete(asked.viewer.actor, writes.TaskRef(org, project, task), asked.now)
    messages.success(request, _("The task is deleted."))
    return go(request, reverse("project", kwargs={"org": org, "project": project}))


def _click(request: HttpRequest, ref: writes.TaskRef, write: Click, did: str) -> HttpResponse:
    """Do it, then show what it changed: the row, the counts and the top three, from one consistent read.

    Three requests to the table. A plain form goes back to its list.
    """
    asked = page_request(request)
    source = request.POST.get("from", "project")
    if source not in SOURCES:
        source = "project"
    changed = write(asked.viewer.actor, ref, asked.now)
    if not wants_fragment(request):
        return go(request, _list_url(request, ref, source))
    now_read = pulse(ref.org, asked.viewer.user, ref.project, asked.now)
    page = pages.changed(changed, now_read, did, source, asked.now)
    return render_page(request, "org/task-changed.html", page)


def _list_url(request: HttpRequest, ref: writes.TaskRef, source: str) -> str:
    home = {
        "home": reverse("home"),
        "tasks": reverse("tasks", kwargs={"org": ref.org}),
        "project": reverse("project", kwargs={"org": ref.org, "project": ref.project}),
    }[source]
    # The very page of the list, with its filter and cursor, when the browser says so.
    page = came_from(request)
    return page if page.partition("?")[0] == home else home


def _stands_now(said: str, read: slices.OneTask) -> str:
    task = read.task
    facts = [task.title, task.status, task.priority, task.due.isoformat() if task.due else ""]
    if task.assignee:
        facts.append(read.frame.name_of(task.assignee))
    return f"{said} {' · '.join(fact for fact in facts if fact)}"
