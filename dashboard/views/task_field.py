"""`/org/<org>/projects/<project>/tasks/<task>/edit`: all fields of a task on one form, or one field where it stands."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dashboard.http import PageRequest, beside, go, page_request, render_page, wants_fragment
from dashboard.pages import task as pages
from dashboard.task_forms import FieldForm
from dashboard.views import parts
from dashboard.views.task import read, show, show_form
from tenants.errors import Conflict, NotFound, Refused
from tenants.policy import Permission
from tenants.reads import slices
from tenants.reads.task import TaskInFull
from tenants.writes import edits
from tenants.writes.tasks import TaskRef


@require_http_methods(["GET", "HEAD", "POST"])
def edit_task(request: HttpRequest, org: str, project: str, task: str) -> HttpResponse:
    """One field as a form in its place, saved there; without a field the form of them all.

    Two requests to the table to look; three to save and two to show what has become of the task.
    """
    asked, ref = page_request(request), TaskRef(org, project, task)
    if request.method == "POST":
        frame = slices.frame(org, asked.viewer.user)
        parts.require(frame, Permission.TASK_EDIT)
        name = _field(request.POST.get("field", ""))
        return _save(asked, ref, name, FieldForm(frame, name, request.POST))
    stands = read(asked, ref)
    parts.require(stands.frame, Permission.TASK_EDIT)
    if "field" not in request.GET:
        return show_form(asked, stands)
    name = _field(request.GET["field"])
    return _show(asked, stands, name, FieldForm.of(stands.frame, name, stands.task))


def _save(request: PageRequest, ref: TaskRef, name: str, form: FieldForm) -> HttpResponse:
    status = 400
    if form.is_valid():
        try:
            edits.write_over(request.viewer.actor, ref, name, form.text(), form.cleaned_data["seen"], request.now)
        except Refused as refusal:
            form.refuse(refusal)
        except Conflict:
            # What was typed stays in the field and what they wrote stands beside it; saving again decides.
            stands = read(request, ref)
            form = FieldForm(stands.frame, name, {**request.POST.dict(), "seen": edits.text_of(stands.task, name)})
            form.add_error(name, _stands_now(form, stands))
            return _show(request, stands, name, form, status=409)
        else:
            return _saved(request, ref, name)
    return _show(request, read(request, ref), name, form, status=status)


def _saved(request: PageRequest, ref: TaskRef, name: str) -> HttpResponse:
    if not wants_fragment(request):
        messages.success(request, _("Saved."))
        return go(request, reverse("task", kwargs={"org": ref.org, "project": ref.project, "task": ref.id}))
    page = pages.TaskFieldPage(pages.of(read(request, ref), request.now, is_first=True), name, saved=True)
    return render_page(request, "org/task-field.html", page)


def _show(request: PageRequest, stands: TaskInFull, name: str, form: FieldForm, *, status: int = 200) -> HttpResponse:
    if not wants_fragment(request):
        return show(request, stands, status=status, field_form=form)
    page = pages.TaskFieldPage(pages.of(stands, request.now, is_first=True), name)
    response = render_page(request, "org/task-field.html", page, status=status, field_form=form)
    return response if status == HTTPStatus.OK else beside(response, f"#field-{name}")


def _field(name: str) -> str:
    if name not in edits.FIELDS:
        raise NotFound(parts.NO_PAGE)
    return name


def _stands_now(form: FieldForm, stands: TaskInFull) -> str:
    """Both values: theirs in words, one's own is in the field."""
    text = edits.text_of(stands.task, form.name)
    choices = dict(getattr(form.value.field, "choices", []))
    theirs = str(choices.get(text, text.replace("\n", ", "))) or _("nothing")
    words = _(
        "Somebody else changed this to “%(theirs)s” meanwhile. Yours is in the field: save again to put it there."
    )
    return words % {"theirs": theirs}
