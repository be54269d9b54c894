"""Field shapes of tasks: making one, changing one, and what is said of it."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from dashboard.forms import DayField, Form, KeyedForm, VersionedForm
from tenants import ids
from tenants.policy import COMMENT_LENGTH, DESCRIPTION_LENGTH, TITLE_LENGTH, Priority, Status
from tenants.snapshots import Frame, TaskSnapshot
from tenants.writes import edits
from tenants.writes.tasks import TaskFields

PRIORITIES = [
    (Priority.URGENT, _("Urgent")),
    (Priority.HIGH, _("High")),
    (Priority.MEDIUM, _("Medium")),
    (Priority.LOW, _("Low")),
]
STATUSES = [(Status.OPEN, _("Open")), (Status.DOING, _("In progress")), (Status.DONE, _("Done"))]


class TaskForm(KeyedForm):
    """A new task."""

    title = forms.CharField(label=_("Title"), max_length=TITLE_LENGTH, widget=forms.TextInput({"autocomplete": "off"}))
    priority = forms.ChoiceField(label=_("Priority"), choices=PRIORITIES, initial=Priority.MEDIUM, required=False)
    due = DayField(label=_("Due"), required=False)
    assignee = forms.ChoiceField(label=_("Assignee"), required=False)

    def __init__(self, frame: Frame, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - Django's own signature
        super().__init__(*args, **kwargs)
        people = frame.people_by_name()
        choices = [("", _("Nobody")), *((person.id, person.name) for person in people)]
        self.fields["assignee"].choices = choices  # type: ignore[attr-defined]  # it is a ChoiceField

    def draw(self, now: datetime) -> str:
        """A fresh task id."""
        return ids.new_task_id(now)

    def task_fields(self) -> TaskFields:
        """What the person wrote."""
        data = self.cleaned_data
        return TaskFields(
            title=data["title"],
            priority=Priority(data["priority"] or Priority.MEDIUM),
            due=data["due"],
            assignee=data["assignee"] or None,
            status=Status(data["status"]) if data.get("status") else None,
        )


class QuickForm(KeyedForm):
    """One line that becomes a task. `shown` is the line whose meaning the person has seen."""

    line = forms.CharField(
        label=_("Quick add"),
        max_length=400,
        widget=forms.TextInput({"autocomplete": "off", "placeholder": _("Fix login !high @ana ^fri #web")}),
    )
    shown = forms.CharField(required=False, max_length=400, widget=forms.HiddenInput)

    def draw(self, now: datetime) -> str:
        """A fresh task id."""
        return ids.new_task_id(now)


class TaskEditForm(VersionedForm, TaskForm):
    """All that can be changed of a task, and the version that the person saw."""

    status = forms.ChoiceField(label=_("Status"), choices=STATUSES)

    @staticmethod
    def initial_of(task: TaskSnapshot) -> dict[str, object]:
        """The form's beginning."""
        return {
            "title": task.title,
            "priority": task.priority,
            "due": task.due,
            "assignee": task.assignee or "",
            "status": task.status,
            "version": task.version,
        }


def _labels_field() -> forms.CharField:
    return forms.CharField(
        label=_("Labels"),
        required=False,
        max_length=400,
        help_text=_("Up to 10, separated by commas."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )


def label_names(text: str) -> list[str]:
    """The labels of a line, one by one."""
    return [name for name in text.replace("،", ",").split(",") if name.strip()]


class FieldForm(Form):
    """One field of a task where it stands, and what the person saw in it."""

    seen = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)
    field = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, frame: Frame, name: str, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - Django's own signature
        super().__init__(*args, auto_id="place_%s", **kwargs)
        self.name = name
        self.fields[name] = {**TaskEditForm(frame).fields, "labels": _labels_field()}[name]
        self.fields[name].widget.attrs["autofocus"] = True
        self.fields["field"].initial = name

    @property
    def value(self) -> forms.BoundField:
        """The field that is edited."""
        return self[self.name]

    @classmethod
    def of(cls, frame: Frame, name: str, task: TaskSnapshot) -> FieldForm:
        """The form's beginning."""
        text = edits.text_of(task, name)
        return cls(frame, name, initial={name: text.replace("\n", ", ") if name == "labels" else text, "seen": text})

    def clean_seen(self) -> str:
        """With the line ends that we store: browsers send others."""
        return str(self.cleaned_data["seen"]).replace("\r\n", "\n")

    def text(self) -> str:
        """What the person wrote, as `edits.write_over` takes it."""
        value = self.cleaned_data[self.name]
        if self.name == "labels":
            return "\n".join(label_names(value))
        return value.isoformat() if isinstance(value, date) else str(value or "")


class DescribeForm(Form):
    """A task's description, and which one the person saw."""

    description = forms.CharField(
        label=_("Description"),
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 6, "maxlength": DESCRIPTION_LENGTH}),
    )
    revision = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)


class CommentForm(Form):
    """A comment, under a token drawn when the form was shown: sending it twice comments once."""

    comment = forms.CharField(
        label=_("Comment"), strip=False, widget=forms.Textarea({"rows": 3, "maxlength": COMMENT_LENGTH})
    )
    token = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput, initial=ids.new_note_token)
