"""The parts of the documentation that are written by the code: `python -m dashboard.reference` fills them in.

A file asks for a part with two comments on lines of their own, `<!-- environment:begin -->` and
`<!-- environment:end -->`; what stands between them is replaced.
"""

import importlib
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import django
from django.apps import apps
from django.utils import translation

from dashboard import env
from tenants.patterns import PATTERNS
from tenants.policy import DEFAULT_LANGUAGE, Role

ROOT = Path(__file__).resolve().parent.parent


def environment_table() -> str:
    """The settings, in the order in which the code reads them, as a Markdown table."""
    # Reading them is what registers them; DEBUG only spares the reader from having to have a secret.
    os.environ.setdefault("DEBUG", "on")
    for module in ("dashboard.settings", "dashboard.gunicorn_conf"):
        importlib.import_module(module)
    return _table(
        ("variable", "type", "default", "what for"),
        ((f"`{one.name}`", one.kind, _code(one.default), one.description) for one in env.REGISTRY.values()),
    )


def access_pattern_table() -> str:
    """The questions that the product asks of its table, with what each costs, as a Markdown table."""
    return _table(
        ("#", "given", "answer", "how", "requests", "reads at most"),
        (
            (str(number), one.given, one.answer, f"`{one.how}`", one.requests, one.limit)
            for number, one in enumerate(PATTERNS, start=1)
        ),
    )


def permission_table() -> str:
    """What each role may do, in the words of the product's own page, as a Markdown table."""
    os.environ.setdefault("DEBUG", "on")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dashboard.settings")
    if not apps.ready:
        django.setup()  # the words are marked for translation, which asks the installed applications
    roles = importlib.import_module("dashboard.pages.roles")
    with translation.override(DEFAULT_LANGUAGE):
        rows = [(row.words, *("yes" if may else "" for may in row.by)) for row in roles.table()]
    return _table(("may", *Role), rows)


def allowance_table() -> str:
    """How often what may be tried, as a Markdown table."""
    # The module reads Django's settings, which the other parts need not.
    os.environ.setdefault("DEBUG", "on")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dashboard.settings")
    allowances = importlib.import_module("dashboard.attempts").ALL
    return _table(
        ("what is counted", "times", "in minutes"),
        ((one.name, str(one.times), f"{one.within.total_seconds() / 60:.0f}") for one in allowances),
    )


PARTS: dict[str, Callable[[], str]] = {
    "environment": environment_table,
    "access-patterns": access_pattern_table,
    "permissions": permission_table,
    "allowances": allowance_table,
}


ELSEWHERE = {"security-figures"}
"""Parts that the tests write, of what they count: `python -m tests.figures`."""


def filled(text: str) -> str:
    """Return a document with the parts that it asks for; ValueError names one that nobody writes or that has no end."""
    for name in re.findall(r"^<!-- ([a-z-]+):begin -->$", text, re.MULTILINE):
        if name in ELSEWHERE:
            continue
        if name not in PARTS:
            raise ValueError(f"nothing writes the part {name!r}; there are {', '.join(PARTS)}")
        begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
        before, _, rest = text.partition(begin)
        _, found, after = rest.partition(end)
        if not found:
            raise ValueError(f"the part {name!r} has no end")
        text = f"{before}{begin}\n{PARTS[name]()}\n{end}{after}"
    return text


def documents() -> list[Path]:
    """All Markdown documents of the product."""
    return [path for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))) if path.exists()]


def main() -> None:
    """Fill in all documents and name those that changed."""
    for path in documents():
        before = path.read_text(encoding="utf-8")
        after = filled(before)
        if after != before:
            path.write_text(after, encoding="utf-8")
            sys.stdout.write(f"{path.relative_to(ROOT)} is up to date again\n")


def _code(default: str) -> str:
    # Words that describe a default are words; everything else is a value to be typed.
    described = default in {"empty", "none", "on", "off"} or " " in default
    return default if described else f"`{default}`"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    main()
