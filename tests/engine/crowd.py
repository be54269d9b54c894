"""Many callers at the same moment: threads over the data layer, and browsers over HTTP."""

from __future__ import annotations

import http.client
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier
from typing import TypeVar
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpResponse

from dashboard import cookies
from tenants import clock
from tenants.errors import Busy, TableroError, Unavailable
from tenants.writes import accounts

_T = TypeVar("_T")

ROUNDS = 200
"""Of every race for something that there is one of; docs/security.md says how many."""

CSRF = "a" * 32


def at_once(acts: Sequence[Callable[[], _T]]) -> list[_T]:
    """What each answered; all begin at the same moment, each in a thread of its own."""
    start = Barrier(len(acts))

    def wait_and(act: Callable[[], _T]) -> _T:
        start.wait()
        return act()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(wait_and, acts))


def insisting(act: Callable[[], object]) -> str:
    """Do it as a person does who tries again when the page says that this helps. Answers "done" or the refusal."""
    for _ in range(12):
        try:
            act()
        except (Busy, Unavailable):
            continue
        except TableroError as refusal:
            return type(refusal).__name__
        return "done"
    return "gave up"


class Browser:
    """A signed-in person's browser."""

    def __init__(self, port: int, user: str, name: str, carries: str = "") -> None:
        """`carries` is one cookie more."""
        now = clock.now()
        response = HttpResponse()
        cookies.write(response, cookies.of(accounts.open_session(user, name, now), now))
        session = response.cookies[settings.SESSION_COOKIE_NAME].value
        self._headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={CSRF}; {carries}",
        }
        self._port = port

    def post(self, path: str, **fields: str) -> int:
        """Send a form, again while the answer says that trying again will help; the last answer's status."""
        status = 0
        for _ in range(12):
            status = self._send("POST", path, urlencode(fields | {"csrfmiddlewaretoken": CSRF}))[0]
            if status != http.HTTPStatus.SERVICE_UNAVAILABLE:
                break
        return status

    def get(self, path: str) -> str:
        """A page, which must be there."""
        status, body = self._send("GET", path, "")
        assert status == http.HTTPStatus.OK, (path, status)
        return body

    def _send(self, method: str, path: str, body: str) -> tuple[int, str]:
        with closing(http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)) as connection:
            connection.request(method, path, body, self._headers)
            response = connection.getresponse()
            return response.status, response.read().decode()
