"""One line that becomes a task, and what it was taken for."""

from dataclasses import dataclass

from dashboard.sentences import say
from tenants.quick_add import Parsed


@dataclass(frozen=True, slots=True)
class Meaning:
    """A word with a sign, as it was typed, and what it was taken for, or why not."""

    typed: str
    meaning: str


@dataclass(frozen=True, slots=True)
class QuickPage:
    """`quick-preview` and `quick-add`: what `line` would become, shown before it is saved."""

    line: str
    title: str
    understood: tuple[Meaning, ...]
    not_understood: tuple[Meaning, ...]


def of(line: str, parsed: Parsed) -> QuickPage:
    """Fill the preview from what was read."""
    return QuickPage(
        line=line,
        title=parsed.title,
        understood=tuple(Meaning(token.typed, say(token.meaning)) for token in parsed.understood),
        not_understood=tuple(Meaning(token.typed, say(token.meaning)) for token in parsed.not_understood),
    )
