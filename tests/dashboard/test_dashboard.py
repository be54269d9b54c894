"""`/org/<org>/dashboard`."""

from datetime import timedelta

import pytest

from tenants.policy import Plan, Priority, Role
from tenants.writes import orgs, tasks
from tests.cast import ACME, NOW, OTHER, Cast, a_project, a_task, an_account, an_org
from tests.dashboard.visitor import Visitor, signed_in

PATH = f"/org/{ACME}/dashboard"
ONE_QUERY = [("Query", "dashboard")]


def test_the_whole_page_is_one_query(alice: Visitor) -> None:
    answer = alice.get(PATH)
    assert answer.status == 200
    assert answer.asked == ONE_QUERY


def test_the_cost_does_not_grow_with_tasks_and_projects(alice: Visitor, cast: Cast) -> None:
    orgs.set_plan(ACME, Plan.PRO)
    project = a_project(cast.alice)
    for _ in range(13):
        a_project(cast.alice)
    few = alice.get(PATH)
    a_project(cast.alice)
    for _ in range(8):
        a_task(cast.bob, project)
    many = alice.get(PATH)
    assert many.page.shown("open-total") == "8"
    assert many.page.shown("projects-used") == "15 of 100 projects"
    assert many.asked == few.asked == ONE_QUERY
    assert len(many.calls[0].items) == len(few.calls[0].items) <= 18
    assert many.calls[0].read_units == few.calls[0].read_units == 0.5


def test_the_query_reads_no_filter_and_no_task(alice: Visitor, cast: Cast) -> None:
    a_task(cast.bob, a_project(cast.alice))
    (query,) = alice.get(PATH).calls
    assert "FilterExpression" not in query.params
    assert {item["SK"]["S"].partition("#")[0] for item in query.items} <= {"LEADERS", "METADATA", "OPEN", "PROJECT"}


def test_a_new_organisation_shows_zeros_and_the_next_step(cast: Cast) -> None:
    org = an_org(cast.alice)
    page = signed_in(cast.alice).get(f"/org/{org}/dashboard").page
    for name in ("open-low", "open-medium", "open-high", "open-urgent", "open-total", "doing-total"):
        assert page.shown(name) == "0", name
    assert "First steps: 0 of 4" in page.text
    assert page.all("a", href=f"/org/{org}/projects#new-project")
    assert not page.has(data_testid="recent-project")
    assert not page.has(data_testid="top-user")
    assert "Nobody has finished a task this month yet" in page.text


def test_the_head_says_organisation_plan_and_role(alice: Visitor, vic: Visitor) -> None:
    page = alice.get(PATH).page
    assert page.shown("org-name") == "Acme"
    assert page.shown("plan") == "free"
    assert page.shown("viewer-role") == "owner"
    assert page.shown("people-used") == "4 of 5 people"
    assert page.shown("projects-used") == "0 of 10 projects"
    assert vic.get(PATH).page.shown("viewer-role") == "viewer"


@pytest.mark.parametrize(("plan", "people", "projects"), [(Plan.PRO, 50, 100), (Plan.ENTERPRISE, 250, 1000)])
def test_a_larger_plan_shows_its_own_room(alice: Visitor, plan: Plan, people: int, projects: int) -> None:
    orgs.set_plan(ACME, plan)
    page = alice.get(PATH).page
    assert page.shown("plan") == str(plan)
    assert page.shown("people-used") == f"4 of {people} people"
    assert page.shown("projects-used") == f"0 of {projects:,} projects"
    assert f"{people - 4} seats left" in page.text


def test_a_full_plan_says_that_it_is_full(alice: Visitor, cast: Cast) -> None:
    for number in range(10):
        a_project(cast.alice, title=f"Project {number}")
    orgs.join(cast.alice, ACME, an_account("Eve"), Role.MEMBER, NOW)
    page = alice.get(PATH).page
    assert page.shown("people-used") == "5 of 5 people"
    assert page.shown("projects-used") == "10 of 10 projects"
    assert "All seats are taken" in page.text
    assert "All projects are in use" in page.text


def test_the_numbers_count_open_tasks_by_priority_and_those_in_progress(alice: Visitor, cast: Cast) -> None:
    project = a_project(cast.alice)
    for count, priority in enumerate(Priority, start=1):
        for _ in range(count):
            a_task(cast.bob, project, priority=priority)
    moved = a_task(cast.bob, project, priority=Priority.URGENT)
    tasks.start(cast.bob, moved, NOW)
    page = alice.get(PATH).page
    assert page.shown("open-low") == "1"
    assert page.shown("open-medium") == "2"
    assert page.shown("open-high") == "3"
    assert page.shown("open-urgent") == "4"
    assert page.shown("open-total") == "10"
    assert page.shown("doing-total") == "1"


def test_the_picture_has_a_part_for_each_priority_that_has_tasks_and_says_the_same_in_words(
    alice: Visitor, cast: Cast
) -> None:
    project = a_project(cast.alice)
    for priority in (Priority.LOW, Priority.LOW, Priority.URGENT):
        a_task(cast.bob, project, priority=priority)
    bar = alice.get(PATH).page.one("svg", class_="openbar")
    assert [part.attributes["data-priority"] for part in bar.all("rect")] == ["urgent", "low"]
    assert bar.one("desc").text == "Of 3 open tasks 1 are urgent, 0 high, 0 medium and 2 low."


