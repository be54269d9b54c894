"""What was done is told with a button that takes it back: also where no script runs."""

import pytest

from tenants.reads import slices
from tenants.reconcile import reconcile
from tenants.writes import tasks
from tenants.writes.tasks import TaskRef
from tests.cast import ACME, NOW, Cast, a_project, a_task
from tests.dashboard.conftest import once
from tests.dashboard.html import Element
from tests.dashboard.visitor import Answer, Visitor

LONGEST = "\u5b57" * 200


def fill(cast: Cast) -> tuple[TaskRef, str]:
    ref = a_task(cast.bob, a_project(cast.alice), title="Write it")
    return ref, a_project(cast.alice, title="Relaunch")


@pytest.fixture
def filled(cast: Cast) -> tuple[TaskRef, str]:
    """A task, and a project that it is not in."""
    return once("undo", lambda: fill(cast))


def path_of(ref: TaskRef) -> str:
    return f"/org/{ACME}/projects/{ref.project}"


def told(visitor: Visitor, answer: Answer) -> tuple[str, list[Element]]:
    """The message of the page that an action leads to, and the form in it."""
    message = visitor.get(answer.location).page.one(class_="message")
    return message.one("span").text, message.all("form")


@pytest.mark.parametrize(
    ("action", "said", "before", "after"),
    [
        ("complete", "Completed: Write it", "open", "done"),
        ("start", "In progress: Write it", "open", "doing"),
        ("stop", "Back to open: Write it", "doing", "open"),
    ],
)
def test_a_click_is_taken_back(
    bob: Visitor, cast: Cast, filled: tuple[TaskRef, str], action: str, said: str, before: str, after: str
) -> None:
    ref, _ = filled
    if before == "doing":
        tasks.start(cast.bob, ref, NOW)

    def status() -> str:
        return str(slices.task(ACME, cast.bob.user, ref.project, ref.id).task.status)

    words, (undo,) = told(bob, bob.post(f"{path_of(ref)}/tasks/{ref.id}/{action}", {"from": "project"}))
    assert (words, status()) == (said, after)
    answer = bob.submit(undo)
    assert (answer.status, answer.location, status()) == (302, path_of(ref), before)
    assert reconcile(ACME) == []


def test_what_somebody_else_has_done_is_not_ones_own_to_take_back(
    bob: Visitor, cast: Cast, filled: tuple[TaskRef, str]
) -> None:
    ref, _ = filled
    tasks.complete(cast.dana, ref, NOW)
    bob.post(f"{path_of(ref)}/tasks/{ref.id}/start", {"from": "project"})
    assert not bob.get(path_of(ref)).page.has(class_="message")


def test_a_move_is_taken_back_and_that_as_well(bob: Visitor, filled: tuple[TaskRef, str]) -> None:
    ref, other = filled
    path = f"{path_of(ref)}/tasks/{ref.id}"
    moved = bob.submit(bob.get(f"{path}/move").page.forms()[f"{path}/move"], to=other)
    words, (undo,) = told(bob, moved)
    assert words == "Moved to Relaunch."
    back = bob.submit(undo)
    assert (back.status, back.location) == (302, path)
    words, (again,) = told(bob, back)
    assert words == "Moved to Launch."
    assert bob.submit(again).location == moved.location
    assert reconcile(ACME) == []


def test_a_move_is_not_taken_back_over_somebody_elses_change(
    bob: Visitor, cast: Cast, filled: tuple[TaskRef, str]
) -> None:
    ref, other = filled
    path = f"{path_of(ref)}/tasks/{ref.id}"
    moved = bob.submit(bob.get(f"{path}/move").page.forms()[f"{path}/move"], to=other)
    _, (undo,) = told(bob, moved)
    tasks.start(cast.dana, TaskRef(ACME, other, ref.id), NOW)
    answer = bob.submit(undo)
    assert answer.status == 409
    assert answer.page.one("h1").text == "Someone else was faster"
    assert bob.get(moved.location).status == 200


def test_a_project_put_away_comes_back_and_goes_again(dana: Visitor, filled: tuple[TaskRef, str]) -> None:
    path = path_of(filled[0])
    words, (undo,) = told(dana, dana.submit(dana.get(path).page.forms()[f"{path}/put-away"]))
    assert words.startswith("The project is put away.")
    back = dana.submit(undo)
    assert (back.status, back.location) == (302, path)
    words, (again,) = told(dana, back)
    assert words == "The project is back."
    assert dana.submit(again).location == f"{path}/away"
    assert reconcile(ACME) == []


def test_the_longest_title_leaves_room_for_the_undo(bob: Visitor, cast: Cast) -> None:
    ref = a_task(cast.bob, a_project(cast.alice), title=LONGEST)
    words, forms = told(bob, bob.post(f"{path_of(ref)}/tasks/{ref.id}/complete", {"from": "project"}))
    assert words == f"Completed: {LONGEST}"
    assert len(forms) == 1


def test_a_message_is_told_once(bob: Visitor, filled: tuple[TaskRef, str]) -> None:
    ref, _ = filled
    told(bob, bob.post(f"{path_of(ref)}/tasks/{ref.id}/complete", {"from": "project"}))
    assert not bob.get(path_of(ref)).page.has(class_="message")
