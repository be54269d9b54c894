"""Rules of the house that no linter knows. `make lint` runs the linters; `make test` runs both."""

import re
import subprocess
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from dashboard import reference
from tests import catalogue
from tests.conftest import ROOT

CODE = sorted(path for folder in ("dashboard", "tenants") for path in (ROOT / folder).rglob("*.py"))
ALL_PYTHON = sorted({*CODE, *(ROOT / "tests").rglob("*.py"), *(ROOT / ".ci").glob("*.py"), ROOT / "manage.py"})
# Mails are no pages: they have no stylesheet to link to, and no policy that forbids a style.
TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*.html") if path.parent.name != "mail")


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def comments(path: Path) -> Iterator[tokenize.TokenInfo]:
    with path.open("rb") as file:
        yield from (token for token in tokenize.tokenize(file.readline) if token.type == tokenize.COMMENT)


@pytest.mark.parametrize("path", CODE, ids=name)
def test_a_module_is_short_enough_to_be_read_in_one_go(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < 300


@pytest.mark.parametrize("path", ALL_PYTHON, ids=name)
def test_every_exception_from_a_rule_has_its_reason_beside_it(path: Path) -> None:
    for comment in comments(path):
        if re.search(r"noqa|type: ignore|pragma", comment.string):
            # A reason is words after the names of the rules.
            reason = r"(?:noqa: [A-Z0-9, ]+|type: ignore\[[a-z, -]+\]).*\S{2,} \S+"
            assert re.search(reason, comment.string), f"line {comment.start[0]}"


@pytest.mark.parametrize("path", reference.documents(), ids=name)
def test_the_generated_parts_of_a_document_are_up_to_date(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert reference.filled(text) == text, "run: make docs"


def test_every_generated_part_is_in_some_document() -> None:
    texts = [path.read_text(encoding="utf-8") for path in reference.documents()]
    for part in reference.PARTS:
        assert any(f"<!-- {part}:begin -->" in text for text in texts), part


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_a_page_loads_nothing_from_elsewhere_and_carries_no_inline_script_or_style(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"""(?:src|href|action|hx-\w+)\s*=\s*["'](?:https?:)?//""", text)
    assert not re.search(r"""\s(?:style|on[a-z]+)\s*=\s*["']""", text)
    assert not re.search(r"<style|<script(?![^>]*\bsrc=)", text)


def test_every_target_of_the_makefile_is_explained() -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    shown = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert targets == set(re.findall(r"make ([a-z]+)", shown))
    assert {"demo", "test", "install", "lint", "clean", "lock", "docs", "help"} <= targets


def test_what_people_read_is_in_the_spanish_catalogue_too() -> None:
    """The short form; tests/test_catalogue.py looks closer."""
    stands = catalogue.written()
    assert catalogue.text_of(catalogue.updated(stands)) == catalogue.text_of(stands), "run: make messages"
    assert [*catalogue.missing(stands), *catalogue.mismatched(stands)] == []
    assert catalogue.MO.read_bytes() == catalogue.compiled(stands), "run: make messages"