def test_the_five_newest_projects_are_shown_newest_first_with_their_counts(alice: Visitor, cast: Cast) -> None:
    made = [
        a_project(cast.alice, title=f"Project {number}", now=NOW - timedelta(hours=9 - number)) for number in range(7)
    ]
    done, doing, _ = (a_task(cast.bob, made[-1]) for _ in range(3))
    tasks.complete(cast.bob, done, NOW)
    tasks.start(cast.bob, doing, NOW)
    cards = alice.get(PATH).page.all(data_testid="recent-project")
    assert [card.one("a").text for card in cards] == [f"Project {number}" for number in (6, 5, 4, 3, 2)]
    assert [card.one("a").attributes["href"] for card in cards] == [
        f"/org/{ACME}/projects/{project}" for project in reversed(made[2:])
    ]
    assert cards[0].one(class_="project-counts").text == "1 open1 in progress1 done"
    assert cards[0].one("progress").attributes == {"max": "3", "value": "1", "aria-label": "33 per cent done"}


def test_the_top_three_are_ranked_and_equal_work_shares_a_place(alice: Visitor, cast: Cast) -> None:
    project = a_project(cast.alice)
    for who, count in ((cast.bob, 3), (cast.alice, 1), (cast.dana, 1)):
        for _ in range(count):
            tasks.complete(who, a_task(cast.bob, project), NOW)
    rows = alice.get(PATH).page.all(data_testid="top-user")
    assert [(row.attributes["data-rank"], row.text) for row in rows] == [
        ("1", "1. Bob 3 done"),
        ("2", "2 (shared). Alice 1 done"),
        ("2", "2 (shared). Dana 1 done"),
    ]


def test_somebody_level_with_the_third_is_not_forgotten(alice: Visitor, cast: Cast) -> None:
    orgs.set_plan(ACME, Plan.PRO)
    project = a_project(cast.alice)
    for who in (cast.alice, cast.bob, cast.dana):
        tasks.complete(who, a_task(cast.bob, project), NOW)
    orgs.join(cast.alice, ACME, cast.charlie.user, Role.MEMBER, NOW)
    tasks.complete(cast.charlie, a_task(cast.bob, project), NOW)
    page = alice.get(PATH).page
    assert len(page.all(data_testid="top-user")) == 3
    assert "and 1 more with 1" in page.one("section", aria_labelledby="top-h").text


def test_the_month_and_the_zone_that_decides_it_are_named(alice: Visitor) -> None:
    page = alice.get(PATH).page
    assert page.one("h2", id="top-h").text == "Top of September 2026"
    assert "by the clock of Europe/Berlin" in page.text
    assert page.one(id="followed").all("p")[0].text == "updated 12:00 Europe/Berlin"


def test_the_first_steps_go_away_once_all_four_are_taken(alice: Visitor, cast: Cast) -> None:
    assert "First steps: 1 of 4" in alice.get(PATH).page.text
    project = a_project(cast.alice)
    assert "First steps: 2 of 4" in alice.get(PATH).page.text
    tasks.complete(cast.bob, a_task(cast.bob, project), NOW)
    assert "First steps" not in alice.get(PATH).page.text


def test_each_step_leads_to_where_it_is_taken(cast: Cast) -> None:
    org = an_org(cast.alice)
    path = f"/org/{org}"
    alice = signed_in(cast.alice)

    def ways() -> list[str]:
        steps = alice.get(f"{path}/dashboard").page.one("section", id="steps")
        return [link.attributes["href"] for link in steps.all("a")]

    assert ways() == [f"{path}/projects#new-project", f"{path}/invitations/new"]
    project = a_project(cast.alice, org)
    assert ways() == [f"{path}/projects/{project}#new-task", f"{path}/invitations/new"]
    task = a_task(cast.alice, project, org=org)
    assert ways() == [f"{path}/invitations/new", f"{path}/tasks?status=open"]
    tasks.complete(cast.alice, task, NOW)
    assert ways() == [f"{path}/invitations/new"]


def test_the_first_steps_are_for_those_who_may_take_them(vic: Visitor, bob: Visitor) -> None:
    assert "First steps" not in vic.get(PATH).page.text
    steps = bob.get(PATH).page.one("section", id="steps")
    # Who was taken in need not be told to take somebody in, nor may they.
    assert [link.attributes["href"] for link in steps.all("a")] == [f"/org/{ACME}/projects#new-project"]


def test_the_first_steps_do_not_come_back_to_an_organisation_that_knows_its_way(cast: Cast) -> None:
    org = an_org(cast.alice)
    alice = signed_in(cast.alice)
    project = a_project(cast.alice, org)
    tasks.complete(cast.alice, a_task(cast.alice, project, org=org), NOW)
    assert "First steps: 3 of 4" in alice.get(f"/org/{org}/dashboard").page.text
    for _ in range(5):
        a_project(cast.alice, org)
    assert "First steps" not in alice.get(f"/org/{org}/dashboard").page.text


def test_a_viewer_sees_the_numbers_and_no_button_that_changes_something(vic: Visitor, cast: Cast) -> None:
    a_task(cast.bob, a_project(cast.alice))
    page = vic.get(PATH).page
    assert page.shown("open-total") == "1"
    assert list(page.forms()) == ["/sign-out", "/look"]
    assert not page.has("a", href=f"/org/{ACME}/import")


def test_a_viewer_of_an_empty_organisation_is_not_sent_to_a_form_that_is_not_there(vic: Visitor) -> None:
    assert not [a for a in vic.get(PATH).page.all("a") if "#new-project" in a.attributes["href"]]


def test_a_stranger_meets_what_does_not_exist_and_it_costs_the_same(charlie: Visitor) -> None:
    foreign, missing = charlie.get(PATH), charlie.get("/org/no-such-org/dashboard")
    assert foreign.status == missing.status == 404
    assert foreign.text == missing.text
    assert foreign.asked == missing.asked == ONE_QUERY
    assert charlie.get(f"/org/{OTHER}/dashboard").status == 200
