"""Who gets through at all: the default is no, and a copied cookie soon opens nothing."""

from datetime import timedelta

import pytest
import time_machine
from django.urls import resolve

from tenants.reads import slices
from tenants.writes.tasks import TaskRef
from tests.cast import ACME, PASSWORD, Cast, address
from tests.dashboard.routes import ACTIONS, BY_NAME, ORG_ROUTES, PUBLIC, ROUTES, Route
from tests.dashboard.visitor import HOST, Visitor

SESSION_LOOK = [("GetItem", "session")]
SESSION_CHECK = [*SESSION_LOOK, ("TransactWriteItems", "session")]
"""One that is there is noted as used."""
PRIVATE = tuple(route for route in ROUTES if route.name not in PUBLIC)


def test_the_sample_address_of_every_route_leads_to_it() -> None:
    assert len(ROUTES) == len(BY_NAME) >= 24
    for route in ROUTES:
        assert resolve(route.at()).url_name == route.name


def test_exactly_the_expected_routes_are_public() -> None:
    assert {route.name for route in ROUTES if getattr(route.view, "is_public", False)} == PUBLIC


@pytest.mark.usefixtures("cast")
@pytest.mark.parametrize("route", PRIVATE, ids=lambda route: route.name)
def test_somebody_who_is_not_signed_in_is_sent_to_the_sign_in_and_comes_back(route: Route) -> None:
    nobody = Visitor()
    path = route.at()
    shown = nobody.get(path)
    back = "" if path == "/" else f"?next={path.replace('/', '%2F')}"
    assert (shown.status, shown.location) == (302, f"/sign-in{back}")
    sent = nobody.post(path)
    assert (sent.status, sent.location) == (302, "/sign-in")
    assert shown.calls == sent.calls == []


@pytest.mark.usefixtures("cast")
@pytest.mark.parametrize("route", PRIVATE, ids=lambda route: route.name)
def test_htmx_is_told_to_load_the_sign_in_as_a_page_and_to_come_back_to_the_page_it_was_on(route: Route) -> None:
    answer = Visitor().htmx_post(route.at(), HX_Current_URL=f"http://{HOST}/org/{ACME}/projects?cursor=x")
    assert answer.status == 200
    assert answer.headers["HX-Redirect"] == f"/sign-in?next=%2Forg%2F{ACME}%2Fprojects%3Fcursor%3Dx"
    assert answer.text == ""
    assert answer.calls == []


@pytest.mark.usefixtures("cast")
def test_the_page_that_htmx_was_on_is_not_believed_when_it_is_elsewhere() -> None:
    answer = Visitor().htmx_get("/", HX_Current_URL="http://evil.example/org/x")
    assert answer.location == "/sign-in"


@pytest.mark.parametrize("route", [BY_NAME[name] for name in sorted(ACTIONS)], ids=lambda route: route.name)
def test_an_action_is_never_done_by_looking(alice: Visitor, route: Route) -> None:
    for answer in (alice.get(route.at()), alice.htmx_get(route.at())):
        assert answer.status == 405
        assert answer.headers["Allow"] == "POST"
        assert answer.calls == []


@pytest.mark.parametrize(
    "route",
    [route for route in ROUTES if route.name not in ACTIONS],
    ids=lambda route: route.name,
)
def test_pages_take_no_other_method(alice: Visitor, route: Route) -> None:
    for method in ("put", "patch", "delete"):
        assert getattr(alice.client, method)(route.at()).status_code == 405


def test_the_cookie_says_when_its_session_was_last_seen_and_is_looked_at_once_a_minute(
    alice: Visitor, clock: time_machine.Traveller
) -> None:
    page = [("Query", "home")]
    assert alice.get("/").asked == page
    clock.shift(timedelta(seconds=60))
    assert alice.get("/").asked == page
    clock.shift(timedelta(seconds=1))
    assert alice.get("/").asked == SESSION_CHECK + page
    assert alice.get("/").asked == page
    clock.shift(timedelta(seconds=60))
    assert alice.get("/").asked == page
    clock.shift(timedelta(seconds=1))
    assert alice.get("/").asked == SESSION_LOOK + page, "its use was noted less than five minutes ago"
    clock.shift(timedelta(minutes=4))
    assert alice.get("/").asked == SESSION_CHECK + page


