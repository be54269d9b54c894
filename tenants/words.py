"""What the domain says to people: English that knows its form and what it is filled in with.

`said("A name has at most %(most)s characters.", most=60)` is that sentence in English, so that errors, commands and
logs can use it as it stands. Whoever knows the reader says its `form` and `parts` again in their language. Pure.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date

Part = str | int | date
"""What a sentence is filled in with: text, numbers, days, other sentences, and the words of `tenants.policy`."""


class Said(str):
    """An English sentence. `form` is what a catalogue has; `parts` is what it is filled in with, by name."""

    __slots__ = ("form", "parts")

    form: str
    parts: Mapping[str, Part]


def said(form: str, /, **parts: Part) -> Said:
    """The English sentence of this form; numbers from 1,000 on are grouped. Marks `form` for translation."""
    english = {name: f"{part:,}" if isinstance(part, int) else str(part) for name, part in parts.items()}
    sentence = Said(form % english if parts else form)
    sentence.form, sentence.parts = form, parts
    return sentence


def sentence_of(error: BaseException) -> str:
    """What was said when it was raised: `str(error)` alone would forget what that was made from."""
    return error.args[0] if error.args and isinstance(error.args[0], str) else str(error)


def packed(sentence: str) -> str:
    """One text from which `unpacked` makes the same sentence again: for what is told later, from the table."""
    return json.dumps(_kept(sentence))


def unpacked(text: str) -> str:
    """The sentence that was `packed`; a text of an earlier release, which packed none, is itself."""
    try:
        made = _made(json.loads(text))
    except ValueError:
        return text
    return made if isinstance(made, str) else text


def _kept(part: Part) -> object:
    if isinstance(part, Said):
        return [part.form, {name: _kept(each) for name, each in part.parts.items()}]
    return part if isinstance(part, int) else str(part)


def _made(kept: object) -> Part:
    match kept:
        case [str(form), {**parts}]:
            return said(form, **{str(name): _made(part) for name, part in parts.items()})
        case int():
            return kept
    return str(kept)
