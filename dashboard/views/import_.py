"""`/org/<org>/import`: bring a board in. Choose a file, see what would happen, say what is meant, confirm, watch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import BinaryIO, cast

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from dashboard.forms import UploadForm
from dashboard.http import PageRequest, go, page_request, render_page
from dashboard.middleware import require_session
from dashboard.pages import frame as frames
from dashboard.pages import import_ as pages
from dashboard.sentences import say, told
from dashboard.views import parts
from tenants import deadline
from tenants.boards import Board, Choices, NotABoard, NoTitleColumn, read_board
from tenants.boards.choices import merged, valid
from tenants.errors import NotAllowed, NotFound
from tenants.imports import background, memory, plan_import, uploads
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
    _require(frame)
    if request.method == "POST":
        # Looking into a file writes nothing yet, and what is begun here writes later: no write looks at the session.
        require_session(request, afresh=True)
        step = _STEPS.get(request.POST.get("step", ""), _look)
        return step(asked, frame)
    if token := request.GET.get("job", ""):
        return _watch(asked, frame, token)
    return _page(asked, pages.ImportPage(frames.of(frame, "import")))


@require_safe
def rejected_csv(request: HttpRequest, org: str) -> HttpResponse | StreamingHttpResponse:
    """The rows of a kept file that are left out, with their reasons. Reads the file again, as its preview does.

    Of no file in particular it leads to where files are chosen.
    """
    asked = page_request(request)
    frame = slices.frame(org, asked.viewer.user)
    _require(frame)
    deadline.allow(SECONDS)
    if not (token := request.GET.get("job", "")):
        return go(asked, reverse("import", kwargs={"org": frame.org}))
    kept = _kept(asked, frame, token)
    begun = kept.state in {"running", "done"}
    try:
        board = uploads.read(frame.org, kept, kept.choices if begun else _said(frame, kept.choices, {}).choices)
    except NotABoard as error:
        raise NotFound(told(error)) from error
    plan = plan_import(board, frame.org, asked.viewer.user, asked.now)
    header = (_("Record"), _("Line"), _("Name"), _("Reason"))
    rows = [(each.row, each.line, each.label, say(each.reason)) for each in plan.rejected]
    return parts.csv_file(request, frame.zone, (frame.org, kept.name, "left-out"), header, [rows])


def _require(frame: Frame) -> None:
    if not frame.allows(Permission.BOARD_IMPORT):
        message = _("Your role here does not include bringing boards in.")
        raise NotAllowed(message, frame.attempt(Permission.BOARD_IMPORT))


def _look(request: PageRequest, frame: Frame) -> HttpResponse:
    """Read the file, keep it, and show what an import would do."""
    deadline.allow(SECONDS)
    form = UploadForm(request.POST, request.FILES)
    if getattr(request, "upload_too_large", False):
        form.add_error("file", _("The file is larger than %(most)s MB.") % {"most": settings.UPLOAD_MAX_MEGABYTES})
    if not form.is_valid():
        return _page(request, pages.ImportPage(frames.of(frame, "import")), form, status=400)
    uploaded: UploadedFile = form.cleaned_data["file"]
    name, file = uploads.name_of(uploaded.name or ""), cast("BinaryIO", uploaded.file)
    said = _said(frame, {}, {})

    def keep() -> str:
        return uploads.keep(request.viewer.actor, frame.org, name, file, request.now)

    try:
        board = read_board(file, Choices(said.choices), name)
    except NoTitleColumn as question:
        return _ask(request, frame, question, (keep(), name), said)
    except NotABoard as refusal:
        return _refuse(request, frame, refusal, name)
    plan = plan_import(board, frame.org, request.viewer.user, request.now)
    # What does not fit is not kept, unless other columns of it would make other projects.
    token = keep() if plan.fits or board.format == "csv" else ""
    preview = pages.preview_of(board, plan, (token, name), said)
    return _page(request, pages.ImportPage(frames.of(frame, "import"), preview=preview))


def _look_again(request: PageRequest, frame: Frame) -> HttpResponse:
    """Look into the kept file with what the person says about it now, and keep that beside it."""
    kept = _kept(request, frame, request.POST.get("token", ""))
    if kept.state in {"running", "done"}:
        return _to_watch(request, frame, kept)
    made, people = valid(_fields(request)) or kept.choices, _people(request, frame) or kept.mapping
    uploads.note(frame.org, kept.token, people, made, request.now)
    return _show(request, frame, kept, _said(frame, made, people))


def _confirm(request: PageRequest, frame: Frame) -> HttpResponse:
    """Begin the import of a kept file and go to where it can be watched.

    Choices that the numbers on the page did not follow from are shown first: nobody confirms what they have not seen.
    """
    kept = _kept(request, frame, request.POST.get("token", ""))
    made, people = valid(_fields(request)) or kept.choices, _people(request, frame)
    seen = request.POST.get("seen")
    said = _said(frame, made, people)
    if seen is not None and seen != said.seen and kept.state in {"preview", "refused"}:
        uploads.note(frame.org, kept.token, people, made, request.now)
        return _show(request, frame, kept, said, changed=True)
    members = {field: user for field, user in people.items() if user}
    background.begin(request.viewer.actor.without_session(), frame.org, kept.token, members, made)
    return _to_watch(request, frame, kept)


def _resume(request: PageRequest, frame: Frame) -> HttpResponse:
    """Take an import up again, with all that was said about its file."""
    kept = _kept(request, frame, request.POST.get("token", ""))
    background.begin(request.viewer.actor.without_session(), frame.org, kept.token)
    return _to_watch(request, frame, kept)


_STEPS = {"preview": _look_again, "confirm": _confirm, "resume": _resume}


def _show(
    request: PageRequest, frame: Frame, kept: uploads.Kept, said: pages.Said, *, changed: bool = False
) -> HttpResponse:
    """The preview of a kept file."""
    deadline.allow(SECONDS)
    file = (kept.token, kept.name)
    try:
        board: Board = uploads.read(frame.org, kept, said.choices)
    except NoTitleColumn as question:
        return _ask(request, frame, question, file, said)
    except NotABoard as refusal:
        return _refuse(request, frame, refusal, kept.name)
    plan = plan_import(board, frame.org, request.viewer.user, request.now)
    preview = pages.preview_of(board, plan, file, said, changed=changed)
    return _page(request, pages.ImportPage(frames.of(frame, "import"), preview=preview))


def _ask(
    request: PageRequest, frame: Frame, question: NoTitleColumn, kept: tuple[str, str], said: pages.Said
) -> HttpResponse:
    asking = pages.asking_of(question.names, told(question), kept, said)
    return _page(request, pages.ImportPage(frames.of(frame, "import"), asking=asking))


def _refuse(request: PageRequest, frame: Frame, refusal: NotABoard, name: str) -> HttpResponse:
    page = pages.ImportPage(frames.of(frame, "import"), refusal=pages.Refusal(name, told(refusal)))
    return _page(request, page, status=400)


def _said(frame: Frame, made: Mapping[str, str], people: Mapping[str, str]) -> pages.Said:
    """What holds for a file: what is said now, over what was said of earlier ones. One GetItem."""
    remembered = memory.remembered(frame.org)
    return pages.Said(merged(remembered, made), remembered, people)


def _fields(request: PageRequest) -> dict[str, str]:
    return {field: value for field, value in request.POST.items() if isinstance(value, str)}


def _people(request: PageRequest, frame: Frame) -> dict[str, str]:
    """Who the names in the file are said to be; "" where they stay names."""
    chosen = {field: user for field, user in _fields(request).items() if field.startswith("person_")}
    return {field: user for field, user in chosen.items() if not user or user in frame.people}


def _to_watch(request: PageRequest, frame: Frame, kept: uploads.Kept) -> HttpResponse:
    return go(request, f"{reverse('import', kwargs={'org': frame.org})}?{urlencode({'job': kept.token})}")


def _watch(request: PageRequest, frame: Frame, token: str) -> HttpResponse:
    kept = _kept(request, frame, token)
    if kept.state == "preview":
        return _show(request, frame, kept, _said(frame, kept.choices, kept.mapping))
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
