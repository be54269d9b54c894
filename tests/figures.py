"""The figures of docs/security.md, counted from the tests themselves: `python -m tests.figures` writes them there."""

from __future__ import annotations

import os
import sys
from pathlib import Path

BEGIN, END = "<!-- security-figures:begin -->\n", "<!-- security-figures:end -->"
ENGINE = Path(__file__).resolve().parent / "engine"
DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "security.md"


def figures() -> dict[str, int]:
    """What is counted, and how much of it there is."""
    from tests.dashboard.hostile import IN_PATHS, KINDS, PAYLOADS  # noqa: PLC0415 - Django has to be set up first
    from tests.dashboard.matrix import METHODS, Who, all_cells  # noqa: PLC0415 - as above, Django first
    from tests.dashboard.routes import PUBLIC, ROUTES  # noqa: PLC0415 - as above, Django first
    from tests.engine.crowd import ROUNDS  # noqa: PLC0415 - as above, Django first

    return {
        "routes": len(ROUTES),
        "of these public": len(PUBLIC),
        "methods": len(METHODS),
        "kinds of people": len(Who),
        "cells of the authorisation matrix": len(all_cells()),
        "kinds of hostile input": len(KINDS),
        "hostile inputs": len(PAYLOADS),
        "hostile parts of a path": len(IN_PATHS),
        "races for what there is one of": _races(),
        "rounds of each": ROUNDS,
    }


def _races() -> int:
    """Loops over the rounds of a race, in all files of the engine's tests."""
    return sum(path.read_text(encoding="utf-8").count(" in range(ROUNDS):") for path in ENGINE.glob("test_*.py"))


def filled(text: str) -> str:
    """The document with the figures as they are now."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    rows = "".join(f"| {what} | {number:,} |\n" for what, number in figures().items())
    return f"{before}{BEGIN}| what | how many |\n| --- | --- |\n{rows}{END}{after}"


def main() -> None:
    """Write the figures into the document."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django  # noqa: PLC0415 - only a program sets Django up, the tests have it

    django.setup()
    text = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(filled(text), encoding="utf-8")
    sys.stdout.write("docs/security.md is up to date\n")


if __name__ == "__main__":
    main()
