# ruff: noqa: RUF001 - letters of other scripts are what this file is about
"""Text from strangers' files: cleaned for storage, and folded for comparing words of any language."""

from __future__ import annotations

import re
import unicodedata

from tenants.boards.model import DESCRIPTION_LIMIT, PERSON_LIMIT, TITLE_LIMIT

# Control characters but tab and newline, half surrogate pairs (no UTF-8 has them) and the byte order mark.
_UNSTORABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufeff]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_NEWLINES = re.compile(r"\r\n?|\x85|\u2028|\u2029")
_SPACES = re.compile(r"\s+")
_WORD = re.compile(r"[^\W_]+")
# Letters that Unicode does not decompose but people type without their stroke.
_PLAIN = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "ё": "е", "ґ": "г"})
_JOINERS = "\u200d\ufe0f"
# What programs write into a cell that has nothing to say.
_NULL_WORDS = """
    - -- — – null none nil nan nat n/a #n/a <na> undefined \\n [] {} (none) (null) (empty) (blank) 0000-00-00
"""
_NULLS = frozenset(["", "0000-00-00 00:00:00", *_NULL_WORDS.split()])
_LONGEST_NULL = max(map(len, _NULLS))


def clean_text(value: object, limit: int = DESCRIPTION_LIMIT) -> str:
    """`value` as storable text of at most `limit` characters, line feeds between lines; "" when it is no string."""
    if not isinstance(value, str) or not value:
        return ""
    # A file may hold megabytes in one cell; what lies far beyond the limit cannot matter.
    text = _SURROGATE.sub("\ufffd", value[: 2 * limit + 1000])
    text = _UNSTORABLE.sub("", _NEWLINES.sub("\n", text)).strip()
    return shorten(text, limit)


def clean_line(value: object, limit: int = DESCRIPTION_LIMIT) -> str:
    """`value` on one line: control characters out, white space folded; "" when nothing of it is visible."""
    line = _SPACES.sub(" ", clean_text(value)).strip()
    return shorten(line, limit) if _visible(line) else ""


def clean_person(value: object) -> str:
    """A person's name as it is kept on a task."""
    return clean_line(value, PERSON_LIMIT)


def title_and_description(title: object, description: object) -> tuple[str, str]:
    """The two texts of a task within their limits; a title that was cut is whole as the description's first line."""
    whole, body = clean_line(title), clean_text(description)
    short = shorten(whole, TITLE_LIMIT)
    if short != whole:
        body = clean_text(f"{whole}\n\n{body}")
    return short, body


def is_null(cell: str) -> bool:
    """Whether a cell is empty, or says "null", "None", "NaN", "-" and the like: nothing."""
    bare = cell.strip("\ufeff \t\r\n\xa0")
    return len(bare) <= _LONGEST_NULL and bare.casefold() in _NULLS


def name_key(name: str) -> str:
    """The form in which two names of lists, columns or levels are the same: no case, accents, punctuation."""
    return " ".join(words(name[:200])) or name.strip()[:200].casefold()


def shorten(text: str, limit: int) -> str:
    """`text` with at most `limit` characters, an ellipsis last if it was cut; never ends inside an accented letter."""
    if len(text) <= limit:
        return text
    end = limit - 1
    while end > limit - 20 and (unicodedata.combining(text[end]) or text[end] in _JOINERS or text[end - 1] in _JOINERS):
        end -= 1
    return text[:end].rstrip() + "…"


def fold(text: str) -> str:
    """`text` without case, accents, and width: the form in which words are compared."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold().translate(_PLAIN))
    bare = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return unicodedata.normalize("NFC", bare)


def words(text: str) -> list[str]:
    """The folded words of `text`; digits count as letters, everything else separates."""
    return _WORD.findall(fold(text))


def _visible(text: str) -> bool:
    """False for text made of format characters alone, such as zero-width spaces."""
    return any(unicodedata.category(letter)[0] in "LNPSM" and letter not in "\ufe0f\u2800\u3164" for letter in text)
