"""`/org/<org>/tasks?status=&priority=`: the rows behind the dashboard's numbers."""

import pytest

from tenants.policy import Priority
from tenants.writes import tasks
from tests.cast import ACME, NOW, Cast, a_project, a_task
from tests.dashboard.visitor import Visitor

PATH = f"/org/{ACME}/tasks"
TWO = [("Query", "dashboard"), ("Query", "tasks")]


@pytest.mark.parametrize("query", ["", "?status=doing", "?status=open&priority=urgent"])
def test_the_page_costs_two_requests_however_many_tasks_there_are(bob: Visitor, cast: Cast, query: str) -> None:
    assert bob.get(PATH + query).asked == TWO
    project = a_project(cast.alice)
    for _ in range(6):
        a_task(cast.bob, project, priority=Priority.URGENT)
    assert bob.get(PATH + query).asked == bob.htmx_get(PATH + query).asked == TWO


def test_without_a_filter_it_is_all_that_is_open(bob: Visitor, cast: Cast) -> None:
    project = a_project(cast.alice)
    a_task(cast.bob, project, title="Open")
    tasks.start(cast.bob, a_task(cast.bob, project, title="Doing"), NOW)
    tasks.complete(cast.bob, a_task(cast.bob, project, title="Done"), NOW)
    for query in ("", "?status=", "?status=open", "?priority=", "?status=open&priority="):
        page = bob.get(PATH + query).page
        assert [row.one(class_="task-title").text for row in page.all("li", class_="task")] == ["Open"]
        assert page.one(id="slice-h").text == "1 open task"
        assert page.one(id="filter-open").attributes["aria-current"] == "true"
        assert "aria-current" not in page.one(id="filter-doing").attributes


@pytest.mark.parametrize(
    "query", ["status=done", "status=OPEN", "status=nonsense", "priority=hot", "priority=%00", "status=open%20"]
)
def test_a_filter_that_is_none_is_no_page_of_ours(bob: Visitor, query: str) -> None:
    answer = bob.get(f"{PATH}?{query}")
    assert answer.status == 404
    assert answer.calls == []


def test_each_filter_leads_by_click_and_by_link_to_the_same_slice(bob: Visitor, cast: Cast) -> None:
    a_task(cast.bob, a_project(cast.alice), priority=Priority.HIGH)
    filters = [link for link in bob.get(PATH).page.all("a") if link.id.startswith("filter-")]
    assert len(filters) == 7
    for link in filters:
        href = link.attributes["href"]
        assert href == link.attributes["hx-get"]
        piece = bob.htmx_get(href).page
        assert [element.id for element in piece.children] == ["slice"]
        page = bob.get(href).page
        assert piece.children[0].same() == page.one(id="slice").same()
        assert page.one(id=link.id).attributes["aria-current"] == "true"


@pytest.mark.parametrize(
    ("query", "said", "link"),
    [
        ("", "Nothing is open.", f"/org/{ACME}/projects"),
        ("?status=doing", "Nobody is working on a task here.", f"{PATH}?status=open"),
        ("?priority=urgent", "No open task has this priority.", f"{PATH}?status=open"),
        ("?status=doing&priority=low", "Nobody is working on a task here.", f"{PATH}?status=open"),
    ],
)
def test_an_empty_list_says_the_next_step(bob: Visitor, query: str, said: str, link: str) -> None:
    empty = bob.get(PATH + query).page.one(id="slice").one(class_="empty")
    assert said in empty.text
    assert empty.one("a").attributes["href"] == link


def test_a_cursor_of_one_filter_is_none_of_another(bob: Visitor, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenants.reads.slices.TASKS_PAGE", 1)
    project = a_project(cast.alice)
    for _ in range(3):
        a_task(cast.bob, project)
    following = bob.get(PATH).page.one("a", id="pager-next").attributes["href"]
    assert bob.get(following).status == 200
    assert bob.get(following.replace("status=open", "status=doing")).location == PATH
    assert bob.get(following + "&priority=low").location == PATH
