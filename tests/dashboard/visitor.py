"""A person with a browser, as page tests see them: what they ask, what comes back, and what it cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from django.http import HttpResponse
from django.test import Client

from dashboard import background, cookies
from tenants import clock, meter
from tenants.writes import accounts
from tenants.writes.ground import Actor
from tests.cast import Cast
from tests.dashboard import html

HOST = "127.0.0.1:8000"
# Tests move the clock as they like.
FOR_GOOD = datetime(2099, 12, 31, tzinfo=UTC)
LOOKS = {"GetItem", "BatchGetItem", "Query"}
HTMX = {"HX-Request": "true"}


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """What came back, and the requests to the table that it took. `body` is read to the end, also of a download."""

    response: Any
    calls: list[meter.Call]
    body: bytes

    def __repr__(self) -> str:
        return f"<{self.status} {self.location or self.text[:80]}>"

    @property
    def status(self) -> int:
        return int(self.response.status_code)

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def page(self) -> html.Element:
        return html.read(self.text)

    @property
    def headers(self) -> dict[str, str]:
        return dict(self.response.headers.items())

    @property
    def location(self) -> str:
        """Where it sends the browser, by either way."""
        return str(self.headers.get("Location") or self.headers.get("HX-Redirect") or "")

    @property
    def told(self) -> tuple[int, dict[str, str], str]:
        """All that can be seen of it: status, headers, cookies, body."""
        return self.status, self.headers | {"cookies": self.response.cookies.output()}, self.text

    @property
    def wrote(self) -> bool:
        """Whether anything was sent to the table to be written, let in or not; but for the note of a refusal."""
        return any(call.operation not in LOOKS and call.pattern != "refused" for call in self.calls)

    @property
    def asked(self) -> list[tuple[str, str]]:
        """(operation, access pattern) of each request to the table, in order."""
        return [(call.operation, call.pattern) for call in self.calls]


class Visitor:
    """A browser that keeps its cookies."""

    def __init__(self, *, enforce_csrf: bool = False, host: str = HOST, address: str = "127.0.0.1") -> None:
        self.client = Client(enforce_csrf_checks=enforce_csrf, headers={"Host": host}, REMOTE_ADDR=address)

    def get(self, path: str, **headers: str) -> Answer:
        """GET as a page. Headers are written with `_` for a hyphen."""
        return self._ask("get", path, None, _named(headers))

    def post(self, path: str, fields: Mapping[str, object] | None = None, **headers: str) -> Answer:
        """POST as a plain form."""
        return self._ask("post", path, dict(fields or {}), _named(headers))

    def htmx_get(self, path: str, **headers: str) -> Answer:
        """GET as htmx asks for a piece."""
        return self._ask("get", path, None, HTMX | _named(headers))

    def htmx_post(self, path: str, fields: Mapping[str, object] | None = None, **headers: str) -> Answer:
        """POST as htmx sends a form."""
        return self._ask("post", path, dict(fields or {}), HTMX | _named(headers))

    def ask(self, method: str, path: str) -> Answer:
        """Any other method, with nothing in it."""
        return self._ask(method, path, None, {})

    def submit(self, form: html.Element, **changes: object) -> Answer:
        """Send a form that was shown, with these fields changed."""
        return self.post(form.attributes["action"], form.fields() | changes)

    def submit_in_place(self, form: html.Element, **changes: object) -> Answer:
        """Send a form as htmx sends it."""
        return self.htmx_post(form.attributes["hx-post"], form.fields() | changes)

    def copied(self) -> Visitor:
        """Another browser, into which somebody has copied this one's cookies as they are now."""
        other = Visitor()
        for name, cookie in self.client.cookies.items():
            other.client.cookies[name] = cookie.value
        return other

    def _ask(self, method: str, path: str, fields: dict[str, object] | None, headers: dict[str, str]) -> Answer:
        with meter.record() as calls:
            response = getattr(self.client, method)(path, fields, headers=headers)
            body = b"".join(response) if response.streaming else response.content
        # What goes on beside the request, such as a mail, is there when the test looks; its requests are not counted.
        background.finish()
        return Answer(response, calls, body)


Way = Callable[[Visitor, str, Mapping[str, object] | None], Answer]
"""A way in which a browser asks for a path, with the fields of a form if it sends one."""


def ways(method: str) -> tuple[Way, ...]:
    """Every way in which a browser asks by this method: as a page, and as a piece."""
    if method == "GET":
        return (lambda visitor, path, _: visitor.get(path)), (lambda visitor, path, _: visitor.htmx_get(path))
    if method == "POST":
        return Visitor.post, Visitor.htmx_post
    return (lambda visitor, path, _: visitor.ask(method.lower(), path),)


_SESSIONS: dict[str, accounts.SignedIn] = {}


def remember_sessions(cast: Cast) -> None:
    """Open a session for everybody, for `signed_in` to hand out."""
    for name in ("Alice", "Dana", "Bob", "Vic", "Charlie"):
        remember_session(getattr(cast, name.lower()).user, name)


def remember_session(user: str, name: str) -> None:
    """Open a session for one person more."""
    _SESSIONS[user] = accounts.open_session(user, name, FOR_GOOD)


def signed_in(actor: Actor, name: str = "Somebody", language: str = "") -> Visitor:
    """A browser in which this person is signed in, its cookie as the product writes it, the session seen just now."""
    session = _SESSIONS.get(actor.user) or accounts.open_session(actor.user, name, FOR_GOOD)
    session = replace(session, language=language)
    visitor = Visitor()
    response = HttpResponse()
    cookies.write(response, cookies.of(session, clock.now()))
    visitor.client.cookies.update(response.cookies)
    return visitor


def _named(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}
