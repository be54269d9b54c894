"""Ids: how they are made, what they look like, and in which order they sort.

Every id is Crockford base32 in one letter case, so that it needs no escaping in a key or a URL and cannot contain
the `#` that separates the parts of a sort key.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from datetime import UTC, datetime

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"

USER_ID_LENGTH = 10
TASK_ID_LENGTH = 16
EVENT_ID_LENGTH = 6
_TASK_TAIL_LENGTH = 9
_TIME_LENGTH = 10
_TAIL_LENGTH = 6
PROJECT_ID_LENGTH = _TIME_LENGTH + _TAIL_LENGTH

_LAST_MILLISECOND = 2**48 - 1
_LAST_SECOND = 2**35 - 1

_ID = f"[{ALPHABET}]"
NOTE_TOKEN_LENGTH = 10
NOTE_TOKEN = re.compile(f"{_ID}{{{NOTE_TOKEN_LENGTH}}}")
NOTE_ID = re.compile(rf"\d{{4}}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{{6}}Z\.{NOTE_TOKEN.pattern}", re.ASCII)
"""A comment as addresses name it: when it was written, and what its form had drawn."""
INVITATION_ID_LENGTH = 16
INVITATION_ID = re.compile(f"{_ID}{{{INVITATION_ID_LENGTH}}}")
USER_ID = re.compile(f"{_ID}{{{USER_ID_LENGTH}}}")
TASK_ID = re.compile(f"{_ID}{{{TASK_ID_LENGTH}}}")
PROJECT_ID = re.compile(f"{_ID}{{{PROJECT_ID_LENGTH}}}")
ORG_ID = re.compile(r"[a-z0-9](?:[a-z0-9-]{1,38})[a-z0-9]")

RESERVED_SLUGS = frozenset(
    [
        "about",
        "account",
        "accounts",
        "admin",
        "api",
        "app",
        "assets",
        "auth",
        "billing",
        "blog",
        "contact",
        "create",
        "dashboard",
        "demo",
        "docs",
        "download",
        "edit",
        "export",
        "healthz",
        "help",
        "home",
        "import",
        "invite",
        "invitation",
        "invitations",
        "join",
        "legal",
        "login",
        "logout",
        "mail",
        "me",
        "members",
        "metrics",
        "new",
        "null",
        "org",
        "organisation",
        "organisations",
        "organization",
        "organizations",
        "orgs",
        "owner",
        "plans",
        "pricing",
        "privacy",
        "profile",
        "project",
        "projects",
        "readyz",
        "root",
        "search",
        "security",
        "settings",
        "sign-in",
        "sign-out",
        "sign-up",
        "signin",
        "signout",
        "signup",
        "static",
        "status",
        "support",
        "system",
        "tablero",
        "task",
        "tasks",
        "team",
        "teams",
        "terms",
        "test",
        "undefined",
        "user",
        "users",
        "webhook",
        "webhooks",
        "www",
    ]
)


def base32(number: int, length: int) -> str:
    """`number` (0 <= number < 32**length) in Crockford base32, padded to `length` characters."""
    characters = []
    for _ in range(length):
        number, digit = divmod(number, 32)
        characters.append(ALPHABET[digit])
    return "".join(reversed(characters))


def random_id(length: int) -> str:
    """`length` random characters: 5 bits each."""
    return base32(secrets.randbits(5 * length), length)


def new_user_id() -> str:
    """A fresh user id: 50 random bits. Put it only if it does not exist yet."""
    return random_id(USER_ID_LENGTH)


def new_task_id(now: datetime) -> str:
    """A fresh task id whose text sorts before that of every older task, so that a board lists the newest first.

    2^35 - 1 - seconds since 1970, then 45 random bits.
    """
    return _task_time(now) + random_id(_TASK_TAIL_LENGTH)


def derived_task_id(created: datetime, *parts: str) -> str:
    """A task id that is the same whenever the same `parts` were created at the same instant (imports)."""
    return _task_time(created) + derived_id(_TASK_TAIL_LENGTH, *parts)


def new_event_id() -> str:
    """The tail that keeps two events of one instant apart."""
    return random_id(EVENT_ID_LENGTH)


def new_note_token() -> str:
    """What a comment's form carries, drawn when it is shown, so that sending it twice comments once: 50 random bits."""
    return random_id(NOTE_TOKEN_LENGTH)


def new_invitation_id() -> str:
    """A fresh id for an invitation by link: 80 random bits. One by mail has its address's (`derived_invitation_id`)."""
    return random_id(INVITATION_ID_LENGTH)


def derived_invitation_id(org: str, address: str) -> str:
    """The id of the invitation of a canonical address: an organisation has one for each."""
    return derived_id(INVITATION_ID_LENGTH, "invitation", org, address)


def new_project_id(now: datetime) -> str:
    """A fresh project id whose text sorts before that of every older project.

    2^48 - 1 - milliseconds since 1970, then 30 random bits: ascending order is newest first, so the dashboard's
    Query needs no backward walk.
    """
    return _project_time(now) + random_id(_TAIL_LENGTH)


def derived_project_id(created: datetime, *parts: str) -> str:
    """A project id that is the same whenever the same `parts` were created at the same instant (imports)."""
    return _project_time(created) + derived_id(_TAIL_LENGTH, *parts)


def derived_id(length: int, *parts: str) -> str:
    """The first `5 * length` bits of SHA-256 over `parts`: the same parts always name the same item."""
    digest = hashlib.sha256("\x1f".join(parts).encode()).digest()
    return base32(int.from_bytes(digest, "big") >> (256 - 5 * length), length)


def digest(secret: str) -> str:
    """What the table keeps of a secret that a browser or a mail holds: its SHA-256."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def project_created(project_id: str) -> datetime:
    """The instant, to the millisecond, that a project id was made from."""
    number = 0
    for character in project_id[:_TIME_LENGTH]:
        number = number * 32 + ALPHABET.index(character)
    return datetime.fromtimestamp((_LAST_MILLISECOND - number) / 1000, tz=UTC)


def _task_time(instant: datetime) -> str:
    # Imported work may be dated before 1970, which the digits do not reach: it sorts as of then.
    seconds = max(0, min(int(instant.timestamp()), _LAST_SECOND))
    return base32(_LAST_SECOND - seconds, TASK_ID_LENGTH - _TASK_TAIL_LENGTH)


def _project_time(instant: datetime) -> str:
    milliseconds = int(instant.timestamp() * 1000)
    return base32(_LAST_MILLISECOND - milliseconds, _TIME_LENGTH)


def is_org_id(text: str) -> bool:
    """Whether `text` may be an organisation's slug: a-z 0-9 and inner hyphens, 3 to 40 characters, not reserved."""
    return ORG_ID.fullmatch(text) is not None and text not in RESERVED_SLUGS
