"""What happens around every view: the time budget, the sign-in, and domain errors turned into pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from dashboard import cookies, http, languages
from dashboard.client import client_address, client_network
from dashboard.pages.error import ErrorPage
from dashboard.sentences import told
from tenants import clock, deadline, errors
from tenants.writes import audit, sessions

View = Callable[..., HttpResponse]
GetResponse = Callable[[HttpRequest], HttpResponse]

SECONDS = 8.0
"""What a request may take in all. It is shorter than any proxy's patience, so that our own page says what is wrong."""

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "worker-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def public(view: View) -> View:
    """Mark a view as one that people see without signing in. Every other view asks for it: the default is no."""
    view.is_public = True  # type: ignore[attr-defined]  # a mark on the function, read by SignedIn
    return view


class Deadline:
    """Give each request eight seconds of database time and one instant as its now."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer within the budget."""
        request.now = clock.now()  # type: ignore[attr-defined]  # PageRequest says so to the views
        with deadline.within(SECONDS):
            return self.get_response(request)


class Private:
    """Keep pages out of every cache and bind them to our own scripts and styles; static files are everybody's."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer with the headers of a private page; a view's own stay."""
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        if request.path.startswith(settings.STATIC_URL) and "Cache-Control" in response.headers:
            return response
        # A page and its fragments share an address: a cache must never hand out one for the other.
        patch_vary_headers(response, ["HX-Request", "Cookie"])
        response.headers.setdefault("Cache-Control", "no-store")
        return response


