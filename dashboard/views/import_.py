"""`/org/<org>/import`: bring a board in."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from dashboard.forms import UploadForm
from dashboard.http import page_request, render_page
from dashboard.pages import frame as frames
from dashboard.pages.import_ import ImportPage
from tenants.errors import NotAllowed
from tenants.policy import Permission
from tenants.reads import slices


@require_http_methods(["GET", "HEAD", "POST"])
def import_(request: HttpRequest, org: str) -> HttpResponse:
    """Choose a file, see what would happen, confirm."""
    asked = page_request(request)
    frame = slices.frame(org, asked.viewer.user)
    if not frame.allows(Permission.BOARD_IMPORT):
        raise NotAllowed("Your role here does not include bringing boards in.")
    return render_page(request, "org/import.html", ImportPage(frames.of(frame, "import")), form=UploadForm())
