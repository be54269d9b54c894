"""What a browser carries of an invitation from one request to the next, in cookies that we signed.

A token leaves the address of the page with the first request, so that it stands in no history, Referer or log; from
there on it is here. A link that was just made travels the same way to the one page that shows it.
"""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpRequest, HttpResponse

from dashboard import cookies

TOKEN_FOR = timedelta(hours=1)
"""Long enough to sign up and come back; whoever takes longer opens the link again."""
LINK_FOR = timedelta(minutes=5)
TOKEN, LINK = "invitation", "invitation-link"
"""The names of the two cookies, behind what the settings put before every name."""


def hold(response: HttpResponse, secret: str) -> None:
    """Let the browser carry the token of an invitation that was opened."""
    cookies.keep(response, TOKEN, secret, TOKEN_FOR)


def held(request: HttpRequest) -> str:
    """The token of the invitation that was opened last; empty when there is none that we signed."""
    return str(cookies.kept(request, TOKEN, TOKEN_FOR) or "")


def drop(response: HttpResponse) -> None:
    """Take the token away: the invitation was answered, or never was one."""
    cookies.forget(response, TOKEN)


def hand_over(response: HttpResponse, org: str, secret: str) -> None:
    """Let the browser carry the token of a new link to the list of the organisation's invitations."""
    cookies.keep(response, LINK, [org, secret], LINK_FOR)


def handed_over(request: HttpRequest, org: str) -> str:
    """The token of a link of this organisation that was just made, else empty."""
    match cookies.kept(request, LINK, LINK_FOR):
        case [str(of), str(secret)] if of == org:
            return secret
        case _:
            return ""


def take_over(response: HttpResponse) -> None:
    """Take the new link away: it is shown once."""
    cookies.forget(response, LINK)
