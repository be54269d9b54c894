"""`/org/<org>/invitations…`: inviting, and what becomes of it, as those who invite see it."""

from __future__ import annotations

import logging
from datetime import timedelta
from email import message_from_bytes, policy
from typing import Any

import pytest
import time_machine

from dashboard import background
from tenants import ids
from tenants.errors import Busy
from tenants.invitations import LIFE
from tenants.policy import Plan, Role
from tenants.writes import orgs
from tenants.writes.ground import Actor
from tests.cast import ACME, NOW, OTHER, Cast, address, an_account
from tests.dashboard.html import Element
from tests.dashboard.mailbox import link_in, mails
from tests.dashboard.visitor import Answer, Visitor, signed_in
from tests.inviting import by_link, by_mail, demote

LIST = f"/org/{ACME}/invitations"
NEW = f"{LIST}/new"
LINK = f"{LIST}/link"
TWO = [("GetItem", "frame"), ("Query", "invitations")]
WRITE = [("BatchGetItem", "write"), ("Query", "invitations"), ("TransactWriteItems", "write")]
EVE = "eve@example.org"


def outcomes(answer: Answer) -> dict[str, str]:
    """What the page says became of each address."""
    return {row.one("bdi").text: row.attributes["data-outcome"] for row in answer.page.one(class_="outcomes").all("li")}


def row_of(visitor: Visitor, words: str) -> Element:
    """The row of the list that says this."""
    (row,) = [row for row in visitor.get(LIST).page.one(class_="invitations").all("li") if words in row.text]
    return row


def by_form(visitor: Visitor, emails: str, role: str = "member") -> Answer:
    return visitor.submit(visitor.get(NEW).page.one("form", id="by-mail"), emails=emails, role=role)


def a_link(visitor: Visitor, **fields: object) -> str:
    """Make a link with the form and answer with it, as the one page shows it."""
    answer = visitor.submit(visitor.get(NEW).page.one("form", id="by-link"), **fields)
    assert (answer.status, answer.location) == (302, LIST)
    return visitor.get(LIST).page.one("input", id="link").attributes["value"]


# --- by mail ------------------------------------------------------------------------------------


def test_addresses_are_invited_and_mailed_and_each_is_told_on_a_line_of_its_own(dana: Visitor) -> None:
    orgs.set_plan(ACME, Plan.PRO)
    by_form(dana, "known@example.org")
    answer = by_form(dana, f"Eve@Example.org\nknown@example.org, {address('Bob')}; adam@example.org", "viewer")
    assert answer.status == 200
    assert answer.asked == [*TWO, *WRITE]
    assert outcomes(answer) == {
        "Eve@Example.org": "invited",
        "known@example.org": "invited-before",
        "bob@example.org": "inside",
        "adam@example.org": "invited",
    }
    assert [message.to for message in mails()] == [["known@example.org"], ["Eve@Example.org"], ["adam@example.org"]]
    assert answer.page.one("textarea").text == ""
    assert "4 of 50 people 3 invited 43 seats left" in answer.page.one(class_="head-facts").text


def test_the_mail_says_who_invites_where_and_holds_one_link_of_ours(dana: Visitor) -> None:
    by_form(dana, EVE)
    (message,) = mails()
    assert message.subject == "Dana invites you to Acme"
    assert "Dana invites you to join Acme on Tablero, as member." in message.body
    assert "valid for 7 days and for this address alone" in message.body
    assert link_in(message).startswith("/invitation?key=")
    nobody = Visitor()
    assert nobody.get(link_in(message)).location == "/invitation"
    assert nobody.get("/invitation").page.one(id="invitation").attributes["data-standing"] == "sign-in"


def test_an_address_with_an_account_gets_the_same_answer_and_the_same_mail(alice: Visitor) -> None:
    told = []
    for email in (address("Charlie"), "nobody@example.org"):
        answer = by_form(alice, email)
        row = answer.page.one(class_="outcomes").text.replace(email, "X")
        message = mails()[-1]
        told.append((answer.status, answer.asked, row, message.subject, message.body.replace(link_in(message), "")))
        alice.post(f"{LIST}/{ids.derived_invitation_id(ACME, email)}/revoke")
    assert told[0] == told[1]


