"""Bring a board in: choose a file, see what would happen, confirm, watch, read the result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dashboard.pages.frame import Frame
from dashboard.pages.import_names import Names, names_of
from dashboard.pages.parts import PriorityCounts
from dashboard.sentences import say
from tenants import ids
from tenants.boards import Board, Named
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

    `token` identifies the uploaded file in the confirming POST, `seen` the choices that these numbers follow from;
    `changed` tells that the choices sent with the confirmation were others, so that it was not taken. `names` are what
    can be chosen, `skipped` the tasks that are left out because somebody chose so. `rejected` holds the first ones of
    `rejected_total`, a sentence each, `projects` and `people` those of `projects_total` and `people_total`.
    `fits_plan` false means that confirming is refused; `projects_new` is what would be added to the plan's use.
    """

    token: str
    file_name: str
    format: str
    seen: str
    changed: bool
    names: tuple[Names, ...]
    skipped: int
    projects: tuple[str, ...]
    projects_total: int
    projects_new: int
    tasks_total: int
    tasks_open: int
    tasks_doing: int
    tasks_done: int
    tasks_known: int
    with_due: int
    priority: PriorityCounts
    people: tuple[ImportPerson, ...]
    people_total: int
    members: tuple[MemberChoice, ...]
    rejected: tuple[str, ...]
    rejected_total: int
    fits_plan: bool


@dataclass(frozen=True, slots=True)
class Asking:
    """A table that may be one of tasks, if somebody says which column holds the titles. `token` is that of the file."""

    token: str
    file_name: str
    reason: str
    names: tuple[Names, ...]


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
    """What an import did. `job` is the id in the page's own URL; rows that were left out can be asked for by it."""

    job: str
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
    """`import`: the choice of a file, and at most one of refusal, question, preview, progress, result."""

    frame: Frame
    refusal: Refusal | None = None
    asking: Asking | None = None
    preview: Preview | None = None
    progress: Progress | None = None
    result: Result | None = None


_REJECTED_SHOWN = 50
_PROJECTS_SHOWN = 200
# Each person comes with a select of all members, and a form has at most 500 fields.
_PEOPLE_SHOWN = 150
_OPTIONS = 10_000
_FORMATS = {
    "trello-board-json": "Trello",
    "jira-csv": "Jira",
    "asana-csv": "Asana",
    "github-issues-json": "GitHub",
    "csv": "CSV",
}


@dataclass(frozen=True, slots=True)
class Said:
    """What a person has said about a file: `choices` in force, `remembered` of earlier files, members by field.

    `people` maps the select of a name to a member's id, or to "" for nobody.
    """

    choices: Mapping[str, str]
    remembered: Mapping[str, str]
    people: Mapping[str, str]

    @property
    def seen(self) -> str:
        """Short for the choices, to tell whether they are still the same."""
        return ids.derived_id(16, *(f"{choice}={value}" for choice, value in sorted(self.choices.items())))


def preview_of(board: Board, plan: ImportPlan, kept: tuple[str, str], said: Said, *, changed: bool = False) -> Preview:
    """Fill the preview from what the plan found. `kept` are the file's token and name."""
    tasks, priority = plan.summary["tasks"], plan.summary["priority"]
    people = min(_PEOPLE_SHOWN, _OPTIONS // max(1, len(plan.members)))
    return Preview(
        token=kept[0],
        file_name=kept[1],
        format=_FORMATS[board.format],
        seen=said.seen,
        changed=changed,
        names=names_of(board.names, said.remembered),
        skipped=board.skipped,
        projects=tuple(project.title for project in board.projects[:_PROJECTS_SHOWN]),
        projects_total=len(board.projects),
        projects_new=len(plan.new_projects),
        tasks_total=tasks["total"],
        tasks_open=tasks["open"],
        tasks_doing=tasks["in_progress"],
        tasks_done=tasks["done"],
        tasks_known=plan.known_tasks,
        with_due=plan.summary["with_due_date"],
        priority=PriorityCounts(priority["low"], priority["medium"], priority["high"], priority["urgent"]),
        people=tuple(_people(plan, said)[:people]),
        people_total=len(plan.people),
        members=tuple(MemberChoice(member.id, member.name) for member in plan.members),
        rejected=tuple(say(each.sentence) for each in plan.rejected[:_REJECTED_SHOWN]),
        rejected_total=len(plan.rejected),
        fits_plan=plan.fits,
    )


def _people(plan: ImportPlan, said: Said) -> list[ImportPerson]:
    return [
        ImportPerson(field, person.name, person.tasks, person.done, said.people.get(field, person.suggested or ""))
        for person in plan.people
        for field in [field_of(person.name)]
    ]


def asking_of(names: Sequence[Named], reason: str, kept: tuple[str, str], said: Said) -> Asking:
    """Fill the question which column holds the titles. `kept` are the file's token and name."""
    return Asking(kept[0], kept[1], reason, names_of(names, said.remembered))


def running_of(frame: Frame, kept: Kept, *, stalled: bool) -> ImportPage:
    """Fill the page of a confirmed import: its progress, its result, or why it ended."""
    if kept.state == "refused":
        return ImportPage(frame, refusal=Refusal(kept.name, say(kept.refusal), kept.token))
    if kept.state == "done":
        result = Result(
            job=kept.token,
            file_name=kept.name,
            projects_added=kept.projects_added,
            tasks_added=kept.tasks_added,
            tasks_known=kept.tasks_known,
            claimed=kept.claimed,
            rejected=kept.rejected,
        )
        return ImportPage(frame, result=result)
    return ImportPage(frame, progress=Progress(kept.token, kept.name, kept.done, kept.total, stalled))
