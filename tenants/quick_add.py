"""One line becomes a task: `Fix login !high @ana ^fri #ci`. Pure: text, people and today in, what it means out.

    !low !medium !high !urgent, or !1 (urgent) to !4 (low)      priority; in Spanish !baja !media !alta !urgente
    @ana                       the one member whose name, or one of whose names, begins so      assignee
    @me                        whoever types it; in Spanish @yo
    ^today ^tomorrow ^fri ^+3d ^+2w ^2026-12-24 ^24.12. ^24.12.2026      due date; in Spanish ^hoy ^mañana ^vie ^+2s
    #ci                        a label
    !! @@ ^^ ##                at the beginning of a word: the sign itself, and nothing else

The first priority, person and date count; what is said again, or is not understood, stays in the title word for word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Protocol

from tenants.boards.text import fold
from tenants.policy import LABEL_LENGTH, LABELS, Priority
from tenants.text import one_line
from tenants.words import said, sentence_of

SIGNS = "!@^#"

# In the languages of the product, without accents; no word of one means something else in another.
_WEEKDAYS = (
    ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    ("lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo"),
)
_NEAR = {"today": 0, "tomorrow": 1, "hoy": 0, "manana": 1}
_ME = {"me", "yo"}
_SHORTEST_DAY = 3
_NAMES_SHOWN = 3
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})", re.ASCII)
_DOTTED = re.compile(r"(\d{1,2})\.(\d{1,2})\.?(\d{4})?", re.ASCII)
_FROM_NOW = re.compile(r"\+(\d{1,3})([dws])", re.ASCII)
_PRIORITIES = (
    {str(priority): priority for priority in Priority}
    | {str(priority.rank + 1): priority for priority in Priority}
    | {"baja": Priority.LOW, "media": Priority.MEDIUM, "alta": Priority.HIGH, "urgente": Priority.URGENT}
)


class Named(Protocol):
    """A member, as far as this matters: `tenants.people.Person` is one."""

    @property
    def id(self) -> str:
        """Their id."""
        ...

    @property
    def name(self) -> str:
        """What they are called."""
        ...


@dataclass(frozen=True, slots=True)
class Token:
    """One word with a sign, as it was typed, and what it was taken for or why not: a phrase for the person."""

    typed: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a line means. `title` is empty when nothing but signs was typed."""

    title: str
    priority: Priority | None
    assignee: str | None
    due: date | None
    labels: tuple[str, ...]
    understood: tuple[Token, ...]
    not_understood: tuple[Token, ...]


class _NotUnderstood(Exception):
    """Why a word stays in the title."""


@dataclass(slots=True)
class _Reading:
    """The line so far."""

    people: tuple[tuple[Named, str], ...]
    today: date
    me: str = ""
    words: list[str] = field(default_factory=list)
    priority: Priority | None = None
    assignee: str | None = None
    due: date | None = None
    labels: dict[str, str] = field(default_factory=dict)
    understood: list[Token] = field(default_factory=list)
    not_understood: list[Token] = field(default_factory=list)

    def take(self, word: str) -> None:
        """Read one word."""
        sign, rest = word[0], word[1:].rstrip(",;")
        if sign not in SIGNS or not rest:
            self.words.append(word)
            return
        if rest[0] == sign:
            self.words.append(word[1:])
            return
        signs: dict[str, Callable[[str], str]] = {
            "!": self._take_priority,
            "@": self._take_person,
            "^": self._take_date,
            "#": self._take_label,
        }
        try:
            self.understood.append(Token(word, signs[sign](rest)))
        except _NotUnderstood as reason:
            self.words.append(word)
            self.not_understood.append(Token(word, sentence_of(reason)))

    def _take_priority(self, text: str) -> str:
        found = _PRIORITIES.get(fold(text))
        if found is None:
            raise _NotUnderstood(said("is no priority: low, medium, high, urgent, or 1 to 4"))
        if self.priority is not None:
            raise _NotUnderstood(said("the priority is %(priority)s already", priority=self.priority))
        self.priority = found
        return said("priority %(priority)s", priority=found)

    def _take_person(self, text: str) -> str:
        mine = [person for person, _ in self.people if person.id == self.me] if fold(text) in _ME else []
        person = mine[0] if mine else _person(fold(text), self.people)
        if self.assignee is not None:
            raise _NotUnderstood(said("there is an assignee already"))
        self.assignee = person.id
        return said("assigned to %(name)s", name=person.name)

    def _take_date(self, text: str) -> str:
        found = _date(fold(text), self.today)
        if found is None:
            raise _NotUnderstood(said("is no date: today, tomorrow, fri, +3d, 2026-12-24 or 24.12."))
        if self.due is not None:
            raise _NotUnderstood(said("it is due on %(day)s already", day=self.due))
        self.due = found
        return said("due on %(day)s", day=found)

    def _take_label(self, text: str) -> str:
        if text.isdigit():
            raise _NotUnderstood(said("is a number, not a label"))
        if len(text) > LABEL_LENGTH:
            raise _NotUnderstood(said("is longer than the %(most)s characters of a label", most=LABEL_LENGTH))
        if fold(text) in self.labels:
            raise _NotUnderstood(said("is there already"))
        if len(self.labels) == LABELS:
            raise _NotUnderstood(said("a task has at most %(most)s labels", most=LABELS))
        self.labels[fold(text)] = text
        return said("label %(label)s", label=text)


