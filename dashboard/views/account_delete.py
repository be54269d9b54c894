"""`/account/delete`."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dashboard import attempts, background, languages, mail
from dashboard.account_forms import DeleteForm
from dashboard.http import PageRequest, page_request, render_page
from dashboard.pages import account as pages
from dashboard.views.account import signed_out
from tenants import deadline
from tenants.errors import Refused, TooMany
from tenants.reads import account as reads
from tenants.writes import closing
from tenants.writes.password import Owner

_SECONDS = 25.0
"""What leaving many organisations may take."""


@require_http_methods(["GET", "HEAD", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """Delete the account, after its address was typed and its password; not while organisations need it."""
    asked = page_request(request)
    read = reads.account(asked.viewer.user, asked.now)
    form = DeleteForm(request.POST or None)
    status = 400 if request.method == "POST" else 200
    if request.method == "POST" and form.is_valid():
        try:
            charges = attempts.password(request, read.user)
            deadline.allow(_SECONDS)
            email, password = form.cleaned_data["email"], form.cleaned_data["password"]
            owner = closing.close(asked.viewer.actor, password, email, asked.now, charges)
        except TooMany as error:
            form.refuse_for_now(error)
            status = 429
        except Refused as refusal:
            form.refuse(refusal)
        else:
            return _deleted(asked, owner)
    owned = tuple(pages.OwnedOrg(org.id, org.name) for org in reads.owned_alone(read.user))
    page = pages.DeleteAccountPage(read.name, read.email, owned)
    return render_page(request, "account/delete.html", page, status=status, form=form)


def _deleted(asked: PageRequest, owner: Owner) -> HttpResponse:
    words: dict[str, mail.Word] = {"name": owner.name, "link": mail.link("sign-up")}
    language = owner.language or languages.current()
    background.if_possible(partial(mail.send_patiently, owner.email, "account-deleted", words, language))
    messages.info(asked, _("Your account is deleted."))
    return signed_out(asked)
