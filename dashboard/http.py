"""What our middleware adds to a request, and the one way a page becomes an answer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import ngettext
from django_htmx.http import HttpResponseClientRedirect, reselect, reswap, retarget
from django_htmx.middleware import HtmxDetails

from dashboard import receipts
from tenants import clock
from tenants.writes.ground import Actor


@dataclass(frozen=True, slots=True)
class Viewer:
    """The signed-in person. `name` is for showing; `session` is the digest that the table knows.

    `address` is the network address that they come from; language and zone are theirs, empty if they chose none.
    """

    user: str
    name: str
    session: str
    address: str = ""
    language: str = ""
    zone: str = ""

    @property
    def actor(self) -> Actor:
        """The same person as the one who writes."""
        return Actor(self.user, self.session, self.address)


class PageRequest(HttpRequest):
    """A request as our views see it."""

    htmx: HtmxDetails
    viewer: Viewer
    now: datetime
    session_seen: object


def page_request(request: HttpRequest) -> PageRequest:
    """The same request under the type that says what the middleware added."""
    return cast("PageRequest", request)


def now(request: HttpRequest) -> datetime:
    """The instant of the request: one for all that it reads, decides and shows."""
    instant = getattr(request, "now", None)
    return instant if isinstance(instant, datetime) else clock.now()


def wants_fragment(request: HttpRequest) -> bool:
    """Whether htmx asks for a piece of the page; boosted and history-restoring requests want all of it."""
    htmx = getattr(request, "htmx", None)
    return isinstance(htmx, HtmxDetails) and bool(htmx) and not (htmx.boosted or htmx.history_restore_request)


def render_page(
    request: HttpRequest, template: str, page: object, *, fragment: str = "", status: int = 200, **forms: BaseForm
) -> HttpResponse:
    """Render `page`, or only its `fragment` when htmx asks for it. Forms go beside it, under their own names.

    For whom may see it the receipt of what was read stands below the page, and in a header of it.
    """
    name = f"{template}#{fragment}" if fragment and wants_fragment(request) else template
    receipt = receipts.of(request, page)
    response = render(request, name, {"page": page, "receipt": receipt, **forms}, status=status)
    return receipts.stamp(request, response, receipt)


def beside(response: HttpResponse, target: str) -> HttpResponse:
    """What htmx gets as a refused form goes to its own place, `target`; all other errors are told elsewhere."""
    return retarget(reswap(reselect(response, "unset"), "outerHTML"), target)


def please_wait(seconds: int) -> str:
    """Say in the reader's language when it may be tried again."""
    minutes = max(1, -(-seconds // 60))
    return ngettext(
        "That was tried too often. Please wait a minute and try again.",
        "That was tried too often. Please wait %(minutes)d minutes and try again.",
        minutes,
    ) % {"minutes": minutes}


def go(request: HttpRequest, url: str) -> HttpResponse:
    """Send the browser to `url`, also when htmx asks: it would put the page behind a redirect into a fragment."""
    if wants_fragment(request):
        return HttpResponseClientRedirect(url)
    return HttpResponseRedirect(url)


def own_path(request: HttpRequest, url: str, default: str) -> str:
    """`url` if it is a path of this very site, else `default`: nobody is sent elsewhere by a link of ours."""
    local = url.startswith("/") and not url.startswith(("//", "/\\"))
    if local and url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure()):
        return url
    return default


def came_from(request: HttpRequest) -> str:
    """The path of the page that the browser came from if it is one of this very site, else empty."""
    origin = f"{request.scheme}://{request.get_host()}"
    referer = request.headers.get("Referer", "")
    return own_path(request, referer.removeprefix(origin), "") if referer.startswith(origin) else ""
