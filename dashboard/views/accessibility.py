"""`/accessibility`: what works for whom, and what does not."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from dashboard.middleware import public


@public
@require_safe
def accessibility(request: HttpRequest) -> HttpResponse:
    """Say it to everybody. Asks nothing of the table."""
    return render(request, "help/accessibility.html")
