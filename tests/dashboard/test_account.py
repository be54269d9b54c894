"""`/account` and what lies behind it: person, devices, password, address, deletion."""

from datetime import timedelta

import pytest
import time_machine

from dashboard.devices import spoken
from tenants.errors import MailNotSent
from tenants.reads.account import account as read_account
from tenants.reads.accounts import user_by_address
from tests.cast import ACME, NOW, PASSWORD, Cast, address
from tests.dashboard.html import Element
from tests.dashboard.mailbox import last_mail, link_in, mails
from tests.dashboard.visitor import Answer, Visitor

NEW = "another long enough one"
CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1"


def somewhere(agent: str = CHROME, network: str = "192.0.2.7", email: str = address("Bob")) -> Visitor:
    visitor = Visitor(address=network)
    assert (
        visitor.client.post(
            "/sign-in", {"email": email, "password": PASSWORD}, headers={"User-Agent": agent}
        ).status_code
        == 302
    )
    return visitor


def devices(answer: Answer) -> list[str]:
    return [row.text for row in answer.page.one("ul", class_="devices").all("li")]


def form(visitor: Visitor, path: str = "/account") -> Element:
    return next(one for action, one in visitor.get(path).page.forms().items() if action == path)


# --- person -----------------------------------------------------------------------------------------------------------


def test_the_page_is_one_request_and_every_page_leads_to_it(bob: Visitor) -> None:
    for path in ("/", f"/org/{ACME}/dashboard"):
        assert bob.get(path).page.one("a", class_="who-name").attributes["href"] == "/account"
    answer = bob.get("/account")
    assert answer.asked == [("Query", "my-account")]
    assert address("Bob") in answer.page.text


def test_a_name_is_changed_here_and_in_the_organisations(bob: Visitor) -> None:
    answer = bob.submit(form(bob), name="Robert", zone="Europe/Berlin")
    assert (answer.status, answer.location) == (302, "/account")
    shown = bob.get("/account").page
    assert shown.one(class_="who-name").text == "Robert"
    assert "Saved." in shown.text
    assert bob.get(f"/org/{ACME}/members").page.one(class_="who-name").text == "Robert"
    assert "Robert" in [a.text for a in bob.get(f"/org/{ACME}/members").page.one("ul", class_="people").all("a")]


def test_another_device_shows_the_new_name_within_a_minute(bob: Visitor, clock: time_machine.Traveller) -> None:
    other = somewhere()
    bob.submit(form(bob), name="Robert")
    clock.shift(timedelta(seconds=61))
    assert other.get("/").page.one(class_="who-name").text == "Robert"


@pytest.mark.parametrize(
    ("name", "said"),
    [("", "required"), (" \u200b ", "Tell us your name"), ("x" * 61, "at most 60"), ("a\x00b", "Null")],
)
def test_a_name_that_is_none_is_refused_at_its_field_and_stays_typed(bob: Visitor, name: str, said: str) -> None:
    answer = bob.submit(form(bob), name=name)
    assert answer.status == 400
    assert said in answer.page.one(id="id_name_error").text


@pytest.mark.parametrize(("field", "value"), [("zone", "Mars/Base"), ("zone", "../../etc/passwd"), ("language", "xx")])
def test_a_zone_or_language_that_is_none_is_refused(bob: Visitor, field: str, value: str) -> None:
    answer = bob.submit(form(bob), **{field: value})
    assert answer.status == 400
    assert answer.page.one(id=f"id_{field}_error").text


def test_what_is_due_today_on_the_home_goes_by_the_persons_own_zone(
    cast: Cast, bob: Visitor, clock: time_machine.Traveller
) -> None:
    from datetime import date  # noqa: PLC0415 - for this test alone

    from tests.cast import a_project, a_task  # noqa: PLC0415 - the same

    a_task(cast.alice, a_project(cast.alice), due=date(2026, 9, 16), assignee=cast.bob.user)
    clock.move_to(NOW.replace(hour=23))
    bob.get("/")
    assert bob.get("/").page.one(class_="group").attributes["data-when"] == "later"
    bob.submit(form(bob), zone="Asia/Tokyo")
    assert bob.get("/").page.one(class_="group").attributes["data-when"] == "today"


