"""Mail: one function sends all of it, in text and HTML, with links that begin with PUBLIC_URL and with nothing else.

A mail is two templates, `templates/mail/<name>.txt` and `<name>.html`. The first line of the text is the subject.
What people have typed reaches a mail in `context` as plain text, and `harmless` takes out of it whatever a mail program
would turn into a link. The only links are those that `link` makes.
"""

from __future__ import annotations

import logging
import re
import smtplib
import time
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.core.mail.utils import DNS_NAME
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from dashboard import languages
from tenants.errors import MailNotSent
from tenants.policy import NAME_LENGTH

log = logging.getLogger(__name__)

_TRIES = (0, 2, 10)
"""Seconds before each try of a mail that nobody waits for."""
# Full stops that domain names know, also those of other scripts.
_DOTS = re.compile(r"[.\u2024\u3002\ufe52\uff0e\uff61](?=\S)")
_JOINTS = re.compile(r"\s*([@:/\\])\s*(?=\S)")


@dataclass(frozen=True, slots=True)
class Link:
    """An address of ours, for a mail. Made by `link` alone."""

    url: str

    def __str__(self) -> str:
        return self.url


Word = str | int | Link


def link(view: str, query: Mapping[str, str] | None = None, **parts: str) -> Link:
    """The public address of a view. The request has no say in it: whoever sends one chooses its Host header.

    A secret goes into `query`, which no log of ours keeps, and not into the path.
    """
    asked = f"?{urlencode(query)}" if query else ""
    return Link(settings.PUBLIC_URL + reverse(view, kwargs=parts or None) + asked)


def harmless(text: str) -> str:
    """What somebody typed, in one short line in which no mail program finds an address or a link.

    `Acme. Visit evil.example` becomes `Acme. Visit evil. example`; `J. R. Smith` stays as it is.
    """
    # No control or format characters: with those of no width a program could still see a link.
    line = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in text)
    line = " ".join(_DOTS.sub(". ", _JOINTS.sub(r" \1 ", line)).split())
    return line if len(line) <= 2 * NAME_LENGTH else f"{line[: 2 * NAME_LENGTH - 1]}…"


def send(to: str, template: str, context: Mapping[str, Word], language: str = settings.LANGUAGE_CODE) -> None:
    """Send one mail now, in the reader's `language`. Raises MailNotSent, with words for the person who waits.

    Takes up to 5 seconds when the mail server is slow.
    """
    message = _message(to, template, context, language)
    try:
        message.send()
    except (OSError, smtplib.SMTPException) as error:
        # The refusal may repeat addresses: they are nobody's business in a log.
        log.warning("the mail server did not take a mail (%s): %s", template, type(error).__name__)
        raise MailNotSent(_("The mail could not be sent. Nothing was changed; please try again later.")) from error


def send_patiently(to: str, template: str, context: Mapping[str, Word], language: str = settings.LANGUAGE_CODE) -> None:
    """Send one mail, with two more tries, for a job beside the request; one that nobody takes ends in the log."""
    for wait in _TRIES:
        time.sleep(wait)
        try:
            send(to, template, context, language)
        except MailNotSent:
            continue
        return
    log.error("a mail (%s) was given up after %d tries", template, len(_TRIES))


def _message(to: str, template: str, context: Mapping[str, Word], language: str) -> EmailMultiAlternatives:
    words = {name: harmless(word) if isinstance(word, str) else word for name, word in context.items()}
    language = language if languages.chosen(language) else settings.LANGUAGE_CODE
    with translation.override(language):
        text = render_to_string(f"mail/{template}.txt", {**words, "site": settings.PUBLIC_URL}, using="plain")
        html = render_to_string(f"mail/{template}.html", {**words, "site": settings.PUBLIC_URL, "language": language})
    subject, _newline, body = text.strip().partition("\n")
    host = urlsplit(settings.PUBLIC_URL).hostname or str(DNS_NAME)
    message = EmailMultiAlternatives(
        # Whatever a template does, a subject is one line: a second one would be a header.
        " ".join(subject.split()),
        f"{body.strip()}\n",
        to=[to],
        headers={
            # Django would tell the name of this machine.
            "Message-ID": f"<{get_random_string(32)}@{host}>",
            "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "All",
        },
    )
    message.attach_alternative(html, "text/html")
    return message
