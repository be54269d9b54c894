"""Links out of mails: their secret leaves the address at the first request.

The first request moves it into a signed cookie of an hour and sends the browser to the address without it, so that it
stands in no history, no screenshot and no line of a log of ours (the access log leaves queries out). Nothing is read
or done by that: mail programs open links to look behind them. What the link is for happens on a button.
"""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from dashboard import cookies
from dashboard.http import go
from tenants.errors import LinkEnded
from tenants.writes import tokens

PARAMETER = "key"
_LIFE = timedelta(hours=1)


def moved(request: HttpRequest, act: str) -> HttpResponse | None:
    """Take the secret out of the address of a GET; None when there is none in it. `act` keeps links apart."""
    secret = request.GET.get(PARAMETER)
    if secret is None:
        return None
    if not tokens.is_secret(secret):
        raise LinkEnded(tokens.ENDED)
    response = HttpResponseRedirect(request.path)
    hold(response, act, secret)
    return response


def hold(response: HttpResponse, act: str, secret: str) -> None:
    """Let the browser keep the secret of a link for this act."""
    cookies.keep(response, f"link-{act}", secret, _LIFE)


def secret_of(request: HttpRequest, act: str) -> str:
    """The secret that the browser keeps for this act. Raises LinkEnded."""
    secret = cookies.kept(request, f"link-{act}", _LIFE)
    if not tokens.is_secret(secret):
        raise LinkEnded(tokens.ENDED)
    return str(secret)


def done(request: HttpRequest, act: str, url: str) -> HttpResponse:
    """Send the browser on to `url` and let it forget the link."""
    response = go(request, url)
    cookies.forget(response, f"link-{act}")
    return response
