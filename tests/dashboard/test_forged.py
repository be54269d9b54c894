"""A form that another site sends is refused before anything is read."""

import re

import pytest

from tenants.writes.tasks import TaskRef
from tests.cast import ACME, Cast, a_project, a_task
from tests.dashboard.routes import ACCOUNT_FORMS, ACTIONS, BY_NAME, FILES
from tests.dashboard.visitor import HOST, Visitor, signed_in

TAKES_POSTS = sorted(
    ACTIONS
    | ACCOUNT_FORMS
    | {"sign-in", "sign-up", "create-org", "task", "edit-task", "import", "invite", "project-settings"}
)


def careful(cast: Cast) -> Visitor:
    visitor = Visitor(enforce_csrf=True)
    visitor.client.cookies = signed_in(cast.alice).client.cookies
    return visitor


@pytest.mark.parametrize("name", TAKES_POSTS)
def test_a_post_without_the_token_changes_nothing(cast: Cast, name: str, launch: TaskRef) -> None:
    visitor = careful(cast)
    project = launch.project
    path = BY_NAME[name].at(ACME, project, launch.id)
    fields = {"title": "Forged", "priority": "low", "email": "x@example.org", "password": "long enough"}
    for answer in (
        visitor.post(path, fields),
        visitor.post(path, fields | {"csrfmiddlewaretoken": "x" * 64}),
        visitor.htmx_post(path, fields),
        visitor.htmx_post(path, fields, X_CSRFToken="x" * 64),
    ):
        assert answer.status == 403
        assert answer.calls == []
        assert answer.page.one(id="error").one("h1").text == "This form is too old"


def test_a_token_of_one_browser_is_worth_nothing_in_another(cast: Cast) -> None:
    token = careful(cast).get("/").page.all("input", name="csrfmiddlewaretoken")[0].attributes["value"]
    other = careful(cast)
    other.get("/")
    assert other.post("/sign-out", {"csrfmiddlewaretoken": token}).status == 403


def test_a_post_from_another_origin_is_refused_even_with_the_token(cast: Cast) -> None:
    visitor = careful(cast)
    token = visitor.get("/").page.all("input", name="csrfmiddlewaretoken")[0].attributes["value"]
    fields = {"csrfmiddlewaretoken": token}
    assert visitor.post("/sign-out", fields, Origin="http://evil.example").status == 403
    assert visitor.post("/sign-out", fields, Origin="null").status == 403
    assert visitor.post("/sign-out", fields, Origin=f"http://{HOST}").status == 302


def test_every_form_of_every_page_carries_the_token_and_is_taken_with_it(cast: Cast, launch: TaskRef) -> None:
    visitor = careful(cast)
    project, task = launch.project, launch
    seen: set[str] = set()
    for route in BY_NAME.values():
        if route.name in ACTIONS | FILES or "ready" in route.name or "health" in route.name:
            continue
        visitor.get("/")  # what was done is told once, with an undo that the next thing done may overtake
        for action, form in visitor.get(route.at(ACME, project, task.id)).page.forms().items():
            token = form.one("input", name="csrfmiddlewaretoken").attributes["value"]
            if action not in seen | {"/sign-out"}:
                seen.add(action)
                assert visitor.post(action, {"csrfmiddlewaretoken": token}).status in {302, 400, 409}, action
    assert len(seen) >= 9


def test_htmx_sends_the_token_that_stands_on_the_body_and_it_still_fits_after_a_swap(cast: Cast) -> None:
    visitor = careful(cast)
    project = a_project(cast.alice)
    path = f"/org/{ACME}/projects/{project}/tasks/{a_task(cast.alice, project).id}"
    body = visitor.get(f"/org/{ACME}/projects/{project}").page.one("body")
    match = re.fullmatch(r'\{"X-CSRFToken": "(\w{64})"\}', body.attributes["hx-headers"])
    assert match
    assert visitor.htmx_post(f"{path}/complete", X_CSRFToken=match[1]).status == 200
    answer = visitor.htmx_post(f"{path}/reopen", X_CSRFToken=match[1])
    assert answer.status == 200
    # A form of the piece that came back, sent without script.
    token = answer.page.all("input", name="csrfmiddlewaretoken")[0].attributes["value"]
    assert visitor.post(f"{path}/complete", {"csrfmiddlewaretoken": token}).status == 302
