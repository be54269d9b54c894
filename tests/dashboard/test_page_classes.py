"""A page class and its templates agree: no field that nothing shows, no name that nothing fills."""

import importlib
import inspect
import pkgutil
import re
from dataclasses import fields, is_dataclass

import pytest

from dashboard import pages
from tests.conftest import ROOT

TEMPLATES = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "templates").rglob("*.html")))
TAGS = " ".join(re.findall(r"\{[{%](.*?)[%}]\}", TEMPLATES, re.DOTALL))
USED = set(re.findall(r"\.(\w+)", TAGS))

CLASSES = {
    f"{module.__name__.rpartition('.')[2]}.{name}": kind
    for module in (
        importlib.import_module(f"dashboard.pages.{found.name}") for found in pkgutil.iter_modules(pages.__path__)
    )
    for name, kind in inspect.getmembers(module, inspect.isclass)
    if is_dataclass(kind) and kind.__module__ == module.__name__
}
PAGES = {name: kind for name, kind in CLASSES.items() if name.endswith("Page")}


def properties(kind: type) -> set[str]:
    return {name for name, value in vars(kind).items() if isinstance(value, property)}


@pytest.mark.parametrize("kind", CLASSES.values(), ids=CLASSES)
def test_every_field_is_shown_or_its_use_is_told(kind: type) -> None:
    assert is_dataclass(kind)
    module = inspect.getsource(importlib.import_module(kind.__module__))
    for field in fields(kind):
        told = f"`{field.name}`" in (kind.__doc__ or "")
        # Used by a property of the class that is shown itself.
        derived = any(
            re.search(rf"\bself\.(?:\w+\.)?{field.name}\b", inspect.getsource(vars(kind)[name].fget)) and name in USED
            for name in properties(kind)
        )
        assert field.name in USED or told or derived, f"nothing shows {field.name}"
    for name in properties(kind):
        assert name in USED or f".{name}" in module, f"nothing shows {name}"


@pytest.mark.parametrize("kind", PAGES.values(), ids=PAGES)
def test_a_page_cannot_be_changed_once_it_is_made_and_says_what_it_is(kind: type) -> None:
    parameters = kind.__dataclass_params__  # type: ignore[attr-defined]  # Python's own mark of a dataclass
    assert parameters.frozen
    assert (kind.__doc__ or "").strip()
    assert not (kind.__doc__ or "").startswith(f"{kind.__name__}("), "a docstring that Python made up"


def test_every_name_that_a_page_is_asked_for_is_a_field_of_some_page() -> None:
    known = {field.name for kind in PAGES.values() for field in fields(kind)}
    known |= {name for kind in PAGES.values() for name in properties(kind)}
    assert set(re.findall(r"\bpage\.(\w+)", TAGS)) <= known


def test_no_template_knows_what_a_role_may_do() -> None:
    """Pages carry booleans: a template that compared roles would be a second table of rights."""
    for path in sorted((ROOT / "templates").rglob("*.html")):
        if path.name == "_role.html":
            continue
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"""\{%\s*(?:el)?if[^%]*\brole\b[^%]*==""", text), path.name
        assert not re.search(r"""\{%\s*(?:el)?if[^%]*["'](?:owner|admin|member|viewer)["']""", text), path.name
