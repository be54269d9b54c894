"""Board files made to order: each maker gives the bytes of a small, valid export, with the changes asked for."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

from tenants.boards import Board, read_board

FILES = Path(__file__).parent / "files"
REAL = sorted(path.name for path in FILES.iterdir() if not path.name.endswith(".expect.json"))

BOARD_ID = "5c6c7a9a3ae8ea581a220f2b"
LISTS = {"todo": "To Do", "doing": "Doing", "done": "Done"}


def read(data: bytes) -> Board:
    return read_board(io.BytesIO(data))


def card(number: int = 1, **changes: Any) -> dict[str, Any]:
    """A card created on 2019-04-17 with the fields of a present-day export."""
    return {
        "id": f"5cb7801b{number:016x}",
        "name": f"Card {number}",
        "desc": "",
        "closed": False,
        "due": None,
        "dueComplete": False,
        "idList": "todo",
        "idMembers": [],
        "idLabels": [],
        "labels": [],
    } | changes


def trello(*cards: object, **changes: Any) -> bytes:
    """A board with three lists, cards first as in real exports."""
    board = {
        "id": BOARD_ID,
        "name": "Board",
        "prefs": {},
        "cards": list(cards),
        "labels": [],
        "lists": [{"id": key, "name": name, "closed": False} for key, name in LISTS.items()],
        "members": [],
        "actions": [],
    }
    return json.dumps(board | changes).encode()


def action(
    card_id: str, date: str, *, old: dict[str, Any], after: str = "", kind: str = "updateCard", **new: Any
) -> dict[str, Any]:
    data: dict[str, Any] = {"card": {"id": card_id} | new, "old": old}
    if after:
        data["listAfter"] = {"id": after}
    return {"type": kind, "date": date, "data": data}


def issue(number: int = 1, **changes: Any) -> dict[str, Any]:
    return {
        "number": number,
        "title": f"Issue {number}",
        "state": "open",
        "body": "",
        "labels": [],
        "assignees": [],
        "user": {"login": "author"},
        "created_at": "2024-05-01T10:00:00Z",
        "closed_at": None,
        "html_url": f"https://github.example/acme/site/issues/{number}",
    } | changes


def github(*issues: object) -> bytes:
    return json.dumps(list(issues)).encode()


def table(rows: list[list[str]], delimiter: str = ",", line_end: str = "\n", encoding: str = "utf-8") -> bytes:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator=line_end).writerows(rows)
    return out.getvalue().encode(encoding)


ASANA = "Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Assignee,Due Date,Tags,Notes,Projects,Parent task"


def asana(*tasks: dict[str, str]) -> bytes:
    """Tasks by column name; what is not given is sensible or empty."""
    header = ASANA.split(",")
    rows = []
    for number, task in enumerate(tasks, 1):
        given = {
            "Task ID": str(1000 + number),
            "Created At": "2025-01-01",
            "Name": f"Task {number}",
            "Projects": "Home",
        } | task
        rows.append([given.get(name, "") for name in header])
    return table([header, *rows])


JIRA = [
    "Summary", "Issue key", "Issue id", "Issue Type", "Status", "Project key", "Project name", "Project type", "Project lead",
    "Project lead id", "Project description", "Project url", "Priority", "Resolution", "Assignee", "Assignee Id", "Reporter",
    "Reporter Id", "Creator", "Creator Id", "Created", "Updated", "Last Viewed", "Resolved", "Affects versions", "Due date",
    "Votes", "Labels", "Labels", "Description", "Status Category", "Status Category Changed",
]  # fmt: skip
ACCOUNT = "712020:957eb043-a858-5c75-b6dd-7b6871f15284"


def jira_row(number: int = 1, **changes: str) -> list[str]:
    """An issue by English column names (spaces as underscores), in the default order of columns."""
    given = {
        "Summary": f"Issue {number}", "Issue_key": f"ORB-{number}", "Issue_id": f"{10000 + number}", "Issue_Type": "Bug",
        "Status": "Backlog", "Project_key": "ORB", "Project_name": "Orbit", "Project_type": "software", "Project_lead": "Lead",
        "Project_lead_id": ACCOUNT, "Priority": "Medium", "Assignee": "Ann", "Assignee_Id": ACCOUNT, "Reporter": "Rob",
        "Reporter_Id": ACCOUNT, "Creator": "Cat", "Creator_Id": ACCOUNT, "Created": "07/Jul/25 2:38 PM",
        "Updated": "08/Jul/25 2:38 PM", "Votes": "0", "Status_Category": "To Do", "Status_Category_Changed": "08/Jul/25 2:38 PM",
    } | changes  # fmt: skip
    return [given.get(name.replace(" ", "_"), "") for name in JIRA]


def jira(*rows: list[str], header: list[str] = JIRA, **how: str) -> bytes:
    return table([header, *rows], **how)
