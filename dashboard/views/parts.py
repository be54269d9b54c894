"""What several views read out of a request, and the file that several answer with."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import TypeVar

from django.http import HttpRequest, QueryDict, StreamingHttpResponse
from django.utils.translation import gettext as _

from dashboard import csv
from tenants.errors import NotAllowed, NotFound
from tenants.policy import Permission
from tenants.snapshots import Frame

_T = TypeVar("_T", bound=StrEnum)
_D = TypeVar("_D")

NO_PAGE = "There is no such page."

_MONTH = re.compile(r"(?:19[7-9]\d|20\d\d|21\d\d)-(?:0[1-9]|1[0-2])", re.ASCII)


def require(frame: Frame, permission: Permission) -> None:
    """Raise NotAllowed unless the viewer's role includes `permission`.

    For a form that is refused before it comes to a write, which asks the same inside its transaction: otherwise the
    answer to somebody without the right would depend on what they typed.
    """
    if not frame.allows(permission):
        message = _("Your role here, %(role)s, does not include this.") % {"role": frame.viewer.role}
        raise NotAllowed(message, frame.attempt(permission))


def cursor(request: HttpRequest) -> str:
    """The cursor of the address, empty for the beginning of the list."""
    return request.GET.get("cursor", "")


def month(request: HttpRequest) -> str | None:
    """The month of the address, YYYY-MM; None for the current one. Another spelling is no page of ours."""
    text = request.GET.get("month", "")
    if not text:
        return None
    if not _MONTH.fullmatch(text):
        raise NotFound(NO_PAGE)
    return text


def choice(asked: QueryDict, name: str, allowed: type[_T], default: _D) -> _T | _D:
    """The word of the address under `name`, out of an enumeration. Another word is no page of ours."""
    text = asked.get(name, "")
    if not text:
        return default
    try:
        return allowed(text)
    except ValueError as error:
        raise NotFound(NO_PAGE) from error


def csv_file(
    request: HttpRequest, zone: str, what: tuple[str, ...], header: csv.Row, pages: Iterable[Iterable[csv.Row]]
) -> StreamingHttpResponse:
    """The rows as a download, with instants in `zone`; `what` are the words of its name. By HEAD it reads none."""
    lines = csv.stream(header, pages, zone, bom=request.GET.get("bom") == "1")
    response = StreamingHttpResponse(lines if request.method != "HEAD" else (), content_type=csv.CONTENT_TYPE)
    response.headers["Content-Disposition"] = csv.disposition(csv.file_name(*what), "csv")
    return response
