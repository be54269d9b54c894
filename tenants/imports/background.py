"""Runs a confirmed import beside the request that confirmed it, and says how far it is.

The thread may die with its process at any point: the import itself is resumable and counts once, and the kept file
says that nothing was heard of it any more, so that the person can take it up again on any machine.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Mapping
from contextlib import suppress

from tenants import clock, ids
from tenants.boards import NotABoard
from tenants.errors import NotAllowed, NotFound, TableroError
from tenants.imports import ImportResult, run_import, uploads
from tenants.words import packed, said, sentence_of
from tenants.writes import audit
from tenants.writes.ground import Actor

log = logging.getLogger(__name__)

_SAY_EVERY = 1.0
_BROKE = said("The import stopped because of a fault on our side. What was imported stays; taking it up again is safe.")


def begin(
    actor: Actor,
    org: str,
    token: str,
    mapping: Mapping[str, str] | None = None,
    made: Mapping[str, str] | None = None,
) -> None:
    """Start the import of the kept file, unless one runs or is done. `mapping` is from `field_of(name)` to a member.

    `made` are choices about names in the file, remembered for the next one. None of both: as was said before. One
    BatchGetItem and one transaction, then a thread.
    """
    if uploads.start(org, token, mapping, clock.now(), made):
        # A daemon, so that a worker can stop at once: the import is resumable at every point.
        threading.Thread(target=run, args=(actor, org, token), name=f"import-{org}", daemon=True).start()


def run(actor: Actor, org: str, token: str) -> None:
    """Import the kept file to its end and write down the result, whatever it is."""
    try:
        result = _import(actor, org, token)
    except (TableroError, NotABoard) as error:
        if isinstance(error, NotAllowed) and error.attempt:  # no request is there any more to tell of it
            audit.refused(error.attempt, actor.address, clock.now())
        uploads.tell(org, token, state="refused", refusal=packed(sentence_of(error)))
    except Exception:
        log.exception("the import of a board into %s broke off", org)
        uploads.tell(org, token, state="refused", refusal=packed(_BROKE))
    else:
        uploads.tell(
            org,
            token,
            state="done",
            projectsAdded=result.projects_added,
            tasksAdded=result.tasks_added,
            tasksKnown=result.tasks_known,
            claimed=result.claimed,
            rejected=result.rejected,
        )
        if not result.rejected:  # else its rows can be asked for until the file is swept up
            uploads.forget_file(org, token, uploads.parts_of(org, token))


def _import(actor: Actor, org: str, token: str) -> ImportResult:
    told = 0.0

    def progress(done: int, total: int) -> None:
        nonlocal told
        if time.monotonic() - told >= _SAY_EVERY:
            told = time.monotonic()
            with suppress(TableroError):  # how far it is may go unsaid; the import itself goes on
                uploads.tell(org, token, done=done, total=total)

    kept = uploads.find(org, actor.user, token)
    if kept is None:
        raise NotFound(uploads.GONE)
    board = uploads.read(org, kept, kept.choices)
    # Who is who is read from beside the file: an import that is taken up again knows it too.
    by_name = {name: user for name in board.people if (user := kept.mapping.get(field_of(name)))}
    return run_import(actor, org, board, by_name, clock.now(), progress)


def field_of(name: str) -> str:
    """What a name in the file is called where names may not hold everything: in a form, in the kept mapping."""
    return f"person_{ids.derived_id(16, name)}"
