"""Issues of Jira (Cloud or Data Center) exported as CSV, in any of its languages.

A task's id is the issue's key, the project is the key's prefix. Jira's numeric ids would survive a move to another
project, but every site counts them from 10000, so that two sites' exports would be taken for one another.
Completed is `Resolved`, else `Status Category Changed` where the category is done: both name the instant.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tenants.boards.arranging import arranged, columns_named
from tenants.boards.dates import order_of, read_moment
from tenants.boards.gathering import NO_TITLE, BadRecordError, Gathering, distinct, moment
from tenants.boards.jira_columns import ISSUE_KEY, as_chosen, columns_of
from tenants.boards.meaning import known_status_of, priority_of, status_of
from tenants.boards.model import TITLE_LIMIT, Board, Project, Row
from tenants.boards.text import clean_line, clean_person, title_and_description
from tenants.words import said, sentence_of

if TYPE_CHECKING:
    from tenants.boards.choices import Choices
    from tenants.boards.csv_table import Record, Table
    from tenants.boards.dates import Order
    from tenants.boards.jira_columns import Columns
    from tenants.boards.model import Status

SAMPLE: Final = 200


@dataclass(slots=True)
class _Issue:
    """What is kept of a record until the order of day and month is known, which takes all of them."""

    number: int
    line: int
    key: str
    title: str
    description: str
    status: str
    category: str
    priority: str
    labels: list[str]
    assignee: str
    reporter: str
    project_name: str
    created: str
    resolved: str
    due: str
    category_changed: str


def read(table: Table, choices: Choices) -> Board | None:
    """The issues in `table`, or None if it is no export of Jira. One pass, keeps no whole record."""
    records = iter(table)
    sample = list(itertools.islice(records, SAMPLE))
    recognised = columns_of(table.header, sample)
    if recognised is None:
        return None
    columns = as_chosen(recognised, table.header, choices)
    called = {role: name for role, index in columns.places.items() for name in table.header[index : index + 1]}
    issues = [_issue(record, columns) for record in itertools.chain(sample, records)]
    order = order_of(
        text for issue in issues for text in (issue.created, issue.resolved, issue.due, issue.category_changed)
    )
    gathering = Gathering()
    titles: dict[str, str] = {}
    people: dict[str, None] = {}
    for issue in issues:
        try:
            row = _row(issue, order, choices, called)
        except BadRecordError as error:
            gathering.reject(issue.number, f"{issue.key} {issue.title}", sentence_of(error), issue.line)
            continue
        gathering.add(row, issue.number, issue.line)
        titles[row.project] = titles.get(row.project) or issue.project_name
        people.update(dict.fromkeys([issue.assignee, issue.reporter]))
    projects = tuple(Project(key, title or key) for key, title in titles.items())
    board = Board(
        format="jira-csv",
        source="jira",
        title=projects[0].title if len(projects) == 1 else "Jira",
        projects=projects,
        rows=tuple(gathering.rows),
        people=distinct(people),
        rejected=gathering.in_order(),
        names=columns_named("jira-csv", table.header, table.filled, recognised.roles, choices, every=False),
    )
    return arranged(board, choices)


def _issue(record: Record, columns: Columns) -> _Issue:
    def cell(role: str) -> str:
        return record.cell(columns.places.get(role))

    title, description = title_and_description(cell("summary"), cell("description"))
    return _Issue(
        number=record.number,
        line=record.line,
        key=clean_line(record.cell(columns.key), TITLE_LIMIT),
        title=title,
        description=description,
        status=clean_line(cell("status"), TITLE_LIMIT),
        category=clean_line(cell("category"), TITLE_LIMIT),
        priority=clean_line(cell("priority"), TITLE_LIMIT),
        labels=[label for index in columns.labels if (label := clean_line(record.cell(index), TITLE_LIMIT))],
        assignee=clean_person(cell("assignee")),
        reporter=clean_person(cell("reporter")),
        project_name=clean_line(cell("project_name"), TITLE_LIMIT),
        created=cell("created"),
        resolved=cell("resolved"),
        due=cell("due"),
        category_changed=cell("category_changed"),
    )


def _row(issue: _Issue, order: Order, choices: Choices, called: dict[str, str]) -> Row:
    if not ISSUE_KEY.fullmatch(issue.key):
        raise BadRecordError(said("it has no issue key"))
    if not issue.title:
        raise BadRecordError(NO_TITLE)
    created = moment(issue.created, said("creation date"), order, called.get("created", ""))
    resolved = moment(issue.resolved, said("resolution date"), order, called.get("resolved", ""))
    due = moment(issue.due, said("due date"), order, called.get("due", ""))
    stated = choices.state(issue.status) or (known_status_of(issue.category) if issue.category else None)
    status: Status = "done" if resolved else stated or status_of(issue.status)
    completed = (resolved or read_moment(issue.category_changed, order)) if status == "done" else None
    return Row(
        source_id=issue.key,
        project=issue.key.rpartition("-")[0],
        title=issue.title,
        description=issue.description,
        status=status,
        priority=priority_of(issue.priority, issue.labels, choices),
        due=due.day if due else None,
        person=issue.assignee,
        created_at=created.at if created else None,
        completed_at=completed.at if completed else None,
        completed_on_day=bool(completed and completed.whole_day),
        labels=distinct(sorted(issue.labels)),  # the order of Jira's columns of labels means nothing
        list=issue.status,
        # The category's word; the status's own name only where there is no category in a language we know.
        list_known=bool(resolved or stated or not issue.status or known_status_of(issue.status)),
        level=issue.priority,
    )
