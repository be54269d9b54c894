"""A task goes to another project, and a click can be undone where it is told."""

import pytest

from tenants.policy import Status
from tenants.reads import slices
from tenants.reconcile import reconcile
from tenants.writes import tasks
from tests.cast import ACME, NOW, Cast, a_project, a_task
from tests.dashboard.conftest import once
from tests.dashboard.visitor import Visitor


def two(cast: Cast) -> tasks.TaskRef:
    ref = a_task(cast.bob, a_project(cast.alice), title="Carry me")
    a_project(cast.alice, title="Relaunch")
    return ref


@pytest.fixture
def ref(cast: Cast) -> tasks.TaskRef:
    return once("move", lambda: two(cast))


@pytest.fixture
def path(ref: tasks.TaskRef) -> str:
    return f"/org/{ACME}/projects/{ref.project}/tasks/{ref.id}"


def test_a_task_goes_to_the_project_that_was_chosen_with_its_counts(bob: Visitor, cast: Cast, path: str) -> None:
    page = bob.get(f"{path}/move").page
    form = page.forms()[f"{path}/move"]
    (target,) = form.all("button")
    assert target.text == "Relaunch"
    answer = bob.submit(form, to=target.attributes["value"])
    assert answer.status == 302
    assert answer.location == f"/org/{ACME}/projects/{target.attributes['value']}/tasks/{path[-16:]}"
    assert bob.get(answer.location).page.one(class_="crumb").text == "Projects / Relaunch"
    assert bob.get(path).status == 404
    opened = {each.title: each.counts.of(Status.OPEN) for each in slices.projects(ACME, cast.bob.user).projects}
    assert opened == {"Relaunch": 1, "Launch": 0}
    assert reconcile(ACME) == []


def test_moving_what_somebody_changed_meanwhile_says_so(
    bob: Visitor, cast: Cast, ref: tasks.TaskRef, path: str
) -> None:
    form = bob.get(f"{path}/move").page.forms()[f"{path}/move"]
    tasks.start(cast.dana, ref, NOW)
    assert bob.submit(form, to=form.all("button")[0].attributes["value"]).status == 409
    assert bob.get(path).status == 200


@pytest.mark.parametrize("to", ["", "x", "0" * 16, "#HEADER"])
def test_a_project_that_is_none_takes_nothing(bob: Visitor, path: str, to: str) -> None:
    form = bob.get(f"{path}/move").page.forms()[f"{path}/move"]
    assert bob.submit(form, to=to).status in {404, 409}
    assert bob.get(path).status == 200


def test_viewers_move_nothing(vic: Visitor, path: str) -> None:
    assert vic.get(f"{path}/move").status == 403
    assert vic.post(f"{path}/move", {"to": "0" * 16}).status == 403
    assert f"{path}/move" not in vic.get(path).text


def test_what_a_click_did_can_be_undone_where_it_is_told(bob: Visitor, path: str) -> None:
    told = bob.htmx_post(f"{path}/complete", {"from": "project"})
    undo = told.page.one(id="said").one("form")
    assert undo.attributes["hx-target"] == f"#task-{path[-16:]}"
    back = bob.htmx_post(undo.attributes["hx-post"], undo.fields())
    assert back.page.one("li", class_="task").attributes["data-status"] == "open"
    assert not back.page.one(id="said").has("form")
    assert reconcile(ACME) == []