def test_addresses_without_a_seat_stay_in_the_field(alice: Visitor) -> None:
    answer = by_form(alice, f"{EVE} late@example.org", "viewer")
    assert outcomes(answer) == {EVE: "invited", "late@example.org": "no-seat"}
    form = answer.page.one("form", id="by-mail")
    assert form.one("textarea").text == "late@example.org"
    assert form.fields()["role"] == "viewer"
    assert len(mails()) == 1
    button = form.one("button")
    assert "disabled" in button.attributes
    reason = answer.page.one(id=button.attributes["aria-describedby"]).text
    assert reason.startswith("Your plan has 5 seats, and all are taken or promised.")


def test_the_headroom_stands_where_the_button_is_and_an_expired_one_is_in_nobodys_way(
    alice: Visitor, clock: time_machine.Traveller
) -> None:
    def button() -> str:
        return alice.get(NEW).page.one("form", id="by-mail").one("button").text

    assert button() == "Send invitations (1 left)"
    by_form(alice, EVE)
    assert button() == "Send invitations"
    clock.shift(LIFE)
    assert button() == "Send invitations (1 left)"
    assert outcomes(by_form(alice, "other@example.org")) == {"other@example.org": "invited"}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "This field is required."),
        (" ,;\n ", "This field is required."),
        ("eve", "“eve” is not an e-mail address."),
        ("eve@example.org adam@", "“adam@” is not an e-mail address."),
        ("eve@exa mple.org", "“eve@exa” is not an e-mail address."),
        ("<b>x</b>@example.org", "is not an e-mail address."),
        ("Eve <eve@example.org>", "“<eve@example.org>” is not an e-mail address."),
        ("\u202eeve@example.org", "is not an e-mail address."),
        ("eve@example.org%0d%0aBcc:adam@example.org", "is not an e-mail address."),
        ("x" * 250 + "@example.org", "is not an e-mail address."),
        ("eve@straße.example", "“eve@straße.example” is not an e-mail address."),
        (" ".join(f"{n}@example.org" for n in range(21)), "Invite at most 20 addresses at a time; these are 21."),
        ("x" * 6_000, "Ensure this value has at most"),
    ],
    ids=lambda text: ascii(text)[:30],
)
def test_what_is_no_address_is_named_and_nothing_typed_is_lost_and_nobody_invited(
    alice: Visitor, typed: str, said: str
) -> None:
    answer = by_form(alice, typed, "admin")
    assert answer.status == 400
    assert not answer.wrote
    form = answer.page.one("form", id="by-mail")
    assert said in form.one(class_="errorlist").text
    assert form.one("textarea").text.split() == typed.split()
    assert form.fields()["role"] == "admin"
    assert mails() == []


def test_line_breaks_part_addresses_and_never_headers(alice: Visitor) -> None:
    orgs.set_plan(ACME, Plan.PRO)
    answer = by_form(alice, "eve@example.org\r\nBcc:\r\nadam@example.org")
    assert answer.status == 400
    by_form(alice, "eve@example.org\r\nadam@example.org")
    for message in mails():
        parsed = message_from_bytes(message.message().as_bytes(), policy=policy.default)
        assert parsed["Bcc"] is None
        assert len(message.to) == 1


def test_an_international_domain_is_mailed_as_it_was_typed_and_invited_once(alice: Visitor) -> None:
    orgs.set_plan(ACME, Plan.PRO)
    answer = by_form(alice, "ana@b\u00fccher.example ana@xn--bcher-kva.example")
    assert outcomes(answer) == {"ana@b\u00fccher.example": "invited"}
    (message,) = mails()
    parsed = message_from_bytes(message.message().as_bytes(), policy=policy.default)
    assert "xn--bcher-kva.example" in parsed["To"]


@pytest.mark.parametrize(
    "name",
    [
        "https://evil.example/win",
        "Win at evil.example",
        "mail me@evil.example",
        "www\uff0eevil\u3002example",
        "<a href=//evil.example>",
    ],
)
def test_names_carry_no_link_into_a_mail(cast: Cast, name: str) -> None:
    evil = an_account(name)
    actor = Actor(evil)
    org = orgs.create(actor, f"org-{ids.random_id(10)}", name, "UTC", NOW)
    visitor = signed_in(actor, name)
    visitor.post(f"/org/{org}/invitations/new", {"emails": address("Charlie"), "role": "member"})
    (message,) = mails()
    for text in (message.subject, message.body, message.alternatives[0][0]):
        assert "evil.example" not in text.replace("\uff0e", ".").replace("\u3002", ".")
        assert "@evil" not in text
        assert text.count("://") == text.count("http://127.0.0.1:8000")
    assert "\n" not in message.subject
    assert cast.charlie.user


