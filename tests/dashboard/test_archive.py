"""`/org/<org>/projects/<project>/archive`: finished tasks that were put away, and taking one back in hand."""

from __future__ import annotations

import csv
import io
from datetime import timedelta

import pytest

from tenants.mover.finished import archive_done
from tenants.reads import archive
from tenants.writes import project_life, tasks
from tests.cast import ACME, NOW, Cast, a_project, a_task
from tests.dashboard.conftest import once
from tests.dashboard.visitor import Visitor
from tests.truth import assert_exact

TWO = [("BatchGetItem", "archive"), ("Query", "archive")]


def fill(cast: Cast) -> str:
    project = a_project(cast.alice)
    for number in range(5):
        ref = a_task(cast.bob, project, title=f"=Old {number}", now=NOW - timedelta(days=50 - number))
        tasks.complete((cast.bob, cast.dana)[number % 2], ref, NOW - timedelta(days=40))
    a_task(cast.bob, project, title="Still to do")
    tasks.complete(cast.bob, a_task(cast.bob, project, title="Just done"), NOW)
    archive_done(ACME, timedelta(days=30), now=NOW)
    return project


@pytest.fixture
def path(cast: Cast) -> str:
    return f"/org/{ACME}/projects/{once('archive', lambda: fill(cast))}"


def test_the_project_page_leads_to_it_with_how_many_there_are(vic: Visitor, path: str) -> None:
    page = vic.get(path).page
    assert page.one("a", href=f"{path}/archive").text == "Finished tasks that were put away (5)"
    assert not page.has("li", class_="task", id="none")


def test_a_project_without_an_archive_has_no_link_to_it(vic: Visitor, cast: Cast) -> None:
    project = f"/org/{ACME}/projects/{a_project(cast.alice)}"
    assert not vic.get(project).page.has("a", href=f"{project}/archive")
    assert "Nothing was put away from this project." in vic.get(f"{project}/archive").page.text


def test_where_nobody_knows_how_many_there_are_the_link_says_no_number(bob: Visitor, cast: Cast, path: str) -> None:
    ref = a_task(cast.bob, path[-16:])
    tasks.complete(cast.bob, ref, NOW)
    tasks.delete(cast.bob, ref, NOW)
    assert bob.get(path).page.one("a", href=f"{path}/archive").text == "Finished tasks that were put away"


def test_each_task_tells_who_finished_it_and_when(vic: Visitor, path: str) -> None:
    answer = vic.get(f"{path}/archive")
    assert answer.asked == TWO
    rows = answer.page.all("li", class_="task")
    assert [row.one(class_="task-title").text for row in rows] == [f"=Old {number}" for number in (4, 3, 2, 1, 0)]
    assert rows[0].one(class_="task-facts").text == "Completed 6 Aug 2026 Bob"
    assert rows[1].one(class_="person").text == "Dana"
    assert not answer.page.all("form", class_="task-move")


def test_a_task_that_is_reopened_is_on_its_board_again(bob: Visitor, path: str) -> None:
    row = bob.get(f"{path}/archive").page.all("li", class_="task")[0]
    answer = bob.submit(row.one("form"))
    assert (answer.status, answer.location) == (302, f"{path}/archive")
    page = bob.get(answer.location).page
    assert "Reopened: =Old 4" in page.text
    assert len(page.all("li", class_="task")) == 4
    shown = bob.get(path).page
    assert "=Old 4" in {title.text for title in shown.all(class_="task-title")}
    assert shown.one(id="project-counts").text == "2 open0 in progress5 done71 %"
    assert bob.submit(row.one("form")).status == 302, "a second click finds it open and is content"
    assert_exact(ACME)


def test_it_comes_in_pages_and_reopening_goes_back_to_the_very_page(
    bob: Visitor, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "TASKS_PAGE", 2)
    seen: list[str] = []
    here = following = f"{path}/archive"
    while following:
        page = bob.htmx_get(following).page
        assert page.children[0].id == "slice"
        seen += [title.text for title in page.all(class_="task-title")]
        links = page.all("a", id="pager-next")
        here, following = following, links[0].attributes["href"] if links else ""
    assert len(seen) == len(set(seen)) == 5
    form = bob.get(here).page.one("form", class_="task-move")
    answer = bob.post(form.attributes["action"], form.fields(), Referer=f"http://127.0.0.1:8000{here}")
    assert answer.location == here


def test_one_that_has_an_end_says_so_and_is_left_out_when_it_has_come(bob: Visitor, cast: Cast, path: str) -> None:
    ref = a_task(cast.bob, path[-16:], title="Not for ever", now=NOW - timedelta(days=45))
    tasks.complete(cast.bob, ref, NOW - timedelta(days=45))
    archive_done(ACME, timedelta(days=30), timedelta(days=10), now=NOW)
    row = bob.get(f"{path}/archive").page.one("li", id=f"task-{ref.id}")
    assert "Will be deleted on 25 Sep 2026" in row.text


def test_the_archive_of_a_project_that_is_put_away_is_read_and_nothing_in_it_reopened(
    alice: Visitor, cast: Cast, path: str
) -> None:
    reopen = alice.get(f"{path}/archive").page.all("form", class_="task-move")[0]
    project_life.archive(cast.alice, ACME, path[-16:], NOW)
    assert alice.get(f"{path}/away").page.has("a", href=f"{path}/archive")
    page = alice.get(f"{path}/archive").page
    assert len(page.all("li", class_="task")) == 5
    assert not page.has("form", class_="task-move")
    assert page.one(class_="crumb").all("a")[1].attributes["href"] == f"{path}/away"
    assert alice.submit(reopen).status == 404
    assert_exact(ACME)


def test_the_file_has_every_row_and_no_formula(vic: Visitor, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "TASKS_PAGE", 2)
    link = vic.get(f"{path}/archive").page.one(class_="ways download").all("a")[0].attributes["href"]
    answer = vic.get(link)
    assert answer.asked == TWO * 3
    head, *rows = csv.reader(io.StringIO(answer.text, newline=""))
    assert head == ["Title", "Priority", "Due", "Labels", "Completed", "Completed by", "Deleted on"]
    assert [row[0] for row in rows] == [f"'=Old {number}" for number in (4, 3, 2, 1, 0)]
    assert rows[0][4:] == ["2026-08-06T12:00:00+02:00", "Bob", ""]


def test_the_file_of_projects_that_were_put_away_has_their_numbers_and_their_day(
    alice: Visitor, cast: Cast, path: str
) -> None:
    project_life.archive(cast.alice, ACME, path[-16:], NOW)
    link = alice.get(f"/org/{ACME}/projects/archived").page.one(class_="ways download").all("a")[0].attributes["href"]
    head, row = csv.reader(io.StringIO(alice.get(link).text, newline=""))
    assert head == ["Title", "Created", "Open", "In progress", "Done", "Put away", "Link"]
    assert row[2:] == ["1", "0", "6", "2026-09-15T12:00:00+02:00", f"http://127.0.0.1:8000{path}/away"]
