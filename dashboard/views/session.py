"""`/sign-in`, `/sign-out`."""

from __future__ import annotations

from contextlib import suppress
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import rotate_token
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from dashboard import attempts, cookies, devices
from dashboard.account_forms import SignInForm
from dashboard.http import go, now, own_path, render_page
from dashboard.middleware import public
from dashboard.pages.session import SignInPage
from tenants.errors import TableroError, TooMany
from tenants.writes import accounts


@public
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Ask for e-mail and password, and open a session. The answer to a wrong one never says which was wrong."""
    form = SignInForm(request.POST or None)
    status = 400 if request.method == "POST" else 200
    if request.method == "POST" and form.is_valid():
        email, password = form.cleaned_data["email"], form.cleaned_data["password"]
        try:
            charges = attempts.sign_in(request, email)
        except TooMany as error:
            form.refuse_for_now(error)
            status = 429
        else:
            signed_in = accounts.sign_in(email, password, now(request), devices.of(request), charges)
            if signed_in is not None:
                return enter(request, signed_in, email, next_path(request, "/"))
            form.add_error(None, _("E-mail or password is not right."))
    return render_page(request, "session/sign-in.html", SignInPage(next_path(request, "")), status=status, form=form)


@public
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session, on the server too, so that a copy of the cookie is worth nothing."""
    cookie = cookies.read(request)
    if cookie is not None:
        accounts.sign_out(cookie.user, cookie.viewer.session)
    messages.info(request, _("You are signed out."))
    back = next_path(request, "")
    response = go(request, f"{reverse('sign-in')}?{urlencode({'next': back})}" if back else reverse("sign-in"))
    cookies.clear(response)
    # Whatever of ours the browser has kept for a time without a connection goes as well.
    response.headers["Clear-Site-Data"] = '"storage"'
    return response


def enter(request: HttpRequest, signed_in: accounts.SignedIn, email: str, url: str) -> HttpResponse:
    """Let the browser keep the session, and that it has signed in to this account, and send it on to `url`.

    The session that it had until now ends on the server too: one transaction if it had one.
    """
    before = cookies.read(request)
    if before is not None:
        with suppress(TableroError):  # who has signed in is in; the other session ends by itself one day
            accounts.sign_out(before.user, before.viewer.session)
    rotate_token(request)
    response = go(request, url)
    cookies.write(response, cookies.of(signed_in, now(request)))
    devices.remember(request, response, email)
    return response


def next_path(request: HttpRequest, default: str) -> str:
    """The path of ours that the person wanted to go to."""
    return own_path(request, request.POST.get("next") or request.GET.get("next", ""), default)
