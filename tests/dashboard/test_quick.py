"""One line becomes a task, and what was understood is shown before it is saved."""

import pytest

from tenants.reads.board import board
from tests.cast import ACME, NOW, Cast, a_project
from tests.dashboard.conftest import once
from tests.dashboard.visitor import Visitor

LINE = "Fix the login !urgent @dana ^fri #web #ci"


@pytest.fixture
def path(cast: Cast) -> str:
    return f"/org/{ACME}/projects/{once('quick', lambda: a_project(cast.alice))}"


def titles(cast: Cast, path: str) -> list[str]:
    return [task.title for task in board(ACME, cast.bob.user, path[-16:], NOW).tasks]


def test_typing_shows_what_the_line_would_become_and_saves_nothing(bob: Visitor, cast: Cast, path: str) -> None:
    answer = bob.htmx_get(f"/org/{ACME}/quick?line=Fix+the+login+!urgent+@dana+^fri+@nobody")
    assert answer.asked == [("GetItem", "frame")]
    assert [element.id for element in answer.page.children] == ["understood"]
    assert answer.page.one(class_="understood-title").text == "Fix the login @nobody"
    assert [word.one("kbd").text for word in answer.page.all("li")] == ["!urgent", "@dana", "^fri", "@nobody"]
    assert titles(cast, path) == []


def test_me_is_whoever_types(bob: Visitor) -> None:
    answer = bob.htmx_get(f"/org/{ACME}/quick?line=Call+them+@me")
    assert answer.page.one("li").text.endswith("assigned to Bob")


def test_without_script_sending_shows_it_and_sending_again_saves_it(bob: Visitor, cast: Cast, path: str) -> None:
    form = bob.get(path).page.forms()[f"{path}/tasks/quick"]
    shown = bob.submit(form, line=LINE)
    assert shown.status == 200
    assert titles(cast, path) == []
    again = shown.page.forms()[f"{path}/tasks/quick"]
    assert (again.fields()["line"], again.fields()["shown"]) == (LINE, LINE)
    for _ in range(2):
        assert bob.submit(again).location == path
    (task,) = board(ACME, cast.bob.user, path[-16:], NOW).tasks
    assert (task.title, task.priority, task.assignee, str(task.due), task.labels) == (
        "Fix the login",
        "urgent",
        cast.dana.user,
        "2026-09-18",
        ("web", "ci"),
    )


def test_a_line_that_was_changed_after_it_was_shown_is_shown_again(bob: Visitor, cast: Cast, path: str) -> None:
    form = bob.get(path).page.forms()[f"{path}/tasks/quick"]
    answer = bob.submit(form, line="Fix it !low", shown="Fix it !urgent")
    assert answer.status == 200
    assert titles(cast, path) == []


@pytest.mark.parametrize("line", ["", "!high", "x" * 401])
def test_a_line_without_a_title_is_refused_at_the_field(bob: Visitor, cast: Cast, path: str, line: str) -> None:
    form = bob.get(path).page.forms()[f"{path}/tasks/quick"]
    answer = bob.submit(form, line=line, shown=line)
    assert answer.status == 400
    assert answer.page.one("form", class_="quick").has("ul", class_="errorlist")
    assert answer.page.forms()[f"{path}/tasks/quick"].fields()["line"] == line
    assert titles(cast, path) == []


def test_opened_as_a_page_it_leads_to_the_projects(bob: Visitor) -> None:
    assert bob.get(f"/org/{ACME}/quick?line=x").location == f"/org/{ACME}/projects"


def test_viewers_and_strangers_have_no_quick_line(vic: Visitor, charlie: Visitor, path: str) -> None:
    assert f"{path}/tasks/quick" not in vic.get(path).page.forms()
    assert vic.post(f"{path}/tasks/quick", {"line": "x", "shown": "x"}).status == 403
    assert charlie.post(f"{path}/tasks/quick", {"line": "x", "shown": "x"}).status == 404
