"""What people type, made fit to be stored and shown on one line."""

from __future__ import annotations

import unicodedata

# Direction overrides and invisible separators can make a name read as another one.
_DROPPED_CATEGORIES = {"Cc", "Cs", "Co", "Cn"}
_DROPPED = {*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200B, 0x2028, 0x2029, 0xFEFF, 0x00AD}


def one_line(text: str) -> str:
    """`text` in NFC, without control characters, overrides and lone surrogates, blanks folded, ends trimmed.

    Joiners (U+200C, U+200D) stay: emoji and several scripts are spelt with them. A text of invisible characters
    alone becomes empty.
    """
    spaced = "".join(" " if character.isspace() else character for character in text)
    kept = "".join(
        character
        for character in spaced
        if ord(character) not in _DROPPED and unicodedata.category(character) not in _DROPPED_CATEGORIES
    )
    folded = " ".join(unicodedata.normalize("NFC", kept).split())
    return folded if any(unicodedata.category(character)[0] not in "CZM" for character in folded) else ""
