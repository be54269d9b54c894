"""`/org/<org>/tasks`: live tasks by status and priority."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from dashboard.http import go, page_request, render_page
from dashboard.pages import tasks as pages
from dashboard.views import parts
from tenants.errors import NotFound
from tenants.policy import LIVE_STATUSES, Priority, Status
from tenants.reads import board, slices


@require_safe
def tasks(request: HttpRequest, org: str) -> HttpResponse:
    """The rows behind the dashboard's numbers, most urgent first; or one's own of them. Two requests to the table."""
    asked = page_request(request)
    status, priority = filter_of(request)
    after = parts.cursor(request)
    user, mine = asked.viewer.user, request.GET.get("mine") == "1"
    if mine:
        own = board.mine(org, user, status, priority, asked.now, after)
        page = pages.mine_of(own, status, priority, asked.now, is_first=not after)
    else:
        read = slices.tasks(org, user, status, priority, asked.now, after)
        if not request.GET and read.dashboard.frame.viewer.mine:
            # Only the bare address follows the wish: a number's link says which rows it means, and shows those.
            return go(request, f"{request.path}?mine=1")
        page = pages.of(read, status, priority, asked.now, is_first=not after)
    return render_page(request, "org/tasks.html", page, fragment="slice")


def filter_of(request: HttpRequest) -> tuple[Status, Priority | None]:
    """Which tasks the address asks for. Done ones are no list of the organisation's: their projects have them."""
    status = parts.choice(request.GET, "status", Status, Status.OPEN)
    if status not in LIVE_STATUSES:
        raise NotFound(parts.NO_PAGE)
    return status, parts.choice(request.GET, "priority", Priority, None)
