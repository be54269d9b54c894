"""The filters of a project's board as the address says them, and as a form that works without script."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import TooManyFieldsSent
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _

from dashboard.forms import Form
from dashboard.http import came_from
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


@dataclass(frozen=True, slots=True)
class Shown:
    """Which tasks the page shows, and how they stand."""

    filters: Filters = field(default_factory=Filters)
    view: BoardView = BoardView.LIST

    @property
    def query(self) -> str:
        """The address of the same page: what is left at its default is left out."""
        return self.query_as(self.view)

    def query_as(self, view: BoardView) -> str:
        """The address of the same tasks in this view."""
        named = {
            "q": self.filters.text,
            "assignee": self.filters.assignee,
            "priority": self.filters.priority,
            "due": self.filters.due,
            "label": self.filters.label,
            "view": view if view is not BoardView.LIST else "",
        }
        return urlencode({name: value for name, value in named.items() if value})


def shown(request: HttpRequest) -> Shown:
    """What the address asks for. A word that is none of ours is no page of ours: raises NotFound."""
    return _shown(request.GET)


def shown_before(request: HttpRequest, here: str) -> Shown:
    """What the page at the path `here` showed when a form on it was sent, so that the answer shows the same.

    The browser tells, since a change of view or filter replaces only the list; after a refusal the form's own field
    `at` does. What neither says, or says in words that are none of ours, is left at its default: nothing that was
    typed is refused for it.
    """
    path, _, query = came_from(request).partition("?")
    try:
        return _shown(QueryDict(query if path == here else str(request.POST.get("at", ""))))
    except (NotFound, TooManyFieldsSent):
        return Shown()


def _shown(asked: QueryDict) -> Shown:
    assignee = asked.get("assignee", "")
    if assignee not in {"", ME, NOBODY} and not ids.USER_ID.fullmatch(assignee):
        raise NotFound(parts.NO_PAGE)
    filters = Filters(
        assignee=assignee,
        priority=parts.choice(asked, "priority", Priority, None),
        due=parts.choice(asked, "due", Due, None),
        label=asked.get("label", "").strip()[:LONGEST_TEXT],
        text=asked.get("q", "").strip()[:LONGEST_TEXT],
    )
    return Shown(filters, parts.choice(asked, "view", BoardView, BoardView.LIST))


def form_of(frame: Frame, shown: Shown) -> FilterForm:
    """The form, filled as the address says."""
    filters = shown.filters
    initial = {
        "q": filters.text,
        "assignee": filters.assignee,
        "priority": filters.priority or "",
        "due": filters.due or "",
        "label": filters.label,
        "view": shown.view,
    }
    return FilterForm(frame, initial=initial, auto_id="filter_%s")
