"""`/sign-up`, `/sign-in`, `/sign-out`."""

from datetime import timedelta
from urllib.parse import quote

import pytest
import time_machine

from tests.cast import PASSWORD, address
from tests.dashboard.visitor import HOST, Visitor

EVE = {"name": "Eve", "email": "eve@example.org", "password": "a long enough one"}
LOOK_UP = [("GetItem", "account-by-address")]
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


@pytest.mark.usefixtures("cast")
def test_a_new_account_is_signed_in_at_once() -> None:
    visitor = Visitor()
    answer = visitor.submit(visitor.get("/sign-up").page.one("form"), **EVE)
    assert (answer.status, answer.location) == (302, "/")
    home = visitor.get("/")
    assert home.status == 200
    assert home.page.one(class_="who-name").text == "Eve"
    assert "You belong to no organisation yet" in home.page.text


@pytest.mark.usefixtures("cast")
def test_the_session_cookie_is_out_of_reach_of_scripts_and_of_other_sites() -> None:
    visitor = Visitor()
    held = visitor.post("/sign-up", EVE).response.cookies["session"]
    assert held["httponly"]
    assert held["samesite"] == "Lax"
    assert held["path"] == "/"
    assert not held["domain"]
    assert EVE["password"] not in held.value


@pytest.mark.parametrize(
    ("changed", "field", "said"),
    [
        ({"name": " \u200b "}, "name", "Tell us your name."),
        ({"name": "x" * 61}, "name", "Ensure this value has at most 60 characters (it has 61)."),
        ({"email": "eve"}, "email", "Enter a valid email address."),
        ({"email": "ALICE@Example.org "}, "email", "There is an account with this address. Sign in instead."),
        ({"email": "\uff41\uff4c\uff49\uff43\uff45@example.org"}, "email", "There is an account with this address."),
        ({"password": "short"}, "password", "A password has at least 8 characters."),
        ({"password": " " * 12}, "password", "A password has at least 8 characters."),
        ({"email": "eve\x00@example.org"}, "email", "Null characters are not allowed."),
    ],
)
@pytest.mark.usefixtures("cast")
def test_a_refused_sign_up_keeps_what_was_typed_and_says_why_at_the_field(
    changed: dict[str, str], field: str, said: str
) -> None:
    visitor = Visitor()
    typed = EVE | changed
    answer = visitor.post("/sign-up", typed)
    assert answer.status == 400
    shown = answer.page
    assert said in shown.one(id=f"id_{field}_error").text
    assert shown.one(id=f"id_{field}").attributes["aria-invalid"] == "true"
    for name in ("name", "email"):
        assert shown.one(id=f"id_{name}").attributes["value"].strip() == typed[name].strip()
    assert "value" not in shown.one(id="id_password").attributes
    assert not cookie(visitor)


@pytest.mark.parametrize("email", [address("Alice"), "ALICE@EXAMPLE.ORG", " alice@example.org "])
@pytest.mark.usefixtures("cast")
def test_an_address_opens_its_account_in_any_spelling(email: str) -> None:
    visitor = Visitor()
    answer = visitor.post("/sign-in", {"email": email, "password": PASSWORD})
    assert (answer.status, answer.location) == (302, "/")
    assert answer.asked == [*LOOK_UP, ("GetItem", "account"), ("TransactWriteItems", "write")]
    assert visitor.get("/").page.one(class_="who-name").text == "Alice"


@pytest.mark.usefixtures("cast")
def test_a_wrong_password_and_an_unknown_address_are_answered_alike() -> None:
    answers = {
        typed: Visitor().post("/sign-in", {"email": typed, "password": "not the right one"})
        for typed in (address("Alice"), "nobody@example.org")
    }
    known, unknown = answers.values()
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
def test_signing_up_leads_to_the_page_that_asked_for_it_and_nowhere_else() -> None:
    assert Visitor().post("/sign-up", EVE | {"next": "/create-organisation"}).location == "/create-organisation"
    assert Visitor().post("/sign-up?next=//evil.example", EVE | {"email": "other@example.org"}).location == "/"
    refused = Visitor().post("/sign-up", {"next": "//evil.example"}).page
    assert not refused.has("input", name="next")


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
