"""Going on with the jobs that an organisation has left to do: each was begun by somebody who had the right to."""

from __future__ import annotations

import time
from datetime import datetime

from tenants import keys
from tenants.mover.leaving import clear_assignments
from tenants.mover.renaming import copy_name
from tenants.policy import Permission
from tenants.writes.ground import Actor, stand


def go_on(actor: Actor, org: str, now: datetime, budget: float) -> bool:
    """Work on what METADATA names for `budget` seconds. Answers whether all of it is done.

    Raises NotAllowed, NotFound, SessionEnded, Busy. One BatchGetItem, then what the jobs cost.
    """
    ends = time.monotonic() + budget
    ground = stand(actor, org, Permission.ORG_EDIT, now)
    for job in sorted(ground.metadata.jobs or ()):
        left = max(ends - time.monotonic(), 0)
        if job == keys.RENAMING:
            progress = copy_name(org, left)
        elif job.startswith(keys.LEAVING):
            progress = clear_assignments(org, job.removeprefix(keys.LEAVING), left)
        else:
            continue  # of a newer release: it knows how
        if not progress.finished:
            return False
    return True
