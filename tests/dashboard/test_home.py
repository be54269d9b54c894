"""`/`: my organisations and my live tasks."""

from datetime import date

import pytest

from tenants import keys
from tenants.items import Membership
from tenants.policy import Role
from tenants.reads import home
from tenants.writes import orgs, tasks
from tests.cast import ACME, NOW, OTHER, Cast, a_project, a_task
from tests.dashboard.visitor import Visitor

ONE = [("Query", "home")]


def test_the_page_is_one_query_over_all_organisations(cast: Cast, charlie: Visitor) -> None:
    orgs.join(cast.alice, ACME, cast.charlie.user, Role.VIEWER, NOW)
    here, there = a_project(cast.alice, title="Here"), a_project(cast.charlie, OTHER, title="There")
    a_task(cast.alice, here, title="In Acme", due=date(2026, 9, 20), assignee=cast.charlie.user)
    a_task(cast.charlie, there, org=OTHER, title="In Other", due=date(2026, 9, 1), assignee=cast.charlie.user)
    a_task(cast.charlie, there, org=OTHER, title="Some day", assignee=cast.charlie.user)
    a_task(cast.charlie, there, org=OTHER, title="Not mine")
    done = a_task(cast.charlie, there, org=OTHER, title="Done", assignee=cast.charlie.user)
    tasks.complete(cast.charlie, done, NOW)
    answer = charlie.get("/")
    assert answer.asked == ONE
    page = answer.page
    assert [name.text for name in page.all(class_="org-name")] == ["Acme", "Other"]
    rows = page.all("li", class_="task")
    assert [row.one(class_="task-title").text for row in rows] == ["In Other", "In Acme", "Some day"]
    assert [row.one(class_="task-org").text for row in rows] == ["Other", "Acme", "Other"]
    assert [row.one(class_="task-project").text for row in rows] == ["There", "Here", "There"]
    # A viewer in Acme, the owner of Other.
    assert [row.has("button") for row in rows] == [True, False, True]


def test_tasks_are_grouped_by_when_they_are_due(bob: Visitor, cast: Cast) -> None:
    project = a_project(cast.alice)
    for title, due in (
        ("Yesterday", date(2026, 9, 14)),
        ("This very day", date(2026, 9, 15)),
        ("Tomorrow", date(2026, 9, 16)),
        ("Next year", date(2027, 9, 15)),
        ("Whenever", None),
    ):
        a_task(cast.bob, project, title=title, due=due, assignee=cast.bob.user)
    page = bob.get("/").page
    assert [heading.text for heading in page.all("h3")] == ["Overdue", "Today", "Later", "Without a date"]
    lists = [[row.text for row in part.all(class_="task-title")] for part in page.all("ul", class_="tasks")]
    assert lists == [["Yesterday"], ["This very day"], ["Tomorrow", "Next year"], ["Whenever"]]


def test_a_group_without_tasks_has_no_heading(bob: Visitor, cast: Cast) -> None:
    a_task(cast.bob, a_project(cast.alice), due=date(2026, 9, 15), assignee=cast.bob.user)
    assert [heading.text for heading in bob.get("/").page.all("h3")] == ["Today"]


def test_each_organisation_is_shown_with_the_role_there_and_opens(alice: Visitor, cast: Cast) -> None:
    orgs.join(cast.charlie, OTHER, cast.alice.user, Role.MEMBER, NOW)
    items = alice.get("/").page.one("ul", class_="org-list").all("li")
    assert [item.one(class_="badge cap").text for item in items] == ["owner", "member"]
    for item, org in zip(items, (ACME, OTHER), strict=True):
        assert alice.get(item.one("a").attributes["href"]).page.shown("org-name") == {ACME: "Acme", OTHER: "Other"}[org]


def test_the_cost_does_not_grow_with_tasks(bob: Visitor, cast: Cast) -> None:
    project = a_project(cast.alice)
    for _ in range(9):
        a_task(cast.bob, project, assignee=cast.bob.user)
    answer = bob.get("/")
    assert answer.asked == ONE
    assert len(answer.page.all("li", class_="task")) == 9


def test_a_long_list_comes_in_pages_and_each_task_once(
    bob: Visitor, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "HOME_PAGE", 4)
    project = a_project(cast.alice)
    for _ in range(9):
        a_task(cast.bob, project, assignee=cast.bob.user)
    seen: list[str] = []
    path = "/"
    while path:
        answer = bob.htmx_get(path)
        # A later page has no organisations of its own: it looks whether its tasks' are still mine.
        assert answer.asked == (ONE if path == "/" else [*ONE, ("BatchGetItem", "home")])
        assert [element.id for element in answer.page.children] == ["slice"]
        rows = answer.page.all("li", class_="task")
        assert rows
        seen += [row.id for row in rows]
        links = answer.page.all("a", id="pager-next")
        path = links[0].attributes["hx-get"] if links else ""
    assert len(seen) == len(set(seen)) == 9


def test_nobody_elses_cursor_opens_their_list(
    bob: Visitor, charlie: Visitor, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "HOME_PAGE", 2)
    project = a_project(cast.alice)
    for _ in range(4):
        a_task(cast.bob, project, assignee=cast.bob.user, title="Bobs secret")
    path = bob.get("/").page.one("a", id="pager-next").attributes["href"]
    assert "Bobs secret" in bob.get(path).text
    answer = charlie.get(path)
    assert (answer.status, answer.location) == (302, "/")


def test_somebody_without_tasks_or_organisations_reads_what_comes_next(bob: Visitor) -> None:
    assert "Nothing waits for you." in bob.get("/").page.text


def test_a_task_of_an_organisation_that_one_no_longer_belongs_to_is_not_shown(charlie: Visitor, cast: Cast) -> None:
    """The index row of a task may outlive the membership: it is dropped, not shown without its organisation."""
    orgs.join(cast.alice, ACME, cast.charlie.user, Role.MEMBER, NOW)
    a_task(cast.alice, a_project(cast.alice), title="Secret of Acme", assignee=cast.charlie.user)
    assert "Secret of Acme" in charlie.get("/").text
    _forget_membership(ACME, cast.charlie.user)
    page = charlie.get("/")
    assert page.status == 200
    assert "Secret of Acme" not in page.text


def _forget_membership(org: str, user: str) -> None:
    Membership.at(keys.membership(org, user)).delete()
