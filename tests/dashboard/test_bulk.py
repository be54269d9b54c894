"""Many tasks at once, and only one's own of them."""

import typing
from collections.abc import Iterator

import pytest
from django.http import StreamingHttpResponse

from dashboard import gunicorn_conf
from dashboard.views import bulk
from tenants.items import Base
from tenants.reads import slices
from tenants.reads.board import board
from tenants.reconcile import reconcile
from tenants.writes import tasks
from tests.cast import ACME, NOW, Cast, a_project, a_task
from tests.dashboard.conftest import once
from tests.dashboard.html import Element
from tests.dashboard.visitor import HOST, Answer, Visitor

PATH = f"/org/{ACME}/tasks"

pytestmark = pytest.mark.usefixtures("project")


def three(cast: Cast) -> str:
    project = a_project(cast.alice)
    for title, actor in (("First", cast.bob), ("Second", cast.dana), ("Third", cast.bob)):
        a_task(cast.bob, project, title=title, assignee=actor.user)
    return project


@pytest.fixture
def project(cast: Cast) -> str:
    return once("bulk", lambda: three(cast))


def chosen(visitor: Visitor) -> list[str]:
    boxes = visitor.get(f"{PATH}?status=open").page.all("input", type="checkbox")
    assert {box.attributes["form"] for box in boxes} == {"bulk"}
    return [box.attributes["value"] for box in boxes]


def outcomes(answer: Answer) -> list[Element]:
    return answer.page.one("ul", class_="outcomes").all("li")[:-1]


def told(visitor: Visitor, fields: dict[str, object]) -> tuple[StreamingHttpResponse, Iterator[bytes]]:
    """The answer as it comes, piece by piece."""
    response = typing.cast("StreamingHttpResponse", visitor.client.post(f"{PATH}/bulk", fields, headers={"Host": HOST}))
    return response, iter(typing.cast("Iterator[bytes]", response.streaming_content))


def left(cast: Cast, project: str) -> int:
    """How many tasks of the project are not done yet."""
    return sum(task.status != "done" for task in board(ACME, cast.bob.user, project, NOW).tasks)


def test_each_row_is_told_when_its_task_is_done_and_before_the_next_one(bob: Visitor, cast: Cast, project: str) -> None:
    fields: dict[str, object] = {"do": "complete", "task": chosen(bob)}
    pieces = told(bob, fields)[1]
    assert b"<ul" in next(pieces)
    for number in range(1, 4):
        row = next(pieces)
        assert f"{number} of 3".encode() in row
        assert left(cast, project) == 3 - number
    assert b"3 of 3 as you wanted" in next(pieces)
    assert list(pieces) == []


def test_whoever_leaves_in_the_middle_gets_done_what_they_asked_for(bob: Visitor, cast: Cast, project: str) -> None:
    fields: dict[str, object] = {"do": "complete", "task": chosen(bob)}
    response, pieces = told(bob, fields)
    next(pieces), next(pieces)
    assert left(cast, project) == 2
    response.close()
    assert left(cast, project) == 0
    assert reconcile(ACME) == []


def test_a_restart_waits_for_it() -> None:
    """Else the tasks whose turn had not come would be left as they were, and nobody told."""
    last_call = Base.Meta.connect_timeout_seconds + Base.Meta.read_timeout_seconds
    assert bulk.SECONDS_IN_ALL + last_call < gunicorn_conf.graceful_timeout


def test_all_that_is_ticked_is_completed_and_each_tells_so(bob: Visitor) -> None:
    answer = bob.post(f"{PATH}/bulk", {"do": "complete", "task": chosen(bob)})
    assert answer.status == 200
    assert [row.one("span").text for row in outcomes(answer)] == ["It is done."] * 3
    assert "3 of 3 as you wanted" in answer.page.text
    assert bob.get(f"/org/{ACME}/dashboard").page.shown("open-total") == "0"
    assert reconcile(ACME) == []


def test_one_that_fails_keeps_none_of_the_others_back(bob: Visitor, cast: Cast, project: str) -> None:
    refs = chosen(bob)
    gone = tasks.TaskRef(ACME, project, refs[1].partition(".")[2])
    tasks.delete(cast.dana, gone, NOW)
    answer = bob.post(f"{PATH}/bulk", {"do": "prioritise:urgent", "task": refs})
    rows = outcomes(answer)
    assert [row.attributes.get("class", "") for row in rows] == ["", "failed", ""]
    assert "2 of 3 as you wanted" in answer.page.text
    assert bob.get(f"/org/{ACME}/dashboard").page.shown("open-urgent") == "2"


def test_tasks_are_given_to_a_member_or_to_nobody(bob: Visitor, cast: Cast) -> None:
    refs = chosen(bob)
    bob.post(f"{PATH}/bulk", {"do": f"assign:{cast.dana.user}", "task": refs})
    bob.post(f"{PATH}/bulk", {"do": "assign:", "task": refs[:1]})
    found = [slices.task(ACME, cast.bob.user, *ref.split(".")).task.assignee for ref in refs]
    assert found == [None, cast.dana.user, cast.dana.user]


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "", "task": ["x.y"]},
        {"do": "complete"},
        {"do": "delete", "task": ["x.y"]},
        {"do": "complete", "task": ["x#y"]},
        {"do": "complete", "task": [f"{'0' * 16}.{number:016d}" for number in range(26)]},
        {"do": "assign:charlie", "task": [f"{'0' * 16}.{'0' * 16}"]},
        {"do": "prioritise:p1", "task": [f"{'0' * 16}.{'0' * 16}"]},
    ],
)
def test_what_makes_no_sense_is_refused_whole_with_a_reason(bob: Visitor, fields: dict[str, object]) -> None:
    answer = bob.post(f"{PATH}/bulk", fields)
    assert answer.status == 409
    assert "TransactWriteItems" not in dict(answer.asked)


def test_a_viewer_ticks_nothing(vic: Visitor) -> None:
    page = vic.get(f"{PATH}?status=open").page
    assert not page.all("input", type="checkbox")
    assert vic.post(f"{PATH}/bulk", {"do": "complete", "task": ["x.y"]}).status == 403


def test_only_mine_shows_my_own_and_is_remembered_for_the_bare_address(bob: Visitor) -> None:
    def titles(path: str) -> set[str]:
        return {row.text for row in bob.get(path).page.all(class_="task-title")}

    assert titles(PATH) == {"First", "Second", "Third"}
    form = bob.get(PATH).page.forms()[f"{PATH}/mine"]
    assert bob.submit(form, mine="1").location == f"{PATH}?mine=1"
    assert titles(f"{PATH}?mine=1") == {"First", "Third"}
    assert bob.get(PATH).location == f"{PATH}?mine=1"
    # A number's link says which rows it means, and shows those.
    assert titles(f"{PATH}?status=open&priority=medium") == {"First", "Second", "Third"}
    assert bob.submit(bob.get(f"{PATH}?mine=1").page.forms()[f"{PATH}/mine"], mine="0").status == 302
    assert titles(PATH) == {"First", "Second", "Third"}


def test_the_lists_of_one_and_of_all_cost_two_requests(bob: Visitor) -> None:
    assert bob.get(f"{PATH}?status=open").asked == [("Query", "dashboard"), ("Query", "tasks")]
    assert bob.get(f"{PATH}?mine=1").asked == [("Query", "dashboard"), ("Query", "mine")]
