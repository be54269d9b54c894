"""`/forgot`, `/reset`: another password for whoever can read the mail of the account."""

from datetime import timedelta

import pytest
import time_machine

from tests.cast import PASSWORD, address
from tests.dashboard.mailbox import last_mail, link_in, mails
from tests.dashboard.visitor import Answer, Visitor

NEW = "another long enough one"
ALICE = address("Alice")


def asked(email: str = ALICE) -> str:
    Visitor().post("/forgot", {"email": email})
    return link_in(last_mail())


def opened(visitor: Visitor, path: str, new: str = NEW) -> Answer:
    assert visitor.get(path).location == "/reset"
    page = visitor.get("/reset").page
    return visitor.submit(page.one("form"), new=new)


def signs_in(password: str) -> bool:
    return Visitor().post("/sign-in", {"email": ALICE, "password": password}).status == 302


def test_a_link_sets_another_password_and_signs_every_device_out(alice: Visitor, clock: time_machine.Traveller) -> None:
    message_path, visitor = asked(), Visitor()
    answer = opened(visitor, message_path)
    assert (answer.status, answer.location) == (302, "/sign-in")
    assert "Your password is changed" in visitor.get("/sign-in").page.text
    assert signs_in(NEW)
    assert not signs_in(PASSWORD)
    assert alice.post("/create-organisation", {}).status == 400  # the form is looked at first, the session at a write
    clock.shift(timedelta(seconds=61))
    assert alice.get("/").location == "/sign-in"
    told = last_mail()
    assert (told.to, told.subject) == ([ALICE], "Your Tablero password was changed")


@pytest.mark.usefixtures("cast")
def test_a_known_address_is_answered_like_an_unknown_one() -> None:
    told = []
    for email in (ALICE, "nobody@example.org"):
        visitor = Visitor()
        answer = visitor.post("/forgot", {"email": email})
        page = visitor.get("/check-mail")
        told.append((answer.status, answer.headers, answer.asked, answer.response.cookies.output(), page.text))
    assert told[0] == told[1]
    assert told[0][2] == [("TransactWriteItems", "write")]
    assert [message.to for message in mails()] == [[ALICE]]


@pytest.mark.usefixtures("cast")
def test_the_mail_goes_to_the_stored_address_and_not_to_the_one_that_was_typed() -> None:
    Visitor().post("/forgot", {"email": "\uff41lice@EXAMPLE.org"})
    assert last_mail().to == [ALICE]


@pytest.mark.usefixtures("cast")
def test_a_link_works_once_and_looking_at_it_uses_nothing_up() -> None:
    path = asked()
    for _ in range(3):
        looker = Visitor()
        looker.get(path)
        assert looker.get("/reset").status == 200
    assert opened(Visitor(), path).status == 302
    late = Visitor()
    late.get(path)
    assert late.get("/reset").status == 410
    assert late.post("/reset", {"new": "a third long one"}).status == 410
    assert signs_in(NEW)


@pytest.mark.usefixtures("cast")
def test_a_link_ends_after_an_hour(clock: time_machine.Traveller) -> None:
    path = asked()
    clock.shift(timedelta(hours=1))
    late = Visitor()
    late.get(path)
    assert late.get("/reset").status == 410


@pytest.mark.usefixtures("cast")
def test_a_link_from_before_the_last_change_of_the_password_is_worth_nothing() -> None:
    older, newer = asked(), asked()
    opened(Visitor(), newer)
    late = Visitor()
    late.get(older)
    assert late.get("/reset").status == 410


@pytest.mark.parametrize("new", ["", "short", "password123", "alice@example.org", "x" * 1025, " " * 20])
@pytest.mark.usefixtures("cast")
def test_a_bad_password_is_refused_at_the_field_and_the_link_stays_good(new: str) -> None:
    path, visitor = asked(), Visitor()
    refused = opened(visitor, path, new)
    assert refused.status == 400
    assert refused.page.one(id="id_new_error").text
    assert visitor.submit(refused.page.one("form"), new=NEW).status == 302


@pytest.mark.usefixtures("cast")
def test_who_is_kept_out_by_others_attempts_gets_in_over_the_mailbox() -> None:
    for _ in range(6):
        Visitor().post("/sign-in", {"email": ALICE, "password": "a guess of somebody"})
        Visitor().post("/sign-up", {"name": "Alice", "email": ALICE, "password": "a guess of somebody"})
    fresh = Visitor()
    assert fresh.post("/sign-in", {"email": ALICE, "password": PASSWORD}).status == 429
    opened(fresh, asked())
    assert fresh.post("/sign-in", {"email": ALICE, "password": NEW}).location == "/"


@pytest.mark.usefixtures("cast")
def test_who_asks_for_all_the_mails_that_there_are_lets_the_owner_in() -> None:
    for _ in range(6):
        Visitor().post("/sign-in", {"email": ALICE, "password": "a guess of somebody"})
        Visitor().post("/forgot", {"email": ALICE})
    assert len(mails()) == 3
    fresh = Visitor()
    assert fresh.post("/forgot", {"email": ALICE}).status == 429
    opened(fresh, link_in(mails()[-1]))
    assert fresh.post("/sign-in", {"email": ALICE, "password": NEW}).location == "/"


@pytest.mark.parametrize(
    "email", ["", "x", "a@b@c", "x" * 300 + "@example.org", "eve\x00@example.org", "eve@straße.example"]
)
@pytest.mark.usefixtures("cast")
def test_an_address_that_is_none_is_refused_at_the_field(email: str) -> None:
    answer = Visitor().post("/forgot", {"email": email})
    assert answer.status == 400
    assert answer.page.one(id="id_email_error").text
    assert mails() == []
