"""Forms of those who invite: many addresses in one field, the domains of a link."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext_lazy as _

from dashboard.forms import ROLES, Form, KeyedForm
from tenants import ids
from tenants.addresses import canonical, canonical_domain, has_one_domain
from tenants.invitations import AT_ONCE, DOMAINS, LARGEST_CAP
from tenants.policy import INVITED_ROLES, Role

_APART = re.compile(r"[\s,;]+")
_LONGEST = 254
_NAMES = dict(ROLES)
_ROLES = [(role, _NAMES[role]) for role in INVITED_ROLES]


class AddressesField(forms.CharField):
    """E-mail addresses between blanks, commas or line ends; each is checked in its canonical form."""

    widget = forms.Textarea

    def clean(self, value: Any) -> list[str]:  # noqa: ANN401 - Django's own signature
        """The addresses as typed. Raises ValidationError, which names those that are none."""
        emails = [part for part in _APART.split(str(super().clean(value))) if part]
        if not emails:
            raise ValidationError(self.error_messages["required"], code="required")
        if len(emails) > AT_ONCE:
            raise ValidationError(
                _("Invite at most %(most)d addresses at a time; these are %(count)d."),
                params={"most": AT_ONCE, "count": len(emails)},
            )
        wrong = [email for email in emails if not _is_address(email)]
        if wrong:
            raise ValidationError(
                [ValidationError(_("“%(email)s” is not an e-mail address."), params={"email": e[:80]}) for e in wrong]
            )
        return emails


class DomainsField(forms.CharField):
    """Domains between blanks, commas or line ends, with an @ before them or without."""

    def clean(self, value: Any) -> list[str]:  # noqa: ANN401 - the same
        """The domains as typed. Raises ValidationError, which names those that are none."""
        typed = [part for part in _APART.split(str(super().clean(value))) if part]
        wrong = [part for part in typed if not _is_address(f"x@{part.removeprefix('@')}")]
        if wrong:
            raise ValidationError(
                [ValidationError(_("“%(name)s” is not a domain."), params={"name": part[:80]}) for part in wrong]
            )
        if len({canonical_domain(part) for part in typed}) > DOMAINS:
            raise ValidationError(_("At most %(most)d domains."), params={"most": DOMAINS})
        return typed


class InviteForm(Form):
    """People whose addresses one knows, and what they become."""

    emails = AddressesField(
        label=_("E-mail addresses"),
        max_length=AT_ONCE * (_LONGEST + 2),
        help_text=_("Up to 20, one a line or with commas between them."),
        widget=forms.Textarea({"rows": 4, "autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    role = forms.ChoiceField(label=_("Role"), choices=_ROLES, initial=Role.MEMBER)


class LinkForm(KeyedForm):
    """A link for several people. Its invitation is made under an id drawn when the form is shown."""

    role = forms.ChoiceField(label=_("Role"), choices=_ROLES, initial=Role.MEMBER)
    cap = forms.IntegerField(label=_("For how many people"), min_value=1, max_value=LARGEST_CAP, initial=10)
    domains = DomainsField(
        label=_("Only with an address at"),
        required=False,
        max_length=2_000,
        help_text=_("Domains such as example.com. Empty: everybody who has the link."),
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def draw(self, now: datetime) -> str:
        """A fresh id of an invitation."""
        del now
        return ids.new_invitation_id()


class RoleForm(Form):
    """Another role for somebody who has not accepted yet."""

    role = forms.ChoiceField(choices=_ROLES)


def _is_address(email: str) -> bool:
    if not email.isprintable() or not has_one_domain(email):
        return False  # what nobody sees makes one address look like another
    try:
        validate_email(canonical(email))
    except ValidationError:
        return False
    return len(email) <= _LONGEST
