"""What can go wrong in the domain. The web layer turns each into one status, in one place."""

from __future__ import annotations

from dataclasses import dataclass

from tenants.words import said


class TableroError(Exception):
    """Base of all errors that a person may meet; `str(error)` is a sentence for them."""


class NotFound(TableroError):
    """There is no such thing, or the asker may not know of it: the two are told apart nowhere."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a member was refused: who in which organisation (and its zone), and the permission that they lack."""

    org: str
    zone: str
    user: str
    name: str
    permission: str


class NotAllowed(TableroError):
    """A member asks for what their role does not include. The audit keeps the `attempt`; raised for members alone."""

    def __init__(self, message: str, attempt: Attempt | None = None) -> None:
        super().__init__(message)
        self.attempt = attempt


class SessionEnded(TableroError):
    """The session behind the request is signed out or expired."""


class Refused(TableroError):
    """What was asked cannot be; nothing was changed. `field` names the form field it belongs to, if any."""

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.field = field


class AlreadyTaken(Refused):
    """The address or slug belongs to somebody."""


class LastOwner(Refused):
    """An organisation is never without an owner, and this one has no other."""


class LimitReached(Refused):
    """The plan holds no more of these."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One field that two people wrote differently: as it is stored now, and as the refused one wanted it."""

    field: str
    stored: str
    wanted: str


class Conflict(TableroError):
    """Somebody else changed it meanwhile; nothing was changed. `differences` tells both values of each field."""

    def __init__(self, message: str, differences: tuple[Difference, ...] = ()) -> None:
        super().__init__(message)
        self.differences = differences


class Busy(TableroError):
    """Too many writers at once; nothing was changed and trying again will help."""


class Unavailable(TableroError):
    """The database did not answer in time."""


class OutcomeUnknown(Unavailable):
    """The database did not say whether the write landed; repeating it is safe."""


class TooMany(TableroError):
    """Tried too often; nothing was changed. `wait_seconds`: how long until it may be tried again."""

    def __init__(self, wait_seconds: int) -> None:
        super().__init__(
            said(
                "Too many attempts. Please wait %(minutes)s min and try again.",
                minutes=max(1, round(wait_seconds / 60)),
            )
        )
        self.wait_seconds = wait_seconds


class LinkEnded(TableroError):
    """The link out of a mail was used, has expired, was replaced by a newer one, or never was one of ours."""


class MailNotSent(TableroError):
    """The mail server did not take a mail; nothing was changed, and trying again later will help."""


class BadCursor(TableroError):
    """The cursor is damaged, or was made for another list."""
