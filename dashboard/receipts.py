"""What a page asked of the table, counted: for the footer, `Server-Timing` and the access log.

Those who look see it only on a page that was made for a member whose role includes it: never a stranger, never on an
error. The access log, which is the operator's, has it of every page.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from django.http import HttpRequest, HttpResponse

from dashboard.pages import receipt as pages
from dashboard.pages.frame import Frame
from tenants import meter

LOGGED = "tablero.receipt"
"""What the server's access log calls it: a variable of the request's environment."""


class Recorded:
    """Middleware: keep in mind what a page asks of the table. Actions are not recorded."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer as usual."""
        if request.method not in {"GET", "HEAD"}:
            return self.get_response(request)
        with meter.record(lean=True) as calls:
            request.receipt = calls, time.perf_counter()  # type: ignore[attr-defined]  # read below and nowhere else
            request.META[LOGGED] = _Said(calls)
            return self.get_response(request)


class _Said:
    """The receipt in words, put together when somebody writes it down: without an access log nobody does."""

    def __init__(self, calls: Sequence[meter.Call]) -> None:
        self._calls = calls

    def __str__(self) -> str:
        return pages.summary(pages.of(self._calls)) if self._calls else "-"


def of(request: HttpRequest, page: object) -> pages.Receipt | None:
    """The receipt of a page (or of its frame) for whom may see it; in full when the address asks: `explain=1`."""
    frame = getattr(page, "frame", page)
    recorded = getattr(request, "receipt", None)
    if recorded is None or not isinstance(frame, Frame) or not frame.can_see_cost:
        return None
    query = request.GET.copy()
    explained = query.get("explain") == "1"
    query["explain"] = "0" if explained else "1"
    return pages.of(recorded[0], explained=explained, other=f"{request.path}?{query.urlencode()}")


def stamp(request: HttpRequest, response: HttpResponse, receipt: pages.Receipt | None) -> HttpResponse:
    """The same answer with `Server-Timing`, if there is a receipt to show and the answer is no error."""
    if receipt is not None and response.status_code < 400:  # noqa: PLR2004 - where errors begin
        whole = (time.perf_counter() - getattr(request, "receipt")[1]) * 1000  # noqa: B009 - set by Recorded
        words = pages.summary(receipt)
        response.headers["Server-Timing"] = f'table;dur={receipt.milliseconds};desc="{words}", all;dur={whole:.1f}'
    return response
