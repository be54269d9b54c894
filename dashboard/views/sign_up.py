"""`/sign-up`, `/check-mail`, `/confirm`: a new account, for whoever can read the mail of its address."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from dashboard import attempts, background, cookies, devices, languages, links, mail
from dashboard.account_forms import ConfirmForm, SignUpForm
from dashboard.http import go, now, own_path, render_page
from dashboard.middleware import public
from dashboard.pages.session import CheckMailPage, ConfirmPage, SignUpPage
from dashboard.views.session import enter, next_path
from tenants import ids
from tenants.errors import AlreadyTaken, Refused, TooMany
from tenants.writes import sign_up as writes
from tenants.writes import tokens

_ASKED = "sign-up"


@public
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Ask for an account. The answer is the same whether the address has one; the mail that follows is not.

    What depends on the address happens beside the request, so that its time tells nothing either.
    """
    form = SignUpForm(request.POST or None, initial={"language": languages.current()})
    status = 400 if request.method == "POST" else 200
    if request.method == "POST" and form.is_valid():
        try:
            person = writes.checked(*(form.cleaned_data[field] for field in ("name", "email", "password", "language")))
            attempts.mail(request, person.email, attempts.MAIL_SIGN_UP)
        except Refused as refusal:
            form.refuse(refusal)
        except TooMany as error:
            form.refuse_for_now(error)
            status = 429
        else:
            return _ask(request, person)
    return render_page(request, "session/sign-up.html", SignUpPage(next_path(request, "")), status=status, form=form)


def _ask(request: HttpRequest, person: writes.Person) -> HttpResponse:
    secret = tokens.new_secret()
    path = next_path(request, "")
    background.later(partial(_send, secret, person, now(request), path))
    response = go(request, reverse("check-mail"))
    # The browser that asked needs no password to confirm. It keeps nothing that would open the link by itself.
    cookies.keep(response, _ASKED, [ids.digest(secret), person.email], writes.LIFE)
    return response


def _send(secret: str, person: writes.Person, asked: datetime, path: str) -> None:
    known = writes.ask(secret, person, asked, path)
    if known is None:
        link = mail.link("confirm", {links.PARAMETER: secret})
        mail.send_patiently(person.email, "confirm", {"name": person.name, "link": link}, person.language)
    else:
        link = mail.link("forgot")
        mail.send_patiently(known.email, "known", {"name": known.name, "link": link}, known.language or person.language)


@public
@require_safe
def check_mail(request: HttpRequest) -> HttpResponse:
    """Say that a mail is on its way. Asks nothing of the table: nobody learns here whether it is."""
    return render_page(request, "session/check-mail.html", CheckMailPage(_asked(request)[1]))


@public
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest) -> HttpResponse:
    """Confirm the address and open the account: by a button, since mail programs open links by themselves."""
    moved = links.moved(request, _ASKED)
    if moved is not None:
        return moved
    secret = links.secret_of(request, _ASKED)
    pending = writes.look(secret, now(request))
    asked_here = _asked(request)[0] == ids.digest(secret)
    form = ConfirmForm(request.POST if request.method == "POST" and not asked_here else None)
    status = 200
    if request.method == "POST" and (asked_here or form.is_valid()):
        try:
            return _confirm(request, secret, pending, None if asked_here else form.cleaned_data["password"])
        except AlreadyTaken:
            return links.done(request, _ASKED, reverse("sign-in"))
        except Refused as refusal:
            form.refuse(refusal)
        except TooMany as error:
            form.refuse_for_now(error)
            status = 429
    if form.errors and status == 200:  # noqa: PLR2004 - no other refusal has set it
        status = 400
    page = ConfirmPage(pending.email, asks_password=not asked_here)
    return render_page(request, "session/confirm.html", page, status=status, form=form)


def _confirm(request: HttpRequest, secret: str, pending: writes.Pending, password: str | None) -> HttpResponse:
    if password is not None:
        attempts.password(request, ids.digest(secret))
    language = pending.language or languages.current()
    signed_in = writes.confirm(secret, password, now(request), devices.of(request), language=language)
    response = enter(request, signed_in, pending.email, own_path(request, pending.next_path, "/"))
    cookies.forget(response, f"link-{_ASKED}")
    cookies.forget(response, _ASKED)
    return response


def _asked(request: HttpRequest) -> tuple[str, str]:
    match cookies.kept(request, _ASKED, writes.LIFE):
        case [str(digest), str(email)]:
            return digest, email
        case _:
            return "", ""