class SignedIn:
    """Let only signed-in people through, except to views marked `public`.

    The session is looked at at most once in 60 seconds (one GetItem; once in five minutes a transaction that notes the
    use); writes look at it inside their own read too.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer in the person's or the browser's language, the cookie renewed when its session was looked at."""
        cookie = cookies.read(request)
        request.session_cookie = cookie  # type: ignore[attr-defined]  # read below, and by `require_session`
        theirs = cookie.language if cookie and languages.chosen(cookie.language) else ""
        language = theirs or languages.of(request)
        with translation.override(language):
            response = self.get_response(request)
        languages.stamp(response, language, negotiated=not theirs)
        seen = getattr(request, "session_seen", None)
        if seen is not None and response.status_code < 500:  # noqa: PLR2004 - a failed page proves nothing
            cookies.write(response, seen)
        return response

    def process_view(
        self, request: HttpRequest, view: View, _args: tuple[Any, ...], _kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Find out who asks. Answers instead of the view when it is nobody."""
        if getattr(view, "is_public", False):
            return None
        cookie = _cookie_of(request)
        if cookie is None:
            return to_sign_in(request)
        try:
            # Of a POST as well: a form that is refused shows the page again, to whoever sent it.
            require_session(request, cookie)
        except errors.TableroError as error:
            # Django asks no `process_exception` about what is raised here.
            return answer_to(request, error)
        # What the session tells of the person is younger than the cookie.
        known = getattr(request, "session_seen", None) or cookie
        request.viewer = replace(known.viewer, address=client_address(request))  # type: ignore[attr-defined]  # PageRequest says so to the views
        return None


def require_session(request: HttpRequest, cookie: cookies.SessionCookie | None = None, *, afresh: bool = False) -> None:
    """Look at the session behind the cookie unless it was seen within 60 seconds. Raises SessionEnded, Unavailable.

    `afresh` looks whenever it was seen: for a view whose writes come later, without a session. One GetItem, and
    now and then a transaction that notes the use.
    """
    cookie = cookie or _cookie_of(request)
    instant = http.now(request)
    if cookie is None:
        raise errors.SessionEnded("Please sign in.")
    if cookie.is_fresh(instant) and not afresh:
        return
    session = sessions.look(cookie.user, cookie.viewer.session, client_network(request), instant)
    if session is None:
        raise errors.SessionEnded("Please sign in again.")
    request.session_seen = cookies.checked(cookie, session, instant)  # type: ignore[attr-defined]  # read by SignedIn


def _cookie_of(request: HttpRequest) -> cookies.SessionCookie | None:
    found = getattr(request, "session_cookie", None)
    return found if isinstance(found, cookies.SessionCookie) else None


def to_sign_in(request: HttpRequest) -> HttpResponse:
    """Send the browser to the sign-in, to come back where it was if that was a page."""
    back = request.get_full_path()
    if http.wants_fragment(request):
        current = getattr(request, "htmx").current_url_abs_path  # noqa: B009 - added by django-htmx
        back = current or "/"
    elif request.method not in {"GET", "HEAD"}:
        back = "/"
    query = f"?{urlencode({'next': back})}" if back != "/" else ""
    response = http.go(request, reverse("sign-in") + query)
    cookies.clear(response)
    return response


class DomainErrors:
    """Turn each domain error into its one status and page, here and nowhere else."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer; the work is in `process_exception`.

        The address of a form that came back with something wrong is still in the browser, and asked for again when
        somebody reloads it by hand: what only takes forms then answers with a page, not with nothing.
        """
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and request.method == "GET":
            response.content = render_to_string("405.html", request=request).encode()
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer for a TableroError; every other exception is a fault of ours and goes its way."""
        return answer_to(request, exception) if isinstance(exception, errors.TableroError) else None


def answer_to(request: HttpRequest, error: errors.TableroError) -> HttpResponse:
    """The one status and page of a domain error. What a member was refused is noted in the audit: one request."""
    if isinstance(error, errors.SessionEnded):
        return to_sign_in(request)
    if isinstance(error, errors.BadCursor):
        messages.warning(request, told(error))
        return http.go(request, request.path)
    if isinstance(error, errors.NotFound):
        # The same words whether it is missing or somebody else's: a stranger must not learn which.
        return render(request, "404.html", {"page": ErrorPage()}, status=404)
    if isinstance(error, errors.NotAllowed) and error.attempt:
        audit.refused(error.attempt, client_address(request), http.now(request))
    status = _STATUS.get(type(error), 503 if isinstance(error, errors.Unavailable) else 409)
    wait = error.wait_seconds if isinstance(error, errors.TooMany) else 0
    page = ErrorPage(
        said=http.please_wait(wait) if wait else told(error),
        back=_back(request),
        action=request.get_full_path(),
        again=_again(request) if status == 503 else (),  # noqa: PLR2004 - Service Unavailable
    )
    template = "503-mail.html" if isinstance(error, errors.MailNotSent) else f"{status}.html"
    response = render(request, template, {"page": page}, status=status)
    if status == 503 or wait:  # noqa: PLR2004 - Service Unavailable
        response.headers["Retry-After"] = str(wait or 2)
    return response


def _back(request: HttpRequest) -> str:
    """The page that sent a form, for an action has no page to return to; empty for a page that can be loaded again."""
    return "" if request.method in {"GET", "HEAD"} else http.came_from(request) or "/"


PASSWORDS = frozenset({"password", "old", "new"})
"""Fields that hold a password, in whichever form: never written into a page."""


def _again(request: HttpRequest) -> tuple[tuple[str, str], ...]:
    """The fields of a form that filled the page, to send them once more; none with a file or a password in it."""
    if request.method != "POST" or "HX-Request" in request.headers:
        return ()
    if request.FILES or PASSWORDS & set(request.POST):
        return ()
    fields = [(name, value) for name, values in request.POST.lists() for value in values]
    return tuple((name, str(value)) for name, value in fields if name != "csrfmiddlewaretoken")


_STATUS: dict[type[errors.TableroError], int] = {
    errors.NotAllowed: 403,
    errors.Conflict: 409,
    errors.Refused: 409,
    errors.AlreadyTaken: 409,
    errors.LimitReached: 409,
    errors.LinkEnded: 410,
    errors.TooMany: 429,
    errors.MailNotSent: 503,
    errors.Busy: 503,
    errors.Unavailable: 503,
    errors.OutcomeUnknown: 503,
}
