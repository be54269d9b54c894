"""`/org/<org>/….csv`: each list as a file, filtered as its page is, over the page's own reads.

Every page of rows costs what the list's page costs and is authorised anew by its read, so somebody who is put out of
the organisation in the middle gets no row more. The first page is read before the answer begins: a stranger gets the
same 404 as everywhere, and a database that is away the same 503.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Protocol, TypeVar

from django.http import HttpRequest, StreamingHttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from dashboard.board_filters import shown
from dashboard.csv import Row
from dashboard.history_filters import wanted_of
from dashboard.http import PageRequest, page_request
from dashboard.middleware import SECONDS
from dashboard.pages import members as member_pages
from dashboard.pages import parts as page_parts
from dashboard.sentences import say
from dashboard.views import parts
from dashboard.views.tasks import filter_of
from tenants import clock, deadline
from tenants.errors import Unavailable
from tenants.policy import Permission
from tenants.reads import history, months, slices
from tenants.reads.board import Mine, board, mine
from tenants.reads.history import Group, Kind
from tenants.snapshots import EntrySnapshot, EventSnapshot, Frame, TaskSnapshot
from tenants.writes import taking_out

SECONDS_IN_ALL = 300.0
"""A client that takes longer over a file holds up a thread that others wait for."""


class _Paged(Protocol):
    @property
    def next_cursor(self) -> str: ...


_P = TypeVar("_P", bound=_Paged)


@require_safe
def tasks_csv(request: HttpRequest, org: str) -> StreamingHttpResponse:
    """Live tasks by status and priority, or one's own of them. Two requests to the table per 50 (own: per 500)."""
    asked = page_request(request)
    status, priority = filter_of(request)
    own = request.GET.get("mine") == "1"
    read: Callable[..., slices.Tasks | Mine] = mine if own else slices.tasks
    return download(
        asked,
        lambda after: read(org, asked.viewer.user, status, priority, asked.now, after),
        _task_header(),
        lambda page: (_task(asked, page.dashboard.frame, task, task.project_title) for task in page.tasks),
        frame=lambda page: page.dashboard.frame,
        name=lambda _: ("tasks", status, priority or "", "mine" if own else ""),
    )


@require_safe
def project_csv(request: HttpRequest, org: str, project: str) -> StreamingHttpResponse:
    """The tasks of a project as filtered, newest first. Two requests to the table per 100 rows (filtered: per 500)."""
    asked = page_request(request)
    filters = shown(request).filters
    header = *_task_header(), _("Labels"), _("Completed"), _("Completed by")
    return download(
        asked,
        lambda after: board(org, asked.viewer.user, project, asked.now, filters, after),
        header,
        lambda page: (_finished(asked, page.pulse.frame, task, page.title) for task in page.tasks),
        frame=lambda page: page.pulse.frame,
        name=lambda page: ("project", page.title),
    )


@require_safe
def members_csv(request: HttpRequest, org: str) -> StreamingHttpResponse:
    """The members; their addresses for those alone who see them on the page. Two requests to the table per 50.

    It is recorded who takes them out: two requests more.
    """
    asked = page_request(request)

    def rows(page: slices.Members) -> Iterator[Row]:
        for row in member_pages.of(page, is_first=False).members:
            yield row.name, row.email, row.role, row.joined

    return download(
        asked,
        lambda after: slices.members(org, asked.viewer.user, after),
        (_("Name"), _("E-mail"), _("Role"), _("Joined")),
        rows,
        frame=lambda page: page.frame,
        name=lambda _: ("members",),
        recorded=("members-exported", Permission.ORG_READ),
    )


@require_safe
def member_csv(request: HttpRequest, org: str, member: str) -> StreamingHttpResponse:
    """A member's live tasks, those due first that their page shows. Three requests to the table."""
    asked = page_request(request)
    read = months.member(org, asked.viewer.user, member, asked.now)
    rows = (_task(asked, read.frame, task, task.project_title) for task in read.tasks)
    return _file(asked, read.frame, ("member", read.name), _task_header(), [rows])


@require_safe
def leaderboard_csv(request: HttpRequest, org: str) -> StreamingHttpResponse:
    """A month's finished work by member, of those who are listed on the page. Two requests to the table."""
    asked = page_request(request)
    read = months.trend(org, asked.viewer.user, parts.month(request), asked.now)
    header = (_("Month"), _("Place"), _("Name"), _("Done"))
    ranks = page_parts.ranking((each.user, each.name, each.done) for each in read.listed)
    rows = ((read.month.month, row.rank, row.name, row.done) for row in ranks)
    return _file(asked, read.frame, ("leaderboard", read.month.month), header, [rows])