def test_pages_and_mails_are_in_the_persons_language(bob: Visitor) -> None:
    bob.submit(form(bob), language="es")
    assert bob.get("/account").page.one("html").attributes["lang"] == "es"
    assert bob.get("/sign-in").page.one("html").attributes["lang"] == "es"
    Visitor().post("/forgot", {"email": address("Bob")})
    ((html, _),) = last_mail().alternatives
    assert '<html lang="es">' in html


# --- devices ----------------------------------------------------------------------------------------------------------


def test_the_devices_are_told_in_words_with_network_and_last_use(clock: time_machine.Traveller, cast: Cast) -> None:
    assert cast.bob.user
    here = somewhere(PHONE, "2001:db8:1:2::7")
    clock.shift(timedelta(minutes=30))
    somewhere(CHROME, "192.0.2.7")
    clock.shift(timedelta(minutes=30))
    first, second = (row for row in devices(here.get("/account")) if "2099" not in row)
    assert first.startswith("Safari on iPhone this one last used 15 Sep 2026, 11:00 · from 2001:db8:1:2::/64")
    assert second.startswith("Chrome on Linux last used 15 Sep 2026, 10:30 · from 192.0.2.0/24")
    assert "192.0.2.7" not in second


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (CHROME, ("Chrome", "Linux")),
        (PHONE, ("Safari", "iPhone")),
        (CHROME + " Edg/140.0.0.0", ("Edge", "Linux")),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", ("Firefox", "Windows")),
        ("Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36", ("Chrome", "Android")),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15", ("Safari", "macOS")),
        ("curl/8.5.0", ("curl", "")),
        ("", ("", "")),
        ("<script>alert(1)</script>", ("", "")),
        ("x" * 100_000 + "Firefox/1 Windows", ("", "")),
    ],
)  # fmt: skip
def test_a_browser_is_called_what_people_call_it(agent: str, words: tuple[str, str]) -> None:
    assert spoken(agent) == words


def test_one_device_is_signed_out_and_the_others_stay(clock: time_machine.Traveller, cast: Cast) -> None:
    here, there, third = somewhere(), somewhere(), somewhere()
    sessions = [d.id for d in read_account(cast.bob.user, NOW).devices]
    own = {f.one("input", name="session").attributes["value"] for f in _ends(here)}
    assert own <= set(sessions)
    gone = _session_of(there)
    answer = here.post("/account/sessions/end", {"session": gone})
    assert answer.location == "/account"
    clock.shift(timedelta(seconds=61))
    assert there.get("/").location == "/sign-in"
    assert third.get("/").status == here.get("/").status == 200


def _ends(visitor: Visitor) -> list[Element]:
    return [one for one in visitor.get("/account").page.all("form") if one.has("input", name="session")]


def _session_of(visitor: Visitor) -> str:
    """The digest of the visitor's own session, as their page shows it."""
    rows = visitor.get("/account").page.one("ul", class_="devices").all("li")
    (own,) = [row for row in rows if "this one" in row.text]
    return own.one("input", name="session").attributes["value"]


def test_all_others_are_signed_out(clock: time_machine.Traveller, cast: Cast) -> None:
    assert cast.bob.user
    here, there = somewhere(), somewhere()
    answer = here.post("/account/sessions/end", {"session": "others"})
    assert answer.location == "/account"
    assert "other devices are signed out" in here.get("/account").page.text
    assert len(devices(here.get("/account"))) == 1
    clock.shift(timedelta(seconds=61))
    assert there.get("/").location == "/sign-in"
    assert here.get("/").status == 200


