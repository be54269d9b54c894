"""`/invitation`: every screen of somebody who was invited, and what is left of the token behind it."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

import pytest
import time_machine
from django.core import signing

from dashboard import carried
from tenants import ids, keys
from tenants.invitations import LIFE
from tenants.policy import Plan, Role
from tenants.reads import slices
from tenants.reads.invitations import of_org
from tenants.writes import invitation_life, orgs
from tenants.writes.ground import Actor
from tests.cast import ACME, NOW, OTHER, Cast, address, an_account
from tests.dashboard.html import Element
from tests.dashboard.visitor import Answer, Visitor, remember_session, signed_in
from tests.inviting import Out, by_link, by_mail, demote
from tests.tenants.partition import set_raw

HERE = "/invitation"
TWO = [("GetItem", "link"), ("BatchGetItem", "invitation")]
CHARLIE = address("Charlie")


def opened(visitor: Visitor, out: Out) -> Answer:
    """Open the link of an invitation and follow where it leads."""
    first = visitor.get(f"{HERE}?key={out.secret}")
    assert (first.status, first.location, first.calls) == (302, HERE, [])
    return visitor.get(HERE)


def shown(answer: Answer) -> tuple[int, str]:
    """The screen: its status, and what the page says that it is."""
    return answer.status, answer.page.one(id="invitation").attributes["data-standing"]


def accept(visitor: Visitor, page: Element) -> Answer:
    return visitor.submit(page.one("form", id="accept"))


# --- the screens --------------------------------------------------------------------------------


def test_who_is_not_signed_in_is_told_what_it_is_and_comes_back_after_signing_in(cast: Cast, nobody: Visitor) -> None:
    answer = opened(nobody, by_mail(cast.dana, CHARLIE, role=Role.VIEWER))
    assert shown(answer) == (200, "sign-in")
    assert answer.asked == TWO
    page = answer.page
    assert page.one("h1").text == "Join Acme"
    assert "Dana invites you as viewer, at charlie@example.org." in page.text
    ways = {link.text: link.attributes["href"] for link in page.one(id="invitation").all("a")}
    assert ways == {"Sign in": "/sign-in?next=/invitation", "Create an account": "/sign-up?next=/invitation"}
    form = nobody.get(ways["Sign in"]).page.one("form", action="/sign-in")
    back = nobody.submit(form, email=CHARLIE, password="correct horse battery")
    assert back.location == HERE
    assert shown(nobody.get(HERE)) == (200, "open")


def test_who_was_invited_joins_with_one_press_and_is_where_the_work_is(cast: Cast, charlie: Visitor) -> None:
    answer = opened(charlie, by_mail(cast.dana, CHARLIE, role=Role.VIEWER))
    assert shown(answer) == (200, "open")
    joined = accept(charlie, answer.page)
    assert (joined.status, joined.location) == (302, f"/org/{ACME}/dashboard")
    assert joined.asked == [("BatchGetItem", "invitation"), ("BatchGetItem", "write"), ("TransactWriteItems", "write")]
    assert charlie.client.cookies[carried.TOKEN].value == ""
    page = charlie.get(joined.location).page
    assert page.shown("viewer-role") == "viewer"
    assert page.one(class_="messages").text == "Welcome aboard."
    told = charlie.get(f"/org/{ACME}/activity").page.one(class_="events").all("p")
    assert "Charlie joined Acme" in [line.text for line in told]


def test_the_second_half_of_a_double_click_leads_to_the_same_place(cast: Cast, charlie: Visitor) -> None:
    answer = opened(charlie, by_mail(cast.dana, CHARLIE))
    other = charlie.copied()
    assert accept(charlie, answer.page).location == accept(other, answer.page).location == f"/org/{ACME}/dashboard"
    assert len(slices.frame(ACME, cast.alice.user).people) == 5


def test_another_account_hears_which_address_was_invited_and_may_come_as_another(cast: Cast, charlie: Visitor) -> None:
    answer = opened(charlie, by_mail(cast.dana, "eve@example.org"))
    assert shown(answer) == (200, "wrong-account")
    page = answer.page
    assert "at eve@example.org" in page.text
    assert "You are signed in as charlie@example.org." in page.text
    assert not page.has("form", id="accept")
    out = charlie.submit(page.one("form", action="/sign-out"))
    assert out.location == "/sign-in?next=%2Finvitation"
    assert shown(charlie.get(HERE)) == (200, "sign-in")


def test_the_screen_of_another_account_does_not_depend_on_whether_the_address_has_one(
    cast: Cast, charlie: Visitor
) -> None:
    orgs.set_plan(ACME, Plan.PRO)
    told = []
    for email in ("nobody@example.org", "someone@example.org"):
        if email.startswith("some"):
            from tenants.writes import accounts  # noqa: PLC0415 - for this test alone

            accounts.sign_up("Someone", email, None, NOW)
        answer = opened(charlie, by_mail(cast.dana, email))
        anonymous = opened(Visitor(), by_mail(cast.dana, f"x-{email}"))
        told.append((answer.asked, str(answer.page.one(id="invitation").text).replace(email, ""), anonymous.asked))
    assert told[0] == told[1]


def test_another_domain_hears_which_domains_are_meant(cast: Cast, charlie: Visitor) -> None:
    answer = opened(charlie, by_link(cast.dana, "other.example", "b\u00fccher.example"))
    assert shown(answer) == (200, "wrong-domain")
    assert "The link is for people with an address at b\u00fccher.example, other.example." in answer.page.text
    assert not answer.page.has("form", id="accept")
    anonymous = opened(Visitor(), by_link(cast.dana, "other.example"))
    assert "It is for people with an address at other.example." in anonymous.page.text


def test_an_expired_one_says_so_from_that_second_on(cast: Cast, nobody: Visitor, clock: time_machine.Traveller) -> None:
    out = by_mail(cast.dana, CHARLIE)
    clock.move_to(NOW + LIFE - timedelta(seconds=1))
    assert shown(opened(nobody, out)) == (200, "sign-in")
    clock.move_to(NOW + LIFE)
    answer = nobody.get(HERE)
    assert shown(answer) == (410, "expired")
    assert "it was valid until 22 September 2026. Ask Dana to send it again." in answer.page.text
    clock.move_to(NOW + 2 * LIFE)
    assert shown(opened(nobody, out)) == (404, "gone")


def test_a_member_is_led_to_the_organisation(cast: Cast, bob: Visitor) -> None:
    answer = opened(bob, by_mail(cast.dana, CHARLIE))
    assert shown(answer) == (200, "inside")
    assert answer.page.one(id="invitation").one("a").attributes["href"] == f"/org/{ACME}/dashboard"


def test_a_full_organisation_says_so_and_keeps_the_invitation(cast: Cast, charlie: Visitor) -> None:
    out = by_mail(cast.dana, CHARLIE)
    orgs.join(cast.alice, ACME, an_account(), Role.VIEWER, NOW)
    answer = opened(charlie, out)
    assert shown(answer) == (200, "full")
    assert "stays valid until 22 September 2026" in answer.page.text
    orgs.set_plan(ACME, Plan.PRO)
    assert shown(charlie.get(HERE)) == (200, "open")


def test_a_seat_that_is_gone_at_the_press_of_the_button_is_told_by_the_page(cast: Cast, charlie: Visitor) -> None:
    answer = opened(charlie, by_mail(cast.dana, CHARLIE))
    orgs.join(cast.alice, ACME, an_account(), Role.VIEWER, NOW)
    assert accept(charlie, answer.page).location == HERE
    assert shown(charlie.get(HERE)) == (200, "full")


def test_a_link_that_is_used_up_says_so(cast: Cast, charlie: Visitor, nobody: Visitor) -> None:
    out = by_link(cast.dana, cap=1)
    accept(charlie, opened(charlie, out).page)
    answer = opened(nobody, out)
    assert shown(answer) == (410, "used-up")
    assert shown(opened(charlie, out)) == (200, "inside")


def test_unknown_withdrawn_replaced_void_and_deleted_are_one_page(cast: Cast) -> None:
    orgs.set_plan(ACME, Plan.PRO)

    def of(happens: object) -> str:
        out = by_mail(cast.dana, CHARLIE)
        happens(out)  # type: ignore[operator]  # each takes the invitation
        visitor = Visitor()
        answer = opened(visitor, out)
        assert shown(answer) == (404, "gone")
        assert visitor.client.cookies[carried.TOKEN].value == ""
        return answer.text

    texts = {Visitor().get(HERE).text, opened(Visitor(), Out("", "A" * 43)).text}
    texts.add(of(lambda out: invitation_life.revoke(cast.alice, ACME, out.id, NOW)))
    texts.add(of(lambda out: invitation_life.renew(cast.alice, ACME, out.id, NOW)))
    invitation_life.revoke(cast.alice, ACME, ids.derived_invitation_id(ACME, CHARLIE), NOW)
    texts.add(of(lambda _: demote(cast.dana.user, Role.MEMBER)))
    demote(cast.dana.user, Role.ADMIN)
    invitation_life.revoke(cast.alice, ACME, ids.derived_invitation_id(ACME, CHARLIE), NOW)
    texts.add(of(lambda _: set_raw(keys.metadata(ACME), "state", {"S": "gone"})))
    assert len(texts) == 1
    for word in ("Acme", "Dana", CHARLIE):
        assert word not in texts.pop() if len(texts) > 1 else True
    (text,) = texts or {Visitor().get(HERE).text}
    assert not [word for word in ("Acme", "Dana", CHARLIE, ACME) if word in text]


def test_a_demotion_of_the_inviter_while_the_page_is_open_ends_it(cast: Cast, charlie: Visitor) -> None:
    answer = opened(charlie, by_mail(cast.dana, CHARLIE))
    demote(cast.dana.user, Role.VIEWER)
    assert accept(charlie, answer.page).location == HERE
    assert shown(charlie.get(HERE)) == (404, "gone")
    assert charlie.get(f"/org/{ACME}/dashboard").status == 404


def test_an_ex_member_does_not_come_back_by_the_link_that_they_used(cast: Cast, charlie: Visitor) -> None:
    out = by_mail(cast.dana, CHARLIE)
    answer = opened(charlie, out)
    accept(charlie, answer.page)
    demote(cast.charlie.user, None)
    assert shown(opened(charlie, out)) == (404, "gone")
    assert accept(charlie, answer.page).location == HERE
    assert charlie.get(f"/org/{ACME}/dashboard").status == 404


# --- where the token is -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "token",
    [
        "",
        "x",
        "A" * 42,
        "A" * 44,
        "A" * 3_000,
        "accept%00",
        "%0d%0aSet-Cookie:x=1",
        "%F0%9F%98%80",
        "..",
        "A" * 42 + "%0a",
    ],
)
def test_what_is_no_token_is_not_carried_and_not_looked_up(nobody: Visitor, token: str) -> None:
    first = nobody.get(f"{HERE}?key={token}")
    assert (first.status, first.location, first.calls) == (302, HERE, [])
    assert first.response.cookies[carried.TOKEN].value == ""
    answer = nobody.get(HERE)
    assert (shown(answer), answer.calls) == ((404, "gone"), [])


def test_a_program_that_follows_links_uses_nothing_up(cast: Cast, charlie: Visitor) -> None:
    out = by_mail(cast.dana, CHARLIE)
    robot = Visitor()
    for _ in range(3):
        opened(robot, out)
        assert robot.ask("head", f"{HERE}?key={out.secret}").status == 302
        assert robot.ask("head", HERE).status == 200
    assert shown(opened(charlie, out)) == (200, "open")


def test_the_token_is_in_no_address_page_or_header_after_the_first_request(cast: Cast, charlie: Visitor) -> None:
    out = by_mail(cast.dana, CHARLIE)
    first = charlie.get(f"{HERE}?key={out.secret}")
    assert out.secret not in first.text + str(first.headers)
    cookie = first.response.cookies[carried.TOKEN]
    assert cookie["httponly"] is True
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == 3600
    page = charlie.get(HERE)
    assert out.secret not in page.text + str(page.headers)
    assert page.headers["Cache-Control"] == "no-store"
    joined = accept(charlie, page.page)
    for answer in (joined, charlie.get(joined.location), charlie.get("/")):
        assert out.secret not in answer.text + str(answer.headers) + answer.response.cookies.output()


def test_no_log_line_holds_a_token(
    cast: Cast, charlie: Visitor, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = by_mail(cast.dana, CHARLIE)
    with caplog.at_level(logging.DEBUG):
        opened(charlie, out)
        charlie.ask("delete", f"{HERE}?key={out.secret}")
        Visitor(host="evil.example").get(f"{HERE}?key={out.secret}")
        with monkeypatch.context() as patched:
            patched.setattr("dashboard.carried.hold", lambda *_: 1 / 0)
            charlie.client.raise_request_exception = False
            assert charlie.get(f"{HERE}?key={out.secret}").status == 500
    lines = [formatted(record) for record in caplog.records]
    assert len([line for line in lines if HERE in line]) >= 2
    assert not [line for line in lines if out.secret in line]


def formatted(record: logging.LogRecord) -> str:
    from dashboard.logs import OneLine  # noqa: PLC0415 - for this test alone

    return OneLine().format(record)


@pytest.mark.parametrize("value", ["", "x", "a.b.c", "\u00e9", "x" * 4000])
def test_a_cookie_that_we_did_not_sign_opens_nothing(charlie: Visitor, value: str) -> None:
    charlie.client.cookies[carried.TOKEN] = value
    answer = charlie.get(HERE)
    assert (shown(answer), answer.calls) == ((404, "gone"), [])
    refused = charlie.post("/invitation/accept")
    assert (refused.location, refused.wrote) == (HERE, False)


def test_a_cookie_signed_for_something_else_opens_nothing(cast: Cast, charlie: Visitor) -> None:
    out = by_mail(cast.dana, CHARLIE)
    charlie.client.cookies[carried.TOKEN] = signing.dumps(out.secret, salt="session")
    assert charlie.get(HERE).calls == []


def test_the_token_is_carried_for_an_hour(cast: Cast, nobody: Visitor, clock: time_machine.Traveller) -> None:
    out = by_mail(cast.dana, CHARLIE)
    opened(nobody, out)
    clock.shift(timedelta(hours=1, seconds=1))
    assert shown(nobody.get(HERE)) == (404, "gone")
    assert shown(opened(nobody, out)) == (200, "sign-in")


def test_home_tells_of_an_invitation_that_was_opened_and_not_answered_at_no_cost(cast: Cast, charlie: Visitor) -> None:
    plain = charlie.get("/")
    assert not plain.page.has("a", href=HERE)
    opened(charlie, by_mail(cast.dana, CHARLIE))
    answer = charlie.get("/")
    assert answer.page.has("a", href=HERE)
    assert answer.asked == plain.asked
    accept(charlie, charlie.get(HERE).page)
    assert not charlie.get("/").page.has("a", href=HERE)


# --- who sends it -------------------------------------------------------------------------------


def test_accepting_asks_for_a_session_and_says_nothing_to_nobody(cast: Cast, nobody: Visitor) -> None:
    opened(nobody, by_mail(cast.dana, CHARLIE))
    answer = nobody.post("/invitation/accept")
    assert answer.location == "/sign-in"
    assert answer.calls == []


def test_an_old_form_of_somebody_who_signed_out_lets_nobody_in(cast: Cast, charlie: Visitor) -> None:
    answer = opened(charlie, by_mail(cast.dana, CHARLIE))
    stolen = charlie.copied()
    charlie.post("/sign-out")
    refused = accept(stolen, answer.page)
    assert refused.location.startswith("/sign-in")
    assert not refused.wrote
    assert len(slices.frame(ACME, cast.alice.user).people) == 4


@pytest.mark.parametrize("org", ["", "x", OTHER, "no-such-org", "ACME-works", "acme-works#", "../sign-in", "a" * 4000])
def test_the_organisation_that_a_form_names_is_no_way_into_it(cast: Cast, org: str, bob: Visitor) -> None:
    answer = bob.post("/invitation/accept", {"org": org})
    assert (answer.location, answer.wrote) == (HERE, False)
    assert (("GetItem", "frame") in answer.asked) == (org in {OTHER, "no-such-org"}), "nothing strange reaches a key"
    assert bob.post("/invitation/accept", {"org": ACME}).location == f"/org/{ACME}/dashboard"
    assert cast.bob.user


def test_a_session_that_ended_sees_the_page_of_somebody_who_is_not_signed_in(
    cast: Cast, charlie: Visitor, clock: time_machine.Traveller
) -> None:
    out = by_mail(cast.dana, CHARLIE)
    assert shown(opened(charlie, out)) == (200, "open")
    stolen = charlie.copied()
    charlie.post("/sign-out")
    clock.shift(timedelta(seconds=61))
    assert shown(opened(stolen, out)) == (200, "sign-in")


@pytest.mark.parametrize(
    "name", ["<script>x</script>", "{{ page.org_id }}", "\u202eevil", "A" * 60, 'O\'Neil & "Sons"']
)
def test_names_are_shown_as_names(cast: Cast, name: str, charlie: Visitor) -> None:
    user = an_account(name)
    remember_session(user, name)
    org = orgs.create(Actor(user), f"org-{ids.random_id(10)}", name, "UTC", NOW)
    page = opened(charlie, by_mail(Actor(user), CHARLIE, org=org)).page
    assert name.removeprefix("\u202e") in page.one("h1").text
    assert not page.has("script")
    assert cast.charlie.user


def test_both_ways_of_joining_show_on_the_members_page(cast: Cast, charlie: Visitor, alice: Visitor) -> None:
    orgs.set_plan(ACME, Plan.PRO)
    user = an_account("Linked")
    remember_session(user, "Linked")
    linked = signed_in(Actor(user))
    for visitor, out in ((charlie, by_mail(cast.dana, CHARLIE)), (linked, by_link(cast.dana, "example.org"))):
        assert accept(visitor, opened(visitor, out).page).location == f"/org/{ACME}/dashboard"
    assert "6 of 50 people" in alice.get(f"/org/{ACME}/members").page.text
    assert isinstance(NOW, datetime)
    assert [row.uses for row in of_org(ACME, cast.alice.user, NOW).pending] == [1]
