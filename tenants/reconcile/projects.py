"""What a project's rows say of its record, its card and its away card, in each of the states that it can be in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from pynamodb.expressions.operand import Path

from tenants import clock, ids, keys
from tenants.items import AwayCard, Card, Header, OpenCounter, Task
from tenants.mover.archive import MARK
from tenants.mover.scene import ARCHIVED, ARCHIVING, DELETING, LIVE
from tenants.policy import Status
from tenants.reconcile.findings import COUNTERS, Finding, Mend, counts, differences
from tenants.writes.counts import Standing
from tenants.writes.projects import card_title
from tenants.writes.rows import index_keys

_RECOVERED = "Recovered project"


def _numbers() -> dict[str, int]:
    return defaultdict(int)


@dataclass(slots=True)
class Project:
    """A project as its rows tell it: what counts, what is put away, what is done."""

    header: Header | None = None
    card: Card | None = None
    away: AwayCard | None = None
    live: dict[str, int] = field(default_factory=_numbers)
    put_away: dict[str, int] = field(default_factory=_numbers)
    done: int = 0
    tasks: int = 0
    # Only while there is no HEADER to compare them with: the copies of the title, by the key of the task.
    copies: dict[keys.Key, str | None] = field(default_factory=dict)

    @property
    def state(self) -> str | None:
        """As the record tells it; None while there is none."""
        return str(self.header.state) if self.header else None

    @property
    def counts_in_plan(self) -> bool:
        """A project counts for as long as it has a card; one that is live or on its way should have one."""
        return self.state not in {ARCHIVED, DELETING} or (self.state == DELETING and self.card is not None)


def is_away(project: Project, task: Task) -> bool:
    """Whether a task that is not done went away with its project, so that it counts there and has no index keys."""
    if task.status == Status.DONE or project.state == LIVE:
        return False
    return project.state == ARCHIVED or task.put_away is not None


def row_differences(org: str, project: Project, task: Task, *, away: bool) -> Iterator[Finding]:
    """The index keys and the mark of a task, as they follow from what it is."""
    index = index_keys(org, keys.last_part(task.sk), Standing.of(task), task.due, task.assignee)
    stored = {name.upper(): getattr(task, name) for name in index} | {"putAway": task.put_away}
    right = {name.upper(): None if away else value for name, value in index.items()}
    right["putAway"] = (task.put_away or MARK) if away else None
    yield from differences(Task, task.key, stored, right, Path("version") == task.version)
    if project.header is None:
        project.copies[task.key] = task.project
    else:
        yield from _copy(task.key, task.project, project.header.title)


def project_differences(org: str, project: str, told: Project) -> Iterator[Finding]:
    """The record, if it is missing, and both cards. Afterwards `told` has the record that there should be."""
    if told.header is None and not told.tasks:
        for card in (told.card, told.away):
            if card is not None:
                as_read = Path("title") == card.title
                yield Finding(type(card), card.key, None, card, None, Mend.DELETE, as_read)
        return
    if told.header is None:
        told.header = _recovered(org, project, told)
        yield Finding(Header, told.header.key, None, None, told.header, Mend.PUT)
        for key, copy in told.copies.items():
            yield from _copy(key, copy, told.header.title)
    yield from _cards(org, project, told, told.header)


def stored_counters(item: OpenCounter) -> dict[str, int | None]:
    """The counters of live tasks, by their names in the table."""
    return {attribute: getattr(item, name) for name, attribute in COUNTERS.items()}


def _cards(org: str, project: str, told: Project, header: Header) -> Iterator[Finding]:
    """Both cards: one counts what is live, the other what is put away, and one of them what is done."""
    state = header.state
    done = told.done + int(header.gone or 0)
    has_card = told.card is not None if state == DELETING else state != ARCHIVED
    has_away = told.away is not None if state == DELETING else state != LIVE
    title = card_title(header.title)
    right = {**told.live, "done": done}
    yield from _card(Card, keys.card(org, project), told.card, title, right, wanted=has_card)
    right = {**told.put_away, "done": 0 if has_card else done}
    yield from _card(AwayCard, keys.away_card(org, project), told.away, title, right, wanted=has_away)


def _card(
    kind: type[Card], key: keys.Key, stored: Card | None, title: str, right: dict[str, int], *, wanted: bool
) -> Iterator[Finding]:
    if stored is not None and wanted:
        yield from differences(kind, key, {"title": stored.title}, {"title": title})
        yield from counts(kind, key, stored_counters(stored) | {"done": stored.done}, right)
    elif stored is not None:
        yield Finding(kind, key, None, stored, None, Mend.DELETE, Path("title") == stored.title)
    elif wanted:
        counted = {name: right.get(attribute) for name, attribute in COUNTERS.items()}
        yield Finding(kind, key, None, None, kind.at(key, title=title, done=right["done"] or None, **counted), Mend.PUT)


def _copy(key: keys.Key, stored: str | None, title: str) -> Iterator[Finding]:
    """Lists show the project's title from a copy on the task."""
    return differences(Task, key, {"project": stored}, {"project": card_title(title)})


def _recovered(org: str, project: str, told: Project) -> Header:
    """A record that is missing is made again from what is left of the project: no work is thrown away."""
    copies = [copy for copy in told.copies.values() if copy]
    card = told.card or told.away
    created_at = clock.to_text(ids.project_created(project))
    state = LIVE
    if told.away is not None or told.put_away:
        state = ARCHIVED if told.card is None else ARCHIVING
    return Header.at(
        keys.header(org, project),
        title=card.title if card else copies[0] if copies else _RECOVERED,
        state=state,
        away=None if state == LIVE else state,
        created_at=created_at,
        # What the card counts beyond the rows was deleted, or it would have been counted off.
        gone=max(int(card.done or 0) - told.done, 0) or None if card else None,
        gsi2pk=keys.by_created_pk(org),
        gsi2sk=keys.by_created_sk(created_at, project),
    )
