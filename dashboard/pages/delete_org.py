"""Deleting an organisation: before it begins, and while it goes on."""

from __future__ import annotations

from dataclasses import dataclass

from dashboard.pages import frame as frames
from dashboard.pages.frame import Frame
from tenants.reads.organisation import Deletion
from tenants.snapshots import Frame as FrameSnapshot


@dataclass(frozen=True, slots=True)
class DeleteOrgPage:
    """`delete-org`: what goes, the export first, and the confirmation. `typed` and `wrong` are of a refused form."""

    frame: Frame
    typed: str = ""
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class DeletingOrgPage:
    """`delete-org` of an organisation that is on its way out: how many records are deleted."""

    viewer_name: str
    org_id: str
    org_name: str
    done: int


def of(frame: FrameSnapshot, typed: str = "", *, wrong: bool = False) -> DeleteOrgPage:
    """Fill the page before it begins."""
    return DeleteOrgPage(frames.of(frame, "settings"), typed, wrong)


def going(read: Deletion, viewer_name: str) -> DeletingOrgPage:
    """Fill the page while it goes on."""
    return DeletingOrgPage(viewer_name, read.org, read.name, read.done)
