"""One action on many tasks: what became of each."""

from dataclasses import dataclass

from dashboard.pages import frame as frames
from dashboard.pages.frame import Frame
from tenants.snapshots import Frame as FrameSnapshot
from tenants.writes.bulk import Outcome


@dataclass(frozen=True, slots=True)
class OutcomeRow:
    """One task: `ok` says that it is now as was wanted."""

    project_id: str
    task_id: str
    title: str
    ok: bool
    said: str


@dataclass(frozen=True, slots=True)
class BulkPage:
    """`bulk-tasks`: what became of each task that was chosen; `back` is the list they were chosen from."""

    frame: Frame
    rows: tuple[OutcomeRow, ...]
    back: str

    @property
    def done(self) -> int:
        """How many are as was wanted."""
        return sum(row.ok for row in self.rows)


def of(frame: FrameSnapshot, outcomes: list[Outcome], titles: dict[str, str], back: str) -> BulkPage:
    """Fill the page; `titles` are what the list called the tasks, by id."""
    rows = tuple(
        OutcomeRow(one.ref.project, one.ref.id, titles.get(one.ref.id, one.ref.id), one.ok, one.said)
        for one in outcomes
    )
    return BulkPage(frames.of(frame, "tasks"), rows, back)
