"""A list of GitHub issues as JSON: the REST API's answer, its pages gathered, a search, or `gh issue list --json`.

Pull requests are in the same list and are tasks. A project is a repository; a task's id is "owner/name#number",
in small letters, the same whichever way the list was fetched. Completed is `closed_at`, which closed issues have.
What is no issue, a null say, is rejected.
A file in which that is the greater part is refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from tenants.boards.gathering import NO_TITLE, UNREADABLE, BadRecordError, Gathering, distinct, moment
from tenants.boards.meaning import priority_of
from tenants.boards.model import TITLE_LIMIT, Board, Project, Row
from tenants.boards.source import refusal
from tenants.boards.text import clean_line, clean_person, title_and_description
from tenants.words import said, sentence_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tenants.boards.json_stream import JsonRecords

_REPOSITORY: Final = re.compile(
    r"/repos/([\w.-]+/[\w.-]+)|//[^/\s]+/([\w.-]+/[\w.-]+)/(?:issues|pull|pulls)/\d", re.ASCII
)
_NAMELESS: Final = "GitHub issues"


def read(records: JsonRecords) -> Board:
    """The issues in `records`; NotABoard if they are something else. One pass, keeps no whole record."""
    gathering = Gathering()
    projects: dict[str, Project] = {}
    people: dict[str, None] = {}
    issues = strangers = 0
    stranger: object = None
    for number, record in enumerate(_flat(records), 1):
        if not isinstance(record, dict) or not _is_issue(record):
            strangers, stranger = strangers + 1, stranger or record
            gathering.reject(number, _name(record), UNREADABLE)
            continue
        issues += 1
        project = _project(record)
        try:
            gathering.add(_row(record, project), number)
        except BadRecordError as error:
            gathering.reject(number, _name(record), sentence_of(error))
            continue
        projects.setdefault(project.source_id, project)
        people.update(dict.fromkeys([_login(record.get("user") or record.get("author")), *_assignees(record)]))
    if strangers > issues or not issues:
        raise refusal(_what_it_is(stranger))
    titles = [project.title for project in projects.values()]
    return Board(
        format="github-issues-json",
        source=next(iter(projects)) if len(projects) == 1 else "github",
        title=titles[0] if len(titles) == 1 else _NAMELESS,
        projects=tuple(projects.values()),
        rows=tuple(gathering.rows),
        people=distinct(people),
        rejected=gathering.in_order(),
    )


def _flat(records: JsonRecords) -> Iterator[object]:
    """The issues one by one: of the list, of the `items` of a search, or of each page in a list of pages."""
    for key, record in records:
        if records.top == "object" and key != "items":
            continue
        if isinstance(record, list):
            yield from record
        else:
            yield record


def _is_issue(record: dict[str, Any]) -> bool:
    return "number" in record and bool({"title", "state"} & set(record)) and "idList" not in record


def _row(record: dict[str, Any], project: Project) -> Row:
    title, description = title_and_description(record.get("title"), record.get("body"))
    number = _number(record.get("number"))
    if not title:
        raise BadRecordError(NO_TITLE)
    if number is None:
        raise BadRecordError(said("it has no issue number"))
    created = moment(record.get("created_at", record.get("createdAt")), said("creation date"))
    closed = moment(record.get("closed_at", record.get("closedAt")), said("closing date"))
    state = str(record.get("state") or "").casefold()
    done = state in {"closed", "merged"} or (not state and closed is not None)
    labels = tuple(filter(None, (_name(label) for label in _elements(record.get("labels")))))
    return Row(
        source_id=f"{project.source_id}#{number}",
        project=project.source_id,
        title=title,
        description=description,
        status="done" if done else "open",
        priority=priority_of("", labels),
        due=None,
        person=next((login for login in _assignees(record) if login), ""),
        created_at=created.at if created else None,
        completed_at=closed.at if done and closed else None,
        labels=labels,
    )


def _number(value: object) -> int | None:
    """An issue's number, which some programs write as text or with a point."""
    if isinstance(value, str) and value.strip().isdecimal() and len(value) <= len(str(2**63)):
        return int(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _project(record: dict[str, Any]) -> Project:
    repository = _repository(record)
    return Project(repository.casefold() or "github", repository or _NAMELESS)


def _repository(record: dict[str, Any]) -> str:
    """The "owner/name" in the issue's addresses; "" when they name none."""
    for key in ("repository_url", "html_url", "url"):
        match = _REPOSITORY.search(str(record.get(key) or "")[:1000])
        if match:
            return clean_line(match[1] or match[2], TITLE_LIMIT)
    return ""


def _assignees(record: dict[str, Any]) -> list[str]:
    return [_login(person) for person in [*_elements(record.get("assignees")), record.get("assignee")]]


def _login(person: object) -> str:
    return clean_person(person.get("login") if isinstance(person, dict) else person)


def _name(record: object) -> str:
    """What to call a label, or a record that was rejected."""
    if isinstance(record, dict):
        named = record.get("title") or record.get("name")
        return clean_line(named) or (f"#{record['number']}"[:20] if record.get("number") else "")
    return clean_line(record)


def _elements(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _what_it_is(record: object) -> str:
    keys: Iterable[str] = record if isinstance(record, dict) else ()
    if {"idList", "idBoard"} <= set(keys):
        return said("a list of Trello cards without their board")
    if {"idOrganization", "prefs"} & set(keys) or {"shortLink", "closed"} <= set(keys):
        return said("a list of Trello boards, not one board with its cards")
    return said("a JSON list of something else") if record is not None else said("an empty JSON list")