@pytest.mark.parametrize("route", PRIVATE, ids=lambda route: route.name)
def test_a_session_that_has_ended_opens_nothing_more_after_a_minute(
    alice: Visitor, clock: time_machine.Traveller, route: Route
) -> None:
    stolen = alice.copied()
    assert alice.post("/sign-out").location == "/sign-in"
    clock.shift(timedelta(seconds=61))
    for answer in (stolen.copied().get(route.at()), stolen.copied().post(route.at())):
        assert answer.status == 302
        assert answer.location.startswith("/sign-in")
        assert answer.asked == SESSION_LOOK
    assert stolen.copied().htmx_post(route.at()).headers["HX-Redirect"] == "/sign-in"


def test_a_copied_cookie_reads_for_a_minute_after_the_sign_out_and_writes_nothing_at_all(
    alice: Visitor, cast: Cast, clock: time_machine.Traveller, launch: TaskRef
) -> None:
    project, task = launch.project, launch
    stolen = alice.copied()
    alice.post("/sign-out")
    clock.shift(timedelta(seconds=59))
    page = stolen.get(f"/org/{ACME}/projects/{project}")
    assert page.status == 200
    sent = {
        f"/org/{ACME}/projects/new": {"title": "Mine now"},
        f"/org/{ACME}/projects/{project}/tasks": {"title": "Mine now", "priority": "low"},
        f"/org/{ACME}/projects/{project}/settings": {"title": "Mine now", "version": "1"},
        f"/org/{ACME}/projects/{project}/tasks/{task.id}": {
            "title": "Mine now",
            "priority": "low",
            "status": "open",
            "version": "1",
        },
        f"/org/{ACME}/invitations/new": {"emails": "charlie@example.org", "role": "admin"},
        "/create-organisation": {"name": "Mine", "slug": "mine-now", "zone": "UTC"},
    } | {
        f"/org/{ACME}/projects/{project}/tasks/{task.id}/{action}": {}
        for action in ("complete", "reopen", "start", "stop", "delete")
    }
    for path, fields in sent.items():
        answer = stolen.copied().post(path, fields)
        assert answer.location.startswith("/sign-in"), path
        assert "TransactWriteItems" not in {operation for operation, _ in answer.asked}, path
    assert slices.projects(ACME, cast.alice.user).frame.projects == 1
    assert slices.task(ACME, cast.alice.user, project, task.id).task.title == "Write it down"


@pytest.mark.usefixtures("cast")
def test_a_session_ends_by_itself(clock: time_machine.Traveller) -> None:
    alice = Visitor()
    alice.post("/sign-in", {"email": address("Alice"), "password": PASSWORD})
    for day in range(14):
        assert alice.get("/").status == 200, day
        clock.shift(timedelta(days=1))
    assert alice.get("/").location == "/sign-in"


@pytest.mark.usefixtures("cast")
@pytest.mark.parametrize(
    "value", ["", "x", "a:b:c", "WyJhIl0:1t2Abc:signature", "\u00e9", "W10" + ":x" * 400, '"quoted"']
)
def test_a_cookie_that_we_did_not_sign_is_nobody(value: str) -> None:
    visitor = Visitor()
    visitor.client.cookies["session"] = value
    assert visitor.get("/").location == "/sign-in"


def test_a_cookie_changed_in_one_letter_is_nobody(alice: Visitor) -> None:
    value = alice.client.cookies["session"].value
    for place in (0, 5, len(value) // 2, -1):
        forged = alice.copied()
        letter = "A" if value[place] != "A" else "B"
        forged.client.cookies["session"] = value[:place] + letter + value[place:][1:]
        assert forged.get("/").location == "/sign-in"


def test_every_route_below_an_organisation_is_private() -> None:
    assert not {route.name for route in ORG_ROUTES} & PUBLIC


def test_a_board_is_taken_from_nobody_who_has_signed_out(dana: Visitor) -> None:
    """What an import writes, it writes later and for whoever began it: the session is looked at right here."""
    stolen = dana.copied()
    assert dana.post(f"/org/{ACME}/import").asked == [("GetItem", "frame"), *SESSION_CHECK]
    dana.post("/sign-out")
    for fields in ({}, {"step": "confirm", "token": "x"}):
        answer = stolen.copied().post(f"/org/{ACME}/import", fields)
        assert answer.location == "/sign-in"
        assert answer.asked == [("GetItem", "frame"), *SESSION_LOOK]
