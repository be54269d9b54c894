"""`/account/password`: another password, for who knows the present one."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dashboard import attempts, background, languages
from dashboard.account_forms import PasswordForm
from dashboard.http import go, page_request, render_page
from dashboard.pages.account import PasswordPage
from dashboard.views.password import tell_changed
from tenants.errors import Refused, TooMany
from tenants.writes import password as writes


@require_http_methods(["GET", "HEAD", "POST"])
def change_password(request: HttpRequest) -> HttpResponse:
    """Set another password; every other device is signed out with it."""
    asked = page_request(request)
    form = PasswordForm(request.POST or None)
    status = 400 if request.method == "POST" else 200
    if request.method == "POST" and form.is_valid():
        try:
            charges = attempts.password(request, asked.viewer.user)
            old, new = form.cleaned_data["old"], form.cleaned_data["new"]
            owner = writes.change(asked.viewer.actor, old, new, asked.now, charges)
        except TooMany as error:
            form.refuse_for_now(error)
            status = 429
        except Refused as refusal:
            form.refuse(refusal)
        else:
            background.if_possible(partial(tell_changed, owner, languages.current()))
            messages.success(request, _("Your password is changed, and every other device is signed out."))
            return go(request, reverse("account"))
    page = PasswordPage(asked.viewer.name)
    return render_page(request, "account/password.html", page, status=status, form=form)
