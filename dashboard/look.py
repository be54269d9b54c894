"""How somebody likes the product shown in this browser: colours, keyboard shortcuts, following.

It stands in a cookie that the server reads, so that a page comes in the right colours at once, without a script that
would have to run before it is painted. It says nothing secret and grants nothing; what it does not say is as usual.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "theme": ("system", "light", "dark"),
    "keys": ("on", "off"),
    "live": ("on", "off"),
}
"""What can be chosen, the usual first."""

_YEAR = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Look:
    """`theme` of the colours, whether single `keys` do something, whether open pages follow (`live`)."""

    theme: str = "system"
    keys: str = "on"
    live: str = "on"

    def choosing(self, choices: Mapping[str, str]) -> Look:
        """The same with those of `choices` that there are; whatever else is in it is passed over."""
        known = {name: choices[name] for name, values in CHOICES.items() if choices.get(name) in values}
        return replace(self, **known)

    @property
    def forced(self) -> str:
        """`light` or `dark` when one of them was chosen, empty when the system decides."""
        return "" if self.theme == "system" else self.theme


def read(request: HttpRequest) -> Look:
    """The request's look. Never fails: a cookie that says nothing known is like none."""
    pairs = (pair.partition(":") for pair in request.COOKIES.get(settings.LOOK_COOKIE_NAME, "").split("."))
    return Look().choosing({name: value for name, _, value in pairs})


def write(response: HttpResponse, look: Look) -> None:
    """Keep `look` in the browser for a year."""
    value = ".".join(f"{name}:{chosen}" for name, chosen in asdict(look).items())
    response.set_cookie(
        settings.LOOK_COOKIE_NAME,
        value,
        max_age=_YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def context(request: HttpRequest) -> dict[str, Look]:
    """What every template may ask of it: `look`."""
    return {"look": read(request)}
