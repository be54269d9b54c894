"""What the audit tells of a stored value that was put right, in words of the organisation and not of its table. Pure.

The entry itself keeps the place and both values as they were, for whoever runs the installation.
"""

from __future__ import annotations

import re
from typing import Final

from tenants.policy import Role
from tenants.words import said

REPAIRED: Final = "value-repaired"
"""The action of such an entry."""

_WHAT: Final = (
    ("METADATA projects", said("the number of projects")),
    ("METADATA owners", said("the owners")),
    ("METADATA people", said("the list of members")),
    ("OPEN#", said("the number of tasks to do")),
    ("PROJECT#", said("the numbers of a project")),
    ("PUTAWAY#", said("the numbers of a project")),
    ("LEADERS#", said("the finished tasks of a month")),
    ("STATS#", said("the finished tasks of a member")),
    ("BRIEF#", said("the description of a project")),
    ("USER#", said("what is noted of a member")),
)
"""By the beginning of the place."""
_MORE: Final = re.compile(r" \(\+([\d,]+)\)")


def what_of(place: str) -> str:
    """What stands at `place`, which is a sort key and an attribute, and how many more values were with it."""
    what = next((words for beginning, words in _WHAT if place.startswith(beginning)), said("a record"))
    more = _MORE.search(place)
    if more is None:
        return what
    return said("%(what)s, and %(more)s more values", what=what, more=int(more[1].replace(",", "")))


def value_of(stored: str) -> str:
    """A number or a role, as it is; of a member the role. Any other value means nothing outside of the table."""
    shown = stored.partition("|")[0]
    return shown if shown in set(Role) or re.fullmatch(r"-?\d+", shown) else ""
