"""`/look`: how somebody likes the product shown in this browser."""

from __future__ import annotations

import json
from dataclasses import asdict

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_POST

from dashboard import http, look
from dashboard.middleware import public


@public
@require_POST
def change_look(request: HttpRequest) -> HttpResponse:
    """Remember what was chosen. Script is told what to change on the page; without it the page comes again.

    Asks nothing of the table, and nobody has to be signed in: it is the browser's, not the account's.
    """
    chosen = look.read(request).choosing(request.POST.dict())
    if http.wants_fragment(request):
        response = HttpResponse(status=204, headers={"HX-Trigger": json.dumps({"look": asdict(chosen)})})
    else:
        response = HttpResponseRedirect(http.came_from(request) or "/")
    look.write(response, chosen)
    return response
