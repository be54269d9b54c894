"""`/org/<org>/projects/<project>/tasks/<task>/…`: a task's description and comments.

By htmx only what was written is put in its place, so what is being typed elsewhere on the page stays.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from dashboard.forms import Form
from dashboard.http import PageRequest, beside, go, page_request, render_page, wants_fragment
from dashboard.pages import task as pages
from dashboard.sentences import told
from dashboard.task_forms import CommentForm, DescribeForm
from dashboard.views import parts
from dashboard.views.task import fresh_forms, read, show
from tenants import ids
from tenants.errors import Conflict, Refused
from tenants.policy import Permission
from tenants.reads import slices
from tenants.reads.task import TaskInFull
from tenants.writes import details
from tenants.writes.tasks import TaskRef


@require_POST
def describe_task(request: HttpRequest, org: str, project: str, task: str) -> HttpResponse:
    """Write the task's description anew."""
    asked, ref, form = page_request(request), TaskRef(org, project, task), DescribeForm(request.POST)
    _require(asked, org, Permission.TASK_EDIT)

    def write() -> None:
        data = form.cleaned_data
        details.describe(asked.viewer.actor, ref, data["description"], data["revision"], asked.now)

    return _try(asked, ref, "description", form, write)


@require_POST
def comment_task(request: HttpRequest, org: str, project: str, task: str) -> HttpResponse:
    """Say something about the task."""
    asked, ref, form = page_request(request), TaskRef(org, project, task), CommentForm(request.POST)
    _require(asked, org, Permission.COMMENT_CREATE)

    def write() -> None:
        token = form.cleaned_data["token"] or ids.new_note_token()
        details.comment(asked.viewer.actor, ref, form.cleaned_data["comment"], token, asked.now)

    return _try(asked, ref, "comment", form, write)


@require_POST
def delete_comment(request: HttpRequest, org: str, project: str, task: str) -> HttpResponse:
    """Take a comment away."""
    asked, ref, comment = page_request(request), TaskRef(org, project, task), request.POST.get("comment", "")
    parts.require(read(asked, ref).frame, Permission.COMMENT_CREATE)
    if not ids.NOTE_ID.fullmatch(comment):
        raise Refused(_("This form is damaged. Load the page again."))
    details.delete_comment(asked.viewer.actor, ref, comment, asked.now)
    return _written(asked, ref, "told", _("The comment is deleted."))


def _try(request: PageRequest, ref: TaskRef, name: str, form: Form, write: Callable[[], object]) -> HttpResponse:
    """Write, and show the task again; what is refused stays in its form as it was typed, with the reason beside it."""
    if not form.is_valid():
        return _refused(request, read(request, ref), name, form)
    try:
        write()
    except Refused as refusal:
        form.refuse(refusal)
        return _refused(request, read(request, ref), name, form)
    except Conflict as conflict:
        stands = read(request, ref)
        if isinstance(form, DescribeForm):
            # Both texts are in sight: theirs above, one's own in the field. Saving again decides.
            form = DescribeForm({**request.POST.dict(), "revision": stands.revision})
        form.add_error(None, told(conflict))
        return _refused(request, stands, name, form, status=409)
    return _written(request, ref, name, _("Saved."))


def _refused(request: PageRequest, stands: TaskInFull, name: str, form: Form, *, status: int = 400) -> HttpResponse:
    form.fields[name].widget.attrs["autofocus"] = True
    if not wants_fragment(request):
        return show(request, stands, status=status, **{_FORMS[name]: form})
    return beside(_piece(request, stands, name, status, **{_FORMS[name]: form}), _PLACES[name])


def _written(request: PageRequest, ref: TaskRef, name: str, said: str) -> HttpResponse:
    if not wants_fragment(request):
        messages.success(request, said)
        return go(request, reverse("task", kwargs={"org": ref.org, "project": ref.project, "task": ref.id}))
    stands = read(request, ref)
    return _piece(request, stands, name, HTTPStatus.OK, **fresh_forms(stands))


def _piece(request: PageRequest, stands: TaskInFull, name: str, status: int, **forms: Form) -> HttpResponse:
    task = pages.of(stands, request.now, is_first=True)
    page = pages.TaskFieldPage(task, name, saved=status == HTTPStatus.OK)
    return render_page(request, "org/task-words.html", page, fragment="", status=status, **forms)


def _require(request: PageRequest, org: str, permission: Permission) -> None:
    # A form may be refused before the table is asked; a stranger or viewer must not meet it even so.
    parts.require(slices.frame(org, request.viewer.user), permission)


_FORMS = {"description": "describe_form", "comment": "comment_form"}
_PLACES = {"description": "#description", "comment": "#new-comment"}