@pytest.mark.parametrize("everywhere", [True, False])
def test_signing_out_everywhere_or_here_takes_this_browsers_cookie_too(
    cast: Cast, clock: time_machine.Traveller, *, everywhere: bool
) -> None:
    assert cast.bob.user
    here, there = somewhere(), somewhere()
    clock.shift(timedelta(seconds=61))
    copied = here.copied()
    which = "all" if everywhere else _session_of(here)
    answer = here.post("/account/sessions/end", {"session": which})
    assert answer.location == "/sign-in"
    assert here.get("/").location == "/sign-in"
    clock.shift(timedelta(seconds=61))
    assert copied.get("/").location == "/sign-in"
    assert (there.get("/").status == 302) == everywhere


def test_a_copied_cookie_whose_session_has_ended_signs_nobody_out(cast: Cast) -> None:
    assert cast.bob.user
    here, stolen = somewhere(), somewhere()
    here.post("/account/sessions/end", {"session": _session_of(stolen)})
    for which in ("all", "others", _session_of(here)):
        assert stolen.copied().post("/account/sessions/end", {"session": which}).location == "/sign-in"
    assert here.get("/account").status == 200


@pytest.mark.parametrize("session", ["", "x", "0" * 64, "A" * 64, "0" * 63 + "#", "ALL", "\x00", "0" * 5000])
def test_what_names_no_session_ends_none(bob: Visitor, session: str) -> None:
    assert bob.post("/account/sessions/end", {"session": session}).location == "/account"
    assert bob.get("/account").status == 200


def test_nobody_ends_another_persons_session(alice: Visitor, bob: Visitor, clock: time_machine.Traveller) -> None:
    alice.post("/account/sessions/end", {"session": _session_of(bob)})
    clock.shift(timedelta(seconds=61))
    assert bob.get("/").status == 200


# --- password ---------------------------------------------------------------------------------------------------------


def test_the_password_is_changed_and_old_cookies_write_nothing_more(cast: Cast, clock: time_machine.Traveller) -> None:
    assert cast.bob.user
    here, there = somewhere(), somewhere()
    prepared = form(there, "/account")
    answer = here.submit(form(here, "/account/password"), old=PASSWORD, new=NEW)
    assert answer.location == "/account"
    assert there.submit(prepared, name="Mallory").location == "/sign-in"
    clock.shift(timedelta(seconds=61))
    assert there.get("/").location == "/sign-in"
    assert here.get("/").status == 200
    assert last_mail().subject == "Your Tablero password was changed"


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [("not what it is", NEW, "old"), (PASSWORD, "short", "new"), (PASSWORD, "bob@example.org", "new")],
)
def test_a_refused_password_is_said_at_its_field_and_never_shown(bob: Visitor, old: str, new: str, field: str) -> None:
    answer = bob.submit(form(bob, "/account/password"), old=old, new=new)
    assert answer.status == 400
    assert answer.page.one(id=f"id_{field}_error").text
    assert old not in answer.text
    assert mails() == []


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/account/password", {"old": "wrong", "new": NEW}),
        ("/account/address", {"email": "new@example.org", "password": "wrong"}),
        ("/account/delete", {"email": address("Bob"), "password": "wrong"}),
    ],
)
def test_a_copied_session_does_not_guess_the_password_for_long(bob: Visitor, path: str, fields: dict[str, str]) -> None:
    assert [bob.post(path, fields).status for _ in range(7)] == [400] * 5 + [429] * 2


# --- address ----------------------------------------------------------------------------------------------------------


def asked(visitor: Visitor, email: str = "bob@elsewhere.example") -> str:
    answer = visitor.submit(form(visitor, "/account/address"), email=email, password=PASSWORD)
    assert (answer.status, answer.location) == (302, "/account")
    return link_in(last_mail())


