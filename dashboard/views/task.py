"""`/org/<org>/projects/<project>/tasks/<task>`: one task, and every click on one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from dashboard.forms import Form
from dashboard.http import PageRequest, came_from, go, page_request, render_page, wants_fragment
from dashboard.messages import Undo, done
from dashboard.pages import task as pages
from dashboard.sentences import say, told, value
from dashboard.task_forms import CommentForm, DescribeForm, TaskEditForm
from dashboard.views import parts
from tenants.errors import Conflict, Refused
from tenants.policy import LIVE_STATUSES, Permission, Priority, Status
from tenants.reads import slices
from tenants.reads import task as reads
from tenants.reads.board import totals_now
from tenants.reads.dashboard import pulse
from tenants.reads.task import TaskInFull
from tenants.snapshots import TaskSnapshot
from tenants.writes import edits
from tenants.writes import tasks as writes
from tenants.writes.ground import Actor

Click = Callable[[Actor, writes.TaskRef, datetime], TaskSnapshot]

SOURCES = ("project", "board", "tasks", "home", "member")


@require_http_methods(["GET", "HEAD", "POST"])
def task(request: HttpRequest, org: str, project: str, task: str) -> HttpResponse:
    """One task, what was said of it, and what was done to it; sent to with the form of all its fields, it is saved.

    Two requests to the table to look, four to save. With `field`, htmx gets that field alone.
    """
    asked = page_request(request)
    ref = writes.TaskRef(org, project, task)
    if request.method == "POST":
        return _save(asked, ref)
    stands = read(asked, ref)
    field = request.GET.get("field", "")
    if field in edits.FIELDS and wants_fragment(request):
        page = pages.TaskFieldPage(pages.of(stands, asked.now, is_first=True), field)
        return render_page(request, "org/task-field.html", page)
    return show(asked, stands)


def _save(request: PageRequest, ref: writes.TaskRef) -> HttpResponse:
    frame = slices.frame(ref.org, request.viewer.user)
    parts.require(frame, Permission.TASK_EDIT)
    form = TaskEditForm(frame, request.POST)
    status = 400
    if form.is_valid():
        try:
            writes.edit(request.viewer.actor, ref, form.task_fields(), form.cleaned_data["version"], request.now)
        except Refused as refusal:
            form.refuse(refusal)
        except Conflict as conflict:
            # What was typed stays in the fields; the heading shows how it stands now, and saving again decides.
            stands = read(request, ref)
            form = TaskEditForm(frame, {**request.POST.dict(), "version": str(stands.task.version)})
            form.add_error(None, _stands_now(told(conflict), stands))
            return show_form(request, stands, form, status=409)
        else:
            messages.success(request, _("Saved."))
            return go(request, reverse("task", kwargs={"org": ref.org, "project": ref.project, "task": ref.id}))
    return show_form(request, read(request, ref), form, status=status)


def read(request: PageRequest, ref: writes.TaskRef) -> TaskInFull:
    """The task in full, from where the address says."""
    return reads.task(ref.org, request.viewer.user, ref.project, ref.id, parts.cursor(request))


def show(request: PageRequest, stands: TaskInFull, *, status: int = 200, **forms: Form) -> HttpResponse:
    """The page of a task; forms that were sent and refused stay as they were typed."""
    page = pages.of(stands, request.now, is_first=not parts.cursor(request))
    return render_page(
        request, "org/task.html", page, fragment="told", status=status, **{**fresh_forms(stands), **forms}
    )


def fresh_forms(stands: TaskInFull) -> dict[str, Form]:
    """The forms of the page of a task, before anything is typed into them."""
    return {
        "describe_form": DescribeForm(initial={"description": stands.description, "revision": stands.revision}),
        "comment_form": CommentForm(),
    }


def show_form(
    request: PageRequest, stands: TaskInFull, form: TaskEditForm | None = None, *, status: int = 200
) -> HttpResponse:
    """The form of all fields of a task, as it was typed or as the task stands."""
    form = form or TaskEditForm(stands.frame, initial=TaskEditForm.initial_of(stands.task))
    page = pages.of(stands, request.now, is_first=True)
    return render_page(request, "org/task-edit.html", page, status=status, form=form)


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
    undo = _undo(ref, did, source) if pages.happened(did, changed) else None
    if not wants_fragment(request):
        if undo:
            done(request, _said(did, changed), undo)
        return go(request, _list_url(request, ref, source))
    if source == "board":
        now_read, columns = totals_now(ref.org, asked.viewer.user, ref.project, asked.now)
    else:
        now_read, columns = pulse(ref.org, asked.viewer.user, ref.project, asked.now), {}
    listed = _listed(asked, ref.org) if source == "tasks" else None
    page = pages.changed(changed, now_read, did, source, asked.now, listed, columns, undo)
    return render_page(request, "org/task-changed.html", page)


def _undo(ref: writes.TaskRef, did: str, source: str) -> Undo | None:
    """What takes a click back. Nothing brings back who had completed a task, and when: reopening stays."""
    inverse = {"complete": "reopen-task", "start": "stop-task", "stop": "start-task"}.get(did)
    if inverse is None:
        return None
    return Undo(reverse(inverse, kwargs={"org": ref.org, "project": ref.project, "task": ref.id}), {"from": source})


def _said(did: str, task: TaskSnapshot) -> str:
    words = {"complete": _("Completed: %(title)s"), "start": _("In progress: %(title)s")}
    return words.get(did, _("Back to open: %(title)s")) % {"title": task.title}


def _listed(request: PageRequest, org: str) -> tuple[Status, Priority | None] | None:
    """The filter of the list that was clicked in, as htmx tells its address; None where no counter stands above it."""
    address = urlsplit(request.htmx.current_url_abs_path or "")
    asked = QueryDict(address.query)
    status, priority = asked.get("status") or Status.OPEN, asked.get("priority") or None
    if address.path != reverse("tasks", kwargs={"org": org}) or asked.get("mine"):
        return None
    if status not in LIVE_STATUSES or priority not in (None, *Priority):
        return None
    return Status(status), Priority(priority) if priority else None


def _list_url(request: HttpRequest, ref: writes.TaskRef, source: str) -> str:
    page = came_from(request)
    if source == "member" and page.startswith(reverse("members", kwargs={"org": ref.org}) + "/"):
        return page
    project = reverse("project", kwargs={"org": ref.org, "project": ref.project})
    home = {
        "home": reverse("home"),
        "tasks": reverse("tasks", kwargs={"org": ref.org}),
        "member": reverse("tasks", kwargs={"org": ref.org}),
        "project": project,
        "board": f"{project}?view=board",
    }[source]
    # The very page of the list, with its filter and cursor, when the browser says so.
    return page if page.partition("?")[0] == home.partition("?")[0] else home


def _stands_now(said: str, stands: TaskInFull) -> str:
    task = stands.task
    due = value("due", task.due.isoformat()) if task.due else ""
    facts = [task.title, value("status", task.status), value("priority", task.priority), due]
    if task.assignee:
        facts.append(say(stands.frame.name_of(task.assignee)))
    return f"{said} {' · '.join(fact for fact in facts if fact)}"
