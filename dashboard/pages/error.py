"""A page that says what went wrong."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """Optional words for `403`, `404`, `409` and `503`: what happened in this case, and where to go back to.

    The templates also stand without it. `back` is a path of ours. `again` are the fields of a form that can be sent
    once more as it was, to `action`: nobody has to type twice what did not arrive.
    """

    said: str = ""
    back: str = ""
    action: str = ""
    again: tuple[tuple[str, str], ...] = ()
