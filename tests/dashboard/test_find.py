"""`/org/<org>/find?q=`."""

import pytest

from tenants.reads import find as reads
from tenants.writes import tasks
from tests.cast import ACME, NOW, Cast, a_project, a_task, rename_project
from tests.dashboard.visitor import Answer, Visitor

PATH = f"/org/{ACME}/find"
THREE = [("GetItem", "frame"), ("Query", "find"), ("Query", "find")]


def found(answer: Answer) -> list[str]:
    """What the results link to by name, actions left out."""
    links = answer.page.one(id="find-results").all("a")
    return [
        link.text for link in links if link.attributes.get("class") != "find-do" and "#" not in link.attributes["href"]
    ]


def test_it_finds_projects_people_and_recent_tasks_by_the_beginnings_of_their_words(bob: Visitor, cast: Cast) -> None:
    project = a_project(cast.alice, title="Café relaunch")
    a_task(cast.alice, project, title="Write to Bobby about it")
    a_task(cast.alice, project, title="Nothing of the kind")
    assert found(bob.get(f"{PATH}?q=BOB")) == ["Write to Bobby about it Café relaunch", "Bob"]
    assert found(bob.get(f"{PATH}?q=relaunch+cafe"))[0] == "Café relaunch"
    assert found(bob.get(f"{PATH}?q=elaunch")) == []
    assert "Nothing here begins like “elaunch”." in bob.get(f"{PATH}?q=elaunch").text


def test_it_costs_three_bounded_requests_and_says_how_far_it_looks(
    bob: Visitor, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reads, "PROJECTS_SEARCHED", 2)
    monkeypatch.setattr(reads, "EVENTS_SEARCHED", 3)
    for number in range(5):
        a_project(cast.alice, title=f"Project {number}", now=NOW.replace(second=number))
    answer = bob.get(f"{PATH}?q=project")
    assert answer.asked == THREE
    assert [len(call.items) for call in answer.calls] == [1, 2, 3]
    assert found(answer) == ["Project 4", "Project 3"]
    assert "the 2 newest projects, and the tasks of this month's 3 latest entries" in answer.page.text


def test_a_task_is_found_once_by_its_latest_title_and_not_once_it_is_deleted(bob: Visitor, cast: Cast) -> None:
    project = a_project(cast.alice)
    kept, gone = (a_task(cast.bob, project, title=title) for title in ("Kept", "Gone"))
    tasks.start(cast.bob, kept, NOW.replace(minute=1))
    tasks.edit(cast.bob, kept, tasks.TaskFields("Kept and polished"), 2, NOW.replace(minute=2))
    tasks.delete(cast.bob, gone, NOW.replace(minute=3))
    assert found(bob.get(f"{PATH}?q=kept")) == ["Kept and polished Launch"]
    assert found(bob.get(f"{PATH}?q=gone")) == []


def test_a_renamed_project_is_found_by_its_new_title(bob: Visitor, cast: Cast) -> None:
    project = a_project(cast.alice, title="Old words")
    rename_project(cast.alice, ACME, project, "Fresh words", NOW.replace(minute=1))
    assert found(bob.get(f"{PATH}?q=fresh"))[0] == "Fresh words"
    assert "Old words" not in found(bob.get(f"{PATH}?q=old"))


def test_typing_changes_the_results_alone_and_opening_brings_the_field(bob: Visitor) -> None:
    typed = bob.htmx_get(f"{PATH}?q=bob", HX_Target="find-results")
    assert [element.id for element in typed.page.children] == ["find-results"]
    opened = bob.htmx_get(PATH, HX_Target="palette-body")
    assert "<html" not in opened.text
    assert opened.page.has("input", id="find-q")


def test_a_viewer_is_offered_no_actions(vic: Visitor, bob: Visitor, cast: Cast) -> None:
    a_project(cast.alice)
    for visitor, offered in ((bob, True), (vic, False)):
        page = visitor.get(PATH).page
        assert page.has("a", class_="find-do") is offered
        assert ("New project" in page.one(id="find-results").text) is offered


def test_a_stranger_finds_nothing(charlie: Visitor) -> None:
    assert charlie.get(f"{PATH}?q=bob").status == 404


@pytest.mark.parametrize("query", ["%00", "%23", "<script>", "%F0%9F%9A%A2", "a" * 10_000, "*", "%ED%A0%80"])
def test_whatever_is_typed_is_looked_for_as_words(bob: Visitor, query: str) -> None:
    assert bob.get(f"{PATH}?q={query}").status == 200
