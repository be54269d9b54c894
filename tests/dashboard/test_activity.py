"""`/org/<org>/activity?month=YYYY-MM`."""

from datetime import timedelta

import pytest

from tenants.mover.finished import archive_done
from tenants.policy import Priority
from tenants.reads import history
from tenants.writes import moves, project_life, tasks
from tenants.writes.tasks import TaskFields
from tests.cast import ACME, NOW, Cast, a_project, a_task, rename_project
from tests.dashboard.visitor import Visitor

PATH = f"/org/{ACME}/activity"
TWO = [("GetItem", "frame"), ("Query", "activity")]
THREE = [*TWO, ("BatchGetItem", "activity-links")]


def lines(visitor: Visitor, path: str = PATH) -> list[str]:
    return [row.one("p").text for row in visitor.get(path).page.one("ol", class_="events").all("li")]


def test_everything_that_happened_is_told_newest_first(bob: Visitor, cast: Cast) -> None:
    def minute(number: int) -> timedelta:
        return timedelta(minutes=number)

    project = a_project(cast.alice, now=NOW + minute(1))
    ref = a_task(cast.bob, project, title="Write it", now=NOW + minute(2))
    tasks.start(cast.bob, ref, NOW + minute(3))
    tasks.stop(cast.dana, ref, NOW + minute(4))
    tasks.complete(cast.bob, ref, NOW + minute(5))
    tasks.reopen(cast.alice, ref, NOW + minute(6))
    tasks.edit(cast.bob, ref, TaskFields("Write it well", Priority.LOW), 5, NOW + minute(7))
    rename_project(cast.alice, ACME, project, "Relaunch", NOW + minute(8))
    tasks.delete(cast.dana, ref, NOW + minute(9))
    told = lines(bob)
    assert [line.partition(" in ")[0] for line in told[:9]] == [
        "Dana deleted Write it well",
        "Alice renamed the project Relaunch",
        "Bob changed Write it well",
        "Alice reopened Write it",
        "Bob completed Write it",
        "Dana put back Write it",
        "Bob started Write it",
        "Bob added Write it",
        "Alice made the project Launch",
    ]
    assert sorted(told[9:]) == [
        "Alice brought in Bob",
        "Alice brought in Dana",
        "Alice brought in Vic",
        "Alice founded Acme",
    ]


def test_times_are_those_of_the_organisation(bob: Visitor) -> None:
    time = bob.get(PATH).page.one("ol", class_="events").all("time")[0]
    assert time.text == "Tue 15 Sep, 12:00"
    assert time.attributes["datetime"] == "2026-09-15T12:00:00+02:00"


def test_the_page_costs_three_requests_however_much_happened(bob: Visitor, cast: Cast) -> None:
    assert bob.get(PATH).asked == TWO  # nothing on it has a page of its own to look for
    project = a_project(cast.alice)
    for _ in range(8):
        a_task(cast.bob, project)
    assert bob.get(PATH).asked == bob.htmx_get(PATH).asked == THREE
    assert bob.get(f"{PATH}?month=2025-01").asked == TWO


def test_a_long_month_comes_in_pages_and_each_event_once(
    bob: Visitor, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "EVENTS_PAGE", 3)
    for number in range(4):
        a_project(cast.alice, title=f"Project {number}")
    seen: list[str] = []
    path = PATH
    while path:
        page = bob.htmx_get(path).page
        assert [element.id for element in page.children] == ["slice"]
        seen += [row.one("p").text for row in page.one("ol", class_="events").all("li")]
        links = page.all("a", id="pager-next")
        path = links[0].attributes["hx-get"] if links else ""
        assert not path or path.startswith(f"{PATH}?month=2026-09&cursor=")
    assert len(seen) == len(set(seen)) == 8


def test_a_cursor_of_one_month_is_none_of_another(bob: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "EVENTS_PAGE", 1)
    following = bob.get(PATH).page.one("a", id="pager-next").attributes["href"]
    assert bob.get(following).status == 200
    assert bob.get(following.replace("2026-09", "2026-08")).location == PATH


def test_an_empty_month_says_so(bob: Visitor) -> None:
    assert bob.get(f"{PATH}?month=2026-08").page.one(class_="empty").text == "Nothing happened in this month."


# Links
def hrefs(visitor: Visitor, path: str = PATH) -> list[list[str]]:
    """The links of each entry, newest first."""
    return [
        [a.attributes["href"] for a in row.all("a")]
        for row in visitor.get(path).page.one("ol", class_="events").all("li")
    ]


def test_each_entry_leads_to_its_object_as_long_as_that_is_there(bob: Visitor, cast: Cast) -> None:
    project = a_project(cast.alice, now=NOW + timedelta(seconds=1))
    kept, gone = (a_task(cast.bob, project, now=NOW + timedelta(minutes=number)) for number in (1, 2))
    here = f"/org/{ACME}/projects/{project}"
    assert hrefs(bob)[:3] == [[f"{here}/tasks/{gone.id}", here], [f"{here}/tasks/{kept.id}", here], [here]]
    tasks.delete(cast.bob, gone, NOW + timedelta(minutes=3))
    assert hrefs(bob)[:4] == [[here], [here], [f"{here}/tasks/{kept.id}", here], [here]]
    project_life.delete(cast.alice, ACME, project, NOW + timedelta(minutes=4))
    assert hrefs(bob)[:5] == [[]] * 5