def parse(line: str, people: Iterable[Named], today: date, me: str = "") -> Parsed:
    """Read one line, whatever it holds.

    `people` are the organisation's members, `today` the day in its zone, `me` the id of the member who types.
    """
    reading = _Reading(tuple((person, fold(person.name)) for person in people), today, me)
    for word in one_line(line).split():
        reading.take(word)
    return Parsed(
        title=" ".join(reading.words),
        priority=reading.priority,
        assignee=reading.assignee,
        due=reading.due,
        labels=tuple(reading.labels.values()),
        understood=tuple(reading.understood),
        not_understood=tuple(reading.not_understood),
    )


def _person(wanted: str, names: Sequence[tuple[Named, str]]) -> Named:
    """The one whose name begins so; or else the one who has a name that begins so ("@silva", "@ana.silva")."""
    wanted = wanted.replace(".", " ").replace("_", " ").strip()
    whole = [person for person, name in names if name == wanted]
    first = [person for person, name in names if name.startswith(wanted)]
    any_name = [person for person, name in names if any(part.startswith(wanted) for part in name.split())]
    for found in (whole, first, any_name):
        if wanted and len(found) == 1:
            return found[0]
        if wanted and found:
            some = ", ".join(sorted(person.name for person in found)[:_NAMES_SHOWN])
            more = len(found) - _NAMES_SHOWN
            if more <= 0:
                raise _NotUnderstood(said("may be %(names)s", names=some))
            raise _NotUnderstood(said("may be %(names)s or %(more)s more", names=some, more=more))
    raise _NotUnderstood(said("is no member's name"))


def _date(text: str, today: date) -> date | None:
    """The day that a word means; None when it means none, or one that no calendar has."""
    days = _days_from_now(text, today)
    return _of_the_calendar(text, today) if days is None else _later(today, days)


def _days_from_now(text: str, today: date) -> int | None:
    if text in _NEAR:
        return _NEAR[text]
    if match := _FROM_NOW.fullmatch(text):
        return int(match[1]) * (1 if match[2] == "d" else 7)
    if len(text) < _SHORTEST_DAY:
        return None
    numbers = (number for names in _WEEKDAYS for number, name in enumerate(names) if name.startswith(text))
    return next(((number - today.weekday()) % 7 for number in numbers), None)


def _of_the_calendar(text: str, today: date) -> date | None:
    if match := _ISO.fullmatch(text):
        return _day(int(match[1]), int(match[2]), int(match[3]))
    if match := _DOTTED.fullmatch(text):
        day, month = int(match[1]), int(match[2])
        if match[3]:
            return _day(int(match[3]), month, day)
        # Without a year it is the next such day; the 29th of February may be years away.
        days = (_day(year, month, day) for year in range(today.year, today.year + 9))
        return next((found for found in days if found and found >= today), None)
    return None


def _later(today: date, days: int) -> date | None:
    try:
        return today + timedelta(days=days)
    except OverflowError:
        return None


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
