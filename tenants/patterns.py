"""The access patterns: every question the product asks of the table, what it is given, and what it costs.

`docs/access-patterns.md` and the README's table are generated from this list, and the tests hold every page to it.
"""

from __future__ import annotations

from dataclasses import dataclass

from tenants import keys


@dataclass(frozen=True, slots=True)
class AccessPattern:
    """One question: `name` labels its requests, `requests` is how many one page of it sends."""

    name: str
    given: str
    answer: str
    how: str
    requests: str
    limit: str


DASHBOARD_PROJECTS = 5
"""How many of the newest projects the dashboard shows."""


def dashboard_limit(months: int) -> int:
    """How many items the dashboard needs: four LEADERS a month, METADATA, four OPEN, five PROJECT."""
    return months * keys.SHARDS + 1 + keys.SHARDS + DASHBOARD_PROJECTS


DASHBOARD_LIMIT = dashboard_limit(2)
"""At a month's border it is two months at once."""

PATTERNS = (
    AccessPattern(
        "dashboard",
        "organisation, viewer",
        "the dashboard",
        "Query ORG#o, SK between LEADERS#m and PROJECT#~",
        "1",
        f"{DASHBOARD_LIMIT} items",
    ),
    AccessPattern("home", "user", "my organisations and my live tasks", "Query GSI1 USER#u", "1", "100 items"),
    AccessPattern(
        "my-orgs", "user", "my organisations, to switch to", "Query GSI1 USER#u, begins_with ORG#", "1", "200 items"
    ),
    AccessPattern(
        "ownership",
        "organisation",
        "its frame, and whom its ownership is offered to",
        "BatchGetItem of two keys",
        "1",
        "2 items",
    ),
    AccessPattern(
        "deletion",
        "organisation",
        "how far its deletion is",
        "BatchGetItem of two keys, after METADATA",
        "2",
        "3 items",
    ),
    AccessPattern("projects", "organisation", "projects, newest first", "begins_with PROJECT#", "2", "26 items"),
    AccessPattern(
        "created",
        "organisation, two days",
        "projects made between them, also those that were put away, newest first",
        "Query GSI2 ORG#o#PROJECTS, BETWEEN, backwards",
        "2",
        "26 items",
    ),
    AccessPattern(
        "board",
        "project, filters",
        "its pulse, record and description, and its tasks, newest first; with filters those of 500 rows that meet them",
        "BatchGetItem of up to 16 keys; begins_with BOARD#p#",
        "2",
        "118 items, with filters 518",
    ),
    AccessPattern(
        "archived-projects", "organisation", "projects that were put away", "begins_with PUTAWAY#", "2", "26 items"
    ),
    AccessPattern(
        "project-away",
        "project",
        "one that need not be live: its state, its numbers, and its tasks, newest first",
        "BatchGetItem of six keys; begins_with BOARD#p#TASK#",
        "2",
        "6 + 51 items",
    ),
    AccessPattern(
        "archive",
        "project",
        "its finished tasks that were put away, newest first",
        "BatchGetItem of two keys; begins_with ARCHIVE#p#TASK#",
        "2",
        "2 + 51 items",
    ),
    AccessPattern(
        "project-settings",
        "project",
        "what people wrote about it",
        "BatchGetItem of three keys",
        "1",
        "3 items",
    ),
    AccessPattern("task", "project, task", "one task and its project", "BatchGetItem of three keys", "1", "3 items"),
    AccessPattern(
        "task-told",
        "project, task",
        "one task in full: description, comments and history, newest first",
        "BatchGetItem of four keys; SK between DETAIL#t#LOG# and DETAIL#t#NOTE#~, backwards",
        "2",
        "4 + 51 items",
    ),
    AccessPattern(
        "tasks",
        "organisation, status, priority",
        "live tasks, most urgent first",
        "Query GSI2 ORG#o#STATUS#s, begins_with <rank>#",
        "2",
        "51 items",
    ),
    AccessPattern(
        "mine",
        "organisation, viewer, status, priority",
        "the viewer's own live tasks there, most urgent first",
        "Query GSI1 USER#u, begins_with TASK#",
        "2",
        "501 items",
    ),
    AccessPattern("members", "organisation", "members", "begins_with USER#", "2", "51 items"),
    AccessPattern(
        "trend",
        "organisation, month",
        "the month, the one before it, and the totals of twelve",
        "SK between LEADERS#m-11 and LEADERS#m~",
        "2",
        "48 items",
    ),
    AccessPattern(
        "member",
        "organisation, member",
        "their months, latest first, and their live tasks there",
        "begins_with STATS#USER#u#, backwards; Query GSI1 USER#u, begins_with TASK#",
        "3",
        "120 + 500 items",
    ),
    AccessPattern(
        "activity",
        "organisation, month",
        "what happened, newest first; with filters those among 500 entries that meet them; which objects are there",
        "begins_with EVENT#m#, backwards; BatchGetItem of up to 100 keys",
        "3",
        "51 items, with filters 501, and 100",
    ),
    AccessPattern(
        "audit",
        "organisation, month, admin",
        "who did what to whom, newest first; with filters those among 500 entries that meet them",
        "begins_with AUDIT#m#, backwards",
        "2",
        "51 items, with filters 501",
    ),
    AccessPattern(
        "find",
        "organisation, words",
        "projects, people and recently touched tasks",
        "begins_with PROJECT#; begins_with EVENT#m#, backwards",
        "3",
        "401 items",
    ),
    AccessPattern(
        "invitations",
        "organisation",
        "invitations that nobody has used up",
        "begins_with INVITE#",
        "2",
        "600 items",
    ),
    AccessPattern(
        "invitation",
        "the token of an invitation, account",
        "what it invites to, and what they can do with it",
        "GetItem TOKEN#d; BatchGetItem of three keys",
        "2",
        "4 items",
    ),
    AccessPattern("account-by-address", "e-mail address", "the account's id", "GetItem EMAIL#a", "1", "1 item"),
    AccessPattern("account", "user", "the account", "GetItem USER#u PROFILE", "1", "1 item"),
    AccessPattern(
        "session",
        "cookie",
        "whether it is still signed in; a note that it is in use",
        "GetItem USER#u SESSION#s, at most once in 60 s; TransactWriteItems, at most once in 5 min",
        "2",
        "1 item",
    ),
    AccessPattern("sessions", "user", "their sessions, to end them", "begins_with SESSION#", "1", "81 items"),
    AccessPattern("my-account", "user", "the account and its sessions", "Query USER#u", "1", "101 items"),
    AccessPattern(
        "my-organisations",
        "user",
        "their organisations, to leave them or to bring copies of the name up to date",
        "Query GSI1 USER#u, begins_with ORG#; BatchGetItem of those too new for the index, which PROFILE names",
        "2 and 1 per 100",
        "100 items and 21",
    ),
    AccessPattern(
        "copies",
        "user, organisation",
        "account and membership, to bring the copies of name and address up to date",
        "BatchGetItem of three keys, then a transaction",
        "2",
        "3 items",
    ),
    AccessPattern("link", "a link out of a mail", "what it is good for", "GetItem TOKEN#d", "1", "1 item"),
    AccessPattern(
        "throttle",
        "an attempt, by whom",
        "whether it may be made; how long to wait if not",
        "TransactWriteItems on THROTTLE#d; BatchGetItem when refused",
        "1, refused 2",
        "3 items",
    ),
    AccessPattern(
        "write",
        "an action",
        "session, organisation and objects; then the transaction; then what the page shows of it",
        "BatchGetItem, TransactWriteItems, BatchGetItem",
        "3",
        "up to 100 items",
    ),
    AccessPattern(
        "refused",
        "a member's attempt without the right",
        "its entry in the audit, one a minute for each person and permission",
        "TransactWriteItems",
        "1",
        "2 items",
    ),
    AccessPattern(
        "sweep",
        "a deleted task",
        "its comments and history, to delete them",
        "begins_with DETAIL#t#, then a transaction",
        "2 per 80 items",
        "80 items",
    ),
    AccessPattern(
        "partition",
        "organisation",
        "everything (export, reconcile, import, moving projects)",
        "Query ORG#o, paged",
        "pages",
        "500 items",
    ),
)
