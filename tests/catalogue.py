"""The Spanish catalogue: what code and templates say, its Spanish, and the compiled file that Django reads.

    make messages       update dashboard/locale/es/LC_MESSAGES/django.po, compile it, and name what has no Spanish yet

Babel does it, not GNU gettext: it comes from the lock file like all else, so that a fresh machine needs nothing more. The
compiled file is part of the repository, so that no program that serves pages has to make it first.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
PO = ROOT / "dashboard" / "locale" / "es" / "LC_MESSAGES" / "django.po"
MO = PO.with_suffix(".mo")

Id = str | tuple[str, str]

# `said` is how tenants, which speaks English alone, marks what it says.
_KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
    "said": None,
}
# Dates in it would change the files without a word having changed.
_NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
_WIDTH = 120


def spoken() -> Catalog:
    """All that code and templates say, without translations."""
    catalog = Catalog(creation_date=_NO_DATE, revision_date=_NO_DATE)
    catalog.mime_headers = [("Language", "es"), ("Plural-Forms", "nplurals=2; plural=(n != 1);")]
    for source, method in _sources():
        for _line, message, _comments, context in extract(method, BytesIO(source.encode()), keywords=_KEYWORDS):
            catalog.add(message, context=context)
    return catalog


def _sources() -> Iterator[tuple[str, str]]:
    for folder in ("dashboard", "tenants"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.read_text(encoding="utf-8"), "python"
    for path in sorted((ROOT / "templates").rglob("*.*")):
        # Django's own reading of a template, as calls among blotted-out text; its indentation would mean something.
        calls = templatize(path.read_text(encoding="utf-8"), origin=str(path))
        yield "\n".join(line.strip() for line in calls.splitlines()), "python"


def written() -> Catalog:
    """The catalogue as it stands in the repository."""
    with PO.open("rb") as file:
        catalog = read_po(file)
    catalog.creation_date = catalog.revision_date = _NO_DATE
    return catalog


def updated(stands: Catalog) -> Catalog:
    """What is said now, with the Spanish that stands for it; what nobody says any more is gone."""
    fresh = spoken()
    for message in fresh:
        known = stands.get(message.id, message.context) if message.id else None
        if known is not None and known.pluralizable == message.pluralizable:
            message.string = known.string
    return fresh


def text_of(catalog: Catalog) -> bytes:
    """The .po file: its head as it stands, then the messages by their English."""
    out = BytesIO()
    write_po(out, catalog, width=_WIDTH, no_location=True, omit_header=True, sort_output=True, ignore_obsolete=True)
    head = PO.read_text(encoding="utf-8").partition("\n\n")[0] if PO.exists() else ""
    return f"{head}\n\n{out.getvalue().decode().strip()}\n".encode()


def compiled(catalog: Catalog) -> bytes:
    """The .mo file."""
    out = BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def missing(catalog: Catalog) -> list[str]:
    """What has no Spanish yet."""
    return [_english(message) for message in catalog if message.id and not all(strings(message))]


def marks(text: str) -> list[str]:
    """What a sentence is filled in with, and what it is marked up with: the same in each language."""
    return sorted(re.findall(r"%\(\w+\)[sd]|%[sd%]|\{\w*\}|</?\w+[^>]*>", text))


def mismatched(catalog: Catalog) -> list[str]:
    """What is filled in otherwise in Spanish; for one thing it may be said with or without the number."""
    wrong = []
    for message in catalog:
        if not message.id or not all(strings(message)):
            continue
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        for form, string in enumerate(strings(message)):
            allowed = ids if form == 0 else ids[-1:]
            if marks(string) not in [marks(one) for one in allowed]:
                wrong.append(f"{ids[0]} -> {string}")
    return wrong


def strings(message: Message) -> tuple[str, ...]:
    """The Spanish of a message, one string a form; empty where it is missing."""
    strings = [message.string] if isinstance(message.string, str) else list(message.string or ())
    needed = 2 if message.pluralizable else 1
    return tuple(string or "" for string in [*strings, "", ""][:needed])


def _english(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def main() -> None:
    """Update and compile; fails while something has no Spanish."""
    catalog = updated(written())
    PO.write_bytes(text_of(catalog))
    MO.write_bytes(compiled(written()))
    left = [f"No Spanish yet: {english}" for english in missing(catalog)]
    left += [f"Filled in otherwise: {pair}" for pair in mismatched(catalog)]
    if left:
        sys.exit("\n".join([*left, f"{len(left)} to be seen to in {PO.relative_to(ROOT)}; then run it again."]))


if __name__ == "__main__":
    main()
