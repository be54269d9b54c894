"""`/sign-up`, `/check-mail`, `/confirm`: an account for whoever can read the mail of its address."""

from datetime import timedelta

import pytest
import time_machine

from tenants.reads.accounts import user_by_address
from tests.cast import PASSWORD, address
from tests.dashboard.mailbox import last_mail, link_in, mails
from tests.dashboard.visitor import Answer, Visitor

EVE = {"name": "Eve", "email": "eve@example.org", "password": "a long enough one"}
COUNTED = [("TransactWriteItems", "write")]

pytestmark = pytest.mark.usefixtures("cast")


def cookie(visitor: Visitor) -> str:
    held = visitor.client.cookies.get("session")
    return str(held.value) if held else ""


def asked(visitor: Visitor, **changes: str) -> str:
    """Ask for an account; the path that the mail leads to."""
    visitor.post("/sign-up", EVE | changes)
    return link_in(last_mail())


def opened(visitor: Visitor, path: str, **fields: str) -> Answer:
    """Follow the link and press the button."""
    assert visitor.get(path).location == "/confirm"
    return visitor.submit(visitor.get("/confirm").page.one("form"), **fields)


def test_an_account_is_opened_by_the_link_in_the_mail_and_is_signed_in_at_once() -> None:
    visitor = Visitor()
    answer = visitor.submit(visitor.get("/sign-up").page.one("form"), **EVE)
    assert (answer.status, answer.location) == (302, "/check-mail")
    assert "eve@example.org" in visitor.get("/check-mail").page.text
    assert user_by_address("eve@example.org") is None
    message = last_mail()
    assert (message.to, message.subject) == (["eve@example.org"], "Confirm your address for Tablero")
    answer = opened(visitor, link_in(message))
    assert (answer.status, answer.location) == (302, "/")
    home = visitor.get("/")
    assert home.page.one(class_="who-name").text == "Eve"
    assert "You belong to no organisation yet" in home.page.text
    again = Visitor().post("/sign-in", {"email": EVE["email"], "password": EVE["password"]})
    assert again.location == "/"


def test_looking_at_the_link_opens_nothing() -> None:
    visitor = Visitor()
    path = asked(visitor)
    visitor.get(path)
    assert visitor.get("/confirm").page.one("form").fields() == {}
    assert user_by_address(EVE["email"]) is None
    assert not cookie(visitor)


def test_the_secret_leaves_the_address_at_the_first_request_which_asks_the_table_nothing() -> None:
    visitor = Visitor()
    path = asked(visitor)
    answer = visitor.get(path)
    assert (answer.status, answer.location, answer.calls) == (302, "/confirm", [])
    secret = path.partition("key=")[2]
    assert len(secret) == 43
    page = visitor.get("/confirm")
    assert secret not in page.text
    assert page.headers["Referrer-Policy"] == "same-origin"


def test_another_browser_has_to_know_the_password_that_was_chosen() -> None:
    path, other = asked(Visitor()), Visitor()
    refused = opened(other, path, password="not the one")
    assert refused.status == 400
    assert "not the password that was chosen" in refused.page.one(id="id_password_error").text
    assert user_by_address(EVE["email"]) is None
    assert opened(other, path, password=EVE["password"]).location == "/"
    assert cookie(other)


def test_the_password_behind_a_link_cannot_be_guessed_for_long() -> None:
    path, other = asked(Visitor()), Visitor()
    answers = [opened(other, path, password=f"guess number {number}").status for number in range(7)]
    assert answers == [400] * 5 + [429] * 2
    assert opened(other, path, password=EVE["password"]).status == 429


def test_a_link_opens_one_account_once() -> None:
    visitor = Visitor()
    path = asked(visitor)
    opened(visitor, path)
    user = user_by_address(EVE["email"])
    for browser in (visitor, Visitor()):
        browser.get(path)
        answer = browser.get("/confirm")
        assert (answer.status, answer.page.one("h1").text) == (410, "This link has ended")
        assert browser.post("/confirm", {"password": EVE["password"]}).status == 410
    assert user_by_address(EVE["email"]) == user


def test_a_link_ends_after_a_day(clock: time_machine.Traveller) -> None:
    path = asked(Visitor())
    clock.shift(timedelta(days=1))
    other = Visitor()
    other.get(path)
    assert other.get("/confirm").status == 410


@pytest.mark.parametrize("key", ["", "x", "a" * 43, "a" * 44, "a" * 42 + "%0a", "%00", "é", "x" * 3000])
@pytest.mark.parametrize("page", ["/confirm", "/reset"])
def test_a_link_that_never_was_ours_is_like_one_that_has_ended(page: str, key: str) -> None:
    visitor = Visitor()
    answer = visitor.get(f"{page}?key={key}")
    if answer.status == 302:
        answer = visitor.get(page)
    assert (answer.status, answer.page.one("h1").text) == (410, "This link has ended")
    assert Visitor().get(page).status == 410
    assert Visitor().post(page, {"new": PASSWORD, "password": PASSWORD}).status == 410


