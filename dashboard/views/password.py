"""`/forgot`, `/reset`: another password, for whoever can read the mail of the account."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dashboard import attempts, background, cookies, devices, languages, links, mail
from dashboard.account_forms import ForgotForm, ResetForm
from dashboard.http import go, now, render_page
from dashboard.middleware import public
from dashboard.pages.session import ForgotPage, ResetPage
from tenants.errors import Refused, TooMany
from tenants.writes import password as writes


@public
@require_http_methods(["GET", "HEAD", "POST"])
def forgot(request: HttpRequest) -> HttpResponse:
    """Ask for a link. The answer and the time it takes are the same whether the address has an account."""
    form = ForgotForm(request.POST or None)
    status = 400 if request.method == "POST" else 200
    if request.method == "POST" and form.is_valid():
        try:
            attempts.mail(request, form.cleaned_data["email"], attempts.MAIL_PASSWORD)
        except TooMany as error:
            form.refuse_for_now(error)
            status = 429
        else:
            background.later(partial(_send, form.cleaned_data["email"], now(request), languages.current()))
            return go(request, reverse("check-mail"))
    return render_page(request, "session/forgot.html", ForgotPage(), status=status, form=form)


def _send(email: str, asked: datetime, language: str) -> None:
    found = writes.ask_reset(email, asked)
    if found is not None:
        owner, secret = found
        link = mail.link("reset", {links.PARAMETER: secret})
        mail.send_patiently(owner.email, "reset", {"name": owner.name, "link": link}, owner.language or language)


@public
@require_http_methods(["GET", "HEAD", "POST"])
def reset(request: HttpRequest) -> HttpResponse:
    """Set another password by a link. Every session ends with it, also those of whoever knew the old one."""
    moved = links.moved(request, "reset")
    if moved is not None:
        return moved
    secret = links.secret_of(request, "reset")
    email = writes.look_reset(secret, now(request))
    form = ResetForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            owner = writes.reset(secret, form.cleaned_data["new"], now(request))
        except Refused as refusal:
            form.refuse(refusal)
        else:
            return _changed(request, owner)
    status = 400 if request.method == "POST" else 200
    return render_page(request, "session/reset.html", ResetPage(email), status=status, form=form)


def _changed(request: HttpRequest, owner: writes.Owner) -> HttpResponse:
    background.if_possible(partial(tell_changed, owner, languages.current()))
    messages.success(request, _("Your password is changed and every device is signed out. Sign in with the new one."))
    response = links.done(request, "reset", reverse("sign-in"))
    cookies.clear(response)
    # Whoever can read the mail is no stranger: others' attempts must not keep them out now.
    devices.remember(request, response, owner.email)
    return response


def tell_changed(owner: writes.Owner, language: str) -> None:
    """Tell the owner of the account that its password was changed; in `language` if they chose none."""
    words: dict[str, mail.Word] = {"name": owner.name, "link": mail.link("forgot")}
    mail.send_patiently(owner.email, "password-changed", words, owner.language or language)
