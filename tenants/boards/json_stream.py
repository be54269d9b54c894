"""A JSON file record by record: memory is that of the largest record, however many there are.

The parser is ijson's event stream; records are built here, because a file may nest a million brackets, hold
numbers no machine has, or be one endless record, and none of that may take the process with it.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, BinaryIO, Final, Literal

import ijson

from tenants.boards.model import NotABoard
from tenants.boards.source import EXPECTED, JsonReader, refusal
from tenants.words import said

if TYPE_CHECKING:
    from collections.abc import Iterator

DEEPEST: Final = 100
LARGEST_RECORD: Final = 50_000  # values in one record; a Trello card has about 100

Shape = Literal["object", "array", "value"]
Event = tuple[str, object]


class JsonRecords:
    """The top level of a JSON file as (key, record) pairs, in the order of the file.

    Elements of an array under `key` come one by one with that key, elements of a top-level array with the key "".
    Any other member comes once. A record with too many values comes as None, like a null: unreadable.
    `top` is "array" or "object"; `shapes` knows what each key held once the iteration is over, empty arrays too.
    Raises NotABoard for what is no JSON, is cut off, or nests too deep.
    """

    def __init__(self, file: BinaryIO, encoding: str) -> None:
        file.seek(0)
        # Floats, not decimals: a number of thousands of digits is then the parser's own error. As a decimal it makes
        # ijson's C backend go on with a Python exception pending, which surfaces anywhere later.
        self._events: Iterator[Event] = ijson.basic_parse(JsonReader(file, encoding), use_float=True)
        self.shapes: dict[str, Shape] = {}
        with _refusing():
            first, _ = next(self._events)
        if first not in {"start_array", "start_map"}:
            raise refusal(said("JSON with a single value in it"))
        self.top: Shape = "array" if first == "start_array" else "object"

    def __iter__(self) -> Iterator[tuple[str, object]]:
        with _refusing():
            if self.top == "array":
                yield from self._elements("")
            else:
                for event, key in self._events:
                    if event == "map_key":
                        yield from self._member(str(key))
            for _ in self._events:  # reads to the end: only then is the file known to be whole
                pass

    def _member(self, key: str) -> Iterator[tuple[str, object]]:
        event, value = next(self._events)
        if event == "start_array":
            self.shapes[key] = "array"
            yield from self._elements(key)
        elif event == "start_map":
            self.shapes[key] = "object"
            yield key, _build(self._events, event)
        else:
            self.shapes[key] = "value"
            yield key, value

    def _elements(self, key: str) -> Iterator[tuple[str, object]]:
        for event, value in self._events:
            if event == "end_array":
                return
            yield key, _build(self._events, event) if event.startswith("start") else value


def _build(events: Iterator[Event], first: str) -> object:
    """The object or array that began with `first`; None if it has too many values. Takes its events."""
    stack: list[_Container] = [_Container(first)]
    count = 0
    for event, value in events:
        count += 1
        if event == "map_key":
            stack[-1].key = str(value)
        elif event.startswith("start"):
            stack.append(_Container(event))
            if len(stack) > DEEPEST:
                raise refusal(said("JSON with brackets nested more than %(most)s deep", most=DEEPEST))
        elif not event.startswith("end"):
            stack[-1].put(value, kept=count <= LARGEST_RECORD)
        elif len(stack) > 1:
            whole = stack.pop().value
            stack[-1].put(whole, kept=count <= LARGEST_RECORD)
        else:
            break
    return stack[0].value if count <= LARGEST_RECORD else None


class _Container:
    """An object or array under construction, and the key its next value belongs to."""

    __slots__ = ("key", "value")

    def __init__(self, event: str) -> None:
        self.value: dict[str, object] | list[object] = {} if event == "start_map" else []
        self.key = ""

    def put(self, value: object, *, kept: bool) -> None:
        if not kept:
            return
        if isinstance(self.value, dict):
            self.value[self.key] = value
        else:
            self.value.append(value)


@contextlib.contextmanager
def _refusing() -> Iterator[None]:
    """Every way the parser can fail becomes NotABoard."""
    try:
        yield
    except (ijson.JSONError, UnicodeError) as error:
        raise _explained(error) from None


def _explained(error: Exception) -> NotABoard:
    text = str(error).partition("\n")[0]  # the lines after it quote the file
    if "premature EOF" in text:
        return NotABoard(
            said(
                "This JSON file is cut off: it ends in the middle. Export or download it again. %(expected)s",
                expected=EXPECTED,
            )
        )
    if "overflow" in text:
        return refusal(said("JSON with a number too large to read"))
    return refusal(said("a file that begins like JSON and is none"))