@pytest.mark.parametrize("role", ["owner", "", "king", "OWNER", "member\n"])
def test_nobody_is_invited_as_an_owner_or_as_nothing(alice: Visitor, role: str) -> None:
    for answer in (
        alice.post(NEW, {"emails": EVE, "role": role}),
        alice.post(LINK, {"role": role, "cap": "3", "domains": ""}),
    ):
        assert answer.status == 400
        assert not answer.wrote


def test_too_many_are_refused_at_the_form_with_the_time_to_wait(
    cast: Cast, alice: Visitor, clock: time_machine.Traveller
) -> None:
    orgs.set_plan(ACME, Plan.ENTERPRISE)
    for many in range(3):
        by_form(alice, " ".join(f"{many}-{n}@example.org" for n in range(20)))
    answer = by_form(alice, EVE)
    assert answer.status == 429
    form = answer.page.one("form", id="by-mail")
    assert "tried too often" in form.one(class_="errorlist").text
    assert form.one("textarea").text == EVE
    assert alice.submit(alice.get(NEW).page.one("form", id="by-link")).status == 429
    again = by_mail(cast.dana, "again@example.org").id
    assert alice.post(f"{LIST}/{again}/renew").status == 429
    assert len(mails()) == 60
    clock.shift(timedelta(days=1))
    assert outcomes(by_form(alice, EVE)) == {EVE: "invited"}


def test_mail_that_cannot_be_handed_over_is_told_and_the_invitation_can_be_sent_again(
    alice: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: object) -> None:
        raise Busy("full")

    with monkeypatch.context() as patched:
        patched.setattr(background, "later", full)
        assert outcomes(by_form(alice, EVE)) == {EVE: "not-mailed"}
        alice.post(row_of(alice, EVE).all("form")[1].attributes["action"])
        assert "could not be sent" in alice.get(LIST).page.one(class_="messages").text
    assert mails() == []
    alice.submit(row_of(alice, EVE).all("form")[1])
    assert [message.to for message in mails()] == [[EVE]]


