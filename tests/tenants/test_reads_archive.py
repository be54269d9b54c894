"""What is to be seen of projects and tasks that were put away."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tenants import ids, keys, meter
from tenants.errors import BadCursor, NotFound
from tenants.items import AwayCard
from tenants.mover import batch
from tenants.mover.finished import archive_done
from tenants.policy import Status
from tenants.reads import archive
from tenants.writes import project_life, tasks
from tests.cast import ACME, NOW, Cast, a_project, a_task
from tests.tenants.moving import TITLE, a_busy_project

MONTH, YEAR = timedelta(days=30), timedelta(days=365)


def test_an_archived_project_is_listed_with_the_numbers_that_it_had(cast: Cast) -> None:
    a_project(cast.alice, title="Live")
    project = a_busy_project(cast)
    project_life.archive(cast.alice, ACME, project, NOW)
    with meter.record() as calls:
        listed = archive.archived_projects(ACME, cast.vic.user)
    assert [f"{call.operation} {call.pattern}" for call in calls] == ["GetItem frame", "Query archived-projects"]
    (away,) = listed.projects
    assert (away.project.id, away.project.title, away.archived_at) == (project, TITLE, NOW)
    assert away.project.counts.of(Status.OPEN) + away.project.counts.of(Status.DOING) == 9
    assert away.project.done == 5
    project_life.restore(cast.alice, ACME, project, NOW)
    assert archive.archived_projects(ACME, cast.vic.user).projects == ()


def test_a_project_that_is_on_its_way_says_how_far_it_is(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "MOST_ITEMS", 13)
    project = a_busy_project(cast)
    states = []
    for act in (project_life.archive, project_life.restore):
        while not act(cast.alice, ACME, project, NOW, budget=0).finished:
            shown = archive.project_away(ACME, cast.bob.user, project)
            states.append((shown.state, shown.done, shown.total, shown.archived_at))
        shown = archive.project_away(ACME, cast.bob.user, project)
        states.append((shown.state, shown.done, shown.total, shown.archived_at))
    assert [state for state in states if state[0] in {"live", "archived"}] == [
        ("archived", 0, 0, NOW),
        ("live", 0, 0, None),
    ]
    archiving = [state for state in states if state[0] == "archiving"]
    assert archiving == sorted(archiving, key=lambda state: state[1])
    assert {state[2] for state in archiving} == {9}
    assert len({state[1] for state in archiving}) > 2


def test_an_archived_project_can_be_read_with_all_its_tasks(cast: Cast) -> None:
    project = a_busy_project(cast)
    project_life.archive(cast.alice, ACME, project, NOW)
    with meter.record() as calls:
        shown = archive.project_away(ACME, cast.vic.user, project)
    assert [f"{call.operation} {call.pattern}" for call in calls] == ["BatchGetItem project-away", "Query project-away"]
    assert (shown.title, shown.state, len(shown.tasks), shown.next_cursor) == (TITLE, "archived", 14, "")
    assert [task.id for task in shown.tasks] == sorted(task.id for task in shown.tasks)
    assert shown.shown.done == 5


def test_the_archive_of_a_project_leaves_out_what_is_at_its_end(cast: Cast) -> None:
    project = a_busy_project(cast)
    archive_done(ACME, MONTH, now=NOW)
    assert len(archive.archive(ACME, cast.vic.user, project, NOW + 2 * YEAR).tasks) == 5
    ref = a_task(cast.alice, project, now=NOW - MONTH)
    tasks.complete(cast.bob, ref, NOW - MONTH - timedelta(days=1))
    archive_done(ACME, MONTH, YEAR, now=NOW)
    with meter.record() as calls:
        shown = archive.archive(ACME, cast.vic.user, project, NOW)
    assert [f"{call.operation} {call.pattern}" for call in calls] == ["BatchGetItem archive", "Query archive"]
    assert (shown.title, shown.state, len(shown.tasks)) == (TITLE, "live", 6)
    assert shown.ends == {ref.id: NOW + YEAR}
    assert all(task.status is Status.DONE and task.completed_at for task in shown.tasks)
    assert len(archive.archive(ACME, cast.vic.user, project, NOW + YEAR).tasks) == 5


def test_long_lists_go_on_behind_a_cursor_of_their_own(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    project = a_busy_project(cast)
    archive_done(ACME, MONTH, now=NOW)
    monkeypatch.setattr(archive, "TASKS_PAGE", 2)
    monkeypatch.setattr(archive, "PROJECTS_PAGE", 2)
    seen, after = [], ""
    while True:
        page = archive.archive(ACME, cast.vic.user, project, NOW, after)
        seen += [task.id for task in page.tasks]
        after = page.next_cursor
        if not after:
            break
    assert len(seen) == len(set(seen)) == 5
    first = archive.archive(ACME, cast.vic.user, project, NOW)
    for number in range(3):
        AwayCard.at(keys.away_card(ACME, ids.new_project_id(NOW)), title=str(number)).save()
    listed = archive.archived_projects(ACME, cast.vic.user)
    rest = archive.archived_projects(ACME, cast.vic.user, listed.next_cursor)
    assert (len(listed.projects), len(rest.projects), rest.next_cursor) == (2, 1, "")
    project_life.archive(cast.alice, ACME, project, NOW)
    rows = archive.project_away(ACME, cast.vic.user, project)
    assert archive.project_away(ACME, cast.vic.user, project, rows.next_cursor).tasks
    for ask in (
        lambda: archive.archived_projects(ACME, cast.vic.user, first.next_cursor),
        lambda: archive.project_away(ACME, cast.vic.user, project, first.next_cursor),
        lambda: archive.archive(ACME, cast.vic.user, project, NOW, listed.next_cursor),
    ):
        with pytest.raises(BadCursor):
            ask()


def test_strangers_and_missing_projects_are_not_found(cast: Cast) -> None:
    project = a_busy_project(cast)
    for user, wanted in ((cast.charlie.user, project), (cast.bob.user, "0" * 16)):
        with pytest.raises(NotFound):
            archive.project_away(ACME, user, wanted)
        with pytest.raises(NotFound):
            archive.archive(ACME, user, wanted, NOW)
    with pytest.raises(NotFound):
        archive.archived_projects(ACME, cast.charlie.user)
