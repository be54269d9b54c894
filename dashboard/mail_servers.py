"""`EMAIL_URL` taken apart: which of Django's back ends takes the mail, and how it is reached."""

from __future__ import annotations

from dataclasses import dataclass
from email.headerregistry import Address
from email.utils import getaddresses
from urllib.parse import SplitResult, unquote, urlsplit

_KINDS = "console:, file:/a/folder, smtp://user@host:587, smtps://user@host:465 or smtp+plain://host:25"
_PORTS = {"smtp": 587, "smtps": 465, "smtp+plain": 25}
_BACKENDS = "django.core.mail.backends"


@dataclass(frozen=True, slots=True)
class MailServer:
    """What Django's settings of mail are made of."""

    backend: str
    host: str = ""
    port: int = 25
    user: str = ""
    starttls: bool = False
    tls: bool = False
    folder: str | None = None


def checked(value: str) -> str:
    """Return the value when `parsed` understands it. Raises ValueError, whose text never repeats it."""
    parsed(value)
    return value


def parsed(value: str) -> MailServer:
    """Take the address of a mail server apart. Raises ValueError."""
    parts = urlsplit(value)
    if value == "console:":
        return MailServer(f"{_BACKENDS}.console.EmailBackend")
    if parts.scheme == "file" and parts.path.startswith("/") and not parts.netloc:
        return MailServer(f"{_BACKENDS}.filebased.EmailBackend", folder=unquote(parts.path))
    if parts.scheme in _PORTS:
        return _smtp(parts)
    message = f"one of {_KINDS}" if value else f"set when PUBLIC_URL is https, since people confirm addresses: {_KINDS}"
    raise ValueError(message)


def _smtp(parts: SplitResult) -> MailServer:
    if parts.password is not None:
        message = "without a password: that belongs into EMAIL_PASSWORD or the file that EMAIL_PASSWORD_FILE names"
        raise ValueError(message)
    if not parts.hostname or parts.path.strip("/") or parts.query or parts.fragment:
        message = f"one of {_KINDS}"
        raise ValueError(message)
    return MailServer(
        f"{_BACKENDS}.smtp.EmailBackend",
        host=parts.hostname,
        port=parts.port or _PORTS[parts.scheme],
        user=unquote(parts.username or ""),
        starttls=parts.scheme == "smtp",
        tls=parts.scheme == "smtps",
    )


def sender(value: str) -> str:
    """Return the value when it is one address, with a name or without. Raises ValueError."""
    found = getaddresses([value])
    name, address = found[0] if len(found) == 1 else ("", "")
    try:
        Address(name, addr_spec=address)
    except (ValueError, IndexError):
        address = ""
    if "@" not in address or "\n" in value or "\r" in value:
        message = "one address, such as Work <work@example.com>"
        raise ValueError(message)
    return value