def test_the_address_moves_by_the_link_on_any_device_and_the_old_one_is_told(bob: Visitor) -> None:
    path, phone = asked(bob), Visitor()
    assert last_mail().to == ["bob@elsewhere.example"]
    assert phone.get(path).location == "/confirm-address"
    page = phone.get("/confirm-address").page
    assert user_by_address("bob@elsewhere.example") is None
    assert phone.submit(page.one("form")).location == "/"
    assert "bob@elsewhere.example" in bob.get("/account").page.text
    assert last_mail().to == [address("Bob")]
    assert "moved" not in last_mail().subject
    assert Visitor().post("/sign-in", {"email": "bob@elsewhere.example", "password": PASSWORD}).status == 302
    assert Visitor().post("/sign-in", {"email": address("Bob"), "password": PASSWORD}).status == 400


def test_the_mail_to_the_old_address_moves_it_back(bob: Visitor) -> None:
    phone = Visitor()
    phone.get(asked(bob))
    phone.submit(phone.get("/confirm-address").page.one("form"))
    owner = Visitor()
    owner.get(link_in(last_mail()))
    page = owner.get("/confirm-address").page
    assert "you set a new password next" in page.one("main").text
    count = len(mails())
    assert owner.submit(page.one("form")).location == "/reset"
    assert len(mails()) == count, "whoever moved it is told nothing, and gets no link to move it again"
    assert Visitor().post("/sign-in", {"email": address("Bob"), "password": PASSWORD}).status == 400
    assert bob.post("/account", {"name": "Thief"}).location == "/sign-in"
    owner.submit(owner.get("/reset").page.one("form"), new=NEW)
    assert Visitor().post("/sign-in", {"email": address("Bob"), "password": NEW}).status == 302


def test_an_address_that_is_taken_is_answered_like_one_that_is_free(bob: Visitor) -> None:
    told = []
    for email in (address("Alice"), "carol@example.org"):
        answer = bob.submit(form(bob, "/account/address"), email=email, password=PASSWORD)
        page = bob.get("/account").page.one("main").same().replace(email, "typed")
        told.append((answer.status, answer.location, answer.asked, page))
    assert told[0] == told[1]
    assert [message.to for message in mails()] == [[address("Alice")], ["carol@example.org"]]
    assert mails()[0].subject == "Somebody tried to use your address for another account"
    assert link_in(mails()[0]) == "/account"


def test_a_mail_that_is_not_taken_is_said_and_nothing_is_changed(bob: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise MailNotSent("The mail could not be sent. Nothing was changed; please try again later.")

    monkeypatch.setattr("dashboard.mail.send", refuse)
    answer = bob.submit(form(bob, "/account/address"), email="new@example.org", password=PASSWORD)
    assert answer.status == 503
    assert "could not be sent" in answer.page.one(class_="refusal").text
    assert answer.page.one(id="id_email").attributes["value"] == "new@example.org"


def test_mails_to_strangers_are_counted(bob: Visitor) -> None:
    statuses = [
        bob.post("/account/address", {"email": f"x{n}@example.org", "password": PASSWORD}).status for n in range(7)
    ]
    assert statuses == [302] * 5 + [429] * 2
    assert len(mails()) == 5


# --- deletion ---------------------------------------------------------------------------------------------------------


def test_an_account_is_deleted_and_the_browser_signed_out(bob: Visitor, clock: time_machine.Traveller) -> None:
    clock.shift(timedelta(seconds=61))
    answer = bob.submit(form(bob, "/account/delete"), email=address("Bob"), password=PASSWORD)
    assert answer.location == "/sign-in"
    assert bob.get("/").location == "/sign-in"
    assert user_by_address(address("Bob")) is None
    assert last_mail().subject == "Your Tablero account is deleted"


def test_the_last_owner_sees_what_stands_in_the_way_and_no_form(alice: Visitor) -> None:
    page = alice.get("/account/delete").page
    assert page.one("ul", class_="org-list").one("a").attributes["href"] == f"/org/{ACME}/members"
    assert "/account/delete" not in page.forms()
    answer = alice.post("/account/delete", {"email": address("Alice"), "password": PASSWORD})
    assert answer.status == 400
    assert user_by_address(address("Alice"))
