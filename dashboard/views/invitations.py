"""`/org/<org>/invitations…`: inviting people, and what becomes of it until they answer."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dashboard import background, carried, links, mail
from dashboard.http import PageRequest, go, page_request, please_wait, render_page
from dashboard.invitation_forms import InviteForm, LinkForm, RoleForm
from dashboard.pages import invitations as pages
from dashboard.views import parts
from tenants.errors import Busy, Refused, TableroError, TooMany
from tenants.invitations import LIFE
from tenants.policy import Permission, Role
from tenants.reads import invitations as reads
from tenants.reads.account import language_of
from tenants.writes import invitation_life
from tenants.writes import invitations as writes
from tenants.writes.invitation_life import Letter

Letters = list[tuple[str, str]]
"""Addresses, and the token that each is sent."""


@require_safe
def invitations(request: HttpRequest, org: str) -> HttpResponse:
    """All invitations that are out. Two requests to the table. A link that was just made is shown this once."""
    asked = page_request(request)
    read = _read(asked, org)
    secret = carried.handed_over(request, org)
    link = str(_link(secret)) if secret else ""
    response = render_page(request, "org/invitations.html", pages.of_list(read, link))
    if link:
        carried.take_over(response)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HttpRequest, org: str) -> HttpResponse:
    """Invite up to 20 addresses by mail, and say of each what became of it."""
    asked = page_request(request)
    read = _read(asked, org)
    form = InviteForm(request.POST or None)
    if request.method != "POST":
        return _forms(asked, read, form)
    if not form.is_valid():
        return _forms(asked, read, form, status=400)
    emails, role = form.cleaned_data["emails"], Role(form.cleaned_data["role"])
    try:
        sent = writes.invite(asked.viewer.actor, org, emails, role, asked.now)
    except Refused as refusal:
        form.refuse(refusal)
        return _forms(asked, read, form, status=400)
    except TooMany as error:
        form.add_error("emails", please_wait(error.wait_seconds))
        return _forms(asked, read, form, status=429)
    mailed = _mail(sent.letter, [(row.email, row.secret) for row in sent.invited if row.secret])
    again = InviteForm(initial={"role": role, "emails": "\n".join(_to_be_tried_again(sent.invited))})
    return _forms(asked, read, again, invited=sent.invited, mailed=mailed)


@require_POST
def open_link(request: HttpRequest, org: str) -> HttpResponse:
    """Make a link for several people, and show it once."""
    asked = page_request(request)
    read = _read(asked, org)
    form = LinkForm(request.POST)
    if not form.is_valid():
        return _forms(asked, read, link=form, status=400)
    role, cap, domains = (form.cleaned_data[name] for name in ("role", "cap", "domains"))
    try:
        secret = writes.open_link(asked.viewer.actor, org, form.new_id(asked.now), Role(role), domains, cap, asked.now)
    except Refused as refusal:
        form.refuse(refusal)
        return _forms(asked, read, link=form, status=400)
    except TooMany as error:
        form.add_error(None, please_wait(error.wait_seconds))
        return _forms(asked, read, link=form, status=429)
    return _to_list(request, org, secret)


@require_POST
def renew_invitation(request: HttpRequest, org: str, invitation: str) -> HttpResponse:
    """Mail an invitation again, or make a new address for a link. The old token is worth nothing afterwards."""
    asked = page_request(request)
    renewed = invitation_life.renew(asked.viewer.actor, org, invitation, asked.now)
    if not renewed.email:
        return _to_list(request, org, renewed.secret)
    if _mail(renewed.letter, [(renewed.email, renewed.secret)]):
        messages.success(
            request, _("Sent again to %(email)s. The earlier mail opens nothing.") % {"email": renewed.email}
        )
    else:
        messages.warning(request, _("The mail could not be sent. Please send it again in a minute."))
    return _to_list(request, org)


@require_POST
def change_invitation(request: HttpRequest, org: str, invitation: str) -> HttpResponse:
    """Say what somebody will be, before they have accepted."""
    asked = page_request(request)
    form = RoleForm(request.POST)
    # Somebody without the right hears that first, whatever they sent.
    role = Role(form.cleaned_data["role"]) if form.is_valid() else None
    if role is None:
        _read(asked, org)
        raise Refused(_("This form is damaged. Load the page again."))
    invitation_life.change_role(asked.viewer.actor, org, invitation, role, asked.now)
    messages.success(request, _("The role is changed."))
    return _to_list(request, org)


@require_POST
def revoke_invitation(request: HttpRequest, org: str, invitation: str) -> HttpResponse:
    """Withdraw an invitation."""
    asked = page_request(request)
    invitation_life.revoke(asked.viewer.actor, org, invitation, asked.now)
    messages.success(request, _("The invitation is withdrawn. Its link opens nothing any more."))
    return _to_list(request, org)


def _read(asked: PageRequest, org: str) -> reads.Invitations:
    read = reads.of_org(org, asked.viewer.user, asked.now)
    parts.require(read.frame, Permission.MEMBER_INVITE)
    return read


def _forms(
    asked: PageRequest,
    read: reads.Invitations,
    form: InviteForm | None = None,
    *,
    link: LinkForm | None = None,
    invited: tuple[writes.Invited, ...] = (),
    mailed: bool = True,
    status: int = 200,
) -> HttpResponse:
    page = pages.of_form(read, invited, mailed=mailed)
    link = link or LinkForm()
    link.auto_id = "id_link_%s"  # both forms have a field of this name, and a page has each id once
    return render_page(asked, "org/invite.html", page, status=status, form=form or InviteForm(), link_form=link)


def _to_be_tried_again(invited: Iterable[writes.Invited]) -> list[str]:
    """The addresses that a free seat would help: they stay in the field."""
    return [row.email for row in invited if row.outcome is writes.Outcome.NO_SEAT]


def _to_list(request: HttpRequest, org: str, secret: str = "") -> HttpResponse:
    response = go(request, reverse("invitations", kwargs={"org": org}))
    if secret:
        carried.hand_over(response, org, secret)
    return response


def _link(secret: str) -> mail.Link:
    return mail.link("invitation", {links.PARAMETER: secret})


def _mail(letter: Letter, letters: Letters) -> bool:
    """Have the mails sent beside the request, as somebody who invites twenty does not wait; False if none is."""
    try:
        background.later(partial(_send, letter, letters))
    except Busy:
        return False
    return True


def _send(letter: Letter, letters: Letters) -> None:
    """Write to each in the language of their account; to those who have none in the organisation's."""
    for email, secret in letters:
        words: dict[str, mail.Word] = {
            "org": letter.org_name,
            "inviter": letter.inviter,
            "role": letter.role,
            "days": LIFE.days,
            "email": email,
            "link": _link(secret),
        }
        mail.send_patiently(email, "invitation", words, _language(email) or letter.language)


def _language(email: str) -> str:
    try:
        return language_of(email)
    except TableroError:
        return ""  # a mail in another language is better than none
