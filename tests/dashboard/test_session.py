"""`/sign-in`, `/sign-out`."""

from datetime import timedelta
from urllib.parse import quote

import pytest
import time_machine

from tests.cast import PASSWORD, address
from tests.dashboard.visitor import HOST, Visitor
from tests.faults import Fault, transactions_meet

COUNTED, LOOK_UP = ("TransactWriteItems", "write"), [("GetItem", "account-by-address"), ("GetItem", "account")]
SIGN_IN_WRONG = "E-mail or password is not right."

ELSEWHERE = (
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\\/evil.example",
    "http://evil.example",
    "https:evil.example",
    "https:/evil.example",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "evil.example",
    "@evil.example",
    " //evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\x00//evil.example",
    "%2f%2fevil.example",
    f"http://{HOST}@evil.example/",
    f"http://{HOST}.evil.example/",
    "?next=//evil.example",
    "#",
)


def cookie(visitor: Visitor) -> str:
    held = visitor.client.cookies.get("session")
    return str(held.value) if held else ""


@pytest.mark.parametrize("email", [address("Alice"), "ALICE@EXAMPLE.ORG", " alice@example.org "])
@pytest.mark.usefixtures("cast")
def test_an_address_opens_its_account_in_any_spelling(email: str) -> None:
    visitor = Visitor()
    answer = visitor.post("/sign-in", {"email": email, "password": PASSWORD})
    assert (answer.status, answer.location) == (302, "/")
    assert answer.asked == [COUNTED, *LOOK_UP, ("TransactWriteItems", "write")]
    assert visitor.get("/").page.one(class_="who-name").text == "Alice"


@pytest.mark.usefixtures("cast")
def test_a_wrong_password_and_an_unknown_address_are_answered_alike() -> None:
    answers = {
        typed: Visitor().post("/sign-in", {"email": typed, "password": "not the right one"})
        for typed in (address("Alice"), "nobody@example.org")
    }
    known, unknown = answers.values()
    assert known.asked == unknown.asked == [COUNTED, *LOOK_UP]
    assert known.status == unknown.status == 400
    assert known.headers.keys() == unknown.headers.keys()
    pages = [answer.page.same().replace(typed, "typed") for typed, answer in answers.items()]
    assert pages[0] == pages[1]
    assert SIGN_IN_WRONG in known.page.one(class_="refusal").text
    for typed, answer in answers.items():
        assert answer.page.one(id="id_email").attributes["value"] == typed
        assert "value" not in answer.page.one(id="id_password").attributes


@pytest.mark.parametrize(
    "email", ["", "x", "@", "a@b@c", "x" * 320, "ü@ü", "a#b@example.org", "EMAIL#alice@example.org"]
)
@pytest.mark.usefixtures("cast")
def test_an_address_that_is_none_is_wrong_and_breaks_nothing(email: str) -> None:
    assert Visitor().post("/sign-in", {"email": email, "password": PASSWORD}).status == 400


@pytest.mark.usefixtures("cast")
def test_signing_in_leads_to_the_page_that_asked_for_it() -> None:
    visitor = Visitor()
    wanted = "/org/acme-works/tasks?status=doing&priority=high"
    page = visitor.get(visitor.get(wanted).location).page
    form = page.one("form")
    assert form.fields()["next"] == wanted
    assert page.one(class_="door-other").one("a").attributes["href"] == f"/sign-up?next={quote(wanted)}"
    refused = visitor.submit(form, email=address("Alice"), password="wrong wrong")
    answer = visitor.submit(refused.page.one("form"), email=address("Alice"), password=PASSWORD)
    assert (answer.status, answer.location) == (302, wanted)


@pytest.mark.parametrize("url", ELSEWHERE)
@pytest.mark.usefixtures("cast")
def test_signing_in_leads_nowhere_else(url: str) -> None:
    asked = Visitor().get(f"/sign-in?next={quote(url)}").page
    assert not asked.has("input", name="next")
    assert asked.one(class_="door-other").one("a").attributes["href"] == "/sign-up"
    fields = {"email": address("Alice"), "password": PASSWORD, "next": url}
    assert Visitor().post("/sign-in", fields).location == "/"


@pytest.mark.usefixtures("cast")
def test_a_path_that_only_looks_strange_stays_on_this_site() -> None:
    fields = {"email": address("Alice"), "password": PASSWORD, "next": "/org/%2F%2Fevil.example/é"}
    assert Visitor().post("/sign-in", fields).location == "/org/%2F%2Fevil.example/%C3%A9"


def test_signing_out_ends_the_session_on_the_server_and_takes_the_cookie_away(alice: Visitor) -> None:
    answer = alice.post("/sign-out")
    assert (answer.status, answer.location) == (302, "/sign-in")
    assert [operation for operation, _ in answer.asked] == ["TransactWriteItems"]
    assert cookie(alice) == ""
    page = alice.get("/sign-in").page
    assert "You are signed out." in page.text
    assert "You are signed out." not in alice.get("/sign-in").page.text


def test_signing_out_ends_only_this_session(alice: Visitor, clock: time_machine.Traveller) -> None:
    other = Visitor()
    other.post("/sign-in", {"email": address("Alice"), "password": PASSWORD})
    alice.post("/sign-out")
    clock.shift(timedelta(minutes=5))
    assert other.get("/").status == 200


@pytest.mark.usefixtures("cast")
def test_signing_out_twice_or_without_a_session_is_no_fault() -> None:
    assert Visitor().post("/sign-out").location == "/sign-in"


@pytest.mark.usefixtures("cast")
def test_signing_in_afresh_brings_another_session_and_another_token() -> None:
    visitor = Visitor(enforce_csrf=True)
    token = visitor.get("/sign-in").page.one("input", name="csrfmiddlewaretoken").attributes["value"]
    before = visitor.client.cookies["csrf"].value
    fields = {"email": address("Alice"), "password": PASSWORD, "csrfmiddlewaretoken": token}
    assert visitor.post("/sign-in", fields).status == 302
    assert visitor.client.cookies["csrf"].value != before
    first = cookie(visitor)
    assert visitor.post("/sign-out", {"csrfmiddlewaretoken": token}).status == 403
    again = Visitor()
    again.post("/sign-in", {"email": address("Alice"), "password": PASSWORD})
    assert cookie(again) != first


@pytest.mark.usefixtures("cast")
def test_signing_in_over_a_session_ends_it_on_the_server_too() -> None:
    visitor = Visitor()
    visitor.post("/sign-in", {"email": address("Alice"), "password": PASSWORD})
    stolen = visitor.copied()
    visitor.post("/sign-in", {"email": address("Bob"), "password": PASSWORD})
    assert stolen.post("/account", {"name": "Thief"}).location == "/sign-in"
    assert "Bob" in visitor.get("/account").text


@pytest.mark.usefixtures("cast")
def test_who_has_signed_in_is_in_also_when_the_session_before_could_not_be_ended() -> None:
    visitor = Visitor()
    visitor.post("/sign-in", {"email": address("Alice"), "password": PASSWORD})
    # The first counts the attempt, the second opens the session.
    with transactions_meet([Fault.NONE, Fault.NONE, *[Fault.LOST_BEFORE] * 9]):
        assert visitor.post("/sign-in", {"email": address("Bob"), "password": PASSWORD}).location == "/"
    assert "Bob" in visitor.get("/account").text
