"""Find: projects, people and recently touched tasks of one organisation, from reads that are bounded and said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tenants import clock, keys, store
from tenants.boards.text import words
from tenants.items import Base, Card, Event
from tenants.people import Person
from tenants.reads.slices import frame
from tenants.snapshots import Frame, ProjectSnapshot, project_of

PROJECTS_SEARCHED = 200
EVENTS_SEARCHED = 200
SHOWN = 8
"""Of each kind."""


@dataclass(frozen=True, slots=True)
class RecentTask:
    """A task that the month's activity tells of. It may have been moved or deleted since."""

    project: str
    id: str
    title: str
    project_title: str


@dataclass(frozen=True, slots=True)
class Found:
    """What was found, and how far it was looked: all people, so many projects, tasks of so many activity entries."""

    frame: Frame
    query: str
    projects: tuple[ProjectSnapshot, ...]
    people: tuple[Person, ...]
    tasks: tuple[RecentTask, ...]
    projects_searched: int
    events_searched: int


def find(org: str, user: str, query: str, now: datetime) -> Found:
    """Everything whose words begin like those of `query`, in any order; all of it for an empty one, eight a kind.

    Three requests: one that authorises, the 200 newest projects, the 200 latest activity entries of the month.
    Raises NotFound.
    """
    authorised = frame(org, user)
    pk = keys.org_pk(org)
    cards = store.query("find", pk, prefix=keys.CARD_PREFIX, limit=PROJECTS_SEARCHED)
    month = clock.local_month(now, authorised.zone)
    events = store.query("find", pk, prefix=keys.event_prefix(month), limit=EVENTS_SEARCHED, forward=False)
    wanted = words(query)
    projects = [project_of(card) for card in cards if isinstance(card, Card) and _matches(wanted, card.title)]
    people = [person for person in authorised.people.values() if _matches(wanted, person.name)]
    people.sort(key=lambda person: (person.name.casefold(), person.id))
    tasks = [task for task in _touched(events) if _matches(wanted, f"{task.title} {task.project_title}")]
    return Found(
        frame=authorised,
        query=query,
        projects=tuple(projects[:SHOWN]),
        people=tuple(people[:SHOWN]),
        tasks=tuple(tasks[:SHOWN]),
        projects_searched=len(cards),
        events_searched=len(events),
    )


def _touched(events: Sequence[Base]) -> list[RecentTask]:
    """The tasks that the entries tell of, the latest first, each once and as the latest entry calls it."""
    latest: dict[str, RecentTask] = {}
    gone: set[str] = set()
    for event in events:
        if not isinstance(event, Event) or not event.task or not event.project:
            continue
        if event.action == "task-deleted":
            gone.add(event.task)
        if event.task not in gone:
            found = RecentTask(event.project, event.task, event.title or "", event.project_title or "")
            latest.setdefault(event.task, found)
    return list(latest.values())


def _matches(wanted: list[str], text: str) -> bool:
    """Whether every wanted word begins some word of `text`, whatever the case, accents or order."""
    there = words(text)
    return all(any(word.startswith(part) for word in there) for part in wanted)
