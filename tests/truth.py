"""What the counters of an organisation ought to say, worked out from its items alone.

Deliberately written without the product's own reconciliation: the two have to agree.
"""

from __future__ import annotations

from collections import Counter

from tenants import clock, keys, store
from tenants.items import (
    ArchivedTask,
    AwayCard,
    Base,
    Card,
    Header,
    Leaders,
    Membership,
    Metadata,
    OpenCounter,
    Stats,
    Task,
)
from tenants.policy import LIVE_STATUSES, Priority
from tenants.reconcile import reconcile
from tenants.writes.counts import Standing
from tenants.writes.rows import index_keys


def assert_exact(org: str) -> None:
    """The counters of `org` are what its items say, and the product's own check finds the same."""
    assert drift(org) == []
    findings = [str(found) for found in reconcile(org)]
    assert not findings, findings


Figures = Counter[tuple[str, ...]]


def drift(org: str) -> list[str]:
    """How the counters of `org` differ from its items, one sentence a figure; empty when nothing does."""
    found = list(store.walk("truth", keys.org_pk(org)))
    counted, true = _counted(found), _true(found)
    figures = sorted(set(counted) | set(true))
    wrong = [
        f"{' '.join(name)}: {counted[name]} counted, {true[name]} true"
        for name in figures
        if counted[name] != true[name]
    ]
    return wrong + _wrong_rows(found)


def _counted(found: list[Base]) -> Figures:
    figures: Figures = Counter()
    for item in found:
        if isinstance(item, OpenCounter):
            _read_counter(figures, item)
        if isinstance(item, Leaders):
            _read_leaders(figures, item)
        if isinstance(item, Stats) and _user(item):
            figures["stats", _user(item), _month(item)] += int(item.done or 0)
        if isinstance(item, Metadata):
            _read_metadata(figures, item)
    return figures


def _read_counter(figures: Figures, item: OpenCounter) -> None:
    where = keys.last_part(item.sk)
    if isinstance(item, Card):
        figures["done", where] += int(item.done or 0)
    if isinstance(item, AwayCard):
        where = f"away {where}"
    for name in _NAMES:
        figures[name, where] += int(getattr(item, name) or 0)


def _read_leaders(figures: Figures, item: Leaders) -> None:
    shard = keys.last_part(item.sk)
    for user, done in item.by_user.items():
        figures["leader", item.month, shard, user] += done
    for day, done in item.by_day.items():
        figures["day", item.month, shard, str(day)] += done


def _read_metadata(figures: Figures, item: Metadata) -> None:
    figures["projects",] += int(item.projects)
    for user, packed in item.people.items():
        figures["person", user, packed.partition("|")[0]] += 1
    for owner in item.owners:
        figures["owner", owner] += 1


def _user(item: Stats) -> str:
    return str(item.sk.split("#")[2])


def _month(item: Stats) -> str:
    return str(item.sk.split("#")[3])


def _true(found: list[Base]) -> Figures:
    figures: Figures = Counter()
    cards = {keys.last_part(item.sk) for item in found if type(item) is Card}
    for item in found:
        if isinstance(item, Task) and not (isinstance(item, ArchivedTask) and item.expires_at):
            _add_task(figures, item)
        if isinstance(item, Header):
            # One that is being deleted counts for as long as it has a card.
            deleting = item.state == "deleting" and keys.project_of_board(item.sk) in cards
            figures["projects",] += item.state in {"live", "archiving", "restoring"} or deleting
            figures["done", keys.project_of_board(item.sk)] += int(item.gone or 0)
        if isinstance(item, Stats):
            user, month = _user(item), _month(item)
            shard = str(keys.shard(user))
            if user:
                figures["leader", month, shard, user] += int(item.gone or 0)
                figures["stats", user, month] += int(item.gone or 0)
            for day, gone in item.gone_by_day.items():
                figures["day", month, shard, str(day)] += gone
        if isinstance(item, Membership):
            user = keys.last_part(item.sk)
            figures["person", user, str(item.role)] += 1
            figures["owner", user] += item.role == "owner"
    return figures


def _add_task(figures: Figures, task: Task) -> None:
    project, task_id = keys.project_of_board(task.sk), keys.last_part(task.sk)
    if task.status != "done":
        name = f"{task.status}_{task.priority}"
        if task.put_away:
            figures[name, f"away {project}"] += 1
            return
        figures[name, project] += 1
        figures[name, str(keys.shard(task_id))] += 1
        return
    figures["done", project] += 1
    if task.completed_day:
        month, day = task.completed_day[:7], str(int(task.completed_day[8:]))
        by = task.completed_by or ""
        figures["day", month, str(keys.shard(by)), day] += 1
        if by:
            figures["leader", month, str(keys.shard(by)), by] += 1
            figures["stats", by, month] += 1


_NAMES = tuple(f"{status}_{priority}" for status in LIVE_STATUSES for priority in Priority)


def _wrong_rows(found: list[Base]) -> list[str]:
    """Rows that say something else than the rest: index keys, copies of titles, completions, counters below zero."""
    zone = next(item.zone for item in found if isinstance(item, Metadata))
    titles = {keys.last_part(item.sk): item.title for item in found if isinstance(item, Card)}
    wrong = []
    for item in found:
        if isinstance(item, Task):
            expected = index_keys(
                keys.org_of(item.pk), keys.last_part(item.sk), Standing.of(item), item.due, item.assignee
            )
            if item.put_away:
                expected = dict.fromkeys(expected)
            if expected != {name: getattr(item, name) for name in expected}:
                wrong.append(f"{item.sk}: index keys of another standing")
            if type(item) is Task and item.project != titles.get(keys.project_of_board(item.sk)):
                wrong.append(f"{item.sk}: stands under the title {item.project!r}")
            done = item.status == "done"
            if done != (item.completed_at is not None):
                wrong.append(f"{item.sk}: {item.status}, completed at {item.completed_at}")
            if (
                item.completed_at
                and item.completed_day
                and clock.local_day(clock.from_text(item.completed_at), zone).isoformat() != item.completed_day
            ):
                wrong.append(f"{item.sk}: completed at {item.completed_at}, counted for {item.completed_day}")
    wrong += [f"{' '.join(name)}: below zero" for name, number in _counted(found).items() if number < 0]
    return wrong