def test_no_link_of_the_page_leads_nowhere(alice: Visitor, cast: Cast) -> None:
    one, other, away = (a_project(cast.alice, title=title) for title in ("One", "Other", "Away"))
    moved, stays, finished, put_away = (a_task(cast.bob, project) for project in (one, one, one, away))
    tasks.complete(cast.bob, finished, NOW)
    archive_done(ACME, timedelta(days=1), now=NOW + timedelta(days=2))
    moves.move(cast.bob, moved, other, 1, NOW + timedelta(minutes=5))
    project_life.archive(cast.alice, ACME, away, NOW + timedelta(minutes=6))
    links = {href for entry in hrefs(alice) for href in entry}
    assert f"/org/{ACME}/projects/{one}/tasks/{stays.id}" in links
    assert f"/org/{ACME}/projects/{other}/tasks/{moved.id}" in links
    assert f"/org/{ACME}/projects/{one}/tasks/{finished.id}" not in links
    assert f"/org/{ACME}/projects/{away}" in links
    assert f"/org/{ACME}/members/{cast.bob.user}" in links
    for link in links:
        answer = alice.get(link)
        assert answer.status == 200 or answer.location == f"{link}/away", link
    assert f"/org/{ACME}/projects/{away}/tasks/{put_away.id}" in links


# Filters
def test_a_person_and_a_kind_narrow_the_page_and_its_address_says_so(bob: Visitor, cast: Cast) -> None:
    project = a_project(cast.alice)
    ref = a_task(cast.bob, project)
    tasks.complete(cast.dana, ref, NOW + timedelta(minutes=1))
    assert [line[:4] for line in lines(bob, f"{PATH}?who={cast.dana.user}")] == ["Dana"]
    assert lines(bob, f"{PATH}?kind=done") == ["Dana completed Write it down in Launch"]
    assert lines(bob, f"{PATH}?kind=tasks") == ["Bob added Write it down in Launch"]
    assert lines(bob, f"{PATH}?kind=projects") == ["Alice made the project Launch"]
    assert len(lines(bob, f"{PATH}?kind=organisation")) == 4
    page = bob.get(f"{PATH}?who={cast.dana.user}&kind=projects").page
    assert page.one(class_="empty").text == "Nothing like that happened in this month."
    assert page.one("option", selected="", value=cast.dana.user).text == "Dana"
    assert page.one("option", selected="", value="projects").text == "Projects"
    previous = page.one("a", id="month-previous").attributes["href"]
    assert previous == f"{PATH}?month=2026-08&who={cast.dana.user}&kind=projects"
    assert page.one("a", class_="button", href=f"{PATH}?month=2026-09").text == "Show all"


def test_a_filtered_page_says_how_far_it_looked_and_goes_on(
    bob: Visitor, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "EVENTS_SLICE", 3)
    for number in range(5):
        a_project(cast.alice, now=NOW + timedelta(minutes=number))
    path, told, looked = f"{PATH}?kind=organisation", [], []
    while path:
        page = bob.get(path).page
        looked.append(page.one(id="looked-at").text)
        told += [row.one("p").text for row in page.all("li") if row.all("time")]
        links = page.all("a", id="pager-next")
        path = links[0].attributes["href"] if links else ""
    assert looked == [f"Looked at {count} entries of this month, newest first." for count in (3, 6, 9)]
    assert len(told) == len(set(told)) == 4


def test_the_filtered_list_is_a_file_as_well(bob: Visitor, cast: Cast) -> None:
    a_project(cast.alice)
    (link, _) = bob.get(f"{PATH}?kind=projects").page.one("p", class_="ways download").all("a")
    assert link.attributes["href"] == f"{PATH}.csv?month=2026-09&kind=projects"
    assert bob.get(link.attributes["href"]).text.count("\r\n") == 2


@pytest.mark.parametrize("query", ["who=me", "who=operator", f"who={'x' * 11}", "kind=people", "kind=%00"])
def test_a_filter_that_is_none_of_ours_is_no_page(bob: Visitor, query: str) -> None:
    assert bob.get(f"{PATH}?{query}").status == bob.get(f"{PATH}.csv?{query}").status == 404


def test_a_cursor_of_one_filter_is_none_of_another(bob: Visitor, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "EVENTS_PAGE", 1)
    following = bob.get(f"{PATH}?who={cast.alice.user}").page.one("a", id="pager-next").attributes["href"]
    assert bob.get(following).status == 200
    assert bob.get(following.replace(cast.alice.user, cast.bob.user)).location == PATH
