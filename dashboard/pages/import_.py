"""Bring a board in: choose a file, see what would happen, confirm, watch, read the result."""

from dataclasses import dataclass

from dashboard.pages.frame import Frame
from dashboard.pages.parts import PriorityCounts
from tenants.imports import ImportPlan
from tenants.imports.background import field_of
from tenants.imports.uploads import Kept


@dataclass(frozen=True, slots=True)
class MemberChoice:
    """A member somebody in the file may turn out to be."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class ImportPerson:
    """A person named in the file.

    `field` is the name of the select that maps them to a member; `member_id` is the suggestion, or empty.
    """

    field: str
    name: str
    tasks: int
    done: int
    member_id: str


@dataclass(frozen=True, slots=True)
class Preview:
    """What an import would do; nothing is written yet.

    `token` identifies the uploaded file in the confirming POST. `rejected` holds the
    first ones of `rejected_total`, a sentence each.
    `fits_plan` false means that confirming is refused; `projects_new` is what would be added to the plan's use.
    """

    token: str
    file_name: str
    format: str
    projects: tuple[str, ...]
    projects_new: int
    tasks_total: int
    tasks_open: int
    tasks_doing: int
    tasks_done: int
    tasks_known: int
    with_due: int
    priority: PriorityCounts
    people: tuple[ImportPerson, ...]
    members: tuple[MemberChoice, ...]
    rejected: tuple[str, ...]
    rejected_total: int
    fits_plan: bool


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a running import is. `job` is the id in the page's own URL.

    `stalled` says that nothing was heard of it for a while: its process is gone, and it can be taken up again.
    """

    job: str
    file_name: str
    done: int
    total: int
    stalled: bool


@dataclass(frozen=True, slots=True)
class Result:
    """What an import did."""

    file_name: str
    projects_added: int
    tasks_added: int
    tasks_known: int
    claimed: int
    rejected: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a file was refused whole, in a sentence that says what it seems to be, or why an import ended.

    `job` is filled when the file is still kept, so that the import can be tried again.
    """

    file_name: str
    reason: str
    job: str = ""


@dataclass(frozen=True, slots=True)
class ImportPage:
    """`import`: the choice of a file, and at most one of refusal, preview, progress, result."""

    frame: Frame
    refusal: Refusal | None = None
    preview: Preview | None = None
    progress: Progress | None = None
    result: Result | None = None


_REJECTED_SHOWN = 50
_FORMATS = {
    "trello-board-json": "Trello",
    "jira-csv": "Jira",
    "asana-csv": "Asana",
    "github-issues-json": "GitHub",
}


def preview_of(plan: ImportPlan, token: str, file_name: str, board_format: str, titles: tuple[str, ...]) -> Preview:
    """Fill the preview from what the plan found; `titles` are those of all projects in the file."""
    tasks, priority = plan.summary["tasks"], plan.summary["priority"]
    return Preview(
        token=token,
        file_name=file_name,
        format=_FORMATS[board_format],
        projects=titles,
        projects_new=len(plan.new_projects),
        tasks_total=tasks["total"],
        tasks_open=tasks["open"],
        tasks_doing=tasks["in_progress"],
        tasks_done=tasks["done"],
        tasks_known=plan.known_tasks,
        with_due=plan.summary["with_due_date"],
        priority=PriorityCounts(priority["low"], priority["medium"], priority["high"], priority["urgent"]),
        people=tuple(
            ImportPerson(field_of(person.name), person.name, person.tasks, person.done, person.suggested or "")
            for person in plan.people
        ),
        members=tuple(MemberChoice(member.id, member.name) for member in plan.members),
        rejected=plan.rejected[:_REJECTED_SHOWN],
        rejected_total=len(plan.rejected),
        fits_plan=plan.fits,
    )


def running_of(frame: Frame, kept: Kept, *, stalled: bool) -> ImportPage:
    """Fill the page of a confirmed import: its progress, its result, or why it ended."""
    if kept.state == "refused":
        return ImportPage(frame, refusal=Refusal(kept.name, kept.refusal, kept.token))
    if kept.state == "done":
        result = Result(
            file_name=kept.name,
            projects_added=kept.projects_added,
            tasks_added=kept.tasks_added,
            tasks_known=kept.tasks_known,
            claimed=kept.claimed,
            rejected=kept.rejected,
        )
        return ImportPage(frame, result=result)
    return ImportPage(frame, progress=Progress(kept.token, kept.name, kept.done, kept.total, stalled))
