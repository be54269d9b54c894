"""One-time messages: where they wait for the next page, and the button that takes back what one tells of."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from django.conf import settings
from django.contrib import messages
from django.contrib.messages.storage import base, cookie
from django.http import HttpRequest


@dataclass(frozen=True, slots=True)
class Undo:
    """The action that takes another back: the path that its form is sent to, and what it says."""

    url: str
    fields: Mapping[str, str] = field(default_factory=dict)


class CookieStorage(cookie.CookieStorage):
    """Django's cookie storage, under a name that the settings give it: its class has no room for a `__Host-` prefix.

    The cookie is signed, so that an undo is one that we offered.
    """

    cookie_name = settings.MESSAGES_COOKIE_NAME

    def __iter__(self) -> Iterator[base.Message]:
        """Each message with its undo."""
        for message in super().__iter__():
            message.undo = Undo(*json.loads(message.extra_tags)) if message.extra_tags else None  # type: ignore[attr-defined]  # for the template alone
            yield message


def done(request: HttpRequest, said: str, undo: Undo | None = None) -> None:
    """Tell on the next page that something is done, with a button that takes it back if there is one."""
    kept = json.dumps([undo.url, dict(undo.fields)]) if undo else ""
    messages.success(request, said, extra_tags=kept)
