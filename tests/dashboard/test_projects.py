"""`/org/<org>/projects`: all projects, and a new one."""

from datetime import timedelta

import pytest

from tenants.policy import Plan
from tenants.reads import slices
from tenants.writes import orgs, tasks
from tests.cast import ACME, NOW, Cast, a_project, a_task
from tests.dashboard.visitor import Visitor

PATH = f"/org/{ACME}/projects"
CREATE = f"{PATH}/new"
TWO = [("GetItem", "frame"), ("Query", "projects")]


def test_the_page_costs_two_requests_however_many_projects_there_are(alice: Visitor, cast: Cast) -> None:
    assert alice.get(PATH).asked == TWO
    for _ in range(10):
        a_project(cast.alice)
    full = alice.get(PATH)
    assert full.asked == TWO
    assert len(full.page.all("progress")) == 10


def test_projects_are_listed_newest_first_with_their_counts(alice: Visitor, cast: Cast) -> None:
    old = a_project(cast.alice, title="Old", now=NOW - timedelta(days=1))
    a_project(cast.alice, title="New")
    tasks.complete(cast.bob, a_task(cast.bob, old), NOW)
    cards = alice.get(PATH).page.one("ul", class_="projects").all("li")
    assert [card.one("a").text for card in cards] == ["New", "Old"]
    assert cards[1].one(class_="project-counts").text == "0 open0 in progress1 done"


def test_a_list_of_several_pages_shows_every_project_once_and_goes_back_to_its_start(
    alice: Visitor, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slices, "PROJECTS_PAGE", 4)
    for number in range(9):
        a_project(cast.alice, title=f"Project {number}")
    seen: list[str] = []
    path = PATH
    while path:
        page = alice.htmx_get(path).page
        assert not page.has("html")
        assert page.children[0].id == "slice"
        seen += [link.text for link in page.all("a", class_="project-title")]
        assert page.has("a", id="pager-first") == (path != PATH)
        following = page.all("a", id="pager-next")
        assert all(link.attributes["href"] == link.attributes["hx-get"] for link in following)
        path = following[0].attributes["href"] if following else ""
    assert sorted(seen) == [f"Project {number}" for number in range(9)]


def test_a_cursor_of_another_list_leads_to_the_beginning_with_a_word(
    alice: Visitor, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slices, "PROJECTS_PAGE", 1)
    monkeypatch.setattr(slices, "MEMBERS_PAGE", 1)
    for _ in range(2):
        a_project(cast.alice)
    foreign = alice.get(f"/org/{ACME}/members").page.one("a", id="pager-next").attributes["href"].partition("?")[2]
    own = alice.get(PATH).page.one("a", id="pager-next").attributes["href"].partition("?")[2]
    assert alice.get(f"{PATH}?{own}").status == 200
    for query in (foreign, own[:-1], own + "x", "cursor=%00", "cursor=" + "x" * 3000):
        answer = alice.get(f"{PATH}?{query}")
        assert (answer.status, answer.location) == (302, PATH)
        assert "Here is its beginning" in alice.get(PATH).page.text
    assert alice.htmx_get(f"{PATH}?{foreign}").headers["HX-Redirect"] == PATH


def test_a_new_project_opens_and_counts(alice: Visitor) -> None:
    form = alice.get(PATH).page.one("form", id="new-project")
    assert form.one("button").text == "New project (10 left)"
    answer = alice.submit(form, title="  Launch \u200b ")
    assert answer.status == 302
    assert answer.asked == [("BatchGetItem", "write"), ("TransactWriteItems", "write")]
    assert alice.get(answer.location).page.one("h1").text == "Launch"
    page = alice.get(PATH).page
    assert "1 of 10 projects" in page.text
    assert page.one("form", id="new-project").one("button").text == "New project (9 left)"


def test_sending_the_form_twice_makes_one_project(alice: Visitor) -> None:
    form = alice.get(PATH).page.one("form", id="new-project")
    first, again = (alice.submit(form, title="Launch") for _ in range(2))
    assert first.location == again.location
    assert len(alice.get(PATH).page.all("a", class_="project-title")) == 1
    afresh = alice.submit(alice.get(PATH).page.one("form", id="new-project"), title="Launch")
    assert afresh.location != first.location


@pytest.mark.parametrize("key", ["", "x", "0" * 16, "ImFiYyI:1xyz:forged"])
def test_nobody_chooses_the_id_of_a_project(alice: Visitor, key: str) -> None:
    answer = alice.post(CREATE, {"title": "Launch", "key": key})
    assert answer.status == 302
    assert not answer.location.endswith(key or "/")


def test_the_key_of_a_task_form_is_no_key_of_a_project_form(alice: Visitor, cast: Cast) -> None:
    page = alice.get(f"{PATH}/{a_project(cast.alice)}").page
    key = page.one("form", id="new-task").fields()["key"]
    first, again = (alice.post(CREATE, {"title": "Launch", "key": key}) for _ in range(2))
    assert first.location != again.location


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("", "This field is required."),
        ("   ", "This field is required."),
        ("\u200b\u200b", "Give the project a title."),
        ("x" * 201, "at most 200 characters (it has 201)"),
        ("a\x00b", "Null characters are not allowed."),
    ],
)
def test_a_refused_title_is_kept_and_explained_at_its_field(alice: Visitor, title: str, said: str) -> None:
    form = alice.get(PATH).page.one("form", id="new-project")
    answer = alice.submit(form, title=title)
    assert answer.status == 400
    shown = answer.page.one("form", id="new-project")
    assert said in shown.one(class_="errorlist").text
    assert shown.one("input", name="title").attributes.get("value", "").strip() == title.strip()
    assert shown.fields()["key"] == form.fields()["key"]


def test_a_full_plan_says_so_before_anything_is_typed_and_refuses_what_is_sent_anyway(
    alice: Visitor, cast: Cast
) -> None:
    form = alice.get(PATH).page.one("form", id="new-project")
    for _ in range(10):
        a_project(cast.alice)
    button = alice.get(PATH).page.one("form", id="new-project").one("button")
    assert "disabled" in button.attributes
    reason = alice.get(PATH).page.one(id=button.attributes["aria-describedby"])
    assert reason.text == "Your plan holds 10 projects and all are in use. A larger plan has room for more."
    answer = alice.submit(form, title="One more")
    assert answer.status == 400
    refused = answer.page.one("form", id="new-project")
    assert "The free plan holds 10 live projects and 10 are in use" in refused.one(class_="errorlist").text
    assert refused.one("input", name="title").attributes["value"] == "One more"
    orgs.set_plan(ACME, Plan.PRO)
    assert alice.submit(refused).status == 302


def test_an_empty_list_says_the_next_step_to_those_who_can_take_it(alice: Visitor, vic: Visitor) -> None:
    assert "Give the first one a title above" in alice.get(PATH).page.text
    assert alice.get(PATH).page.has("a", class_="button", href=f"/org/{ACME}/import")
    assert "Give the first one a title above" not in vic.get(PATH).page.text
