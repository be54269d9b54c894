"""`{{ n|number }}`: a number as people write it, `20,000` or `20 000`.

Asked for where a number is read, never switched on for all of them: forms, charts and scripts read numbers too.
"""

from django.template import Library
from django.utils.formats import number_format

register = Library()
_ALIKE = 1_000
"""Smaller ones are written alike everywhere."""


@register.filter
def number(value: object) -> object:
    """The number with its thousands apart; what is no whole number stays as it is."""
    if not isinstance(value, int) or -_ALIKE < value < _ALIKE:
        return value
    return number_format(value, force_grouping=True)