def test_the_log_of_a_mail_server_that_refuses_tells_no_token_and_no_address(
    alice: Visitor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    kept: list[Any] = []

    def refuse(self: Any, *_: object, **__: object) -> int:
        kept.append(self)
        raise OSError(f"no such user {self.to}")

    monkeypatch.setattr("django.core.mail.EmailMultiAlternatives.send", refuse)
    monkeypatch.setattr("dashboard.mail.time.sleep", lambda _: None)
    with caplog.at_level(logging.DEBUG):
        by_form(alice, EVE)
        mails()
    assert len(kept) == 3
    assert link_in(kept[0]).rpartition("=")[2] not in caplog.text
    assert EVE not in caplog.text


# --- by link ------------------------------------------------------------------------------------


def test_a_link_is_shown_once_on_the_list_and_nowhere_again(alice: Visitor) -> None:
    answer = alice.submit(
        alice.get(NEW).page.one("form", id="by-link"), cap="3", domains="@Example.org, b\u00fccher.example"
    )
    assert answer.asked == [*TWO, *WRITE]
    shown = alice.get(LIST)
    assert shown.asked == TWO
    link = shown.page.one("input", id="link").attributes["value"]
    assert link.startswith("http://127.0.0.1:8000/invitation?key=")
    token = link.rpartition("=")[2]
    row = row_of(alice, "Link for")
    assert "b\u00fccher.example, example.org" in row.text
    assert "used 0 of 3 times" in row.text
    again = alice.get(LIST)
    assert not again.page.has("input", id="link")
    for page in (again, alice.get(NEW), alice.get(f"/org/{ACME}/members"), alice.get(f"/org/{ACME}/activity")):
        assert token not in page.text + str(page.headers) + page.response.cookies.output()


def test_a_new_link_of_one_organisation_is_not_shown_in_another(cast: Cast, alice: Visitor) -> None:
    orgs.join(cast.charlie, OTHER, cast.alice.user, Role.ADMIN, NOW)
    alice.submit(alice.get(NEW).page.one("form", id="by-link"))
    assert not alice.get(f"/org/{OTHER}/invitations").page.has("input", id="link")
    assert alice.get(LIST).page.has("input", id="link")


def test_a_cookie_that_we_did_not_sign_shows_nothing(alice: Visitor) -> None:
    alice.client.cookies["invitation-link"] = "forged"
    assert not alice.get(LIST).page.has("input", id="link")


def test_the_form_of_a_link_sent_twice_makes_one_and_shows_the_one_that_is_valid(alice: Visitor) -> None:
    form = alice.get(NEW).page.one("form", id="by-link")
    alice.submit(form)
    first = alice.get(LIST).page.one("input", id="link").attributes["value"]
    alice.submit(form)
    second = alice.get(LIST).page.one("input", id="link").attributes["value"]
    assert len(alice.get(LIST).page.one(class_="invitations").all("li")) == 1
    for link, standing in ((first, "gone"), (second, "sign-in")):
        nobody = Visitor()
        nobody.get(link.removeprefix("http://127.0.0.1:8000"))
        assert nobody.get("/invitation").page.one(id="invitation").attributes["data-standing"] == standing


@pytest.mark.parametrize(
    ("fields", "field", "said"),
    [
        ({"cap": "0"}, "cap", "greater than or equal to 1"),
        ({"cap": "251"}, "cap", "less than or equal to 250"),
        ({"cap": "many"}, "cap", "whole number"),
        ({"cap": ""}, "cap", "required"),
        ({"domains": "exa$mple.org"}, "domains", "“exa$mple.org” is not a domain."),
        ({"domains": "straße.example"}, "domains", "“straße.example” is not a domain."),
        ({"domains": "example"}, "domains", "“example” is not a domain."),
        ({"domains": "example.org\r\nSet-Cookie:"}, "domains", "“Set-Cookie:” is not a domain."),
        ({"domains": "a@b.example"}, "domains", "is not a domain."),
        ({"domains": "*.example.org"}, "domains", "is not a domain."),
        ({"domains": "ex\u200bample.org"}, "domains", "is not a domain."),
        ({"domains": " ".join(f"d{n}.example" for n in range(21))}, "domains", "At most 20 domains."),
    ],
    ids=ascii,
)
def test_what_is_wrong_with_a_link_is_said_at_its_field(
    alice: Visitor, fields: dict[str, str], field: str, said: str
) -> None:
    answer = alice.submit(alice.get(NEW).page.one("form", id="by-link"), **fields)
    assert answer.status == 400
    assert not answer.wrote
    form = answer.page.one("form", id="by-link")
    (wrong,) = [element for element in form.walk() if "wrong" in element.attributes.get("class", "").split()]
    assert wrong.one("input").attributes["name"] == field
    assert "autofocus" in wrong.one("input").attributes
    assert said in wrong.one(class_="errorlist").text
    assert wrong.one("input").attributes.get("value", "").split() == fields[field].split()


# --- the list -----------------------------------------------------------------------------------


def test_the_list_costs_two_requests_and_shows_what_is_out_newest_first(
    cast: Cast, alice: Visitor, clock: time_machine.Traveller
) -> None:
    orgs.set_plan(ACME, Plan.PRO)
    for number in range(3):
        by_mail(cast.dana, f"{number}@example.org", role=Role.VIEWER, now=NOW + timedelta(seconds=number))
    by_link(cast.alice, cap=4, now=NOW + timedelta(seconds=9))
    clock.shift(timedelta(seconds=10))
    answer = alice.get(LIST)
    assert answer.asked == TWO
    rows = answer.page.one(class_="invitations").all("li")
    assert [row.one(class_="people-name").text for row in rows] == [
        "Link for everybody who has it",
        *("2@example.org", "1@example.org", "0@example.org"),
    ]
    assert "Valid until 22 Sep 2026 · by Dana" in rows[1].text
    assert rows[1].all("option", selected="")[0].text == "viewer"
    assert "4 of 50 people 3 invited 43 seats left" in answer.page.one(class_="head-facts").text


def test_nobody_is_invited_yet_and_the_page_says_so(alice: Visitor) -> None:
    page = alice.get(LIST).page
    assert page.one(class_="empty").text == "No invitation is out."
    assert page.has("a", href=NEW)


def test_an_expired_one_and_a_void_one_are_marked(cast: Cast, alice: Visitor, clock: time_machine.Traveller) -> None:
    orgs.set_plan(ACME, Plan.PRO)
    by_mail(cast.alice, "old@example.org", now=NOW - LIFE)
    actor = an_account("Gone")
    orgs.join(cast.alice, ACME, actor, Role.ADMIN, NOW)
    by_mail(Actor(actor), "void@example.org")
    demote(actor, None)
    assert "Expired 15 Sep 2026" in row_of(alice, "old@example.org").text
    assert "Worth nothing: Gone may not invite any more." in row_of(alice, "void@example.org").text
    for row in alice.get(LIST).page.one(class_="invitations").all("li"):
        assert row.attributes["class"] == "over"
    alice.submit(row_of(alice, "void@example.org").all("form")[1])
    assert "by Alice" in row_of(alice, "void@example.org").text
    clock.shift(1)


def test_sent_again_it_has_another_link_and_the_first_opens_nothing(alice: Visitor) -> None:
    by_form(alice, EVE)
    answer = alice.submit(row_of(alice, EVE).all("form")[1])
    assert (answer.status, answer.location) == (302, LIST)
    assert answer.asked == [("BatchGetItem", "write"), ("BatchGetItem", "invitation"), ("TransactWriteItems", "write")]
    assert "Sent again to eve@example.org" in alice.get(LIST).page.one(class_="messages").text
    first, second = (link_in(message) for message in mails())
    for link, standing in ((first, "gone"), (second, "sign-in")):
        nobody = Visitor()
        nobody.get(link)
        assert nobody.get("/invitation").page.one(id="invitation").attributes["data-standing"] == standing


def test_the_role_is_changed_before_they_accept(cast: Cast, alice: Visitor) -> None:
    by_mail(cast.dana, EVE)
    answer = alice.submit(row_of(alice, EVE).all("form")[0], role="viewer")
    assert answer.asked == [("BatchGetItem", "write"), ("TransactWriteItems", "write")]
    assert row_of(alice, EVE).all("form")[0].fields()["role"] == "viewer"
    refused = alice.submit(row_of(alice, EVE).all("form")[0], role="owner")
    assert refused.status == 409
    assert not refused.wrote


def test_a_withdrawn_one_leaves_the_list_and_its_place(cast: Cast, alice: Visitor) -> None:
    by_mail(cast.dana, EVE)
    answer = alice.submit(row_of(alice, EVE).all("form")[2])
    assert answer.location == LIST
    assert answer.asked == [("BatchGetItem", "write"), ("TransactWriteItems", "write")]
    page = alice.get(LIST).page
    assert page.has(class_="empty")
    assert "1 seat left" in page.text
    assert alice.submit(alice.get(NEW).page.one("form", id="by-mail"), emails=EVE).status == 200


@pytest.mark.parametrize("act", ["renew", "role", "revoke"])
@pytest.mark.parametrize("made", ["0" * 16, "z" * 16])
def test_an_invitation_that_is_not_there_is_no_page(alice: Visitor, act: str, made: str) -> None:
    assert alice.post(f"{LIST}/{made}/{act}", {"role": "viewer"}).status == 404
    for bad in ("x", "0" * 15, "0" * 17, "%23", f"{'0' * 15}%0a"):
        answer = alice.post(f"{LIST}/{bad}/{act}", {"role": "viewer"})
        assert (answer.status, answer.calls) == (404, [])


def test_the_addresses_of_those_invited_are_for_those_who_invite(cast: Cast, bob: Visitor, vic: Visitor) -> None:
    by_mail(cast.alice, EVE)
    paths = ("members", "members.csv", "activity", "activity.csv", "dashboard", "find?q=eve")
    for visitor in (bob, vic):
        assert visitor.get(LIST).status == 403
        for path in paths:
            assert EVE not in visitor.get(f"/org/{ACME}/{path}").text, path


def test_the_first_steps_of_a_new_organisation_lead_here(charlie: Visitor) -> None:
    page = charlie.get(f"/org/{OTHER}/dashboard").page
    (link,) = [a for a in page.one(class_="card steps").all("a") if a.text == "Invite people"]
    assert charlie.get(link.attributes["href"]).page.has("form", id="by-mail")
