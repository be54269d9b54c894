"""Work beside the request, for what must not show in the time that an answer takes, or need not be waited for.

A few threads and a bounded queue in each worker process. What waits when a process is killed is lost, so only work
that a person can ask for again belongs here; at an orderly stop it is done first.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import BoundedSemaphore, Lock

from django.utils.translation import gettext as _

from tenants.errors import Busy

log = logging.getLogger(__name__)

THREADS = 2
WAITING = 100

_room = BoundedSemaphore(WAITING)
_lock = Lock()
_running: set[Future[None]] = set()
_pool = ThreadPoolExecutor(THREADS, thread_name_prefix="background")


def later(job: Callable[[], None]) -> None:
    """Do it soon, in a thread of this process. Raises Busy when too much waits already; what fails is logged."""
    if not _room.acquire(blocking=False):
        raise Busy(_("Too much is asked for at the same time. Nothing was changed; please try again in a minute."))
    future = _pool.submit(_run, job)
    with _lock:
        _running.add(future)
    future.add_done_callback(_forget)


def if_possible(job: Callable[[], None]) -> None:
    """As `later`, for what is good to have: when too much waits already it is dropped, and the log says so."""
    try:
        later(job)
    except Busy:
        log.warning("too much waits beside the requests: a job was dropped")


def finish() -> None:
    """Wait until nothing is left to do."""
    with _lock:
        left = set(_running)
    wait(left)


def _run(job: Callable[[], None]) -> None:
    try:
        job()
    except Exception:
        log.exception("work beside a request failed")
    finally:
        _room.release()


def _forget(future: Future[None]) -> None:
    with _lock:
        _running.discard(future)
