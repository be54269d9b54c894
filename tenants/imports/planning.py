"""What an import would do, found out by reading alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from tenants.boards import Board, Rejected
from tenants.boards.model import Summary
from tenants.boards.text import fold
from tenants.imports import rows, scene
from tenants.people import Person, people_of
from tenants.policy import Plan, Status
from tenants.writes.ground import Actor


@dataclass(frozen=True, slots=True)
class FilePerson:
    """A name in the file, with how many of its rows carry it. `suggested` is the id of the member called the same."""

    name: str
    tasks: int
    done: int
    suggested: str | None


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What an import would do, for a person to look at first.

    `summary` counts what the file holds, rows completed later than now left out and among the rejected. `headroom`
    is how many live projects the plan still holds besides those that an unfinished import of this board has
    reserved. `unfinished` tells that there is such an import, which would be taken over.
    """

    title: str
    summary: Summary
    new_projects: tuple[str, ...]
    known_projects: int
    new_tasks: int
    known_tasks: int
    fits: bool
    plan: Plan
    max_projects: int
    headroom: int
    people: tuple[FilePerson, ...]
    members: tuple[Person, ...]
    rejected: tuple[Rejected, ...]
    unfinished: bool


def plan_import(board: Board, org: str, user: str, now: datetime) -> ImportPlan:
    """What importing `board` into `org` would do. Writes nothing.

    One BatchGetItem, the ledger's Query, one BatchGetItem per 100 known projects. Raises NotFound, NotAllowed.
    """
    stands = scene.read(Actor(user), org, board, now)
    metadata = stands.ground.metadata
    board, ahead = rows.without_future(board, now, metadata.zone)
    new_projects = stands.new_projects(board)
    new_tasks = sum(stands.awaits(row) for row in board.rows)
    members = sorted(people_of(metadata).values(), key=lambda person: (fold(person.name), person.id))
    headroom = int(metadata.max_projects - metadata.projects) + stands.reserved
    summary = board.summary()
    summary["rejected"] += len(ahead)
    rejected = sorted([*board.rejected, *ahead], key=lambda each: each.row)
    summary["reasons"] = [str(each) for each in rejected]
    return ImportPlan(
        title=board.title,
        summary=summary,
        new_projects=tuple(project.title for project in new_projects),
        known_projects=len(board.projects) - len(new_projects),
        new_tasks=new_tasks,
        known_tasks=len(board.rows) - new_tasks,
        fits=not new_projects or len(new_projects) <= headroom,
        plan=Plan(metadata.plan),
        max_projects=int(metadata.max_projects),
        headroom=max(headroom, 0),
        people=tuple(_people(board, members)),
        members=tuple(members),
        rejected=tuple(rejected),
        unfinished=stands.job is not None and stands.job.state == scene.RUNNING,
    )


def _people(board: Board, members: list[Person]) -> Iterable[FilePerson]:
    """The names that rows carry, the busiest first."""
    tasks = Counter(row.person for row in board.rows if row.person)
    done = Counter(row.person for row in board.rows if row.person and Status(row.status) is Status.DONE)
    names = Counter(fold(member.name) for member in members)
    # Two members of one name: no telling which of them is meant.
    by_name = {fold(member.name): member.id for member in members if names[fold(member.name)] == 1}
    for name, count in sorted(tasks.items(), key=lambda item: (-item[1], fold(item[0]))):
        yield FilePerson(name, count, done[name], by_name.get(fold(name)))
