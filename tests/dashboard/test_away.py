"""When the database is away: a page that says so, within the time that a request has."""

import re
import socket
import time
from collections.abc import Iterator

import pytest
from django.forms import PasswordInput
from django.http import HttpResponse

from dashboard import cookies, middleware
from dashboard.forms import Form
from tenants import clock as clocks
from tenants import table
from tenants.ids import new_user_id
from tenants.writes.accounts import SignedIn
from tests.cast import ACME
from tests.conftest import _elsewhere_afterwards
from tests.dashboard.routes import BY_NAME, ROUTES, Route
from tests.dashboard.visitor import Answer, Visitor

TASK = BY_NAME["task"].at()
PAGES = [route for route in ROUTES if route.name in {"home", "dashboard", "projects", "project", "task", "tasks"}]


@pytest.fixture(autouse=True)
def clock() -> None:
    """Real time: how long it takes is the question."""


@pytest.fixture
def closed() -> Iterator[None]:
    """A table at a port where nobody listens."""
    with socket.socket() as probe, _elsewhere_afterwards():
        probe.bind(("127.0.0.1", 0))
        table.connect(endpoint=f"http://127.0.0.1:{probe.getsockname()[1]}", table="away")
        yield


@pytest.fixture
def silent() -> Iterator[None]:
    """A table at a port where somebody listens and says nothing."""
    with socket.socket() as server, _elsewhere_afterwards():
        server.bind(("127.0.0.1", 0))
        server.listen(16)
        table.connect(endpoint=f"http://127.0.0.1:{server.getsockname()[1]}", table="away")
        yield


@pytest.fixture
def visitor() -> Visitor:
    """Somebody whose session was seen just now."""
    response = HttpResponse()
    now = clocks.now()
    cookies.write(response, cookies.of(SignedIn(new_user_id(), "Somebody", "secret"), now))
    visitor = Visitor()
    visitor.client.cookies.update(response.cookies)
    return visitor


def check(answer: Answer, back: str) -> None:
    assert answer.status == 503
    assert answer.headers["Retry-After"] == "2"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "The database is away for a moment" in answer.page.one(id="error").text
    assert re.search("please try again|repeating it is safe", answer.page.one(id="error").text.lower())
    for word in ("Traceback", "127.0.0.1", "boto", "pynamo", "Errno"):
        assert word not in answer.text
    assert answer.page.one(class_="actions").all("a")[0].attributes["href"] == back


@pytest.mark.usefixtures("closed")
@pytest.mark.parametrize("route", PAGES, ids=lambda route: route.name)
def test_a_page_says_that_the_database_is_away_and_can_be_loaded_again(visitor: Visitor, route: Route) -> None:
    check(visitor.get(route.at()), back="")
    check(visitor.htmx_get(route.at()), back="")


@pytest.mark.usefixtures("closed")
def test_a_click_says_so_too_and_leads_back_to_its_list(visitor: Visitor) -> None:
    page = f"/org/{ACME}/tasks"
    referer = f"http://127.0.0.1:8000{page}"
    for action in ("complete", "reopen", "start", "stop", "delete"):
        check(visitor.post(f"{TASK}/{action}", Referer=referer), back=page)
        check(visitor.htmx_post(f"{TASK}/{action}", Referer=referer), back=page)
    check(visitor.post(f"{TASK}/complete"), back="/")


@pytest.mark.usefixtures("closed")
def test_what_was_typed_can_be_sent_again_as_it_was(visitor: Visitor) -> None:
    page, path = BY_NAME["project"].at(), f"{BY_NAME['quick-add'].at()}?at=1"
    fields = {"line": 'Write "it" <b> & größer !high', "key": "k", "choice": ["a", "b"]}
    answer = visitor.post(path, fields, Referer=f"http://127.0.0.1:8000{page}")
    check(answer, back=page)
    form = answer.page.one("form", id="again")
    assert (form.attributes["method"], form.attributes["action"]) == ("post", path)
    sent = [(one.attributes["name"], one.attributes["value"]) for one in form.all("input")]
    assert [pair for pair in sent if pair[0] != "csrfmiddlewaretoken"] == [
        *(("line", fields["line"]), ("key", "k")),
        *(("choice", "a"), ("choice", "b")),
    ]
    assert answer.page.one("button", form="again").text == "Try again"
    # Where a part of a page is asked for, the form is still there; a password is never written into a page.
    assert not visitor.htmx_post(path, fields).page.has(id="again")
    for secret in middleware.PASSWORDS:
        answer = visitor.post(path, fields | {secret: "long enough"})
        assert (answer.status, answer.page.has(id="again"), "long enough" in answer.text) == (503, False, False)


def test_every_field_with_a_password_is_known_as_one() -> None:
    fields = [pair for form in Form.__subclasses__() for pair in form.base_fields.items()]
    assert {name for name, field in fields if isinstance(field.widget, PasswordInput)} == middleware.PASSWORDS


@pytest.mark.usefixtures("closed")
def test_somebody_whose_session_cannot_be_looked_at_is_not_signed_out(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cookies.SessionCookie, "is_fresh", lambda *_: False)
    before = visitor.client.cookies["session"].value
    answer = visitor.get("/")
    check(answer, back="")
    assert visitor.client.cookies["session"].value == before


@pytest.mark.usefixtures("closed")
def test_nobody_is_signed_in_or_up_meanwhile_and_both_say_why() -> None:
    check(Visitor().post("/sign-in", {"email": "alice@example.org", "password": "long enough"}), back="/")
    fields = {"name": "Eve", "email": "eve@example.org", "password": "long enough"}
    visitor = Visitor()
    check(visitor.post("/sign-up", fields, Referer="http://127.0.0.1:8000/sign-up"), back="/sign-up")
    assert "session" not in visitor.client.cookies


@pytest.mark.usefixtures("closed")
def test_the_process_says_that_it_lives_and_that_the_table_does_not_answer() -> None:
    assert Visitor().get("/healthz").status == 200
    assert Visitor().get("/sign-in").status == 200
    ready = Visitor().get("/readyz")
    assert (ready.status, ready.text) == (503, "the table does not answer\n")


@pytest.mark.usefixtures("silent")
def test_a_database_that_says_nothing_is_given_up_within_the_time_of_a_request(visitor: Visitor) -> None:
    began = time.monotonic()
    check(visitor.get(f"/org/{ACME}/dashboard"), back="")
    assert time.monotonic() - began < middleware.SECONDS + 2.5
