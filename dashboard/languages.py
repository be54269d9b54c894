"""Whose language a page is in: the account's, else the first that the browser asks for and the product speaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import cast

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from dashboard import cookies

_INVITED = "language"
_INVITED_FOR = timedelta(hours=1)


def chosen(language: str) -> bool:
    """Whether somebody chose this language, and it is still one that the product speaks."""
    return language in dict(settings.LANGUAGES)


def of(request: HttpRequest) -> str:
    """What somebody who never chose reads: what their browser asks for, else what invited them, else English."""
    invited = str(cookies.kept(request, _INVITED, _INVITED_FOR) or "")
    return asked_for(request) or (invited if chosen(invited) else settings.LANGUAGE_CODE)


def asked_for(request: HttpRequest) -> str:
    """What the browser asks for, as far as the product speaks it: `es-MX` gets Spanish. Empty when it speaks none."""
    for language, share in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        if not share:
            continue  # named as one that they do not want
        try:
            return get_supported_language_variant(language)
        except LookupError:
            continue
    return ""


def keep(response: HttpResponseBase, language: str) -> None:
    """Go on in the language of the organisation that invites, from its invitation to the sign-up."""
    cookies.keep(response, _INVITED, language, _INVITED_FOR)


def current() -> str:
    """The language of the page that is made at this moment."""
    return get_language() or settings.LANGUAGE_CODE


def stamp(response: HttpResponseBase, language: str, *, negotiated: bool) -> None:
    """Tell caches and screen readers the language of an answer; what it streams goes on in it."""
    response.headers.setdefault("Content-Language", language)
    if negotiated:
        patch_vary_headers(response, ["Accept-Language"])
    if isinstance(response, StreamingHttpResponse):
        response.streaming_content = _in(language, cast("Iterable[bytes]", response.streaming_content))


def _in(language: str, pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same pieces, each made in `language`: when they are, the request and its language are over."""
    rest = iter(pieces)
    while True:
        with translation.override(language):
            piece = next(rest, None)
        if piece is None:
            return
        yield piece
