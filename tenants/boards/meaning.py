"""What a list, a status or a label means: open, doing or done; low, medium, high or urgent."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Final

from tenants.boards import vocabulary
from tenants.boards.text import fold, words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenants.boards.choices import Choices
    from tenants.boards.model import Priority, Status

LONGEST_NAME: Final = 200
# Words of these levels mean urgency wherever they stand in a short label: "Critical bug", "urgent!!".
LONGEST_LABEL_IN_WORDS: Final = 5

# Scripts that write no spaces between words (Han, kana), and Korean, which writes them as it likes.
_UNSPACED: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


class _Words:
    """A vocabulary ready for comparing: phrases of spaced scripts, and fragments of unspaced ones."""

    def __init__(self, text: str) -> None:
        phrases = [" ".join(words(phrase)) for phrase in text.replace("\n", " ").split(",")]
        self.fragments = {phrase.replace(" ", "") for phrase in phrases if _UNSPACED.search(phrase)}
        self.phrases = {phrase for phrase in phrases if phrase and not _UNSPACED.search(phrase)}
        self._longest = max((phrase.count(" ") + 1 for phrase in self.phrases), default=0)

    def is_all_of(self, tokens: list[str]) -> bool:
        """True when the tokens together are one phrase or one fragment."""
        return " ".join(tokens) in self.phrases or "".join(tokens) in self.fragments

    def places(self, tokens: list[str]) -> Iterable[tuple[int, int]]:
        """Where a phrase begins and ends among the tokens."""
        for start in range(len(tokens)):
            for end in range(start + 1, min(len(tokens), start + self._longest) + 1):
                if " ".join(tokens[start:end]) in self.phrases:
                    yield start, end

    def holds_fragment(self, text: str) -> bool:
        """True when unspaced `text` says one of the fragments and does not take it back around it."""
        return any(_affirmed(text, fragment) for fragment in self.fragments)


def _one_by_one(text: str) -> frozenset[str]:
    return frozenset(fold(word) for word in text.split())


_DONE, _DOING, _TO_DO = _Words(vocabulary.DONE), _Words(vocabulary.DOING), _Words(vocabulary.TO_DO)
_DONE_ALONE = _Words(vocabulary.DONE_ALONE)
_NEGATIONS, _WISHES = _one_by_one(vocabulary.NEGATIONS), _one_by_one(vocabulary.WISHES)
_AFTER = _one_by_one(vocabulary.AFTER_NEGATIONS)
_READY, _READY_FOR = _one_by_one(vocabulary.READY_WORDS), _one_by_one(vocabulary.READY_FOR)
_MARKERS = _one_by_one(vocabulary.PRIORITY_MARKERS)
_ASIAN_AFTER = tuple(fold(ending) for ending in vocabulary.ASIAN_AFTER)
_ASIAN_BEFORE = fold(vocabulary.ASIAN_BEFORE)
_LEVELS: Final[tuple[tuple[Priority, _Words], ...]] = (
    ("urgent", _Words(vocabulary.URGENT)),
    ("high", _Words(vocabulary.HIGH)),
    ("low", _Words(vocabulary.LOW)),
    ("medium", _Words(vocabulary.MEDIUM)),
)
_RANK: Final[dict[Priority, int]] = {"low": 1, "medium": 0, "high": 2, "urgent": 3}


def status_of(name: str) -> Status:
    """What a list, section or status called `name` says about its tasks; "open" unless it clearly says otherwise."""
    return _status_of(name[:LONGEST_NAME])


def known_status_of(name: str) -> Status | None:
    """Like `status_of`, but None when the name holds no word we know."""
    status = status_of(name)
    return status if status != "open" or _TO_DO.is_all_of(words(name[:LONGEST_NAME])) else None


def level_of(text: str) -> Priority | None:
    """The level that a priority or label called `text` names, or None when it speaks of something else."""
    return _level_of(text[:LONGEST_NAME])


def priority_of(column: str, labels: Iterable[str], choices: Choices | None = None) -> Priority:
    """A task's priority: what its column says or was said to mean, else its most pressing label, else medium."""
    named = (choices.level(column) if choices else None) or level_of(column)
    if named:
        return named
    return max((level_of(label) or "medium" for label in labels), key=_RANK.__getitem__, default="medium")


@functools.lru_cache(maxsize=2048)
def _status_of(name: str) -> Status:
    tokens = words(name)
    unspaced = "".join(tokens) if _UNSPACED.search(name) else ""
    if _says(_DOING, tokens, unspaced):
        return "doing"
    if _DONE_ALONE.is_all_of(tokens) or _says(_DONE, tokens, unspaced):
        return "done"
    return "open"


@functools.lru_cache(maxsize=2048)
def _level_of(text: str) -> Priority | None:
    tokens = words(text)
    level = _whole_level([token for token in tokens if token not in _MARKERS and not token.isdecimal()])
    if level or len(tokens) > LONGEST_LABEL_IN_WORDS:
        return level
    _, urgent = _LEVELS[0]
    strong = any(_affirmed_at(tokens, start, end) for start, end in urgent.places(tokens) if tokens[start] != "top")
    return "urgent" if strong else None


def _whole_level(tokens: list[str]) -> Priority | None:
    if not tokens:
        return None
    return next((level for level, vocabulary_ in _LEVELS if vocabulary_.is_all_of(tokens)), None)


def _says(vocabulary_: _Words, tokens: list[str], unspaced: str) -> bool:
    if any(_affirmed_at(tokens, start, end) for start, end in vocabulary_.places(tokens)):
        return True
    return bool(unspaced) and vocabulary_.holds_fragment(unspaced)


def _affirmed_at(tokens: list[str], start: int, end: int) -> bool:
    """False when the words around tokens[start:end] negate it, wish for it, or say what it is ready for."""
    before, after = tokens[:start], tokens[end : end + 1]
    if any(token in _NEGATIONS or token in _WISHES for token in before) or any(token in _AFTER for token in after):
        return False
    return not (tokens[start] in _READY and after and after[0] in _READY_FOR)


def _affirmed(text: str, fragment: str) -> bool:
    at = text.find(fragment)
    if at < 0:
        return False
    taken_back = at > 0 and text[at - 1] in _ASIAN_BEFORE
    return not taken_back and not any(ending in text[at + len(fragment) :] for ending in _ASIAN_AFTER)
