"""Signed cookies. The session's: who it is, which SESSION item stands behind it, and the time of the last look at it.

Beside it the few small things that a browser keeps for us, each signed under a name of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from dashboard.http import Viewer
from tenants.writes.accounts import SESSION_LIFE, SignedIn, digest
from tenants.writes.sessions import Seen

_SALT = "session"
CHECKED_FOR = timedelta(seconds=60)
"""A copied cookie can read for so long after its session has ended, and write nothing."""


@dataclass(frozen=True, slots=True)
class SessionCookie:
    """What the cookie says. `checked` is when the SESSION item was last seen."""

    user: str
    name: str
    secret: str
    checked: datetime
    language: str = ""
    zone: str = ""

    @property
    def viewer(self) -> Viewer:
        """The person it stands for."""
        return Viewer(self.user, self.name, digest(self.secret), language=self.language, zone=self.zone)

    def is_fresh(self, now: datetime) -> bool:
        """Whether its session was seen within the last 60 seconds. A time to come is no time we wrote."""
        return timedelta(0) <= now - self.checked <= CHECKED_FOR


def of(signed_in: SignedIn, now: datetime) -> SessionCookie:
    """The cookie of a session that was opened just now."""
    return SessionCookie(signed_in.user, signed_in.name, signed_in.secret, now, signed_in.language, signed_in.zone)


def read(request: HttpRequest) -> SessionCookie | None:
    """The request's cookie; None when there is none that we signed."""
    raw = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    if not raw:
        return None
    try:
        # The last two came later: a cookie of an earlier release goes without them until it is renewed.
        user, name, secret, checked, *more = signing.loads(raw, salt=_SALT, max_age=SESSION_LIFE)
        language, zone = more or ("", "")
        seen = datetime.fromtimestamp(int(checked), UTC)
        return SessionCookie(str(user), str(name), str(secret), seen, str(language), str(zone))
    except (signing.BadSignature, ValueError, TypeError, OverflowError):
        return None


def write(response: HttpResponse, cookie: SessionCookie) -> None:
    """Give the browser `cookie`."""
    seen = int(cookie.checked.timestamp())
    content = [cookie.user, cookie.name, cookie.secret, seen, cookie.language, cookie.zone]
    _set(response, settings.SESSION_COOKIE_NAME, signing.dumps(content, salt=_SALT, compress=False), SESSION_LIFE)


def checked(cookie: SessionCookie, session: Seen, now: datetime) -> SessionCookie:
    """The same cookie, its session seen just now, with what that says of the person."""
    return replace(
        cookie,
        checked=now,
        name=session.name or cookie.name,
        language=session.language,
        zone=session.zone,
    )


def clear(response: HttpResponse) -> None:
    """Take the cookie away."""
    _delete(response, settings.SESSION_COOKIE_NAME)


def keep(response: HttpResponseBase, name: str, content: Any, life: timedelta) -> None:  # noqa: ANN401 - what JSON can hold
    """Let the browser keep `content` (JSON), signed, out of reach of scripts and of other sites."""
    _set(response, settings.COOKIE_PREFIX + name, signing.dumps(content, salt=f"cookie-{name}"), life)


def kept(request: HttpRequest, name: str, life: timedelta) -> Any:  # noqa: ANN401 - what `keep` was given
    """What the browser keeps under this name; None when there is nothing that we signed within `life`."""
    try:
        return signing.loads(
            request.COOKIES.get(settings.COOKIE_PREFIX + name, ""), salt=f"cookie-{name}", max_age=life
        )
    except (signing.BadSignature, ValueError):
        return None


def forget(response: HttpResponse, name: str) -> None:
    """Take back what `keep` gave."""
    _delete(response, settings.COOKIE_PREFIX + name)


def _set(response: HttpResponseBase, name: str, value: str, life: timedelta) -> None:
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(name, value, max_age=life, secure=secure, httponly=True, samesite="Lax")


def _delete(response: HttpResponse, name: str) -> None:
    response.delete_cookie(name, samesite="Lax")
