"""All writes of the work in any order, by anybody, twice, stale and over a bad network, with a plain model beside them.

The model is ordinary Python that knows nothing of tables. After every step the dashboard has to say what the model
says; at the end every list does, and neither reconciliation finds anything.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    multiple,
    rule,
)

from tenants import ids, keys, store
from tenants.boards import Board, Row
from tenants.boards import Project as BoardProject
from tenants.errors import AlreadyTaken, Conflict, LastOwner, LimitReached, NotAllowed, NotFound, Refused, TableroError
from tenants.imports import run_import
from tenants.items import Header
from tenants.policy import LIMITS, Plan, Priority, Role, Status
from tenants.reads import months, slices
from tenants.reads import project as reads
from tenants.reads import task as full
from tenants.reads.board import board
from tenants.reads.dashboard import dashboard, pulse
from tenants.reads.home import home
from tenants.reads.project import ProjectDetails
from tenants.writes import bulk, details, edits, members, moves, orgs, project_edits, projects, tasks, wishes
from tenants.writes.bulk import Action
from tenants.writes.ground import Actor
from tenants.writes.projects import ProjectFields
from tenants.writes.tasks import TaskFields, TaskRef
from tests.cast import Cast
from tests.engine import machines
from tests.fast_moto import table_of
from tests.faults import Fault, transactions_meet
from tests.truth import assert_exact

ORG = "machine-works"
START = datetime(2026, 1, 30, 9, 30, tzinfo=UTC)
ZONES = ["Etc/GMT+12", "America/New_York", "Europe/Berlin", "Asia/Kathmandu", "Pacific/Kiritimati"]

BROUGHT_AT = datetime(2026, 1, 15, 12, tzinfo=UTC)


def _row(source_id: str, status: Any, person: str, completed_at: datetime | None = None) -> Row:
    created = datetime(2026, 1, 10, 12, tzinfo=UTC)
    return Row(source_id, "b", f"Brought {source_id}", "", status, "high", None, person, created, completed_at)


BOARD = Board(
    format="trello-board-json",
    source="b",
    title="Brought along",
    projects=(BoardProject("b", "Brought along"),),
    rows=(_row("1", "open", "Bobby"), _row("2", "doing", ""), _row("3", "done", "Bobby", BROUGHT_AT)),
    people=("Bobby",),
    rejected=(),
)
"""A board that somebody brings along; Bobby in it is Bob."""

ACTORS = st.sampled_from(["alice", "bob", "dana", "alice", "bob", "vic", "charlie"])
WEATHER = st.sampled_from([None, None, None, Fault.CONFLICT, Fault.LOST_BEFORE, Fault.LOST_AFTER])
PEOPLE = st.sampled_from(["alice", "bob", "dana", "vic", "charlie"])
TITLES = st.sampled_from(["Write", "Read", "Ship", "ü" * 60, "日本"])
TIMES = st.sampled_from([1, 1, 2])


@dataclass
class ModelTask:
    """What the model knows of a task."""

    project: str
    title: str
    priority: Priority
    due: date | None
    assignee: str | None
    status: Status = Status.OPEN
    version: int = 1
    by: str | None = None
    day: date | None = None
    labels: tuple[str, ...] = ()
    comments: int = 0

    def moved(self, status: Status, by: str, day: date) -> ModelTask:
        """The task after a step."""
        done = status is Status.DONE
        return replace(
            self, status=status, version=self.version + 1, by=by if done else None, day=day if done else None
        )


@dataclass
class Model:
    """The organisation as it ought to be. `gone` are done tasks that were deleted."""

    zone: str
    plan: Plan = Plan.FREE
    roles: dict[str, Role] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    written: dict[str, ProjectFields] = field(default_factory=dict)
    tasks: dict[str, ModelTask] = field(default_factory=dict)
    gone: list[ModelTask] = field(default_factory=list)
    mine: set[str] = field(default_factory=set)
    former: set[str] = field(default_factory=set)
    brought: bool = False

    def refusal(self, actor: str, least: Role) -> type[TableroError] | None:
        """What somebody is answered who may not do it."""
        if actor not in self.roles:
            return NotFound
        return NotAllowed if self.roles[actor].rank > least.rank else None

    def out_of_reach(self, actor: str, user: str) -> type[TableroError] | None:
        """What is answered about somebody who is no member, or above the actor."""
        if user not in self.roles:
            return NotFound
        return NotAllowed if self.roles[user].rank < self.roles[actor].rank else None

    def is_last_owner(self, user: str) -> bool:
        """Whether nobody else owns it."""
        return [owner for owner, role in self.roles.items() if role is Role.OWNER] == [user]

    def goes(self, user: str) -> None:
        """Somebody belongs to it no more: their work is given to nobody."""
        if self.roles.pop(user, None) is None:
            return
        self.former.add(user)
        self.mine.discard(user)
        for made, task in self.tasks.items():
            if task.assignee == user:
                self.tasks[made] = replace(task, assignee=None, version=task.version + 1)

    def done(self) -> list[ModelTask]:
        """All tasks ever finished and not reopened."""
        return [task for task in self.tasks.values() if task.status is Status.DONE] + self.gone

    def live(self, status: Status, priority: Priority | None = None, project: str | None = None) -> set[str]:
        """The ids of tasks in a live status."""
        return {
            made
            for made, task in self.tasks.items()
            if task.status is status and priority in (None, task.priority) and project in (None, task.project)
        }


PROJECTS = st.runner().flatmap(lambda machine: st.sampled_from(sorted(machine.model.titles)))


class Work(RuleBasedStateMachine):
    """Everything that can be done to an organisation's work."""

    people: ClassVar[Cast]
    prepared: ClassVar[Any]

    made_tasks = Bundle("made_tasks")

    @initialize(target=made_tasks, zone=st.sampled_from(ZONES))
    def found(self, zone: str) -> Any:
        """An organisation at work: left to chance alone, few runs get as far as a task."""
        table_of("app-main").items = copy.deepcopy(self.prepared)
        self.now = START
        self.model = Model(zone)
        orgs.create(self.people.alice, ORG, "Machine", zone, self.now)
        self.model.roles[self.people.alice.user] = Role.OWNER
        for actor, role in ((self.people.bob, Role.MEMBER), (self.people.dana, Role.ADMIN)):
            orgs.join(self.people.alice, ORG, actor.user, role, self.now)
            self.model.roles[actor.user] = role
        for title in ("One", "Other"):
            self.create_project(title, "alice", 1, None)
        first = min(self.model.titles)
        return multiple(
            *(self.create_task(first, "Write", Priority.HIGH, None, name, "bob", 1, None) for name in (None, "bob"))
        )

    # --- people and plans ---

    @rule(name=st.sampled_from(["alice", "bob", "dana", "vic"]), role=st.sampled_from(Role), by=ACTORS, weather=WEATHER)
    def join(self, name: str, role: Role, by: str, weather: Fault | None) -> None:
        actor, user = self._actor(by), self._actor(name).user
        expected = self.model.refusal(actor.user, Role.ADMIN)
        if expected is None and (role.rank < self.model.roles[actor.user].rank or user in self.model.roles):
            expected = Refused
        if expected is None and len(self.model.roles) >= LIMITS[self.model.plan].people:
            expected = LimitReached
        if self._does(lambda: orgs.join(actor, ORG, user, role, self.now), expected, weather):
            self.model.roles[user] = role
        self.now += timedelta(microseconds=1)

    @rule(name=PEOPLE, role=st.sampled_from(Role), by=ACTORS, weather=WEATHER)
    def change_role(self, name: str, role: Role, by: str, weather: Fault | None) -> None:
        actor, user = self._actor(by), self._actor(name).user
        expected = self.model.refusal(actor.user, Role.ADMIN) or self.model.out_of_reach(actor.user, user)
        if expected is None and role.rank < self.model.roles[actor.user].rank:
            expected = Refused
        if expected is None and role is not self.model.roles[user] and self.model.is_last_owner(user):
            expected = LastOwner
        if self._does(lambda: members.change_role(actor, ORG, user, role, self.now), expected, weather):
            self.model.roles[user] = role

    @rule(name=PEOPLE, by=ACTORS, weather=WEATHER)
    def remove(self, name: str, by: str, weather: Fault | None) -> None:
        actor, user = self._actor(by), self._actor(name).user
        expected = self.model.refusal(actor.user, Role.ADMIN)
        if expected is None and user not in self.model.roles:
            expected = None if user in self.model.former else NotFound
        elif expected is None:
            expected = Refused if user == actor.user else self.model.out_of_reach(actor.user, user)
        if self._does(lambda: members.remove(actor, ORG, user, self.now), expected, weather):
            self.model.goes(user)

    @rule(by=ACTORS, weather=WEATHER)
    def leave(self, by: str, weather: Fault | None) -> None:
        actor = self._actor(by)
        expected = self.model.refusal(actor.user, Role.VIEWER)
        if expected is None and self.model.is_last_owner(actor.user):
            expected = LastOwner
        if self._does(lambda: members.leave(actor, ORG, self.now), expected, weather):
            self.model.goes(actor.user)

    @rule(by=ACTORS, mine=st.booleans(), times=TIMES, weather=WEATHER)
    def wish(self, by: str, mine: bool, times: int, weather: Fault | None) -> None:  # noqa: FBT001 - what is wished
        actor = self._actor(by)
        expected = self.model.refusal(actor.user, Role.VIEWER)
        if self._does(lambda: wishes.remember(actor, ORG, self.now, mine=mine), expected, weather, times):
            (self.model.mine.add if mine else self.model.mine.discard)(actor.user)

    @rule(plan=st.sampled_from(Plan), weather=WEATHER)
    def set_plan(self, plan: Plan, weather: Fault | None) -> None:
        self._does(lambda: orgs.set_plan(ORG, plan), None, weather)
        self.model.plan = plan

    @rule(by=ACTORS)
    def found_again(self, by: str) -> None:
        self.now += timedelta(microseconds=1)
        self._does(lambda: orgs.create(self._actor(by), ORG, "Mine", "UTC", self.now), AlreadyTaken)

    @rule(days=st.sampled_from([0, 0, 1, 5, 31]), seconds=st.integers(1, 86_400))
    def time_passes(self, days: int, seconds: int) -> None:
        self.now += timedelta(days=days, seconds=seconds)

    # --- projects ---

    @rule(title=TITLES, by=ACTORS, times=TIMES, weather=WEATHER)
    def create_project(self, title: str, by: str, times: int, weather: Fault | None) -> None:
        actor, made = self._actor(by), ids.new_project_id(self.now)
        expected = self.model.refusal(actor.user, Role.MEMBER)
        if expected is None and len(self.model.titles) >= LIMITS[self.model.plan].projects:
            expected = LimitReached
        if self._does(lambda: projects.create(actor, ORG, title, made, self.now), expected, weather, times):
            self._knows(made, ProjectFields(title))
        self.now += timedelta(milliseconds=1)

    @rule(
        project=PROJECTS,
        title=TITLES,
        description=st.sampled_from(["", "Why:\nbecause"]),
        lead=st.sampled_from([None, "alice", "charlie"]),
        due=st.sampled_from([None, date(2026, 2, 1)]),
        behind=st.sampled_from([0, 0, 1]),
        by=ACTORS,
        times=TIMES,
        weather=WEATHER,
    )
    def edit_project(
        self,
        project: str,
        title: str,
        description: str,
        lead: str | None,
        due: date | None,
        behind: int,
        by: str,
        times: int,
        weather: Fault | None,
    ) -> None:
        actor, stands = self._actor(by), self.model.written[project]
        wanted = ProjectFields(title, description, self._actor(lead).user if lead else None, None, due)
        expected = self.model.refusal(actor.user, Role.MEMBER)
        if expected is None and wanted != stands:
            expected = Conflict if behind else None
            if expected is None and wanted.lead not in (None, stands.lead, *self.model.roles):
                expected = Refused
        version = self._version(project) - behind
        act = partial(project_edits.edit, actor, ORG, project, wanted, version, self.now)
        if self._does(act, expected, weather, times) and wanted != stands:
            self._knows(project, wanted)

    # --- tasks ---

    @rule(
        target=made_tasks,
        project=PROJECTS,
        title=TITLES,
        priority=st.sampled_from(Priority),
        due=st.sampled_from([None, date(2026, 2, 1)]),
        assignee=st.sampled_from([None, "alice", "bob", "charlie"]),
        by=ACTORS,
        times=TIMES,
        weather=WEATHER,
    )
    def create_task(
        self,
        project: str,
        title: str,
        priority: Priority,
        due: date | None,
        assignee: str | None,
        by: str,
        times: int,
        weather: Fault | None,
    ) -> Any:
        actor, made = self._actor(by), ids.new_task_id(self.now)
        given = self._actor(assignee).user if assignee else None
        expected = self.model.refusal(actor.user, Role.MEMBER)
        if expected is None and given is not None and given not in self.model.roles:
            expected = Refused
        fields = TaskFields(title, priority, due, given)
        if not self._does(lambda: tasks.create(actor, ORG, project, fields, made, self.now), expected, weather, times):
            return multiple()
        self.model.tasks[made] = ModelTask(project, title, priority, due, given)
        return TaskRef(ORG, project, made)

    @rule(
        ref=made_tasks,
        step=st.sampled_from(["start", "stop", "complete", "complete", "reopen"]),
        by=ACTORS,
        times=TIMES,
        weather=WEATHER,
    )
    def click(self, ref: TaskRef, step: str, by: str, times: int, weather: Fault | None) -> None:
        act, before, after = STEPS[step]
        actor, task, ref = self._actor(by), self.model.tasks.get(ref.id), self._now_at(ref)
        expected = self.model.refusal(actor.user, Role.MEMBER) or (None if task else NotFound)
        if self._does(lambda: act(actor, ref, self.now), expected, weather, times) and task and task.status in before:
            self.model.tasks[ref.id] = task.moved(after, actor.user, self._today())

    @rule(
        ref=made_tasks,
        title=TITLES,
        priority=st.sampled_from(Priority),
        assignee=st.sampled_from([None, "alice", "vic"]),
        status=st.sampled_from([None, None, *Status]),
        behind=st.sampled_from([0, 0, 1]),
        by=ACTORS,
        times=TIMES,
        weather=WEATHER,
    )
    def edit(
        self,
        ref: TaskRef,
        title: str,
        priority: Priority,
        assignee: str | None,
        status: Status | None,
        behind: int,
        by: str,
        times: int,
        weather: Fault | None,
    ) -> None:
        actor, task, ref = self._actor(by), self.model.tasks.get(ref.id), self._now_at(ref)
        given = self._actor(assignee).user if assignee else None
        version = (task.version if task else 1) - behind
        wanted = task and replace(
            task, title=title, priority=priority, due=None, assignee=given, status=status or task.status
        )
        expected = self.model.refusal(actor.user, Role.MEMBER) or (None if task else NotFound)
        if expected is None and wanted != task:
            expected = Conflict if behind else None
            if expected is None and task and given not in (None, task.assignee, *self.model.roles):
                expected = Refused
        fields = TaskFields(title, priority, None, given, status)
        if not self._does(lambda: tasks.edit(actor, ref, fields, version, self.now), expected, weather, times):
            return
        if task and wanted and wanted != task:
            moved = wanted.moved(wanted.status, actor.user, self._today())
            self.model.tasks[ref.id] = (
                moved if wanted.status is not task.status else replace(moved, by=task.by, day=task.day)
            )

    @rule(
        ref=made_tasks,
        value=st.one_of(TITLES, st.sampled_from(Priority), st.sampled_from(Status)),
        stale=st.sampled_from([False, False, True]),
        by=ACTORS,
        times=TIMES,
        weather=WEATHER,
    )
    def write_over(self, ref: TaskRef, value: str, by: str, times: int, weather: Fault | None, *, stale: bool) -> None:
        actor, task, ref = self._actor(by), self.model.tasks.get(ref.id), self._now_at(ref)
        field = "priority" if isinstance(value, Priority) else "status" if isinstance(value, Status) else "title"
        seen = "something else" if stale or not task else str(getattr(task, field))
        changes: dict[str, Any] = {field: value}
        wanted = task and replace(task, **changes)
        expected = self.model.refusal(actor.user, Role.MEMBER) or (None if task else NotFound)
        if expected is None and wanted != task and stale:
            expected = Conflict
        written = self._does(
            lambda: edits.write_over(actor, ref, field, value, seen, self.now), expected, weather, times
        )
        if written and task and wanted and wanted != task:
            moved = wanted.moved(wanted.status, actor.user, self._today())
            self.model.tasks[ref.id] = (
                moved if wanted.status is not task.status else replace(moved, by=task.by, day=task.day)
            )

    @rule(ref=made_tasks, by=ACTORS, weather=WEATHER)
    def delete(self, ref: TaskRef, by: str, weather: Fault | None) -> None:
        actor, task, ref = self._actor(by), self.model.tasks.get(ref.id), self._now_at(ref)
        expected = self.model.refusal(actor.user, Role.MEMBER) or (None if task else NotFound)
        if self._does(lambda: tasks.delete(actor, ref, self.now), expected, weather):
            del self.model.tasks[ref.id]
            if task and task.status is Status.DONE:
                self.model.gone.append(task)

    @rule(ref=made_tasks, to=PROJECTS, behind=st.sampled_from([0, 0, 1]), by=ACTORS, times=TIMES, weather=WEATHER)
    def move(self, ref: TaskRef, to: str, behind: int, by: str, times: int, weather: Fault | None) -> None:
        actor, task, ref = self._actor(by), self.model.tasks.get(ref.id), self._now_at(ref)
        version = (task.version if task else 1) - behind
        expected = self.model.refusal(actor.user, Role.MEMBER) or (None if task else NotFound)
        if expected is None and behind and ref.project != to:
            expected = Conflict
        moved = self._does(lambda: moves.move(actor, ref, to, version, self.now), expected, weather, times)
        if moved and task and task.project != to:
            self.model.tasks[ref.id] = replace(task, project=to, version=task.version + 1)

    @rule(ref=made_tasks, labels=st.sampled_from([(), ("ci",), ("ui", "ci")]), by=ACTORS, times=TIMES, weather=WEATHER)
    def label(self, ref: TaskRef, labels: tuple[str, ...], by: str, times: int, weather: Fault | None) -> None:
        actor, task, ref = self._actor(by), self.model.tasks.get(ref.id), self._now_at(ref)
        expected = self.model.refusal(actor.user, Role.MEMBER) or (None if task else NotFound)
        labelled = self._does(lambda: edits.label(actor, ref, labels, self.now), expected, weather, times)
        if labelled and task and task.labels != labels:
            self.model.tasks[ref.id] = replace(task, labels=labels, version=task.version + 1)

    @rule(ref=made_tasks, by=ACTORS, times=TIMES, weather=WEATHER)
    def comment(self, ref: TaskRef, by: str, times: int, weather: Fault | None) -> None:
        actor, task, ref = self._actor(by), self.model.tasks.get(ref.id), self._now_at(ref)
        token = ids.new_note_token()
        expected = self.model.refusal(actor.user, Role.MEMBER) or (None if task else NotFound)
        said = self._does(lambda: details.comment(actor, ref, "Done?", token, self.now), expected, weather, times)
        if said and task:
            self.model.tasks[ref.id] = replace(task, comments=task.comments + 1)

    @rule(
        refs=st.lists(made_tasks, min_size=1, max_size=4),
        action=st.sampled_from(Action),
        priority=st.sampled_from(Priority),
        assignee=st.sampled_from([None, "alice", "vic"]),
        by=ACTORS,
        times=TIMES,
        weather=WEATHER,
    )
    def many(
        self,
        refs: list[TaskRef],
        action: Action,
        priority: Priority,
        assignee: str | None,
        by: str,
        times: int,
        weather: Fault | None,
    ) -> None:
        actor, given = self._actor(by), self._actor(assignee).user if assignee else None
        value = {Action.COMPLETE: "", Action.PRIORITISE: str(priority), Action.ASSIGN: given or ""}[action]
        expected = self.model.refusal(actor.user, Role.MEMBER)
        if expected is None and action is Action.ASSIGN and given not in (None, *self.model.roles):
            expected = Refused
        now_at = [self._now_at(ref) for ref in refs]

        def act() -> None:
            outcomes = list(bulk.apply(actor, ORG, now_at, action, value, self.now))
            assert {(one.ref.id, one.ok) for one in outcomes} == {(ref.id, ref.id in self.model.tasks) for ref in refs}

        if not self._does(act, expected, weather, times):
            return
        for made in {ref.id for ref in refs} & self.model.tasks.keys():
            task = self.model.tasks[made]
            wanted = {
                Action.COMPLETE: task if task.status is Status.DONE else None,
                Action.PRIORITISE: replace(task, priority=priority),
                Action.ASSIGN: replace(task, assignee=given),
            }[action]
            if wanted is None:
                self.model.tasks[made] = task.moved(Status.DONE, actor.user, self._today())
            elif wanted != task:
                self.model.tasks[made] = replace(wanted, version=task.version + 1)

    @rule(target=made_tasks, by=ACTORS, times=TIMES, weather=WEATHER)
    def bring_board(self, by: str, times: int, weather: Fault | None) -> Any:
        """A board comes in once, whoever brings it how often, and whatever has become of its rows since."""
        actor, bob = self._actor(by), self.people.bob.user
        expected = self.model.refusal(actor.user, Role.ADMIN)
        if expected is None and bob not in self.model.roles:
            expected = Refused
        if expected is None and not self.model.brought:
            expected = LimitReached if len(self.model.titles) >= LIMITS[self.model.plan].projects else None
        came = self._does(lambda: run_import(actor, ORG, BOARD, {"Bobby": bob}, self.now), expected, weather, times)
        self.now += timedelta(milliseconds=1)
        if not came or self.model.brought:
            return multiple()
        self.model.brought = True
        (project,) = {each.id for each in slices.projects(ORG, bob).projects} - self.model.titles.keys()
        self._knows(project, ProjectFields(BOARD.title))
        day = BROUGHT_AT.astimezone(ZoneInfo(self.model.zone)).date()
        standings = {
            "Brought 1": ModelTask(project, "Brought 1", Priority.HIGH, None, bob),
            "Brought 2": ModelTask(project, "Brought 2", Priority.HIGH, None, None, Status.DOING),
            "Brought 3": ModelTask(project, "Brought 3", Priority.HIGH, None, bob, Status.DONE, by=bob, day=day),
        }
        rows = board(ORG, bob, project, self.now).tasks
        assert {row.title for row in rows} == standings.keys()
        self.model.tasks |= {row.id: standings[row.title] for row in rows}
        return multiple(*(TaskRef(ORG, project, row.id) for row in rows))

    # --- what always holds ---

    @invariant()
    def the_dashboard_says_what_the_model_says(self) -> None:
        shown = dashboard(ORG, self._reader(), self.now)
        month = f"{self._today():%Y-%m}"
        for status in (Status.OPEN, Status.DOING):
            for priority in Priority:
                assert shown.counts.of(status, priority) == len(self.model.live(status, priority))
        assert [card.id for card in shown.projects] == sorted(self.model.titles)[:5]
        for card in shown.projects:
            assert card.title == projects.card_title(self.model.titles[card.id])
            assert card.done == len([task for task in self.model.done() if task.project == card.id])
            assert card.counts.of(Status.OPEN) == len(self.model.live(Status.OPEN, project=card.id))
            assert card.counts.of(Status.DOING) == len(self.model.live(Status.DOING, project=card.id))
        assert shown.month.month == month
        in_month = [task for task in self.model.done() if task.day and f"{task.day:%Y-%m}" == month]
        assert _without_zeros(shown.month.by_user) == Counter(task.by for task in in_month)
        assert _without_zeros(shown.month.by_day) == Counter(task.day.day for task in in_month if task.day)
        assert shown.frame.projects == len(self.model.titles)
        assert {user: person.role for user, person in shown.frame.people.items()} == self.model.roles
        assert {user for user, person in shown.frame.people.items() if person.mine} == self.model.mine
        assert shown.frame.plan == self.model.plan

    def teardown(self) -> None:
        if not hasattr(self, "model"):
            return
        reader = self._reader()
        for status in (Status.OPEN, Status.DOING):
            assert {row.id for row in slices.tasks(ORG, reader, status, None, self.now).tasks} == self.model.live(
                status
            )
        for project, title in self.model.titles.items():
            stands = reads.settings(ORG, reader, project)
            written = replace(self.model.written[project], title=stands.title)
            assert stands.details == ProjectDetails(
                written.description, written.lead, written.starts, written.due, self._version(project)
            )
            rows = {row.id: row for row in board(ORG, reader, project, self.now).tasks}
            expected = {made: task for made, task in self.model.tasks.items() if task.project == project}
            assert {
                made: (
                    (row.title, row.status, row.priority, row.due, row.assignee, row.version, row.completed_by),
                    row.labels,
                    len(full.task(ORG, reader, project, made).comments),
                )
                for made, row in rows.items()
            } == {
                made: (
                    (task.title, task.status, task.priority, task.due, task.assignee, task.version, task.by),
                    task.labels,
                    task.comments,
                )
                for made, task in expected.items()
            }
            assert {row.project_title for row in rows.values()} <= {projects.card_title(title)}
            beat = pulse(ORG, reader, project, self.now).project
            assert beat is not None
            assert beat.counts.of(Status.OPEN) == len(self.model.live(Status.OPEN, project=project))
        for name in ("alice", "bob", "dana", "vic", "charlie"):
            user = self._actor(name).user
            mine = home(user)
            assert (ORG in {org.id for org in mine.orgs}) == (user in self.model.roles)
            assert {task.id for task in mine.tasks} == {
                made
                for made, task in self.model.tasks.items()
                if task.assignee == user and task.status is not Status.DONE
            }
        for month in {f"{task.day:%Y-%m}" for task in self.model.done() if task.day}:
            counted = Counter(task.by for task in self.model.done() if task.day and f"{task.day:%Y-%m}" == month)
            assert _without_zeros(months.trend(ORG, reader, month, self.now).month.by_user) == counted
        assert_exact(ORG)

    def _actor(self, name: str) -> Actor:
        actor: Actor = getattr(self.people, name)
        return actor

    def _reader(self) -> str:
        """Somebody who sees it all: there is always an owner."""
        return next(user for user, role in self.model.roles.items() if role is Role.OWNER)

    def _version(self, project: str) -> int:
        """As somebody sees it who has just looked: moving a project makes new versions of it too."""
        header = store.get("test", Header, keys.header(ORG, project))
        return int(header.version) if header else 1

    def _knows(self, project: str, written: ProjectFields) -> None:
        """The project as it stands from now on."""
        self.model.titles[project] = written.title
        self.model.written[project] = written

    def _now_at(self, ref: TaskRef) -> TaskRef:
        """The task where it is now; one that is gone, where it was made."""
        task = self.model.tasks.get(ref.id)
        return replace(ref, project=task.project) if task else ref

    def _today(self) -> date:
        return self.now.astimezone(ZoneInfo(self.model.zone)).date()

    def _does(
        self,
        act: Callable[[], object],
        expected: type[TableroError] | None,
        weather: Fault | None = None,
        times: int = 1,
    ) -> bool:
        """Do it, `times` over, in this weather, and see that it is answered as the model expects."""
        met: AbstractContextManager[object] = transactions_meet([weather]) if weather else nullcontext()
        with met:
            for _ in range(times):
                if expected is None:
                    act()
                else:
                    with pytest.raises(expected):
                        act()
        return expected is None


Click = Callable[[Actor, TaskRef, datetime], object]

STEPS: dict[str, tuple[Click, set[Status], Status]] = {
    "start": (tasks.start, {Status.OPEN}, Status.DOING),
    "stop": (tasks.stop, {Status.DOING}, Status.OPEN),
    "complete": (tasks.complete, {Status.OPEN, Status.DOING}, Status.DONE),
    "reopen": (tasks.reopen, {Status.DONE}, Status.OPEN),
}


def _without_zeros(counts: Any) -> dict[Any, int]:
    return {name: number for name, number in counts.items() if number}


@pytest.mark.timeout(300)
def test_whatever_people_do_in_whatever_order_the_numbers_are_those_of_a_plain_model(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    machines.run(Work, cast, monkeypatch, examples=30)
