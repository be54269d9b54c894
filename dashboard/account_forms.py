"""Field shapes of accounts: signing in and up, the password, the address, the person."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from dashboard import languages
from dashboard.forms import EmailField, Form
from tenants import clock
from tenants.policy import NAME_LENGTH

_GOOD = _("At least 8 characters. A few words in a row make a good one.")


def _password(label: Any, *, autocomplete: str = "current-password", **more: Any) -> forms.CharField:  # noqa: ANN401 - a text to be translated, and Django's own arguments
    return forms.CharField(label=label, strip=False, widget=forms.PasswordInput({"autocomplete": autocomplete}), **more)


def _email(label: Any, *, autocomplete: str = "email", focused: bool = False) -> EmailField:  # noqa: ANN401 - a text to be translated
    attributes: dict[str, Any] = {"autocomplete": autocomplete} | ({"autofocus": True} if focused else {})
    return EmailField(label=label, max_length=254, widget=forms.EmailInput(attributes))


def _language() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("Language"), required=False, help_text=_("Of pages and mails."), choices=lambda: settings.LANGUAGES
    )


class SignInForm(Form):
    """E-mail and password of an account."""

    email = forms.CharField(
        label=_("E-mail"), max_length=320, widget=forms.EmailInput({"autocomplete": "username", "autofocus": True})
    )
    password = _password(_("Password"))


class SignUpForm(Form):
    """A new account."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput({"autocomplete": "name", "autofocus": True}),
    )
    email = _email(_("E-mail"))
    password = _password(_("Password"), autocomplete="new-password", help_text=_GOOD)
    language = _language()

    def clean_language(self) -> str:
        """The language chosen; of a form without the choice that of its page."""
        return self.cleaned_data["language"] or languages.current()


class ConfirmForm(Form):
    """The password that was chosen when signing up, from another browser than the one it was chosen in."""

    password = _password(_("The password that you chose"))


class ForgotForm(Form):
    """Where to send a link for another password."""

    email = _email(_("E-mail"), autocomplete="username", focused=True)


class ResetForm(Form):
    """Another password, by a link."""

    new = _password(_("New password"), autocomplete="new-password", help_text=_GOOD)


class PasswordForm(Form):
    """Another password, by the old one."""

    old = _password(_("Present password"))
    new = _password(_("New password"), autocomplete="new-password", help_text=_GOOD)


class AddressForm(Form):
    """Another address to sign in with."""

    email = _email(_("New e-mail address"), autocomplete="email")
    password = _password(_("Password"), help_text=_("Yours, so that nobody does this at a screen you left open."))


class PersonForm(Form):
    """What a person calls themselves, and how they read pages."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH, widget=forms.TextInput({"autocomplete": "name"}))
    zone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        help_text=_("Decides what is due today on your home. Each organisation counts its days in a zone of its own."),
        choices=lambda: [("", "UTC")] + [(one, one.replace("_", " ")) for one in sorted(clock.zone_names() - {"UTC"})],
    )
    language = _language()


class DeleteForm(Form):
    """A deletion, meant: the address typed, and the password."""

    email = forms.CharField(
        label=_("Your e-mail address, to confirm"), max_length=320, widget=forms.EmailInput({"autocomplete": "off"})
    )
    password = _password(_("Password"))
