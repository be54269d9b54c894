"""What each role may do: a viewer looks, a member works, an admin also brings people and boards in."""

import pytest

from tenants.policy import Role
from tenants.reads import slices
from tenants.writes.tasks import TaskRef
from tests.cast import ACME, Cast, a_project, a_task
from tests.dashboard.routes import BY_NAME, DOWNLOADS, ORG_ROUTES, Route
from tests.dashboard.visitor import Visitor, signed_in

WORK = (
    "create-project",
    "project-settings",
    "create-task",
    "task",
    "complete-task",
    "reopen-task",
    "start-task",
    "stop-task",
    "delete-task",
)
GOOD = {"title": "New title", "priority": "low", "status": "open", "version": "1"}
PAGES = (
    *("dashboard", "projects", "archived-projects", "archive", "project", "task", "tasks"),
    *("members", "roles", "leaderboard", "activity", "find"),
)
LOOKS = {"Find", "Show these", "Only mine", "Do not rank me", "As the system", "Light", "Dark", "Keyboard ?", "Close"}
LOOKS |= {"Switch single keys off", "Switch single keys on", "Pause", "Follow"}
"""Buttons that only look: they send a form by GET, or remember how one wants to look."""


@pytest.mark.parametrize("fields", [GOOD, {}], ids=["a good form", "an empty form"])
@pytest.mark.parametrize("name", WORK)
def test_a_viewer_changes_nothing(cast: Cast, vic: Visitor, name: str, fields: dict[str, str], launch: TaskRef) -> None:
    project, task = launch.project, launch
    path = BY_NAME[name].at(ACME, project, task.id)
    for answer in (vic.post(path, fields), vic.htmx_post(path, fields)):
        assert answer.status == 403
        assert answer.page.one(id="error").one("h1").text == "That is not yours to do"
        assert ("TransactWriteItems", "write") not in answer.asked
    assert slices.task(ACME, cast.vic.user, project, task.id).task.version == 1
    assert slices.projects(ACME, cast.vic.user).projects[0].title == "Launch"
    # The other side of it: the same form is taken from a member.
    assert signed_in(cast.bob).post(path, GOOD).status == 302


@pytest.mark.parametrize("role", [Role.MEMBER, Role.VIEWER])
@pytest.mark.parametrize("fields", [{"emails": "charlie@example.org", "role": "viewer"}, {}, {"role": "owner"}])
def test_only_admins_and_owners_invite_people(cast: Cast, role: Role, fields: dict[str, str]) -> None:
    """Nobody is taken in by their address any more: the answer told whether it had an account."""
    visitor = signed_in(cast.playing(role))
    for path in ("invitations/new", "invitations/link", f"invitations/{'0' * 16}/role"):
        assert visitor.post(f"/org/{ACME}/{path}", fields).status == 403
    assert not visitor.get(f"/org/{ACME}/members").page.has("a", href=f"/org/{ACME}/invitations/new")
    assert signed_in(cast.dana).get(f"/org/{ACME}/members").page.has("a", href=f"/org/{ACME}/invitations/new")


@pytest.mark.parametrize("role", list(Role))
def test_only_admins_and_owners_bring_boards_in(cast: Cast, role: Role) -> None:
    visitor = signed_in(cast.playing(role))
    may = role in {Role.OWNER, Role.ADMIN}
    assert visitor.get(f"/org/{ACME}/import").status == (200 if may else 403)
    assert visitor.post(f"/org/{ACME}/import").status == (400 if may else 403)
    assert visitor.get(f"/org/{ACME}/projects").page.has("a", href=f"/org/{ACME}/import") == may


@pytest.mark.parametrize("name", PAGES)
def test_a_viewer_sees_every_page_and_no_button_but_the_sign_out(cast: Cast, vic: Visitor, name: str) -> None:
    project = a_project(cast.alice)
    task = a_task(cast.alice, project, title="Look at me")
    path = BY_NAME[name].at(ACME, project, task.id)
    answer = vic.get(path)
    assert answer.status == 200
    looks = ("/tasks/mine", "/rank-me", "/look")
    assert [action for action in answer.page.forms() if not action.endswith(looks)] == ["/sign-out"]
    assert [button.text for button in answer.page.all("button") if button.text not in LOOKS] == ["Sign out"]
    assert {element.attributes.get("hx-post", "/look") for element in answer.page.walk()} == {"/look"}


@pytest.mark.parametrize("route", ORG_ROUTES, ids=lambda route: route.name)
def test_what_a_viewer_is_shown_as_a_piece_has_no_button_either(vic: Visitor, route: Route, launch: TaskRef) -> None:
    project, task = launch.project, launch
    answer = vic.htmx_get(route.at(ACME, project, task.id))
    if route.name in {"member", "member-csv"}:
        assert answer.status == 404  # nobody has this id
    elif route.name in PAGES or route.name in DOWNLOADS:
        assert answer.status == 200
        assert not [b for b in answer.page.all("button") if b.text not in {"Sign out", *LOOKS}]
    elif route.name == "leave":
        assert answer.page.one("form", class_="card stack narrow").one("button").text == "Leave"  # anybody may go
    elif route.name == "project-away":
        assert (answer.status, answer.page.all("button")) == (200, [])  # a live project has its own page
    else:
        assert answer.status in {403, 405}


@pytest.mark.parametrize("name", WORK)
def test_a_refusal_leads_back_to_the_page_that_sent_the_form(vic: Visitor, name: str, launch: TaskRef) -> None:
    project = launch.project
    path = BY_NAME[name].at(ACME, project, launch.id)
    page = f"/org/{ACME}/projects/{project}"
    for referer, back in (
        (f"http://127.0.0.1:8000{page}?cursor=x", f"{page}?cursor=x"),
        ("http://evil.example/x", "/"),
        ("http://127.0.0.1:8000//evil.example", "/"),
        ("http://127.0.0.1:8000.evil.example/x", "/"),
        ("", "/"),
    ):
        links = vic.post(path, GOOD, Referer=referer).page.one(class_="actions").all("a")
        assert links[0].attributes["href"] == back, referer
