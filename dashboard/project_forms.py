"""Field shapes of projects: making one, writing down what it is about, and finding those made in some days."""

from __future__ import annotations

from datetime import date, datetime
from typing import Self
from urllib.parse import urlencode

from django import forms
from django.utils.translation import gettext_lazy as _

from dashboard.forms import DayField, Form, KeyedForm, VersionedForm
from tenants import ids
from tenants.policy import PROJECT_DESCRIPTION_LENGTH, TITLE_LENGTH
from tenants.reads.project import ProjectDetails
from tenants.snapshots import Frame
from tenants.writes.projects import ProjectFields


class ProjectForm(KeyedForm):
    """A new project. Its title is enough; whether the lead is a member is asked of the table alone."""

    title = forms.CharField(label=_("Title"), max_length=TITLE_LENGTH, widget=forms.TextInput({"autocomplete": "off"}))
    description = forms.CharField(
        label=_("Description"),
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 5, "maxlength": PROJECT_DESCRIPTION_LENGTH}),
    )
    lead = forms.CharField(label=_("Lead"), required=False, max_length=40, widget=forms.Select)
    starts = DayField(label=_("Starts"), required=False)
    due = DayField(label=_("Due"), required=False)

    def draw(self, now: datetime) -> str:
        """A fresh project id."""
        return ids.new_project_id(now)

    def offering(self, frame: Frame) -> Self:
        """The same form with the members to choose the lead from."""
        people = [("", _("Nobody")), *((person.id, person.name) for person in frame.people_by_name())]
        self.fields["lead"].widget.choices = people
        return self

    @property
    def more(self) -> list[forms.BoundField]:
        """All fields that a new project can do without."""
        return [self[name] for name in ("description", "lead", "starts", "due")]

    @property
    def more_is_wrong(self) -> bool:
        """Whether something is to be said of one of them."""
        return any(field.errors for field in self.more)

    def project_fields(self) -> ProjectFields:
        """What the person wrote."""
        data = self.cleaned_data
        return ProjectFields(data["title"], data["description"], data["lead"] or None, data["starts"], data["due"])


class ProjectSettingsForm(VersionedForm, ProjectForm):
    """All that can be changed of a project, and the version that the person saw."""

    @staticmethod
    def initial_of(title: str, details: ProjectDetails) -> dict[str, object]:
        """The form's beginning."""
        return {
            "title": title,
            "description": details.description,
            "lead": details.lead or "",
            "starts": details.starts,
            "due": details.due,
            "version": details.version,
        }


class CreatedForm(Form):
    """Between which days projects were made, in days of the organisation's zone. Sent by GET; either may be open."""

    first = DayField(label=_("Made from"), required=False)
    last = DayField(label=_("Made until"), required=False)

    def add_prefix(self, field_name: str) -> str:
        """The names of the address: `from` is a word of Python."""
        return {"first": "from", "last": "to"}.get(field_name, field_name)

    def clean(self) -> None:
        """The days in their order."""
        first, last = self.cleaned_data.get("first"), self.cleaned_data.get("last")
        if first and last and last < first:
            self.add_error("last", _("This day comes before the other one."))

    def days(self) -> tuple[date | None, date | None]:
        """Both days, None for an open end."""
        return self.cleaned_data["first"], self.cleaned_data["last"]

    def query(self) -> str:
        """The address of the same list."""
        named = {"from": self.cleaned_data["first"], "to": self.cleaned_data["last"]}
        return urlencode({name: day.isoformat() for name, day in named.items() if day})
