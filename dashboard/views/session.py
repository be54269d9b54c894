"""`/sign-in`, `/sign-up`, `/sign-out`."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import rotate_token
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from dashboard import cookies
from dashboard.forms import SignInForm, SignUpForm
from dashboard.http import go, now, own_path, render_page
from dashboard.middleware import public
from dashboard.pages.session import SignInPage, SignUpPage
from tenants.errors import Refused
from tenants.writes import accounts


@public
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Ask for e-mail and password, and open a session. The answer to a wrong one never says which was wrong."""
    form = SignInForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        signed_in = accounts.sign_in(
            form.cleaned_data["email"],
            form.cleaned_data["password"],
            now(request),
            request.headers.get("User-Agent", ""),
        )
        if signed_in is not None:
            return _enter(request, signed_in)
        form.add_error(None, _("E-mail or password is not right."))
    status = 400 if request.method == "POST" else 200
    return render_page(request, "session/sign-in.html", SignInPage(_next(request, "")), status=status, form=form)


@public
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Create an account and sign in to it."""
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        name, email, password = (form.cleaned_data[field] for field in ("name", "email", "password"))
        try:
            user = accounts.sign_up(name, email, password, now(request))
        except Refused as refusal:
            form.refuse(refusal)
        else:
            device = request.headers.get("User-Agent", "")
            return _enter(request, accounts.open_session(user, accounts.clean_name(name), now(request), device))
    status = 400 if request.method == "POST" else 200
    return render_page(request, "session/sign-up.html", SignUpPage(_next(request, "")), status=status, form=form)


@public
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session, on the server too, so that a copy of the cookie is worth nothing."""
    cookie = cookies.read(request)
    if cookie is not None:
        accounts.sign_out(cookie.user, cookie.viewer.session)
    messages.info(request, _("You are signed out."))
    response = go(request, "/sign-in")
    cookies.clear(response)
    return response


def _enter(request: HttpRequest, signed_in: accounts.SignedIn) -> HttpResponse:
    rotate_token(request)
    response = go(request, _next(request, "/"))
    cookies.write(response, cookies.of(signed_in, now(request)))
    return response


def _next(request: HttpRequest, default: str) -> str:
    return own_path(request, request.POST.get("next") or request.GET.get("next", ""), default)
