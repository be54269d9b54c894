"""Every partition key and sort key of the table, built here and nowhere else.

The alphabet does the layout. DynamoDB returns a partition in the byte order of its sort keys, so the families that
the dashboard shows (LEADERS, METADATA, OPEN, PROJECT) stand next to each other and everything that grows with the
tenant (ARCHIVE, BOARD, DETAIL, EVENT, IMPORT, INVITE, JOB before; STATS, TRANSFER, UPLOAD, USER behind) lies outside.
`LEADERS#` to `PROJECT#~` is reserved: no other family may ever sort in between.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple
from zlib import crc32

SHARDS = 4

METADATA = "METADATA"
PROFILE = "PROFILE"
IDENTITY = "IDENTITY"

NO_DUE_DATE = "9999-12-31"
"""Stands for "no due date" in the sort keys of both indexes, so that such tasks come last."""


class Key(NamedTuple):
    """Where one item lives."""

    pk: str
    sk: str


@dataclass(frozen=True, slots=True)
class Family:
    """One family of items: what its sort key starts with and what it holds."""

    partition: str
    prefix: str
    holds: str
    on_dashboard: bool = False


FAMILIES = (
    Family("ORG#<org>", "ARCHIVE#", "work put away"),
    Family("ORG#<org>", "BOARD#", "a project's record (HEADER) and its live and done tasks (TASK)"),
    Family("ORG#<org>", "DETAIL#", "a task's description and comments, outside the board slice"),
    Family("ORG#<org>", "EVENT#", "activity and audit, by the month of the organisation's zone"),
    Family("ORG#<org>", "IMPORT#", "ledger of imported rows"),
    Family("ORG#<org>", "INVITE#", "pending invitations"),
    Family("ORG#<org>", "JOB#", "resumable jobs"),
    Family("ORG#<org>", "LEADERS#", "tasks done in a month, by member and by day", on_dashboard=True),
    Family("ORG#<org>", METADATA, "name, plan, limits, zone, state, owners, people", on_dashboard=True),
    Family("ORG#<org>", "OPEN#", "open and doing tasks by priority", on_dashboard=True),
    Family("ORG#<org>", "PROJECT#", "project cards with counts, newest first", on_dashboard=True),
    Family("ORG#<org>", "STATS#", "a member's month, with the name as it was"),
    Family("ORG#<org>", "TRANSFER#", "an offered change of ownership"),
    Family("ORG#<org>", "UPLOAD#", "a board file between its preview and the end of its import"),
    Family("ORG#<org>", "USER#", "membership"),
    Family("USER#<user>", PROFILE, "name, password hash, zone"),
    Family("USER#<user>", "SESSION#", "a signed-in device"),
    Family("EMAIL#<address>", IDENTITY, "the lock that makes an address unique"),
)


def shard(of: str) -> int:
    """The shard, 0 to 3, that an id's counters live in.

    Computed, never drawn: a retry is byte-identical and undoing a step meets the very item that the step wrote.
    """
    return crc32(of.encode()) % SHARDS


# Partitions
def org_pk(org: str) -> str:
    """The partition of one organisation: everything a tenant owns."""
    return f"ORG#{org}"


def user_pk(user: str) -> str:
    """The partition of one person's account."""
    return f"USER#{user}"


# ORG#<org>
def metadata(org: str) -> Key:
    """The organisation's own record."""
    return Key(org_pk(org), METADATA)


def membership(org: str, user: str) -> Key:
    """What makes `user` a member of `org`."""
    return Key(org_pk(org), f"USER#{user}")


def open_counter(org: str, number: int) -> Key:
    """Shard `number` of the open and doing counts."""
    return Key(org_pk(org), f"OPEN#{number}")


def open_counter_of(org: str, task: str) -> Key:
    """The shard that counts this task while it is open or doing."""
    return open_counter(org, shard(task))


def leaders(org: str, month: str, number: int) -> Key:
    """Shard `number` of the month's leaders (`month` is YYYY-MM)."""
    return Key(org_pk(org), f"LEADERS#{month}#{number}")


def leaders_of(org: str, month: str, user: str) -> Key:
    """The shard that holds `user` in that month; `""` stands for people who are not members."""
    return leaders(org, month, shard(user))


def card(org: str, project: str) -> Key:
    """The project's card on the dashboard."""
    return Key(org_pk(org), f"PROJECT#{project}")


def header(org: str, project: str) -> Key:
    """The project's record."""
    return Key(org_pk(org), f"BOARD#{project}#HEADER")


