"""Take a whole organisation out."""

from dataclasses import dataclass

from dashboard.pages import frame as frames
from dashboard.pages.frame import Frame
from tenants.snapshots import Frame as FrameSnapshot


@dataclass(frozen=True, slots=True)
class ExportPage:
    """`export`: what is in the file, and the link to it."""

    frame: Frame


def of(frame: FrameSnapshot) -> ExportPage:
    """Fill the page from its read."""
    return ExportPage(frames.of(frame, "export"))
