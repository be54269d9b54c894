"""The filters of a project's board as the address says them, and as a form that works without script."""

from __future__ import annotations

from enum import StrEnum
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from dashboard.forms import Form
from dashboard.task_forms import PRIORITIES
from dashboard.views import parts
from tenants import ids
from tenants.errors import NotFound
from tenants.policy import Priority
from tenants.reads.filters import Due, Filters
from tenants.snapshots import Frame

LONGEST_TEXT = 100
NOBODY, ME = "none", "me"


class BoardView(StrEnum):
    """How the tasks stand on the page."""

    LIST = "list"
    BOARD = "board"


class FilterForm(Form):
    """Which tasks to show. Sent by GET: every state of the page has its own address."""

    q = forms.CharField(
        label=_("Words in the title"),
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.TextInput({"type": "search"}),
    )
    assignee = forms.ChoiceField(label=_("Assignee"), required=False)
    priority = forms.ChoiceField(label=_("Priority"), required=False, choices=[("", _("Any")), *PRIORITIES])
    due = forms.ChoiceField(
        label=_("Due"),
        required=False,
        choices=[
            ("", _("Any time")),
            (Due.OVERDUE, _("Overdue")),
            (Due.TODAY, _("Today")),
            (Due.WEEK, _("This week")),
            (Due.NONE, _("No date")),
        ],
    )
    label = forms.CharField(label=_("Label"), required=False, max_length=40)
    view = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, frame: Frame, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - Django's own signature
        super().__init__(*args, **kwargs)
        people = frame.people_by_name()
        choices = [
            ("", _("Anybody")),
            (ME, _("Me")),
            (NOBODY, _("Nobody")),
            *((person.id, person.name) for person in people),
        ]
        self.fields["assignee"].choices = choices  # type: ignore[attr-defined]  # it is a ChoiceField


def filters_of(request: HttpRequest) -> Filters:
    """The filters of the address. A word that is none of ours is no page of ours: raises NotFound."""
    assignee = request.GET.get("assignee", "")
    if assignee not in {"", ME, NOBODY} and not ids.USER_ID.fullmatch(assignee):
        raise NotFound(parts.NO_PAGE)
    return Filters(
        assignee=assignee,
        priority=parts.choice(request, "priority", Priority, None),
        due=parts.choice(request, "due", Due, None),
        label=request.GET.get("label", "").strip()[:LONGEST_TEXT],
        text=request.GET.get("q", "").strip()[:LONGEST_TEXT],
    )


def view_of(request: HttpRequest) -> BoardView:
    """How the tasks stand, as the address says. Raises NotFound."""
    return parts.choice(request, "view", BoardView, BoardView.LIST)


def query_of(filters: Filters, view: BoardView = BoardView.LIST) -> str:
    """The address of the same list: what is left at its default is left out."""
    named = {
        "q": filters.text,
        "assignee": filters.assignee,
        "priority": filters.priority,
        "due": filters.due,
        "label": filters.label,
        "view": view if view is not BoardView.LIST else "",
    }
    return urlencode({name: value for name, value in named.items() if value})


def form_of(frame: Frame, filters: Filters, view: BoardView) -> FilterForm:
    """The form, filled as the address says."""
    initial = {
        "q": filters.text,
        "assignee": filters.assignee,
        "priority": filters.priority or "",
        "due": filters.due or "",
        "label": filters.label,
        "view": view,
    }
    return FilterForm(frame, initial=initial, auto_id="filter_%s")
