"""Whose language a page is in: the account's, else the first that the browser asks for and the product speaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header


def chosen(language: str) -> bool:
    """Whether somebody chose this language, and it is still one that the product speaks."""
    return language in dict(settings.LANGUAGES)


def asked_for(request: HttpRequest) -> str:
    """What the browser asks for, as far as the product speaks it: `es-MX` gets Spanish. English when it speaks none."""
    for language, _share in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        try:
            return get_supported_language_variant(language)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE


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
