"""The WSGI application that gunicorn serves."""

import os
from collections.abc import Callable, Iterable
from typing import Any

import django

# Named before Django is asked for anything.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dashboard.settings")

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest

StartResponse = Callable[..., Callable[[bytes], object]]
Application = Callable[[dict[str, Any], StartResponse], Iterable[bytes]]


class Utf8Request(WSGIRequest):
    """A request that is read as the UTF-8 that our pages are, whatever charset it claims.

    Django takes the claim for true: it falls over a codec that is none for text before any code of ours is asked, and
    refuses a form in another charset by a page that falls over it again.
    """

    @property
    def encoding(self) -> str | None:
        """None: Django's own default, which is UTF-8."""
        return None

    @encoding.setter
    def encoding(self, claimed: str | None) -> None:
        """Not believed."""


class Handler(WSGIHandler):
    """Django's, with requests of our kind."""

    request_class = Utf8Request


def as_published(django: Application) -> Application:
    """Make requests carry the scheme of PUBLIC_URL when that is https and no proxy is trusted to tell it.

    The proxy that ends TLS speaks plain http to this process. Without a trusted proxy nobody can say what the browser
    spoke, so PUBLIC_URL does: otherwise a redirect to https would go round in circles and HSTS would never be sent.
    With TRUSTED_PROXIES set, gunicorn has already read the scheme from the proxy's header.
    """

    def application(environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        environ["wsgi.url_scheme"] = "https"
        return django(environ, start_response)

    return application if settings.HTTPS and not settings.TRUSTED_PROXIES else django


django.setup(set_prefix=False)
application = as_published(Handler())
