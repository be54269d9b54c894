"""`/offline` and `/worker.js`: what a browser shows when it cannot fetch a page, and the script that keeps it there.

The script is a service worker for the whole site, the only kind of script that is asked when there is no network. Its
version is made of what it keeps, so that a browser takes a new one after any change, once our pages are closed, and
`OFFLINE_PAGE=off` withdraws it from every browser that has it.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import require_safe

from dashboard import languages
from dashboard.look import Look
from dashboard.middleware import public

_FILES = ("tablero.css", "mark.svg", "offline.js")


@public
@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page itself, the same for everybody who reads its `language`. Asks nothing of the table."""
    language = _language(request)
    return HttpResponse(_page(language), headers={"Content-Language": language})


@public
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script, for readers of `language`; one that takes itself away when the page is switched off. No request."""
    script = _script(_language(request)) if settings.OFFLINE_PAGE else render_to_string("offline/withdrawn.js")
    return HttpResponse(script, content_type="text/javascript")


def context(_request: HttpRequest) -> dict[str, str]:
    """What every template may ask of it: `worker`, the address of the script, empty while it is withdrawn."""
    return {"worker": f"{reverse('worker')}?language={languages.current()}" if settings.OFFLINE_PAGE else ""}


def _language(request: HttpRequest) -> str:
    asked = request.GET.get("language", "")
    return asked if languages.chosen(asked) else settings.LANGUAGE_CODE


@lru_cache
def _page(language: str) -> str:
    with translation.override(language):
        return render_to_string("offline/offline.html", {"look": Look()})


@lru_cache
def _script(language: str) -> str:
    known = {"page": f"{reverse('offline')}?language={language}", "files": [static(name) for name in _FILES]}
    bare = render_to_string("offline/worker.js", {"version": "", **known})
    version = sha256(f"{bare}{_page(language)}".encode()).hexdigest()[:16]
    return render_to_string("offline/worker.js", {"version": f"offline-{version}", **known})