def test_of_two_links_to_one_address_the_first_that_is_used_decides() -> None:
    first, second = Visitor(), Visitor()
    one, two = asked(first), asked(second, password="quite another one")
    opened(second, two)
    answer = opened(first, one)
    assert (answer.status, answer.location) == (302, "/sign-in")
    assert Visitor().post("/sign-in", {"email": EVE["email"], "password": "quite another one"}).location == "/"


@pytest.mark.parametrize(
    "known", [address("Alice"), "ALICE@Example.org ", "\uff41\uff4c\uff49\uff43\uff45@example.org"]
)
def test_a_known_address_is_answered_like_an_unknown_one_and_its_owner_gets_another_mail(known: str) -> None:
    told = []
    for email in (known, "nobody@example.org"):
        visitor = Visitor()
        answer = visitor.post("/sign-up", EVE | {"email": email})
        page = visitor.get("/check-mail")
        kept = {name: (held["max-age"], len(held.value) > 60) for name, held in answer.response.cookies.items()}
        text = page.page.same().replace(email.strip(), "typed")
        told.append((answer.status, answer.headers, answer.asked, kept, page.status, page.asked, text))
    assert told[0] == told[1]
    assert told[0][2] == COUNTED, "nothing that depends on the address is asked before the answer"
    owner, stranger = mails()
    assert (owner.to, owner.subject) == ([address("Alice")], "You have a Tablero account already")
    assert link_in(owner) == "/forgot"
    assert stranger.to == ["nobody@example.org"]


def test_both_cost_one_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    from tenants import passwords  # noqa: PLC0415 - for this test alone

    made: list[str] = []
    make = passwords.make

    def noted(password: str) -> str:
        made.append(password)
        return make(password)

    monkeypatch.setattr(passwords, "make", noted)
    for email in (address("Alice"), "nobody@example.org"):
        Visitor().post("/sign-up", EVE | {"email": email})
        assert len(made) == 1
        made.clear()


def test_signing_up_to_a_known_address_changes_nothing_of_its_account() -> None:
    Visitor().post("/sign-up", EVE | {"email": address("Alice")})
    assert Visitor().post("/sign-in", {"email": address("Alice"), "password": EVE["password"]}).status == 400
    assert Visitor().post("/sign-in", {"email": address("Alice"), "password": PASSWORD}).status == 302


def test_the_session_cookie_is_out_of_reach_of_scripts_and_of_other_sites() -> None:
    visitor = Visitor()
    answer = opened(visitor, asked(visitor))
    for name in ("session", "known"):
        held = answer.response.cookies[name]
        assert held["httponly"]
        assert held["samesite"] == "Lax"
        assert held["path"] == "/"
        assert not held["domain"]
        assert EVE["password"] not in held.value
    assert not answer.response.cookies["link-sign-up"].value
    assert not answer.response.cookies["sign-up"].value


@pytest.mark.parametrize(
    ("changed", "field", "said"),
    [
        ({"name": " \u200b "}, "name", "Tell us your name."),
        ({"name": "x" * 61}, "name", "Ensure this value has at most 60 characters (it has 61)."),
        ({"email": "eve"}, "email", "Enter a valid email address."),
        ({"password": "short"}, "password", "A password has at least 8 characters."),
        ({"password": " " * 12}, "password", "A password has at least 8 characters."),
        ({"password": "password123"}, "password", "Many people use this password"),
        ({"password": "eve@example.org"}, "password", "little more than your name or address"),
        ({"email": "eve\x00@example.org"}, "email", "Null characters are not allowed."),
    ],
)
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
    assert [element.id for element in shown.walk() if "autofocus" in element.attributes] == [f"id_{field}"]
    for name in ("name", "email"):
        assert shown.one(id=f"id_{name}").attributes["value"].strip() == typed[name].strip()
    assert "value" not in shown.one(id="id_password").attributes
    assert mails() == []


def test_signing_up_leads_to_the_page_that_asked_for_it_and_nowhere_else() -> None:
    visitor = Visitor()
    assert opened(visitor, asked(visitor, next="/create-organisation")).location == "/create-organisation"
    other = Visitor()
    path = asked(other, next="//evil.example", email="other@example.org")
    assert opened(other, path).location == "/"
    refused = Visitor().post("/sign-up", {"next": "//evil.example"}).page
    assert not refused.has("input", name="next")


def test_one_address_is_not_flooded_with_mails() -> None:
    answers = [Visitor().post("/sign-up", EVE).status for _ in range(5)]
    assert answers == [302, 302, 302, 429, 429]
    assert len(mails()) == 3
    refused = Visitor().post("/sign-up", EVE)
    assert "Please wait 60 minutes" in refused.page.one(class_="refusal").text
    assert refused.page.one(id="id_email").attributes["value"] == EVE["email"]


def test_one_network_does_not_send_mails_to_everybody() -> None:
    there = [Visitor(address=f"192.0.2.{number}") for number in range(22)]
    answers = [who.post("/forgot", {"email": f"x{n}@example.org"}).status for n, who in enumerate(there)]
    assert answers == [302] * 20 + [429] * 2
    assert Visitor(address="198.51.100.1").post("/forgot", {"email": "y@example.org"}).status == 302
