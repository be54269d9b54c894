"""What the domain says, in the reader's language: its sentences, and the words for its values."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from django.utils.formats import date_format, number_format
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from tenants.policy import LANGUAGES, Plan, Priority, Role, Status
from tenants.snapshots import FORMER_MEMBER
from tenants.words import Part, Said, sentence_of

# Read by a test and by the catalogue's command, which must see each word written out.
WORDS: Mapping[str, Promise] = {
    Role.OWNER: gettext_lazy("owner"),
    Role.ADMIN: gettext_lazy("admin"),
    Role.MEMBER: gettext_lazy("member"),
    Role.VIEWER: gettext_lazy("viewer"),
    Plan.FREE: gettext_lazy("free"),
    Plan.PRO: gettext_lazy("pro"),
    Plan.ENTERPRISE: gettext_lazy("enterprise"),
    Status.OPEN: gettext_lazy("Open"),
    Status.DOING: gettext_lazy("In progress"),
    Status.DONE: gettext_lazy("Done"),
    Priority.LOW: pgettext_lazy("priority", "low"),
    Priority.MEDIUM: pgettext_lazy("priority", "medium"),
    Priority.HIGH: pgettext_lazy("priority", "high"),
    Priority.URGENT: pgettext_lazy("priority", "urgent"),
}
"""The values that people choose among; no two kinds of them share a word."""


def say(sentence: str) -> str:
    """A sentence of the domain's in the reader's language. What is none, such as one of our own, stays as it is."""
    if not isinstance(sentence, Said):
        return sentence
    form = gettext(sentence.form)
    return form % {name: _part(name, part) for name, part in sentence.parts.items()} if sentence.parts else form


def told(error: BaseException) -> str:
    """What an error says, in the reader's language."""
    return say(sentence_of(error))


def value(field: str, stored: str) -> str:
    """How a stored value of a field is shown to people: as a word, a day or a language; what was typed as it is."""
    if field in {"due", "starts"}:
        return _day(stored)
    if field == "assignee" and stored == FORMER_MEMBER:
        return say(FORMER_MEMBER)
    if field == "language":
        return LANGUAGES.get(stored, stored)
    return str(WORDS.get(stored, stored)) if field in {"status", "priority", "role", "plan"} else stored


def _part(name: str, part: Part) -> str:
    match part:
        case Said():
            return say(part)
        case Role() | Plan() | Status() | Priority():
            return str(WORDS[part])
        case int():
            return str(number_format(part, force_grouping=True))
        case date():
            return str(date_format(part, "LONG_DAY"))
    return value(name, part)


def _day(stored: str) -> str:
    try:
        return str(date_format(date.fromisoformat(stored), "DAY"))
    except ValueError:
        return stored
