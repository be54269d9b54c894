"""Which families of items there are, and which of them the dashboard shows."""

from __future__ import annotations

from dataclasses import dataclass

from tenants.keys.parts import IDENTITY, METADATA, PROFILE, TOKEN


@dataclass(frozen=True, slots=True)
class Family:
    """One family of items: what its sort key starts with and what it holds."""

    partition: str
    prefix: str
    holds: str
    on_dashboard: bool = False


FAMILIES = (
    Family("ORG#<org>", "ARCHIVE#", "work put away"),
    Family("ORG#<org>", "AUDIT#", "who changed people, rights, limits and the like, and who was refused, by month"),
    Family("ORG#<org>", "BOARD#", "a project's record (HEADER) and its live and done tasks (TASK)"),
    Family("ORG#<org>", "BRIEF#", "a project's description, outside the board slice"),
    Family("ORG#<org>", "CHOICES#", "what names in imported files mean here"),
    Family("ORG#<org>", "DETAIL#", "a task's description, comments and history, outside the board slice"),
    Family("ORG#<org>", "EVENT#", "activity, by the month of the organisation's zone"),
    Family("ORG#<org>", "IMPORT#", "ledger of imported rows"),
    Family("ORG#<org>", "INVITE#", "pending invitations"),
    Family("ORG#<org>", "JOB#", "resumable jobs"),
    Family("ORG#<org>", "LEADERS#", "tasks done in a month, by member and by day", on_dashboard=True),
    Family("ORG#<org>", METADATA, "name, plan, limits, zone, state, owners, people", on_dashboard=True),
    Family("ORG#<org>", "OPEN#", "open and doing tasks by priority", on_dashboard=True),
    Family("ORG#<org>", "PROJECT#", "project cards with counts, newest first", on_dashboard=True),
    Family("ORG#<org>", "PUTAWAY#", "cards of projects that were put away, newest first"),
    Family("ORG#<org>", "STATS#", "a member's month, with the name as it was"),
    Family("ORG#<org>", "TRANSFER#", "an offered change of ownership"),
    Family("ORG#<org>", "UPLOAD#", "a board file between its preview and the end of its import"),
    Family("ORG#<org>", "USER#", "membership"),
    Family("USER#<user>", "JOB#", "a job of the account that can be resumed"),
    Family("USER#<user>", PROFILE, "name, password hash, zone"),
    Family("USER#<user>", "SESSION#", "a signed-in device"),
    Family("EMAIL#<address>", IDENTITY, "the lock that makes an address unique"),
    Family("TOKEN#<sha256>", TOKEN, "what a link in a mail is good for"),
    Family("THROTTLE#<sha256>", "THROTTLE#", "how often something was tried in a span of time"),
)
