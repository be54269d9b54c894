"""Putting a project away, bringing it back, deleting it."""

import pytest

from tenants.reads.board import board
from tenants.reconcile import reconcile
from tenants.writes import tasks
from tests.cast import ACME, NOW, Cast, a_project, a_task
from tests.dashboard.conftest import once
from tests.dashboard.visitor import Visitor


def fill(cast: Cast) -> str:
    project = a_project(cast.alice)
    a_task(cast.bob, project, title="Open one", assignee=cast.bob.user)
    tasks.complete(cast.bob, a_task(cast.bob, project, title="Done one"), NOW)
    return project


@pytest.fixture
def path(cast: Cast) -> str:
    return f"/org/{ACME}/projects/{once('away', lambda: fill(cast))}"


def test_a_project_that_is_put_away_leaves_the_dashboard_the_counts_and_the_limit(
    dana: Visitor, bob: Visitor, path: str
) -> None:
    answer = dana.submit(dana.get(path).page.forms()[f"{path}/put-away"])
    assert (answer.status, answer.location) == (302, f"{path}/away")
    page = bob.get(f"/org/{ACME}/dashboard").page
    assert (page.shown("open-total"), page.shown("projects-used")) == ("0", "0 of 10 projects")
    assert not page.has(data_testid="recent-project")
    assert page.one(data_testid="top-user").text == "1. Bob 1 done"
    assert "Open one" not in bob.get("/").text
    assert reconcile(ACME) == []


def test_its_page_and_every_link_to_it_lead_to_where_it_is(dana: Visitor, bob: Visitor, path: str) -> None:
    dana.submit(dana.get(path).page.forms()[f"{path}/put-away"])
    assert bob.get(path).location == f"{path}/away"
    page = bob.get(f"{path}/away").page
    assert page.one("h1").text == "Launch"
    assert {row.text for row in page.all(class_="task-title")} == {"Open one", "Done one"}
    assert "1 open, 0 in progress, 1 done" in page.one(class_="head-facts").text
    listed = bob.get(f"/org/{ACME}/projects/archived").page.one("ul", class_="projects")
    assert listed.one("a").attributes["href"] == f"{path}/away"
    assert "Away since 15 September 2026" in listed.text


def test_it_comes_back_with_the_numbers_it_had(dana: Visitor, bob: Visitor, path: str) -> None:
    dana.submit(dana.get(path).page.forms()[f"{path}/put-away"])
    answer = dana.submit(dana.get(f"{path}/away").page.forms()[f"{path}/restore"])
    assert (answer.status, answer.location) == (302, path)
    assert bob.get(path).page.one(id="project-counts").text == "1 open0 in progress1 done50 %"
    assert bob.get(f"/org/{ACME}/dashboard").page.shown("open-total") == "1"
    assert "Open one" in bob.get("/").text
    assert bob.get(f"{path}/away").location == path
    assert reconcile(ACME) == []


def test_without_room_in_the_plan_the_way_back_says_why_it_is_closed(cast: Cast, dana: Visitor, path: str) -> None:
    form = None
    dana.submit(dana.get(path).page.forms()[f"{path}/put-away"])
    form = dana.get(f"{path}/away").page.forms()[f"{path}/restore"]
    for number in range(10):
        a_project(cast.alice, title=f"Project {number}")
    shown = dana.get(f"{path}/away").page.forms()[f"{path}/restore"]
    assert "disabled" in shown.one("button").attributes
    assert "Your plan holds 10 projects and all are in use." in shown.text
    assert dana.submit(form).status == 409
    assert reconcile(ACME) == []


def test_deleting_asks_for_the_title_and_takes_everything_but_the_months(
    cast: Cast, dana: Visitor, bob: Visitor, path: str
) -> None:
    form = dana.get(path).page.forms()[f"{path}/delete"]
    refused = dana.submit(form, title="Lunch")
    assert refused.status == 409
    assert "type the title of the project to confirm" in refused.text
    assert board(ACME, cast.bob.user, path[-16:], NOW).total == 2
    answer = dana.submit(form, title=" launch ")
    assert (answer.status, answer.location) == (302, f"/org/{ACME}/projects")
    for gone in (path, f"{path}/away"):
        assert bob.get(gone).status == 404
    assert bob.get(f"/org/{ACME}/dashboard").page.one(data_testid="top-user").text == "1. Bob 1 done"
    assert reconcile(ACME) == []


def test_members_and_viewers_are_offered_none_of_it(bob: Visitor, vic: Visitor, path: str) -> None:
    for visitor in (bob, vic):
        for action in ("put-away", "restore", "delete"):
            assert f"{path}/{action}" not in visitor.get(path).page.forms()
            assert visitor.post(f"{path}/{action}", {"title": "Launch"}).status == 403


def test_a_large_project_goes_on_at_the_next_request(
    dana: Visitor, cast: Cast, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dashboard.views.away.SECONDS", 0.0)
    monkeypatch.setattr("tenants.mover.batch.BATCH_ITEMS", 8, raising=False)
    for number in range(12):
        a_task(cast.bob, path[-16:], title=f"Task {number}")
    dana.submit(dana.get(path).page.forms()[f"{path}/put-away"])
    for _ in range(40):
        page = dana.get(f"{path}/away").page
        if f"{path}/restore" in page.forms():
            break
        (form,) = [form for form in page.all("form") if "hx-trigger" in form.attributes]
        assert form.attributes["hx-post"] == f"{path}/put-away"
        dana.submit(form)
    else:
        pytest.fail("it never arrived")
    assert reconcile(ACME) == []
