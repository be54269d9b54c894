"""`/account`: one's own name, zone and language, and the devices one is signed in on."""

from __future__ import annotations

import re
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from dashboard import background, cookies, languages
from dashboard.account_forms import PersonForm
from dashboard.http import PageRequest, go, page_request, render_page
from dashboard.middleware import require_session
from dashboard.pages import account as pages
from tenants.errors import Refused, TableroError
from tenants.reads import account as reads
from tenants.writes import accounts, copies, person, sessions

COPIES_SECONDS = 2.0
_DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)


@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """The account, from one request to the table; a form for name, zone and language."""
    asked = page_request(request)
    read = reads.account(asked.viewer.user, asked.now)
    if read.job_waits:
        bring_copies_up_to_date(read.user)
    known = {"name": read.name, "zone": read.zone, "language": read.language or languages.current()}
    form = PersonForm(request.POST or None, initial=known)
    if request.method == "POST" and form.is_valid():
        try:
            name, zone, language = (form.cleaned_data[field] for field in known)
            follows = person.change(asked.viewer.actor, name, zone, language, asked.now)
        except Refused as refusal:
            form.refuse(refusal)
        else:
            return _changed(asked, form, copies_follow=follows)
    status = 400 if request.method == "POST" else 200
    page = pages.of(read, asked.viewer.session)
    return render_page(request, "account/account.html", page, status=status, form=form)


def _changed(asked: PageRequest, form: PersonForm, *, copies_follow: bool) -> HttpResponse:
    if copies_follow:
        bring_copies_up_to_date(asked.viewer.user)
    messages.success(asked, _("Saved."))
    # The cookie tells the pages who one is: this browser's is renewed at once, others' within a minute.
    seen = sessions.Seen(
        accounts.clean_name(form.cleaned_data["name"]), form.cleaned_data["language"], form.cleaned_data["zone"]
    )
    response = go(asked, reverse("account"))
    cookie = cookies.read(asked)
    if cookie is not None:
        cookies.write(response, cookies.checked(cookie, seen, asked.now))
    return response


def bring_copies_up_to_date(user: str) -> None:
    """Let name and address follow into the organisations: for two seconds now, what is left beside the request."""
    try:
        if copies.run(user, COPIES_SECONDS):
            return
    except TableroError:
        pass  # the job is kept: the next look at the account goes on with it
    background.if_possible(partial(_go_on, user))


def _go_on(user: str) -> None:
    copies.run(user)


@require_POST
def end_session(request: HttpRequest) -> HttpResponse:
    """Sign a device out: the one that is named, `others`, or `all` with this one. One that is gone already is fine."""
    asked = page_request(request)
    # A copied cookie whose session has ended must sign nobody out.
    require_session(request, afresh=True)
    which, user = request.POST.get("session", ""), asked.viewer.user
    if which in {"all", asked.viewer.session}:
        return _leave(asked, everywhere=which == "all")
    if which == "others":
        ended = sessions.end_others(user, asked.viewer.session)
        said = ngettext("One other device is signed out.", "%(count)d other devices are signed out.", ended)
        messages.success(request, said % {"count": ended})
    elif _DIGEST.fullmatch(which):
        accounts.sign_out(user, which)
        messages.success(request, _("The device is signed out."))
    return go(request, reverse("account"))


def _leave(asked: PageRequest, *, everywhere: bool) -> HttpResponse:
    if everywhere:
        sessions.end_others(asked.viewer.user, None)
        messages.info(asked, _("You are signed out everywhere."))
    else:
        accounts.sign_out(asked.viewer.user, asked.viewer.session)
        messages.info(asked, _("You are signed out."))
    return signed_out(asked)


def signed_out(request: HttpRequest) -> HttpResponse:
    """Send the browser to the sign-in, without its session."""
    asked = page_request(request)
    # Seen just now, the session would be given to the browser again behind this answer.
    asked.session_seen = None
    response = go(request, reverse("sign-in"))
    cookies.clear(response)
    return response
