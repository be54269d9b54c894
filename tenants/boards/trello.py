"""A Trello board exported as JSON ("Print, export, and share" in a board's menu), of any year since 2012.

A task's id is its card's, the project is the board. A card was created at the instant in the first eight hex digits
of its id. It was completed when the file says so: `dateCompleted` or `dateClosed` of newer exports, else the first
action (of the at most 1,000 that an export holds) that archived it, ticked its due date, or put it into a list of
finished work, unless a later action took that back. With no such action `completed_at` is None.

An archived card is done. An archived list says nothing by itself: the cards that were left in it follow its name, and
are asked about when the name tells nothing.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tenants.boards.arranging import arranged
from tenants.boards.dates import read_moment
from tenants.boards.gathering import NO_TITLE, UNREADABLE, BadRecordError, Gathering, distinct, moment
from tenants.boards.meaning import known_status_of, priority_of, status_of
from tenants.boards.model import TITLE_LIMIT, Board, Project, Row
from tenants.boards.source import refusal
from tenants.boards.text import clean_line, clean_person, title_and_description
from tenants.boards.trello_foreign import what_it_is
from tenants.words import said, sentence_of

if TYPE_CHECKING:
    from tenants.boards.choices import Choices
    from tenants.boards.json_stream import JsonRecords
    from tenants.boards.model import Status

_OBJECT_ID: Final = re.compile(r"[0-9a-f]{24}", re.ASCII)


class _List(NamedTuple):
    """A list: what it is called, what that says of its cards, and whether it was put away."""

    name: str
    status: Status
    archived: bool


class _Change(NamedTuple):
    """An action that may have finished a card (to_done) or reopened it."""

    at: dt.datetime
    list_after: str | None
    finished: bool | None


_NOWHERE: Final = _List("", "open", archived=False)


@dataclass(slots=True)
class _Card:
    """What is kept of a card until the lists, members and actions of the file are known."""

    number: int
    source_id: str
    title: str
    description: str
    closed: bool
    due_complete: bool
    list_id: str
    member_ids: list[str]
    label_ids: list[str]
    label_names: list[str]
    due: dt.date | None
    said_completed: dt.datetime | None


def read(records: JsonRecords, choices: Choices) -> Board:
    """The board in `records`; NotABoard if they are something else. One pass, keeps no whole record."""
    return _Reader(records, choices).board()


class _Reader:
    def __init__(self, records: JsonRecords, choices: Choices) -> None:
        self._choices = choices
        self._gathering = Gathering()
        self._cards: list[_Card] = []
        self._lists: dict[str, _List] = {}
        self._labels: dict[str, str] = {}
        self._members: dict[str, tuple[str, str]] = {}
        self._changes: dict[str, list[_Change]] = {}
        self._head: dict[str, object] = {}
        take = {"lists": self._list, "labels": self._label, "members": self._member}
        number = 0
        for key, record in records:
            if key == "cards" and records.shapes.get(key) == "array":
                number += 1
                self._card_or_rejection(number, record)
            elif key in take and isinstance(record, dict):
                take[key](record)
            elif key == "actions":
                self._action(record)
            elif records.shapes.get(key) != "array":
                self._head.setdefault(key, record if isinstance(record, str) else None)
        shapes = records.shapes
        if shapes.get("cards") != "array" or shapes.get("lists") != "array":
            raise refusal(what_it_is(shapes, self._head))

    def board(self) -> Board:
        source = clean_line(self._head.get("id"), 100) or clean_line(self._head.get("shortLink"), 100)
        title = clean_line(self._head.get("name"), TITLE_LIMIT)
        if not source:
            raise refusal(said("part of a Trello board, without the board's id"))
        people = self._people()
        for card in self._cards:
            self._gathering.add(self._row(card, source, people), card.number)
        board = Board(
            format="trello-board-json",
            source=source,
            title=title or "Trello board",
            projects=(Project(source, title or "Trello board"),),
            rows=tuple(self._gathering.rows),
            people=distinct(people.values()),
            rejected=self._gathering.in_order(),
        )
        archived = frozenset(each.name for each in self._lists.values() if each.archived)
        return arranged(board, self._choices, archived)

    def _card_or_rejection(self, number: int, record: object) -> None:
        if not isinstance(record, dict):
            self._gathering.reject(number, "", UNREADABLE)
            return
        try:
            self._cards.append(self._card(record, number))
        except BadRecordError as error:
            self._gathering.reject(number, clean_line(record.get("name")) or _text(record, "id"), sentence_of(error))

    @staticmethod
    def _card(record: dict[str, Any], number: int) -> _Card:
        title, description = title_and_description(record.get("name"), record.get("desc"))
        source_id = clean_line(record.get("id"), 100)
        if not title:
            raise BadRecordError(NO_TITLE)
        if not source_id:
            raise BadRecordError(said("it has no card id"))
        due = moment(record.get("due"), said("due date"))
        closed, due_complete = record.get("closed") is True, record.get("dueComplete") is True
        stated = moment(record.get("dateCompleted"), said("completion date")) if due_complete else None
        if stated is None and closed:
            stated = moment(record.get("dateClosed"), said("archiving date"))
        labels = _list_of(record, "labels")
        return _Card(
            number=number,
            source_id=source_id,
            title=title,
            description=description,
            closed=closed,
            due_complete=due_complete,
            list_id=_text(record, "idList"),
            member_ids=[member for member in _list_of(record, "idMembers") if isinstance(member, str)],
            label_ids=[label for label in _list_of(record, "idLabels") if isinstance(label, str)],
            label_names=[label if isinstance(label, str) else _text(label, "name") for label in labels],
            due=due.day if due else None,
            said_completed=stated.at if stated else None,
        )

    def _list(self, record: dict[str, Any]) -> None:
        name = clean_line(record.get("name"), TITLE_LIMIT)
        status = self._choices.state(name) or status_of(name)
        self._lists[_text(record, "id")] = _List(name, status, record.get("closed") is True)

    def _label(self, record: dict[str, Any]) -> None:
        self._labels[_text(record, "id")] = _text(record, "name")

    def _member(self, record: dict[str, Any]) -> None:
        name, handle = clean_person(record.get("fullName")), clean_person(record.get("username"))
        if name or handle:
            self._members[_text(record, "id")] = (name or handle, handle)

    def _people(self) -> dict[str, str]:
        """Names by member id; two members of one name are told apart by their user names."""
        namesakes = Counter(name for name, _ in self._members.values())
        return {
            member: name if namesakes[name] == 1 or not handle else clean_person(f"{name[:35]} ({handle[:20]})")
            for member, (name, handle) in self._members.items()
        }

    def _action(self, record: object) -> None:
        data = record.get("data") if isinstance(record, dict) else None
        card = data.get("card") if isinstance(data, dict) else None
        if not isinstance(record, dict) or not isinstance(data, dict) or not isinstance(card, dict):
            return
        at = read_moment(_text(record, "date"))
        if at is None:
            return
        old = data.get("old")
        changed = old if isinstance(old, dict) else {}
        flag = next((card.get(name) for name in ("closed", "dueComplete") if name in changed), None)
        created = _text(record, "type") in {"createCard", "copyCard", "moveCardToBoard", "convertToCardFromCheckItem"}
        list_after = _text(data.get("listAfter"), "id") or (_text(data.get("list"), "id") if created else "")
        if isinstance(flag, bool) or list_after:
            change = _Change(at.at, list_after or None, flag if isinstance(flag, bool) else None)
            self._changes.setdefault(_text(card, "id"), []).append(change)

    def _row(self, card: _Card, project: str, people: dict[str, str]) -> Row:
        finished = card.closed or card.due_complete
        where = self._lists.get(card.list_id, _NOWHERE)
        status: Status = "done" if finished else where.status
        names = card.label_names or [self._labels.get(label, "") for label in card.label_ids]
        return Row(
            source_id=card.source_id,
            project=project,
            title=card.title,
            description=card.description,
            status=status,
            priority=priority_of("", names),
            due=card.due,
            person=next((people[member] for member in card.member_ids if member in people), ""),
            created_at=_born(card.source_id),
            completed_at=(card.said_completed or self._finished(card)) if status == "done" else None,
            labels=distinct(clean_line(name, TITLE_LIMIT) for name in names),
            list=where.name,
            list_known=finished or not where.name or known_status_of(where.name) is not None,
        )

    def _finished(self, card: _Card) -> dt.datetime | None:
        """When the card's present run of being done began, as far as the actions tell."""
        since: dt.datetime | None = None
        for change in sorted(self._changes.get(card.source_id, ())):
            done = change.finished
            if done is None:
                done = self._lists.get(change.list_after or "", _NOWHERE).status == "done"
            since = (since or change.at) if done else None
        return since


def _born(object_id: str) -> dt.datetime | None:
    if not _OBJECT_ID.fullmatch(object_id):
        return None
    return dt.datetime.fromtimestamp(int(object_id[:8], 16), dt.UTC)


def _text(record: object, key: str) -> str:
    value = record.get(key) if isinstance(record, dict) else None
    return value if isinstance(value, str) else ""


def _list_of(record: dict[str, Any], key: str) -> list[object]:
    value = record.get(key)
    return value if isinstance(value, list) else []
