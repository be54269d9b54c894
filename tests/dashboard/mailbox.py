"""The mails that were sent, and the links in them."""

from __future__ import annotations

import re
from typing import Any

from django.core import mail as outgoing

from dashboard import background
from tests.cast import PASSWORD, address
from tests.dashboard.visitor import HOST, Visitor

LINKS = ("confirm", "reset", "confirm-address")
"""Routes that show something only to who comes by a link of a mail."""


def mails() -> list[Any]:
    """All mails that were sent, the latest last."""
    background.finish()
    return list(outgoing.outbox)


def last_mail() -> Any:
    """The latest mail."""
    return mails()[-1]


def link_in(message: Any) -> str:
    """The path, with its query, of the one link in a mail."""
    found = set(re.findall(rf"http://{re.escape(HOST)}(/\S+)", message.body))
    assert len(found) == 1, message.body
    return str(found.pop())


def a_link(route: str) -> str:
    """The path of a fresh link that leads to this route."""
    if route == "confirm":
        Visitor().post("/sign-up", {"name": "New", "email": "new@example.org", "password": PASSWORD})
    elif route == "reset":
        Visitor().post("/forgot", {"email": address("Alice")})
    else:
        owner = Visitor()
        owner.post("/sign-in", {"email": address("Alice"), "password": PASSWORD})
        owner.post("/account/address", {"email": "alice@elsewhere.example", "password": PASSWORD})
    return link_in(last_mail())
