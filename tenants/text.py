"""What people type, made fit to be stored and shown."""

from __future__ import annotations

import re
import unicodedata

# Direction overrides and invisible separators can make a name read as another one.
_DROPPED_CATEGORIES = {"Cc", "Cs", "Co"}
_DROPPED = {*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200B, 0x2028, 0x2029, 0xFEFF, 0x00AD}
# Code points that will never be characters: a run of 32, and the last two of each of the 17 planes.
_DROPPED |= {*range(0xFDD0, 0xFDF0), *(plane << 16 | last for plane in range(17) for last in (0xFFFE, 0xFFFF))}
# Letters and symbols that nobody sees: the Hangul fillers and the Braille blank.
_BLANK = {0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800}

_LINE_END = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")


def one_line(text: str) -> str:
    """`text` in NFC, without control characters, overrides and lone surrogates, blanks folded, ends trimmed.

    Joiners (U+200C, U+200D) stay: emoji and several scripts are spelt with them. So do characters that this Python
    does not know: a telephone may know newer emoji. A text of invisible characters alone becomes empty.
    """
    spaced = "".join(" " if character.isspace() else character for character in text)
    kept = "".join(character for character in spaced if not _dropped(character))
    folded = " ".join(unicodedata.normalize("NFC", kept).split())
    return folded if any(map(_visible, folded)) else ""


def many_lines(text: str) -> str:
    """`text` in NFC with line feeds between its lines, without what `one_line` drops; tabs and inner blanks stay.

    Ends of lines and of the text are trimmed. A text of invisible characters alone becomes empty.
    """
    lines = _LINE_END.sub("\n", text).split("\n")
    kept = ("".join(letter for letter in line if letter == "\t" or not _dropped(letter)).rstrip() for line in lines)
    whole = unicodedata.normalize("NFC", "\n".join(kept)).strip("\n")
    return whole if any(map(_visible, whole)) else ""


def _dropped(character: str) -> bool:
    return ord(character) in _DROPPED or unicodedata.category(character) in _DROPPED_CATEGORIES


def _visible(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] not in "ZM" and category != "Cf" and ord(character) not in _BLANK
