"""Every kind of hostile input through every field, path part, query, header and cookie: no fault, nothing half-done."""

from __future__ import annotations

import re
from itertools import cycle, product
from urllib.parse import quote
from zlib import crc32

import pytest
from django.conf import settings
from django.core import signing

from tenants import ids
from tenants.reconcile import reconcile
from tenants.writes import details
from tenants.writes.tasks import TaskRef
from tests.cast import ACME, NOW, Cast
from tests.dashboard.conftest import once
from tests.dashboard.hostile import IN_PATHS, ONE_OF_EACH, PAYLOADS
from tests.dashboard.html import Element
from tests.dashboard.mailbox import LINKS, a_link
from tests.dashboard.matrix import ROWS, Anybody, Objects
from tests.dashboard.routes import ROUTES, Route
from tests.dashboard.visitor import LOOKS, Answer, Visitor, signed_in
from tests.inviting import by_mail

LOOKABLE = tuple(route for route in ROUTES if ROWS[route.name].look)
QUERIES = ("cursor", "status", "priority", "month", "next", "q", "due", "assignee", "text", "view", "job", "mine")
HEADERS = (
    *("Referer", "Origin", "User-Agent", "Accept-Language", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host"),
    *("HX-Current-URL", "HX-Target", "HX-Trigger", "HX-Prompt", "HX-Boosted", "If-None-Match", "X-Org-Id", "Range"),
)
WITH_OBJECTS = tuple(route for route in ROUTES if "<" in route.path)

_links: dict[str, str] = {}
"""By route, the path of a link out of a mail that leads to it in the scene below."""


@pytest.fixture
def scene(cast: Cast, launch: TaskRef) -> Objects:
    """Acme with a task that has a description and a comment."""

    def build() -> Objects:
        details.describe(cast.alice, launch, "Long ago", "", NOW)
        details.comment(cast.bob, launch, "Well said", ids.new_note_token(), NOW)
        _links.update({name: a_link(name) for name in LINKS})
        guest = by_mail(cast.alice, "eve@example.org")
        return Objects(ACME, launch.project, launch.id, cast.bob.user, guest.id)

    return once("hostile everywhere", build)


def check(answer: Answer, sent: object) -> None:
    """Not a fault of ours, and nothing of it has become a header, a cookie or a place elsewhere."""
    assert answer.status < 500, (sent, answer)
    assert not re.match(r"[a-z]*:|[/\\\\]{2}", answer.location), (sent, answer.location)
    assert "Set-Cookie: x" not in answer.response.cookies.output(), sent


def back_again(scene: Objects, answer: Answer, sent: object) -> None:
    """What was taken is whole; then it is taken back."""
    if {operation for operation, _ in answer.asked} <= LOOKS:
        return
    assert reconcile(ACME) == [], sent
    once("hostile everywhere", lambda: scene)


def browser(cast: Cast, route: Route) -> Visitor:
    """One that gets to see the page."""
    if ROWS[route.name].look is Anybody.LINK:
        visitor = Visitor()
        visitor.get(_links[route.name])
        return visitor
    return Visitor() if ROWS[route.name].look is Anybody.PUBLIC else signed_in(cast.alice)


def forms(page: Element) -> list[tuple[str, str, dict[str, str]]]:
    """Method, address and fields of every form, each once."""
    found = {}
    for form in page.all("form"):
        action, method = form.attributes.get("action", ""), form.attributes.get("method", "get").lower()
        if action.startswith("/"):
            found[method, action.split("?")[0], tuple(form.fields())] = (method, action.split("?")[0], form.fields())
    return list(found.values())


def a_share(name: str, of: int) -> tuple[str, ...]:
    """Every `of`-th payload, another share for every name: all together they are met many times over."""
    return PAYLOADS[crc32(name.encode()) % of :: of]


@pytest.mark.timeout(600)
def test_no_field_of_any_form_takes_what_breaks_it(cast: Cast, scene: Objects) -> None:
    tried = set()
    for route in LOOKABLE:
        shown = browser(cast, route).get(scene.of(route))
        for form in forms(shown.page) if shown.headers["Content-Type"].startswith("text/html") else ():
            method, action, fields = form
            if (method, action, tuple(fields)) in tried:
                continue  # one that stands on many pages
            tried.add((method, action, tuple(fields)))
            for attempt in (
                *(dict.fromkeys(fields, payload) for payload in a_share(action, 3)),
                *(fields | {name: payload} for name, payload in product(fields, ONE_OF_EACH)),
            ):
                visitor = browser(cast, route)
                if method == "get":
                    answer = visitor.get(f"{action}?{'&'.join(f'{name}={quote(attempt[name])}' for name in attempt)}")
                else:
                    answer = visitor.post(action, attempt)
                check(answer, (action, attempt))
                back_again(scene, answer, (action, attempt))
    assert len(tried) > 20


@pytest.mark.parametrize("route", LOOKABLE, ids=lambda route: route.name)
def test_no_query_breaks_a_page(cast: Cast, scene: Objects, route: Route) -> None:
    path, visitor = scene.of(route), browser(cast, route)
    for name in QUERIES:
        for payload in a_share(route.name + name, 12):
            check(visitor.get(f"{path}?{name}={quote(payload)}"), (path, name, payload))
    for raw in ("%ff=%ff", "status=%ff%fe", "a=1&a=2&status=open&status=done", "&&==&", "=" * 1_000, "x" * 5_000):
        check(visitor.get(f"{path}?{raw}"), (path, raw))


@pytest.mark.parametrize("route", WITH_OBJECTS, ids=lambda route: route.name)
def test_no_part_of_a_path_is_taken_for_an_id_that_is_none(cast: Cast, scene: Objects, route: Route) -> None:
    alice = signed_in(cast.alice)
    good = {"org": scene.org, "project": scene.project, "task": scene.task, "member": scene.member}
    for part in (part for part in good if f"<{part}>" in route.path):
        for number, payload in enumerate(IN_PATHS):
            for bad in (payload, good[part] + payload):
                path = route.at(**good | {part: bad})
                answer = alice.post(path) if number % 2 else alice.get(path)
                assert answer.status == 404, bad
                assert answer.calls == [], bad


def _line(value: str) -> str:
    """What a web server hands on of a header: bytes read as Latin-1, and no line break."""
    return re.sub(r"[\x00-\x1f\x7f]", " ", value).encode().decode("latin-1")


@pytest.mark.parametrize("header", HEADERS)
def test_no_header_breaks_a_page(cast: Cast, scene: Objects, header: str) -> None:
    paths = [f"/org/{ACME}/dashboard", f"/org/{ACME}/projects/{scene.project}", "/sign-in"]
    for payload, path in zip(PAYLOADS, cycle(paths), strict=False):
        value = _line(payload[:8_000])
        ask = signed_in(cast.alice).get if len(payload) % 2 else signed_in(cast.alice).htmx_get
        check(ask(path, **{header.replace("-", "_"): value}), (header, payload))


@pytest.mark.parametrize("name", ["known", "sign-up", "link-sign-up", "link-reset", "link-address"])
@pytest.mark.usefixtures("cast")
def test_nothing_that_a_browser_keeps_for_us_breaks_a_page(name: str) -> None:
    pages = ("/sign-in", "/check-mail", "/confirm", "/reset", "/confirm-address")
    for payload, path in zip(PAYLOADS, cycle(pages), strict=False):
        visitor = Visitor()
        visitor.client.cookies[name] = _line(re.sub(";", "", payload[:3_000]))
        check(visitor.get(path), (name, payload))
        check(visitor.post(path, {"email": "x@example.org", "password": "x", "new": "x"}), (name, payload))
    # Signed by us, but for something else.
    for content in ([], {}, "x", 7, None, ["a"], ["a", "b", "c"], [1, 2], ["x", [1, None]], {"a": "b"}):
        visitor = Visitor()
        visitor.client.cookies[name] = signing.dumps(content, salt=f"cookie-{name}")
        for path in pages:
            check(visitor.get(path), (name, content))
            check(visitor.post(path, {"email": "x@example.org", "password": "x"}), (name, content))


@pytest.mark.parametrize("setting", ["SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "MESSAGES_COOKIE_NAME"])
def test_no_cookie_breaks_a_page(cast: Cast, setting: str) -> None:
    for payload, path in zip(PAYLOADS, cycle(["/", f"/org/{ACME}/dashboard"]), strict=False):
        visitor = signed_in(cast.alice)
        visitor.client.cookies[getattr(settings, setting)] = _line(re.sub(";", "", payload[:3_000]))
        answer = visitor.get(path)
        check(answer, (setting, payload))
        if setting == "SESSION_COOKIE_NAME":
            assert answer.location.startswith("/sign-in"), payload
