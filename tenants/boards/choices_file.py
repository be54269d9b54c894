"""Choices as people write them down: names of columns, lists and priorities in words, in a JSON object.

    {"columns": {"Wann": "due"}, "lists": {"Review": "doing"}, "priorities": {"Sev 1": "urgent"}}

An empty value is no choice. What stands beside a value (`{"is": "doing", "count": 12, …}`) is there to be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, get_args

from tenants.boards.choices import VALUES, choice_id
from tenants.boards.model import Format

if TYPE_CHECKING:
    from tenants.boards.model import Kind, Named

_TABLES: Final = tuple(name for name in get_args(Format) if name.endswith("csv"))
_SECTIONS: Final[dict[str, Kind]] = {"columns": "column", "lists": "list", "priorities": "priority"}


def told(names: Sequence[Named]) -> dict[str, dict[str, dict[str, object]]]:
    """What is to be decided about `names`, to be filled in at `is`."""
    return {
        section: {
            name.name: {
                "is": name.chosen,
                "read_as": name.read_as,
                "count": name.count,
                "samples": list(name.samples),
                "may_be": list(VALUES[kind]),
            }
            for name in names
            if name.kind == kind
        }
        for section, kind in _SECTIONS.items()
    }


def as_ids(written: object) -> dict[str, str]:
    """The choices by id. Raises ValueError with a sentence for what is no such object.

    A column is meant in whichever format of CSV it comes.
    """
    if not isinstance(written, dict) or not written.keys() <= _SECTIONS.keys():
        raise ValueError(f"Expected is an object with {', '.join(map(repr, _SECTIONS))}.")
    made: dict[str, str] = {}
    for section, kind in _SECTIONS.items():
        names = written.get(section, {})
        if not isinstance(names, dict):
            raise ValueError(f"{section!r} should be an object of names.")  # noqa: TRY004 - one kind of error for all
        for name, entry in names.items():
            value = entry.get("is", "") if isinstance(entry, dict) else entry
            if value is None or value == "":
                continue
            if not isinstance(value, str) or value not in VALUES[kind]:
                raise ValueError(f"{section}: “{name}” cannot be {value!r}. It may be {', '.join(VALUES[kind])}.")
            formats = _TABLES if kind == "column" else ("",)
            made |= {choice_id(kind, name, of): value for of in formats}
    return made
