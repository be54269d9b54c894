"""English on a Spanish page: whatever stands there that the catalogue has another word for, or that is English by sight."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from tests import catalogue
from tests.dashboard.html import Element

# Words that every longer English sentence has some of, and no Spanish one.
BY_SIGHT = re.compile(r"\b(the|and|of|is|are|was|with|you|your|this|that|what|who|how|not|from|for|by|its|their)\b", re.IGNORECASE)  # fmt: skip
SPOKEN = ("aria-label", "title", "placeholder", "alt")
"""Attributes that people see or hear; beside them the words that scripts are given."""
NOT_WORDS = {"data-testid", "data-live-url", "data-tag", "data-new", "data-key", "data-copy", "data-due", "data-field"}


@cache
def _sentences() -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """What is another in Spanish: as it stands, and with something filled in."""
    whole, filled = set(), []
    for message in catalogue.written():
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        for english in ids:
            if not english or english in catalogue.strings(message):
                continue
            bare = re.sub(r"<[^>]+>", "", english)
            if "%(" not in bare:
                whole.add(" ".join(bare.split()))
            elif len(re.findall(r"[A-Za-z]{3,}", re.sub(r"%\(\w+\)[sd]", "", bare))) > 1:
                filled.append(re.compile(re.sub(r"%\\\(\w+\\\)[sd]", ".+", re.escape(bare))))
    # What is one language's word for this and the other's for that, such as "no", is no sign of either.
    spanish = {string for message in catalogue.written() for string in catalogue.strings(message)}
    return frozenset(whole - spanish), tuple(filled)


def english_in(page: Element) -> list[str]:
    """Every text of a page, heard or seen, that is English. What people have written is marked by its direction."""
    return [text for text in map(_plain, _texts(page)) if is_english(text)]


def is_english(text: str) -> bool:
    """Whether a text is of the English catalogue, or English by sight."""
    whole, filled = _sentences()
    text = text.strip(" .:,·()")
    if not re.search(r"[A-Za-z]{2}", text):
        return False
    return any(each in whole for each in (text, f"{text}.", f"{text}:")) or any(
        pattern.fullmatch(each) for pattern in filled for each in (text, f"{text}.")
    ) or bool(BY_SIGHT.search(text))  # fmt: skip


def _plain(text: str) -> str:
    return " ".join(text.split())


def _texts(element: Element) -> Iterator[str]:
    attributes = element.attributes
    if element.tag in {"bdi", "script", "textarea", "kbd", "code"} or attributes.get("dir") == "auto":
        return
    for name, value in attributes.items():
        if name in SPOKEN or (name.startswith("data-") and name not in NOT_WORDS and " " in value):
            yield value
    if element.tag == "option" and "/" in element.text:
        return  # the name of a time zone
    for child in element.inside:
        if isinstance(child, str):
            yield child
        else:
            yield from _texts(child)
