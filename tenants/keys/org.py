"""Keys of `ORG#<org>`: everything that a tenant owns, its ranges and its prefixes."""

from __future__ import annotations

from tenants.keys.parts import METADATA, Key, org_pk, shard


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


def brief(org: str, project: str) -> Key:
    """The project's description: outside the slice of its board, and behind all boards in the partition."""
    return Key(org_pk(org), f"BRIEF#{project}")


def task(org: str, project: str, task_id: str) -> Key:
    """One task."""
    return Key(org_pk(org), f"BOARD#{project}#TASK#{task_id}")


def stats(org: str, user: str, month: str) -> Key:
    """A member's month."""
    return Key(org_pk(org), f"STATS#USER#{user}#{month}")


def event(org: str, month: str, instant: str, event_id: str) -> Key:
    """One entry of the activity of a month."""
    return Key(org_pk(org), f"EVENT#{month}#{instant}#{event_id}")


def audit(org: str, month: str, instant: str, entry_id: str) -> Key:
    """One entry of the audit of a month."""
    return Key(org_pk(org), f"AUDIT#{month}#{instant}#{entry_id}")


def job(org: str, name: str) -> Key:
    """A resumable job."""
    return Key(org_pk(org), f"JOB#{name}")


LEAVING = "LEAVING#"
RENAMING = "RENAMING"
ERASING = "ERASING"


def leaving_job(org: str, user: str) -> Key:
    """The job that takes the assignments of somebody who is a member no more."""
    return job(org, f"{LEAVING}{user}")


def renaming_job(org: str) -> Key:
    """The job that copies the organisation's name to its memberships."""
    return job(org, RENAMING)


def erasing_job(org: str) -> Key:
    """The job that deletes the organisation."""
    return job(org, ERASING)


def transfer(org: str) -> Key:
    """The one open offer of the ownership."""
    return Key(org_pk(org), "TRANSFER#OWNERSHIP")


def import_batch(org: str, source: str, batch: str) -> Key:
    """The rows that one transaction of an import brought in."""
    return Key(org_pk(org), f"IMPORT#{source}#{batch}")


def import_choices(org: str) -> Key:
    """What people here have said about the names in the files that they bring."""
    return Key(org_pk(org), "CHOICES#IMPORT")


def invitation(org: str, invitation_id: str) -> Key:
    """An invitation that nobody has used up yet."""
    return Key(org_pk(org), f"INVITE#{invitation_id}")


def upload(org: str, token: str) -> Key:
    """A board file that was looked into and may be imported."""
    return Key(org_pk(org), f"UPLOAD#{token}#HEAD")


def upload_part(org: str, token: str, number: int) -> Key:
    """One piece of it."""
    return Key(org_pk(org), f"UPLOAD#{token}#PART#{number:05d}")


def upload_parts_prefix(token: str) -> str:
    """All pieces of it, in order."""
    return f"UPLOAD#{token}#PART#"


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


def audit_prefix(month: str) -> str:
    """The audit of one month."""
    return f"AUDIT#{month}#"


def stats_prefix(user: str) -> str:
    """All months of one member."""
    return f"STATS#USER#{user}#"


def import_prefix(source: str) -> str:
    """Everything that imports of one source have brought in."""
    return f"IMPORT#{source}#"


CARD_PREFIX = "PROJECT#"
INVITATION_PREFIX = "INVITE#"
MEMBERSHIP_PREFIX = "USER#"


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
