"""What every answer says about itself, errors included: private, never kept, bound to our own scripts."""

import pytest

from tenants import store
from tenants.writes.tasks import TaskRef
from tests.cast import ACME
from tests.dashboard.routes import ACTIONS, ROUTES, Route
from tests.dashboard.visitor import Answer, Visitor

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}


def check(answer: Answer) -> None:
    headers = answer.headers
    assert headers["Cache-Control"] == "no-store"
    assert {"HX-Request", "Cookie"} <= {name.strip() for name in headers["Vary"].split(",")}
    directives = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert directives == POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    # What tells of the reads is on no error and in no answer to nobody; tests/dashboard/test_receipts.py says who has it.
    if answer.status >= 400 or not answer.calls:
        assert "Server-Timing" not in headers
    # A page has no tag. Only what a page left open asks for has one (test_live.py).
    assert "ETag" not in headers or answer.response.request.get("HTTP_HX_REQUEST")


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_every_answer_of_every_route_is_private(alice: Visitor, route: Route, launch: TaskRef) -> None:
    project = launch.project
    path = route.at(ACME, project, launch.id)
    for answer in (Visitor().get(path), Visitor().htmx_get(path), alice.get(path), alice.htmx_get(path)):
        check(answer)
    if route.name in ACTIONS:
        for answer in (alice.post(path), alice.htmx_post(path)):
            check(answer)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/no/such/page", 404),
        (f"/org/{ACME}/dashboard/", 404),
        ("/org/no-such-org/dashboard", 404),
        (f"/org/{ACME}/tasks?status=nonsense", 404),
        (f"/org/{ACME}/leaderboard?month=2026-13", 404),
        (f"/org/{ACME}/projects?cursor=nonsense", 302),
        ("/%00", 404),
        ("/" + "x" * 3000, 404),
        ("/?cursor=" + "x" * 3000, 302),
    ],
)
def test_errors_are_private_too(alice: Visitor, path: str, status: int) -> None:
    answer = alice.get(path)
    assert answer.status == status
    check(answer)


def test_a_refused_method_and_a_refused_role_are_private_too(alice: Visitor, vic: Visitor) -> None:
    for answer, status in (
        (alice.get(f"/org/{ACME}/projects/new"), 405),
        (vic.post(f"/org/{ACME}/projects/new", {"title": "x"}), 403),
        (Visitor(enforce_csrf=True).post("/sign-in"), 403),
        (alice.post(f"/org/{ACME}/projects/new", {"title": ""}), 400),
    ):
        assert answer.status == status
        check(answer)


def test_a_request_for_a_host_that_is_not_ours_is_private_too() -> None:
    answer = Visitor(host="evil.example").get("/sign-in")
    assert answer.status == 400
    assert "evil.example" not in answer.text
    check(answer)


def test_a_form_that_is_far_too_large_is_refused_and_private_too(alice: Visitor) -> None:
    answer = alice.post(f"/org/{ACME}/projects/new", {"title": "x" * 2_000_000})
    assert answer.status == 400
    check(answer)


def test_a_fault_of_ours_shows_no_traceback_and_is_private_too(alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("the secret of the fault")

    monkeypatch.setattr(store, "query", fail)
    alice.client.raise_request_exception = False
    for answer in (alice.get(f"/org/{ACME}/dashboard"), alice.htmx_get("/")):
        assert answer.status == 500
        assert "Something broke on our side" in answer.page.one(id="error").text
        assert "secret of the fault" not in answer.text
        assert "Traceback" not in answer.text
        check(answer)
