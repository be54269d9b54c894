"""The filters of activity and audit as the address says them, and as a form that works without script."""

from __future__ import annotations

from enum import StrEnum
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from dashboard.forms import Form
from dashboard.views import parts
from tenants import ids
from tenants.errors import NotFound
from tenants.reads.history import Group, Kind, Wanted
from tenants.snapshots import Frame
from tenants.writes.audit import OPERATOR

Choices = list[tuple[str, str | Promise]]

KINDS: Choices = [
    ("", _("Everything")),
    (Kind.DONE, _("Finished and reopened tasks")),
    (Kind.TASKS, _("Other changes of tasks")),
    (Kind.COMMENTS, _("Comments")),
    (Kind.PROJECTS, _("Projects")),
    (Kind.ORGANISATION, _("People and organisation")),
]
GROUPS: Choices = [
    ("", _("Everything")),
    (Group.PEOPLE, _("People, roles and sessions")),
    (Group.DATA, _("Taken out, brought in, put away, deleted")),
    (Group.SETTINGS, _("Organisation and plan")),
    (Group.REFUSED, _("Refused attempts")),
]


class HistoryForm(Form):
    """Which entries to show. Sent by GET: every state of the page has its own address."""

    who = forms.ChoiceField(label=_("Person"), required=False)
    kind = forms.ChoiceField(label=_("What"), required=False)
    month = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, people: Choices, kinds: Choices, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - Django's own signature
        super().__init__(*args, **kwargs)
        for name, choices in (("who", people), ("kind", kinds)):
            self.fields[name].choices = choices  # type: ignore[attr-defined]  # both are ChoiceFields


def wanted_of(request: HttpRequest, kinds: type[StrEnum]) -> Wanted:
    """The filters of the address. A word that is none of ours is no page of ours: raises NotFound."""
    who = request.GET.get("who", "")
    if who and not ids.USER_ID.fullmatch(who) and (who != OPERATOR.user or kinds is not Group):
        raise NotFound(parts.NO_PAGE)
    return Wanted(who, parts.choice(request.GET, "kind", kinds, ""))


def query_of(wanted: Wanted, month: str = "") -> str:
    """The address of the same list: what is left at its default is left out."""
    named = {"month": month, "who": wanted.who, "kind": wanted.kind}
    return urlencode({name: value for name, value in named.items() if value})


def form_of(frame: Frame, wanted: Wanted, kinds: type[StrEnum], month: str) -> HistoryForm:
    """The form, filled as the address says. Somebody who has left can still be the one who is looked for."""
    people: Choices = [("", _("Anybody")), *((person.id, person.name) for person in frame.people_by_name())]
    if kinds is Group:
        people.append((OPERATOR.user, _("Operator")))
    if wanted.who not in dict(people):
        people.append((wanted.who, _("Former member")))
    initial = {"who": wanted.who, "kind": wanted.kind, "month": month}
    return HistoryForm(people, GROUPS if kinds is Group else KINDS, initial=initial, auto_id="filter_%s")
