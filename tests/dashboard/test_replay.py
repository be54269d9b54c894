"""Old cookies, forms and links after a right is gone: they read for a minute at most, and write nothing at once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings

from tenants.policy import Permission, Role, allows
from tenants.writes import accounts, members, password
from tenants.writes import address as change_address
from tenants.writes.ground import Actor
from tenants.writes.tasks import TaskRef
from tests.cast import ACME, NOW, PASSWORD, Cast, address
from tests.dashboard.matrix import ROWS, Objects
from tests.dashboard.routes import BY_NAME
from tests.dashboard.test_matrix import FORM
from tests.dashboard.visitor import Visitor, signed_in

SENDS = {name: row.send for name, row in ROWS.items() if isinstance(row.send, Permission)}
LOOKS_AT = {name: row.look for name, row in ROWS.items() if isinstance(row.look, Permission)}


OTHER_PASSWORD = "another good password"


def change_password(cast: Cast, _: Visitor) -> None:
    """Dana changes hers on another device, which alone stays signed in."""
    session = accounts.open_session(cast.dana.user, "Dana", NOW)
    password.change(Actor(cast.dana.user, accounts.digest(session.secret)), PASSWORD, OTHER_PASSWORD, NOW)


def reset_password(_: Cast, __: Visitor) -> None:
    found = password.ask_reset(address("Dana"), NOW)
    assert found is not None
    password.reset(found[1], OTHER_PASSWORD, NOW)


ENDS_SESSIONS = {"signing out", "a change of the password", "a reset of the password"}
AFTERWARDS: dict[str, tuple[Callable[[Cast, Visitor], object], set[int]]] = {
    "signing out": (lambda _cast, visitor: visitor.copied().post("/sign-out"), {302}),
    "a change of the password": (change_password, {302}),
    "a reset of the password": (reset_password, {302}),
    "demotion": (lambda cast, _: members.change_role(cast.alice, ACME, cast.dana.user, Role.VIEWER, NOW), {403}),
    "removal": (lambda cast, _: members.remove(cast.alice, ACME, cast.dana.user, NOW), {404}),
}


@pytest.mark.parametrize("what", AFTERWARDS)
def test_a_form_prepared_before_writes_nothing_after(cast: Cast, launch: TaskRef, what: str) -> None:
    happens, statuses = AFTERWARDS[what]
    dana = signed_in(cast.dana, "Dana")
    objects = Objects(ACME, launch.project, launch.id, cast.bob.user)
    happens(cast, dana)
    refused = 0
    for name, right in SENDS.items():
        assert right
        if what == "demotion" and allows(Role.VIEWER, right):
            continue
        answer = dana.copied().post(objects.of(BY_NAME[name]), FORM)
        # A form that is refused for its own sake is shown again, by the cookie that may still read.
        own = {200, 400, 404, 409} if allows(Role.ADMIN, right) else {403}
        assert answer.status in statuses | (own if what in ENDS_SESSIONS else set()), name
        assert not answer.wrote or ("TransactWriteItems", "throttle") in answer.asked, name
        refused += 1
    assert refused > 20


@pytest.mark.parametrize("what", [*sorted(ENDS_SESSIONS), "removal"])
def test_a_copied_cookie_reads_for_a_minute_at_most_and_not_at_all_where_its_owner_was_removed(
    cast: Cast, launch: TaskRef, clock: time_machine.Traveller, what: str
) -> None:
    happens, statuses = AFTERWARDS[what]
    dana = signed_in(cast.dana, "Dana")
    objects = Objects(ACME, launch.project, launch.id, cast.bob.user)
    happens(cast, dana)
    if what == "removal":
        for name in LOOKS_AT:
            assert dana.copied().get(objects.of(BY_NAME[name])).status in statuses, name
    else:
        assert dana.copied().get(f"/org/{ACME}/dashboard").status == 200
    clock.shift(timedelta(seconds=61))
    for name in LOOKS_AT:
        answer = dana.copied().get(objects.of(BY_NAME[name]))
        assert answer.status in {302, 404}, name
        assert ACME not in answer.text, name


def copied(visitor: Visitor) -> Visitor:
    """Another browser with the same cookies, from which forged forms are refused."""
    other = Visitor(enforce_csrf=True)
    other.client.cookies.update(visitor.copied().client.cookies)
    return other


def test_after_a_change_of_the_password_the_browser_that_was_signed_in_sends_no_form_that_it_had_open(
    cast: Cast, launch: TaskRef
) -> None:
    """With the token against forged forms that the page carried: that one stays good, and alone opens nothing."""
    dana = Visitor(enforce_csrf=True)
    dana.client.cookies.update(signed_in(cast.dana, "Dana").client.cookies)
    path = f"/org/{ACME}/projects/{launch.project}"
    pages = [dana.get(f"{path}/tasks/{launch.id}").page, dana.get("/account").page]
    token = dana.client.cookies[settings.CSRF_COOKIE_NAME].value
    forms = [form for page in pages for action, form in page.forms().items() if action not in {"/sign-out", "/look"}]
    assert len(forms) > 4
    assert dana.submit(forms[0], csrfmiddlewaretoken="x" * 32).status == 403
    change_password(cast, dana)
    for form in forms:
        stolen = dict.fromkeys(("title", "comment", "description", "name"), "Stolen")
        answer = copied(dana).submit(form, csrfmiddlewaretoken=token, session="others", **stolen)
        assert answer.location.startswith("/sign-in"), (form.attributes, answer)
        assert not answer.wrote
    assert "Stolen" not in signed_in(cast.alice).get(path).text


@pytest.mark.parametrize("happens", [change_password, reset_password])
def test_links_that_were_sent_before_end_with_the_password(
    cast: Cast, happens: Callable[[Cast, Visitor], object]
) -> None:
    sent = password.ask_reset(address("Dana"), NOW)
    assert sent is not None
    links = {
        "reset": sent[1],
        "confirm-address": change_address.ask(cast.dana, "thief@example.org", PASSWORD, NOW).secret,
    }
    happens(cast, Visitor())
    for act, secret in links.items():
        thief = Visitor()
        assert thief.get(f"/{act}?key={secret}").location == f"/{act}"
        for answer in (thief.get(f"/{act}"), thief.post(f"/{act}", {"new": "yet another good one"})):
            assert answer.status == 410, act
            assert not answer.wrote
    assert accounts.sign_in(address("Dana"), OTHER_PASSWORD, NOW)


def test_a_link_that_was_used_before_sets_no_second_password(cast: Cast) -> None:
    sent = password.ask_reset(address("Dana"), NOW)
    assert sent is not None
    browser = Visitor()
    browser.get(f"/reset?key={sent[1]}")
    form, again = browser.get("/reset").page.one("form"), browser.copied()
    assert browser.submit(form, new=OTHER_PASSWORD).location == "/sign-in"
    assert again.submit(form, new="yet another good one").status == 410
    assert accounts.sign_in(address("Dana"), OTHER_PASSWORD, NOW)
    assert cast.dana.user