@require_safe
def activity_csv(request: HttpRequest, org: str) -> StreamingHttpResponse:
    """What happened in a month as filtered, newest first. Two requests to the table per 50 (filtered: up to 500)."""
    asked = page_request(request)
    month, wanted = parts.month(request), wanted_of(request, Kind)
    return download(
        asked,
        lambda after: history.activity(org, asked.viewer.user, month, asked.now, after, wanted),
        (_("Time"), _("Who"), _("Did"), _("What"), _("Project"), _("Before"), _("After")),
        lambda page: map(_event, page.events),
        frame=lambda page: page.frame,
        name=lambda page: ("activity", page.month),
    )


@require_safe
def audit_csv(request: HttpRequest, org: str) -> StreamingHttpResponse:
    """The audit of a month as filtered, newest first. Two requests to the table per 50 (filtered: up to 500).

    It is recorded who takes it out: two requests more.
    """
    asked = page_request(request)
    month, wanted = parts.month(request), wanted_of(request, Group)
    header = (
        *(_("Time"), _("Who"), _("Their id"), _("Network address"), _("Did"), _("What")),
        *(_("Its id"), _("Before"), _("After")),
    )
    return download(
        asked,
        lambda after: history.audit(org, asked.viewer.user, month, asked.now, after, wanted),
        header,
        lambda page: map(_entry, page.entries),
        frame=lambda page: page.frame,
        name=lambda page: ("audit", page.month),
        recorded=("audit-exported", Permission.AUDIT_READ),
    )


def _task_header() -> Row:
    return _("Title"), _("Status"), _("Priority"), _("Due"), _("Assignee"), _("Project"), _("Link")


def _task(request: PageRequest, frame: Frame, task: TaskSnapshot, project_title: str) -> Row:
    link = reverse("task", kwargs={"org": frame.org, "project": task.project, "task": task.id})
    assignee = page_parts.task_assignee(task, frame)
    return task.title, task.status, task.priority, task.due, assignee, project_title, request.build_absolute_uri(link)


def _finished(request: PageRequest, frame: Frame, task: TaskSnapshot, project_title: str) -> Row:
    done = ", ".join(task.labels), task.completed_at, say(frame.name_of(task.completed_by))
    return *_task(request, frame, task, project_title), *done


def _event(event: EventSnapshot) -> Row:
    return event.at, event.actor, event.action, event.title, event.project_title, event.before, event.after


def _entry(entry: EntrySnapshot) -> Row:
    told = (entry.at, entry.name, entry.actor, entry.address, entry.action, say(entry.subject))
    return *told, entry.about, entry.before, entry.after


def download(
    request: PageRequest,
    read: Callable[[str], _P],
    header: Row,
    rows: Callable[[_P], Iterable[Row]],
    *,
    frame: Callable[[_P], Frame],
    name: Callable[[_P], tuple[str, ...]],
    recorded: tuple[taking_out.What, Permission] | None = None,
) -> StreamingHttpResponse:
    """A list that is read page by page, by cursor: `rows` of each, called what the first page says.

    `recorded` is how the audit tells that somebody took it out, and the right that they need: two requests more.
    """
    first, pages = walk(read)
    if recorded and request.method != "HEAD":
        taking_out.record(request.viewer.actor, frame(first).org, *recorded, request.now)
    return _file(request, frame(first), name(first), header, map(rows, pages))


def walk(read: Callable[[str], _P]) -> tuple[_P, Iterator[_P]]:
    """The first page of a list, read now, and all pages of it; each later one has the time of a request."""
    first = read("")
    ends = time.monotonic() + SECONDS_IN_ALL

    def following() -> Iterator[_P]:
        after = first.next_cursor
        while after:
            if time.monotonic() > ends:
                raise Unavailable(_("It took too long. Please try again."))
            # Not around the yield: the time that a slow client takes is not the database's.
            with deadline.within(SECONDS):
                page = read(after)
            yield page
            after = page.next_cursor

    return first, chain([first], following())


def _file(
    request: PageRequest, frame: Frame, what: tuple[str, ...], header: Row, pages: Iterable[Iterable[Row]]
) -> StreamingHttpResponse:
    """The list as a download. Asked by HEAD it reads no more than the first page."""
    day = clock.local_day(request.now, frame.zone).isoformat()
    return parts.csv_file(request, frame.zone, (frame.org, *what, day), header, pages)
