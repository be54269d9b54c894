"""One task, and what a click on one changes elsewhere."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from types import MappingProxyType

from dashboard.messages import Undo
from dashboard.pages import frame as frames
from dashboard.pages import parts
from dashboard.pages.frame import Frame
from dashboard.pages.parts import ProjectCounts, Pulse, TaskRow
from dashboard.sentences import say, value
from tenants import clock
from tenants.policy import Permission, Priority, Status
from tenants.reads.dashboard import Pulse as PulseRead
from tenants.reads.task import Comment, Step, TaskInFull
from tenants.snapshots import Frame as FrameSnapshot
from tenants.snapshots import TaskSnapshot


@dataclass(frozen=True, slots=True)
class CommentRow:
    """One comment; `name` is the writer's as it was."""

    id: str
    at: datetime
    name: str
    text: str
    can_delete: bool


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field that a step changed (title, status, priority, due, assignee, labels, project); empty means none."""

    field: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class StepRow:
    """One entry of the task's history."""

    at: datetime
    actor: str
    kind: str
    changes: tuple[FieldChange, ...]


@dataclass(frozen=True, slots=True)
class TaskPage:
    """`task`: its fields, which those who may edit can change where they stand, and `edit-task`, all of them as a form.

    `comments` and `steps` (the task's history) are one page of both, newest first.
    """

    frame: Frame
    project_id: str
    project_title: str
    id: str
    title: str
    priority: str
    status: str
    due: date | None
    due_state: str
    assignee: str
    completed_at: datetime | None
    completed_by: str
    labels: tuple[str, ...]
    description: str
    comments: tuple[CommentRow, ...]
    steps: tuple[StepRow, ...]
    can_edit: bool
    can_delete: bool
    can_comment: bool
    next_cursor: str = ""
    is_first: bool = True


@dataclass(frozen=True, slots=True)
class TaskFieldPage:
    """The answer to an edit in place: the field `name` of a task, as its value or as a form. `saved` is announced.

    On `task-words` the name is `description`, `comment` (the form for the next one) or `told`: what was said and done.
    """

    task: TaskPage
    name: str
    saved: bool = False


@dataclass(frozen=True, slots=True)
class Listed:
    """The heading of the list on `tasks` that was clicked in: one status, one priority or all (empty), its counter.

    A list of one's own has no counter in its heading, so `mine` is never set here.
    """

    status: str
    priority: str
    total: int
    mine: bool = False


@dataclass(frozen=True, slots=True)
class ColumnTotal:
    """How many tasks of one status the project has."""

    status: str
    total: int


@dataclass(frozen=True, slots=True)
class TaskChangedPage:
    """The answer to complete, reopen, start and stop by htmx: the row, and all that moved with it, out of band.

    `did` is the action (`complete`, `reopen`, `start`, `stop`) and is announced; it is empty when the task stands
    elsewhere, because somebody else was faster. `pulse` and `frame` are None for the list on `home`; `project_counts`
    is filled for the lists on `project` alone, `columns` for its board, `listed` for a list on `tasks`.
    """

    row: TaskRow
    did: str
    pulse: Pulse | None
    project_counts: ProjectCounts | None
    frame: Frame | None
    listed: Listed | None = None
    columns: tuple[ColumnTotal, ...] = ()
    undo: Undo | None = None


def of(read: TaskInFull, now: datetime, *, is_first: bool) -> TaskPage:
    """Fill the page from its read."""
    frame, task = read.frame, read.task
    return TaskPage(
        frame=frames.of(frame, "projects"),
        project_id=task.project,
        project_title=read.project_title,
        id=task.id,
        title=task.title,
        priority=task.priority,
        status=task.status,
        due=task.due,
        due_state=parts.due_state(task.due, task.status, clock.local_day(now, frame.zone)),
        assignee=parts.task_assignee(task, frame),
        completed_at=task.completed_at,
        completed_by=say(frame.name_of(task.completed_by)) or task.person,
        labels=task.labels,
        description=read.description,
        comments=tuple(_comment(comment, frame) for comment in read.comments),
        steps=tuple(_step(step) for step in read.steps),
        can_edit=frame.allows(Permission.TASK_EDIT),
        can_delete=frame.allows(Permission.TASK_DELETE),
        can_comment=frame.allows(Permission.COMMENT_CREATE),
        next_cursor=read.next_cursor,
        is_first=is_first,
    )


def _comment(comment: Comment, frame: FrameSnapshot) -> CommentRow:
    own = comment.user == frame.viewer.id and frame.allows(Permission.COMMENT_CREATE)
    return CommentRow(
        comment.id, comment.at, comment.name, comment.text, own or frame.allows(Permission.COMMENT_DELETE)
    )


def _step(step: Step) -> StepRow:
    changes = tuple(
        FieldChange(field, _shown(field, step.before), _shown(field, step.after))
        for field in _FIELDS
        if field in step.before or field in step.after
    )
    return StepRow(step.at, step.actor, step.action, changes)


def _shown(field: str, values: Mapping[str, str]) -> str:
    return value(field, values.get(field, "").replace("\n", ", "))


def happened(did: str, task: TaskSnapshot) -> bool:
    """Whether the task stands as the click wanted it, and not as somebody else who was faster."""
    return _GOALS[did] is task.status


_GOALS = {"complete": Status.DONE, "reopen": Status.OPEN, "start": Status.DOING, "stop": Status.OPEN}
_NO_COLUMNS: Mapping[Status, int] = MappingProxyType({})
_FIELDS = ("title", "status", "priority", "due", "assignee", "labels", "project")


def changed(
    task: TaskSnapshot,
    pulse: PulseRead,
    did: str,
    source: str,
    now: datetime,
    listed: tuple[Status, Priority | None] | None = None,
    columns: Mapping[Status, int] = _NO_COLUMNS,
    undo: Undo | None = None,
) -> TaskChangedPage:
    """Fill the answer to a click on a task in the list `source`.

    `listed` is the filter of the list on `tasks`, `columns` the totals of the board; `undo` takes the click back.
    """
    frame = pulse.frame
    title = task.project_title if source in {"tasks", "home", "member"} else ""
    at_home, in_project = source == "home", source in {"project", "board"}
    # Nothing beside these lists counts tasks.
    alone = source in {"home", "member"}
    return TaskChangedPage(
        row=parts.task_row_as(
            task,
            source,
            clock.local_day(now, frame.zone),
            may=frame.allows(Permission.TASK_COMPLETE),
            assignee="" if at_home else parts.task_assignee(task, frame),
            project_title=title,
            org_name=frame.name if at_home else "",
        ),
        did=did if happened(did, task) else "",
        pulse=None if alone else parts.pulse_of(frame, pulse.counts, pulse.month),
        project_counts=parts.project_counts(pulse.project) if in_project and pulse.project else None,
        frame=None if alone else frames.of(frame, "tasks" if source == "tasks" else "projects"),
        listed=Listed(listed[0], listed[1] or "", pulse.counts.of(*listed)) if listed else None,
        columns=tuple(ColumnTotal(status, total) for status, total in columns.items()),
        undo=undo,
    )
