"""`/org/<org>/projects/<project>/tasks/<task>/…`: a task's description and comments."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from dashboard.forms import Form
from dashboard.http import PageRequest, go, page_request
from dashboard.sentences import told
from dashboard.task_forms import CommentForm, DescribeForm
from dashboard.views import parts
from dashboard.views.task import read, show
from tenants import ids
from tenants.errors import Conflict, Refused
from tenants.policy import Permission
from tenants.reads import slices
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

    return _try(asked, ref, "describe_form", form, write)


@require_POST
def comment_task(request: HttpRequest, org: str, project: str, task: str) -> HttpResponse:
    """Say something about the task."""
    asked, ref, form = page_request(request), TaskRef(org, project, task), CommentForm(request.POST)
    _require(asked, org, Permission.COMMENT_CREATE)

    def write() -> None:
        token = form.cleaned_data["token"] or ids.new_note_token()
        details.comment(asked.viewer.actor, ref, form.cleaned_data["comment"], token, asked.now)

    return _try(asked, ref, "comment_form", form, write)


@require_POST
def delete_comment(request: HttpRequest, org: str, project: str, task: str) -> HttpResponse:
    """Take a comment away."""
    asked, ref, comment = page_request(request), TaskRef(org, project, task), request.POST.get("comment", "")
    parts.require(read(asked, ref).frame, Permission.COMMENT_CREATE)
    if not ids.NOTE_ID.fullmatch(comment):
        raise Refused(_("This form is damaged. Load the page again."))
    details.delete_comment(asked.viewer.actor, ref, comment, asked.now)
    messages.success(request, _("The comment is deleted."))
    return go(request, _url(ref))


def _try(request: PageRequest, ref: TaskRef, name: str, form: Form, write: Callable[[], object]) -> HttpResponse:
    """Write, and show the task again; what is refused stays in its form as it was typed, with the reason beside it."""
    if not form.is_valid():
        return show(request, read(request, ref), status=400, **{name: form})
    try:
        write()
    except Refused as refusal:
        form.refuse(refusal)
        return show(request, read(request, ref), status=400, **{name: form})
    except Conflict as conflict:
        stands = read(request, ref)
        if isinstance(form, DescribeForm):
            # Both texts are in sight: theirs above, one's own in the field. Saving again decides.
            form = DescribeForm({**request.POST.dict(), "revision": stands.revision})
        form.add_error(None, told(conflict))
        return show(request, stands, status=409, **{name: form})
    messages.success(request, _("Saved."))
    return go(request, _url(ref))


def _require(request: PageRequest, org: str, permission: Permission) -> None:
    # A form may be refused before the table is asked; a stranger or viewer must not meet it even so.
    parts.require(slices.frame(org, request.viewer.user), permission)


def _url(ref: TaskRef) -> str:
    return reverse("task", kwargs={"org": ref.org, "project": ref.project, "task": ref.id})
