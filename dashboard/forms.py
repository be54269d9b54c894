"""Field shapes: what a form looks like and what can be said of it without the table."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django import forms
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext_lazy as _

from dashboard.http import please_wait
from dashboard.sentences import told
from tenants import clock
from tenants.addresses import canonical, has_one_domain
from tenants.errors import Refused, TooMany
from tenants.policy import LANGUAGES, NAME_LENGTH, Role

ROLES = [
    (Role.MEMBER, _("Member: works on everything")),
    (Role.VIEWER, _("Viewer: sees everything")),
    (Role.ADMIN, _("Admin: also brings in people and boards")),
    (Role.OWNER, _("Owner: answers for the organisation")),
]

_KEY_LIFE = 12 * 3600


class Field(forms.BoundField):
    """A field on the page. The cursor of a form that comes back stands in the first that is wrong, in no other."""

    def build_widget_attrs(self, attrs: dict[str, Any], widget: forms.Widget | None = None) -> dict[str, Any]:
        """Django's own attributes, and whether the cursor stands here: left to the widget while nothing is wrong."""
        built: dict[str, Any] = super().build_widget_attrs(attrs, widget)
        wrong = [field.name for field in self.form.visible_fields() if field.errors]
        return built | {"autofocus": self.name == wrong[0]} if wrong else built


class Form(forms.Form):
    """A form of ours: no colons, and refusals of the domain land at the field they speak of."""

    error_css_class = "wrong"
    bound_field_class = Field

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - Django's own signature
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)

    def refuse_for_now(self, error: TooMany) -> None:
        """Say at the head of the form when it may be sent again; what was typed stays."""
        self.add_error(None, please_wait(error.wait_seconds))

    def refuse(self, refusal: Refused) -> None:
        """Put a refusal of the domain where the person is looking; what they typed stays."""
        field = refusal.field if refusal.field in self.fields else None
        self.add_error(field, told(refusal))


class EmailField(forms.CharField):
    """An address, validated in its canonical form: full-width and other look-alike spellings are folded first."""

    widget = forms.EmailInput

    def clean(self, value: Any) -> str:  # noqa: ANN401 - Django's own signature
        """The address as typed, without blanks around it."""
        text = str(super().clean(value))
        validate_email(canonical(text) if has_one_domain(text) else "")
        return text


class CreateOrgForm(Form):
    """A new organisation."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH, widget=forms.TextInput({"autofocus": True}))
    slug = forms.CharField(
        label=_("Address"),
        max_length=40,
        help_text=_("3 to 40 characters: a to z, 0 to 9 and hyphens. It stands in every link and cannot be changed."),
        widget=forms.TextInput({"autocapitalize": "none", "spellcheck": "false", "autocomplete": "off"}),
    )
    zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("Decides when a month begins."),
        choices=lambda: [(name, name.replace("_", " ")) for name in sorted(clock.zone_names())],
        initial="UTC",
    )


class DayField(forms.DateField):
    """A day that a plan can mean."""

    widget = forms.DateInput({"type": "date"}, format="%Y-%m-%d")

    def clean(self, value: Any) -> date | None:  # noqa: ANN401 - Django's own signature
        """The day; beyond two centuries it is a slip of the finger."""
        day: date | None = super().clean(value)
        if day is not None and not 1970 <= day.year <= 2200:  # noqa: PLR2004 - see above
            raise ValidationError(_("Choose a date between 1970 and 2200."))
        return day


class SettingsForm(Form):
    """What an organisation is called, when its days begin, and in which language it writes.

    What the form showed comes back with it: a field that somebody else has changed since is told, not overwritten.
    """

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH, widget=forms.TextInput({"autocomplete": "off"}))
    zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("Decides when a day and a month begin."),
        choices=lambda: [(name, name.replace("_", " ")) for name in sorted(clock.zone_names())],
    )
    language = forms.ChoiceField(
        label=_("Language"),
        help_text=_("Of what is sent in the organisation's name."),
        choices=list(LANGUAGES.items()),
    )
    seen_name = forms.CharField(required=False, widget=forms.HiddenInput, strip=False)
    seen_zone = forms.CharField(required=False, widget=forms.HiddenInput)
    seen_language = forms.CharField(required=False, widget=forms.HiddenInput)


class KeyedForm(Form):
    """A form that creates something under an id drawn when it was shown: sending it twice creates it once.

    The id is signed, so nobody chooses one, and is drawn afresh when it is missing, foreign or too old.
    """

    key = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - Django's own signature
        super().__init__(*args, **kwargs)
        self.fields["key"].initial = self._fresh_key

    def _fresh_key(self) -> str:
        return signing.dumps(self.draw(clock.now()), salt=self.salt)

    @property
    def salt(self) -> str:
        """Keeps the ids of one kind of form out of every other."""
        return f"key-{type(self).__name__}"

    def draw(self, now: datetime) -> str:
        """A fresh id."""
        raise NotImplementedError

    def new_id(self, now: datetime) -> str:
        """The id to create under."""
        try:
            return str(signing.loads(self.cleaned_data.get("key") or "", salt=self.salt, max_age=_KEY_LIFE))
        except signing.BadSignature:
            return self.draw(now)


class VersionedForm(KeyedForm):
    """Put before a form that creates, it makes that form change what is there: nothing new, at the version seen."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=10**9)

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - Django's own signature
        super().__init__(*args, **kwargs)
        del self.fields["key"]  # nothing is created here

    def clean(self) -> None:
        """Say what is wrong with the hidden field where the person is looking."""
        if "version" in self.errors:
            raise ValidationError(_("This form is damaged. Load the page again."))


class UploadForm(Form):
    """A board somebody brings along."""

    file = forms.FileField(
        label=_("File"),
        allow_empty_file=True,
        widget=forms.ClearableFileInput({"accept": ".json,.csv,application/json,text/csv"}),
    )
