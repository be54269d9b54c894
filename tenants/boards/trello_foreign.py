"""Names for JSON objects that are no Trello board, so that the refusal says what the person picked by mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tenants.boards.text import clean_line
from tenants.words import said

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tenants.boards.json_stream import Shape

_PART_OF_A_BOARD: Final = said("a Trello board exported without its cards and lists")
_BY_KEYS: Final = (
    ({"idList", "idBoard"}, said("a single Trello card, not the board it is on")),
    ({"number", "title", "state"}, said("a single GitHub issue, not a list of them")),
    ({"idOrganization", "prefs"}, _PART_OF_A_BOARD),
    ({"cards"}, _PART_OF_A_BOARD),
    ({"lists"}, _PART_OF_A_BOARD),
)
_BY_ARRAY: Final = (
    ("issues", said("a JSON answer of Jira; its CSV export is what can be read")),
    ("data", said("a JSON export of Asana; its CSV export is what can be read")),
)


def what_it_is(shapes: Mapping[str, Shape], head: Mapping[str, object]) -> str:
    """A phrase for a JSON object with these members."""
    keys = set(shapes)
    for needed, phrase in _BY_KEYS:
        if needed <= keys:
            return phrase
    for key, phrase in _BY_ARRAY:
        if shapes.get(key) == "array":
            return phrase
    if "message" in keys and len(keys) <= 4:  # noqa: PLR2004 - an answer, not a record
        return said("an error message of a web service (“%(message)s”)", message=clean_line(head.get("message"), 80))
    return said("JSON of something else (with %(names)s)", names=_some(keys)) if keys else said("an empty JSON object")


def _some(keys: Iterable[str]) -> str:
    return ", ".join(f"“{clean_line(key, 30)}”" for key in sorted(keys)[:4])
