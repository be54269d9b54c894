"""What Django's own fields say when something is wrong, so that the catalogue says it in the tone of all else.

Django's Spanish calls people "usted"; nobody is called so on any other page. The English is Django's, word for word:
that is how the catalogue finds it.
"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

MESSAGES = (
    _("Enter a valid email address."),
    _("Enter a valid date."),
    _("Enter a whole number."),
    _("Select a valid choice. %(value)s is not one of the available choices."),
    _("Ensure this value is less than or equal to %(limit_value)s."),
    _("Ensure this value is greater than or equal to %(limit_value)s."),
    _("No file was submitted. Check the encoding type on the form."),
    _("No file was submitted."),
    _("The submitted file is empty."),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
)
"""Those that a field of ours can say. Nothing else reads them."""
