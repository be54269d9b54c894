"""`/org/<org>/import`: bring a board in. Choose a file, see what would happen, confirm, watch."""

from __future__ import annotations

from typing import BinaryIO, cast

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dashboard.forms import UploadForm
from dashboard.http import PageRequest, go, page_request, render_page
from dashboard.middleware import require_session
from dashboard.pages import frame as frames
from dashboard.pages import import_ as pages
from tenants import deadline
from tenants.boards import NotABoard, read_board
from tenants.errors import NotAllowed, NotFound
from tenants.imports import background, plan_import, uploads
from tenants.policy import Permission
from tenants.reads import slices
from tenants.snapshots import Frame

SECONDS = 60.0
"""Reading a large file takes longer than a page may."""


@require_http_methods(["GET", "HEAD", "POST"])
def import_(request: HttpRequest, org: str) -> HttpResponse:
    """The page of every step. Two requests to the table to look at a running import."""
    asked = page_request(request)
    frame = slices.frame(org, asked.viewer.user)
    if not frame.allows(Permission.BOARD_IMPORT):
        message = _("Your role here does not include bringing boards in.")
        raise NotAllowed(message, frame.attempt(Permission.BOARD_IMPORT))
    if request.method == "POST":
        # Looking into a file writes nothing yet, and what is begun here writes later: no write looks at the session.
        require_session(request, afresh=True)
        return _confirm(asked, frame) if request.POST.get("step") else _look(asked, frame)
    if token := request.GET.get("job", ""):
        return _watch(asked, frame, token)
    return _page(asked, pages.ImportPage(frames.of(frame, "import")))


def _look(request: PageRequest, frame: Frame) -> HttpResponse:
    """Read the file, keep it, and show what an import would do."""
    deadline.allow(SECONDS)
    form = UploadForm(request.POST, request.FILES)
    if getattr(request, "upload_too_large", False):
        form.add_error("file", _("The file is larger than %(most)s MB.") % {"most": settings.UPLOAD_MAX_MEGABYTES})
    if not form.is_valid():
        return _page(request, pages.ImportPage(frames.of(frame, "import")), form, status=400)
    uploaded: UploadedFile = form.cleaned_data["file"]
    name, file = uploaded.name or "board", cast("BinaryIO", uploaded.file)
    try:
        board = read_board(file)
    except NotABoard as refusal:
        page = pages.ImportPage(frames.of(frame, "import"), refusal=pages.Refusal(name, str(refusal)))
        return _page(request, page, status=400)
    plan = plan_import(board, frame.org, request.viewer.user, request.now)
    token = uploads.keep(request.viewer.actor, frame.org, name, file, request.now) if plan.fits else ""
    titles = tuple(project.title for project in board.projects)
    preview = pages.preview_of(plan, token, name, board.format, titles)
    return _page(request, pages.ImportPage(frames.of(frame, "import"), preview=preview))


def _confirm(request: PageRequest, frame: Frame) -> HttpResponse:
    """Begin the import of a kept file, or take it up again, and go to where it can be watched."""
    kept = _kept(request, frame, request.POST.get("token", ""))
    mapping = {
        field: user
        for field, user in request.POST.items()
        if field.startswith("person_") and isinstance(user, str) and user in frame.people
    }
    actor = request.viewer.actor
    background.begin(actor.without_session(), frame.org, kept.token, mapping)
    return go(request, f"{reverse('import', kwargs={'org': frame.org})}?{urlencode({'job': kept.token})}")


def _watch(request: PageRequest, frame: Frame, token: str) -> HttpResponse:
    kept = _kept(request, frame, token)
    page = pages.running_of(frames.of(frame, "import"), kept, stalled=kept.is_stalled(request.now))
    return render_page(request, "org/import.html", page, fragment="progress", form=UploadForm())


def _kept(request: PageRequest, frame: Frame, token: str) -> uploads.Kept:
    kept = uploads.find(frame.org, request.viewer.user, token)
    if kept is None:
        raise NotFound
    return kept


def _page(
    request: PageRequest, page: pages.ImportPage, form: UploadForm | None = None, status: int = 200
) -> HttpResponse:
    return render_page(request, "org/import.html", page, status=status, form=form or UploadForm())
