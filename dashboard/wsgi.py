"""The WSGI application that gunicorn serves."""

import os
from collections.abc import Callable, Iterable
from typing import Any

# Named before Django is asked for anything.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dashboard.settings")

from django.conf import settings
from django.core.wsgi import get_wsgi_application

StartResponse = Callable[..., Callable[[bytes], object]]
Application = Callable[[dict[str, Any], StartResponse], Iterable[bytes]]


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


application = as_published(get_wsgi_application())
