"""Bring a board in: choose a file, see what would happen, confirm, watch, read the result."""

from dataclasses import dataclass

from dashboard.pages.frame import Frame
from dashboard.pages.parts import PriorityCounts


@dataclass(frozen=True, slots=True)
class RejectedRow:
    """A record that will not be imported: where it stands in the file, what it calls itself, and why."""

    row: str
    title: str
    reason: str


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

    `token` identifies the uploaded file in the confirming POST. `rejected` holds the first ones of `rejected_total`.
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
    rejected: tuple[RejectedRow, ...]
    rejected_total: int
    fits_plan: bool


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a running import is. `job` is the id in the page's own URL."""

    job: str
    file_name: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Result:
    """What an import did."""

    file_name: str
    projects_added: int
    tasks_added: int
    tasks_known: int
    rejected: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a file was refused whole, what it seems to be, and what was expected; nothing was written."""

    file_name: str
    reason: str
    looks_like: str


@dataclass(frozen=True, slots=True)
class ImportPage:
    """`import`: the choice of a file, and at most one of refusal, preview, progress, result."""

    frame: Frame
    refusal: Refusal | None = None
    preview: Preview | None = None
    progress: Progress | None = None
    result: Result | None = None
