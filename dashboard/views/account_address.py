"""`/account/address`, `/confirm-address`: another address, for who can read its mail."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dashboard import attempts, background, cookies, devices, languages, links, mail
from dashboard.account_forms import AddressForm
from dashboard.http import PageRequest, go, now, page_request, render_page
from dashboard.middleware import public
from dashboard.pages.account import AddressPage, ConfirmAddressPage
from dashboard.sentences import told
from dashboard.views.account import bring_copies_up_to_date
from tenants.addresses import canonical
from tenants.errors import LinkEnded, MailNotSent, Refused, TooMany
from tenants.reads import account as reads
from tenants.writes import address as writes
from tenants.writes import password, tokens

_ACT = "address"


@require_http_methods(["GET", "HEAD", "POST"])
def change_address(request: HttpRequest) -> HttpResponse:
    """Send a link to the new address. Nothing moves before it is opened, and nobody learns whether it is taken."""
    asked = page_request(request)
    read = reads.account(asked.viewer.user, asked.now)
    form = AddressForm(request.POST or None)
    status = 400 if request.method == "POST" else 200
    if request.method == "POST" and form.is_valid():
        try:
            return _ask(asked, form)
        except TooMany as error:
            form.refuse_for_now(error)
            status = 429
        except MailNotSent as error:
            form.add_error(None, told(error))
            status = 503
        except Refused as refusal:
            form.refuse(refusal)
    page = AddressPage(read.name, read.email)
    return render_page(request, "account/address.html", page, status=status, form=form)


def _ask(request: PageRequest, form: AddressForm) -> HttpResponse:
    viewer = request.viewer
    attempts.mail_by(request, viewer.user)
    charges = attempts.password(request, viewer.user)
    asked = writes.ask(viewer.actor, form.cleaned_data["email"], form.cleaned_data["password"], request.now, charges)
    if asked.taken_by is None:
        link = mail.link("confirm-address", {links.PARAMETER: asked.secret})
        mail.send(
            asked.to,
            "confirm-address",
            {"name": asked.owner.name, "link": link},
            asked.owner.language or languages.current(),
        )
    else:
        words: dict[str, mail.Word] = {"name": asked.taken_by.name, "link": mail.link("account")}
        mail.send(asked.taken_by.email, "address-taken", words, asked.taken_by.language or languages.current())
    messages.success(request, _("A mail to %(email)s is on its way. Open the link in it.") % {"email": asked.to})
    return go(request, reverse("account"))


@public
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_address(request: HttpRequest) -> HttpResponse:
    """Move the account to its new address, by a button; on any device, since mail is read on any device."""
    moved = links.moved(request, _ACT)
    if moved is not None:
        return moved
    secret = links.secret_of(request, _ACT)
    old, new, back = writes.look(secret, now(request))
    if request.method == "POST":
        return _move(request, secret)
    return render_page(request, "account/confirm-address.html", ConfirmAddressPage(old, new, back))


def _move(request: HttpRequest, secret: str) -> HttpResponse:
    moved = writes.confirm(secret, now(request))
    bring_copies_up_to_date(moved.user)
    if not moved.undo:
        return _taken_back(request, moved.owner.email)
    back = mail.link("confirm-address", {links.PARAMETER: moved.undo})
    words: dict[str, mail.Word] = {"name": moved.owner.name, "email": moved.owner.email, "link": back}
    language = moved.owner.language or languages.current()
    background.if_possible(partial(mail.send_patiently, moved.old, "address-changed", words, language))
    messages.success(request, _("Your address is changed. Sign in with the new one from now on."))
    response = links.done(request, _ACT, "/")
    if devices.known_as(request, canonical(moved.old)):
        devices.remember(request, response, moved.owner.email)
    return response


def _taken_back(request: HttpRequest, email: str) -> HttpResponse:
    """On to a new password: whoever moved the account knew the one before, so that is gone."""
    found = password.ask_reset(email, now(request))
    if found is None:
        raise LinkEnded(tokens.ENDED)  # the account was deleted at this very moment
    messages.success(request, _("Your account is back at this address, and every device is signed out."))
    response = links.done(request, _ACT, reverse("reset"))
    links.hold(response, "reset", found[1])
    cookies.clear(response)
    return response
