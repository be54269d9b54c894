"""`/healthz` and `/readyz`: for whoever runs it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from dashboard.middleware import public
from tenants import table


@public
@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    """Whether this process answers. Asks nothing of the table: a database that is away must not end every host."""
    return HttpResponse("ok\n", content_type="text/plain")


@public
@require_safe
def readyz(_request: HttpRequest) -> HttpResponse:
    """Whether the table answers too. One request."""
    if table.ready():
        return HttpResponse("ready\n", content_type="text/plain")
    return HttpResponse("the table does not answer\n", content_type="text/plain", status=503)
