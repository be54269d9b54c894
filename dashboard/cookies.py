"""The session cookie: who it is and which SESSION item stands behind it, signed, with the time of the last look."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from dashboard.http import Viewer
from tenants.writes.accounts import SESSION_LIFE, SignedIn, digest

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

    @property
    def viewer(self) -> Viewer:
        """The person it stands for."""
        return Viewer(self.user, self.name, digest(self.secret))

    def is_fresh(self, now: datetime) -> bool:
        """Whether its session was seen within the last 60 seconds. A time to come is no time we wrote."""
        return timedelta(0) <= now - self.checked <= CHECKED_FOR


def of(signed_in: SignedIn, now: datetime) -> SessionCookie:
    """The cookie of a session that was opened just now."""
    return SessionCookie(signed_in.user, signed_in.name, signed_in.secret, now)


def read(request: HttpRequest) -> SessionCookie | None:
    """The request's cookie; None when there is none that we signed."""
    raw = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    if not raw:
        return None
    try:
        user, name, secret, checked = signing.loads(raw, salt=_SALT, max_age=SESSION_LIFE)
        return SessionCookie(str(user), str(name), str(secret), datetime.fromtimestamp(int(checked), UTC))
    except (signing.BadSignature, ValueError, TypeError, OverflowError):
        return None


def write(response: HttpResponse, cookie: SessionCookie) -> None:
    """Give the browser `cookie`."""
    value = signing.dumps(
        [cookie.user, cookie.name, cookie.secret, int(cookie.checked.timestamp())], salt=_SALT, compress=False
    )
    response.set_cookie(
        settings.SESSION_COOKIE_NAME,
        value,
        max_age=SESSION_LIFE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def checked(cookie: SessionCookie, now: datetime) -> SessionCookie:
    """The same cookie, its session seen just now."""
    return replace(cookie, checked=now)


def clear(response: HttpResponse) -> None:
    """Take the cookie away."""
    response.delete_cookie(settings.SESSION_COOKIE_NAME, samesite="Lax")
