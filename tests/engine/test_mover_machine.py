"""All writes of the work, and among them projects that are put away, brought back and deleted, and finished tasks too.

To the plain model what is put away is gone, but kept beside it: whoever wants to change it is answered that there is no
such thing, it counts in finished months, and it may come back. Each move may die around one of its calls; then every
number still agrees with its rows, and saying it again finishes it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, time, timedelta
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, multiple, precondition, rule

from tenants.errors import LimitReached, NotFound, TableroError
from tenants.mover.finished import archive_done
from tenants.policy import LIMITS, Plan, Priority, Role, Status
from tenants.reads import archive
from tenants.writes import archived_tasks, orgs, project_life
from tenants.writes.tasks import TaskRef
from tests.cast import Cast
from tests.engine import machines
from tests.engine.test_state_machine import ACTORS, ORG, TIMES, WEATHER, ZONES, ModelTask, Work
from tests.faults import Fault
from tests.tenants.partition import survives
from tests.truth import assert_exact

KILLED = st.sampled_from([0, 0, *range(2, 14)])
"""Around which of its calls a move dies; 0 for one that does not."""

_PROJECT = st.runner().flatmap(lambda machine: st.sampled_from(sorted(machine.model.titles)))
_AWAY = st.runner().flatmap(lambda machine: st.sampled_from(sorted(machine.away)))
_ARCHIVED = st.runner().flatmap(lambda machine: st.sampled_from(sorted(machine.archived)))


class WholeWork(Work):
    """Work that can be put away."""

    def __init__(self) -> None:
        super().__init__()
        self.away: dict[str, tuple[str, dict[str, ModelTask]]] = {}
        self.archived: dict[str, ModelTask] = {}

    @initialize(target=Work.made_tasks, zone=st.sampled_from(ZONES))
    def found(self, zone: str) -> Any:
        """An organisation in which some of the work was finished days ago."""
        made = [*super().found(zone).values]
        self.model.plan = Plan.PRO
        orgs.set_plan(ORG, Plan.PRO)
        for project in sorted(self.model.titles):
            for priority in (Priority.LOW, Priority.URGENT, Priority.HIGH):
                made.append(self.create_task(project, "Ship", priority, None, "alice", "dana", 1, None))
                self.now += timedelta(seconds=1)
        for ref in made[::2]:
            self.click(ref, "complete", "bob", 1, None)
        self.now += timedelta(days=3)
        return multiple(*made)

    # --- projects ---

    @precondition(lambda self: len(self.model.titles) > 1)  # some are always left to work in
    @rule(project=_PROJECT, by=ACTORS, times=TIMES, killed=KILLED, weather=WEATHER)
    def archive(self, project: str, by: str, times: int, killed: int, weather: Fault | None) -> None:
        actor = self._actor(by)
        act = partial(project_life.archive, actor, ORG, project, self.now)
        if self._moves(act, self.model.refusal(actor.user, Role.ADMIN), killed, weather, times):
            self.away[project] = self.model.titles.pop(project), self._take(project)

    @precondition(lambda self: self.away)
    @rule(project=_AWAY, by=ACTORS, times=TIMES, killed=KILLED, weather=WEATHER)
    def restore(self, project: str, by: str, times: int, killed: int, weather: Fault | None) -> None:
        actor = self._actor(by)
        expected = self.model.refusal(actor.user, Role.ADMIN)
        if expected is None and len(self.model.titles) >= LIMITS[self.model.plan].projects:
            expected = LimitReached
        act = partial(project_life.restore, actor, ORG, project, self.now)
        if not self._moves(act, expected, killed, weather, times):
            return
        self.model.titles[project], tasks = self.away.pop(project)
        for made, task in tasks.items():
            done = task.status is Status.DONE
            self.model.tasks[made] = task if done else replace(task, version=task.version + 2)
            if done:
                self.model.gone.remove(task)

    @precondition(lambda self: len(self.model.titles) > 1)  # some are always left to work in
    @rule(project=_PROJECT, by=ACTORS, killed=KILLED, weather=WEATHER)
    def delete_project(self, project: str, by: str, killed: int, weather: Fault | None) -> None:
        if self._deletes(project, by, killed, weather):
            del self.model.titles[project]
            self._take(project)

    @precondition(lambda self: self.away)
    @rule(project=_AWAY, by=ACTORS, killed=KILLED, weather=WEATHER)
    def delete_archived(self, project: str, by: str, killed: int, weather: Fault | None) -> None:
        if self._deletes(project, by, killed, weather):
            del self.away[project]

    # --- finished tasks ---

    @rule(days=st.sampled_from([0, 1, 5]), end=st.booleans(), killed=KILLED, weather=WEATHER)
    def archive_done(self, days: int, end: bool, killed: int, weather: Fault | None) -> None:  # noqa: FBT001 - which kind
        first = self._today() - timedelta(days=days)
        midnight = datetime.combine(first, time(), ZoneInfo(self.model.zone))
        age, until = timedelta(days=30), timedelta(days=3_650) if end else None
        self._moves(lambda: archive_done(ORG, age, until, now=midnight + age), None, killed, weather)
        for made, task in list(self.model.tasks.items()):
            if task.day and task.day < first:
                self.archived[made] = self.model.tasks.pop(made)
                self.model.gone.append(task)

    @precondition(lambda self: self.archived)
    @rule(made=_ARCHIVED, by=ACTORS, times=TIMES, weather=WEATHER)
    def take_back(self, made: str, by: str, times: int, weather: Fault | None) -> None:
        actor, task = self._actor(by), self.archived[made]
        ref = TaskRef(ORG, task.project, made)
        live = None if task.project in self.model.titles else NotFound
        expected = self.model.refusal(actor.user, Role.MEMBER) or live
        if self._does(lambda: archived_tasks.reopen(actor, ref, self.now), expected, weather, times):
            del self.archived[made]
            self.model.gone.remove(task)
            opened = task.moved(Status.OPEN, actor.user, self._today())
            self.model.tasks[made] = replace(opened, version=task.version + 2)

    # --- what always holds ---

    def teardown(self) -> None:
        super().teardown()
        if not hasattr(self, "model"):
            return
        alice = self.people.alice.user
        listed = archive.archived_projects(ORG, alice).projects
        assert {one.project.id for one in listed} == self.away.keys()
        for one in listed:
            _, tasks = self.away[one.project.id]
            shown = archive.project_away(ORG, alice, one.project.id)
            assert {row.id for row in shown.tasks} == tasks.keys()
            for status in (Status.OPEN, Status.DOING):
                assert one.project.counts.of(status) == sum(task.status is status for task in tasks.values())
        for project in [*self.model.titles, *self.away]:
            rows = {row.id for row in archive.archive(ORG, alice, project, self.now).tasks}
            assert rows == {made for made, task in self.archived.items() if task.project == project}

    def _deletes(self, project: str, by: str, killed: int, weather: Fault | None) -> bool:
        actor = self._actor(by)
        act = partial(project_life.delete, actor, ORG, project, self.now)
        deleted = self._moves(act, self.model.refusal(actor.user, Role.ADMIN), killed, weather)
        if deleted:
            self.archived = {made: task for made, task in self.archived.items() if task.project != project}
        return deleted

    def _take(self, project: str) -> dict[str, ModelTask]:
        """The project's tasks, out of the model; those that are done still count in their months."""
        tasks = {made: task for made, task in self.model.tasks.items() if task.project == project}
        for made, task in tasks.items():
            del self.model.tasks[made]
            if task.status is Status.DONE:
                self.model.gone.append(task)
        return tasks

    def _moves(
        self,
        act: Callable[[], object],
        expected: type[TableroError] | None,
        killed: int,
        weather: Fault | None,
        times: int = 1,
    ) -> bool:
        """Do what may die on its way, and say it again."""
        if expected is None and killed:
            survives(act, killed)
            assert_exact(ORG)
        return self._does(act, expected, weather, times)


@pytest.mark.timeout(300)
def test_whatever_is_put_away_in_whatever_order_the_numbers_are_those_of_a_plain_model(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tenants.mover.batch.MOST_ITEMS", 12)
    machines.run(WholeWork, cast, monkeypatch, examples=20)
