"""One action on many tasks: what became of each."""

from dataclasses import dataclass

from dashboard.pages import frame as frames
from dashboard.pages.frame import Frame
from dashboard.sentences import say
from tenants.snapshots import Frame as FrameSnapshot
from tenants.writes.bulk import Outcome


@dataclass(frozen=True, slots=True)
class OutcomeRow:
    """One task, the `number`th: `ok` says that it is now as was wanted."""

    number: int
    project_id: str
    task_id: str
    title: str
    ok: bool
    said: str


@dataclass(frozen=True, slots=True)
class BulkPage:
    """`bulk-tasks`: `size` tasks were chosen from the list `back`; a row each follows as soon as it is done."""

    frame: Frame
    size: int
    back: str


def of(frame: FrameSnapshot, size: int, back: str) -> BulkPage:
    """Fill what stands around the rows."""
    return BulkPage(frames.of(frame, "tasks"), size, back)


def row_of(number: int, one: Outcome, titles: dict[str, str]) -> OutcomeRow:
    """What became of one task; `titles` are what the list called them, by id."""
    return OutcomeRow(number, one.ref.project, one.ref.id, titles.get(one.ref.id, one.ref.id), one.ok, say(one.said))