def task(org: str, project: str, task_id: str) -> Key:
    """One task."""
    return Key(org_pk(org), f"BOARD#{project}#TASK#{task_id}")


def text(org: str, task_id: str) -> Key:
    """The task's description."""
    return Key(org_pk(org), f"DETAIL#{task_id}#TEXT")


def stats(org: str, user: str, month: str) -> Key:
    """A member's month."""
    return Key(org_pk(org), f"STATS#USER#{user}#{month}")


def event(org: str, month: str, instant: str, event_id: str) -> Key:
    """One entry of the activity of a month."""
    return Key(org_pk(org), f"EVENT#{month}#{instant}#{event_id}")


def job(org: str, name: str) -> Key:
    """A resumable job."""
    return Key(org_pk(org), f"JOB#{name}")


def import_batch(org: str, source: str, batch: str) -> Key:
    """The rows that one transaction of an import brought in."""
    return Key(org_pk(org), f"IMPORT#{source}#{batch}")


def upload(org: str, token: str) -> Key:
    """A board file that was looked into and may be imported."""
    return Key(org_pk(org), f"UPLOAD#{token}#HEAD")


def upload_part(org: str, token: str, number: int) -> Key:
    """One piece of it."""
    return Key(org_pk(org), f"UPLOAD#{token}#PART#{number:05d}")


def upload_parts_prefix(token: str) -> str:
    """All pieces of it, in order."""
    return f"UPLOAD#{token}#PART#"


# Other partitions
def profile(user: str) -> Key:
    """A person's account."""
    return Key(user_pk(user), PROFILE)


def session(user: str, digest: str) -> Key:
    """A signed-in device; `digest` is the SHA-256 of the cookie's random part."""
    return Key(user_pk(user), f"SESSION#{digest}")


def identity(address: str) -> Key:
    """The uniqueness lock of a canonical e-mail address."""
    return Key(f"EMAIL#{address}", IDENTITY)


# Ranges (inclusive bounds of a sort-key BETWEEN) and prefixes
def dashboard_range(month: str) -> tuple[str, str]:
    """The reserved range, from the leaders of `month` on: what the dashboard reads and nothing else."""
    return f"LEADERS#{month}", "PROJECT#~"


def leaders_range(first: str, last: str) -> tuple[str, str]:
    """The leaders of the months `first` to `last`."""
    return f"LEADERS#{first}", f"LEADERS#{last}~"


def board_prefix(project: str) -> str:
    """A project's record and tasks."""
    return f"BOARD#{project}#"


def event_prefix(month: str) -> str:
    """The activity of one month."""
    return f"EVENT#{month}#"


def stats_prefix(user: str) -> str:
    """All months of one member."""
    return f"STATS#USER#{user}#"


def import_prefix(source: str) -> str:
    """Everything that imports of one source have brought in."""
    return f"IMPORT#{source}#"


CARD_PREFIX = "PROJECT#"
MEMBERSHIP_PREFIX = "USER#"


# GSI1: one person, over all organisations. Crosses tenants, so nothing is ever authorised from it.
def by_user_org(org: str) -> str:
    """GSI1 sort key of a membership: sorts before every task."""
    return f"ORG#{org}"


def by_user_task(due: str | None, task_id: str) -> str:
    """GSI1 sort key of a live task: earliest due first, none last."""
    return f"TASK#{due or NO_DUE_DATE}#{task_id}"


# GSI2: one organisation's tasks by status, and its projects by creation.
def by_status_pk(org: str, status: str) -> str:
    """GSI2 partition of an organisation's tasks in one live status."""
    return f"ORG#{org}#STATUS#{status}"


def by_status_sk(rank: int, due: str | None, task_id: str) -> str:
    """GSI2 sort key: most urgent first (rank 0), earliest due first within, none last."""
    return f"{rank}#{due or NO_DUE_DATE}#{task_id}"


def by_created_pk(org: str) -> str:
    """GSI2 partition of an organisation's projects, archived ones too."""
    return f"ORG#{org}#PROJECTS"


def by_created_sk(created_at: str, project: str) -> str:
    """GSI2 sort key of a project: oldest first."""
    return f"{created_at}#{project}"


# Taking keys apart
def last_part(sk: str) -> str:
    """The id that a sort key ends with (`BOARD#p#TASK#t` -> `t`)."""
    return sk.rpartition("#")[2]


def project_of_board(sk: str) -> str:
    """The project that a `BOARD#<project>#…` sort key belongs to."""
    return sk.split("#", 2)[1]


def org_of(pk: str) -> str:
    """The organisation of an `ORG#<org>` partition key."""
    return pk.removeprefix("ORG#")
