"""A page as a tree, strict about its own markup: an unclosed or crossed tag is a fault of ours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
TOKENS = {"csrfmiddlewaretoken", "key"}
"""Hidden fields whose value is drawn afresh for every page."""


@dataclass(slots=True, repr=False)
class Element:
    """One element: what is inside it in order, elements and text."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    inside: list[Element | str] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<{self.tag}>{self.text[:80]}"

    @property
    def text(self) -> str:
        """All its text, blanks run together."""
        return " ".join("".join(self._strings()).split())

    @property
    def id(self) -> str:
        return self.attributes.get("id", "")

    @property
    def children(self) -> list[Element]:
        return [child for child in self.inside if isinstance(child, Element)]

    def walk(self) -> Iterator[Element]:
        """It and every element inside it, in order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def all(self, tag: str = "", **attributes: str) -> list[Element]:
        """Every element inside with this tag and these attributes (`_` for a hyphen, a last `_` for none)."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [
            element
            for element in self.walk()
            if element.tag == (tag or element.tag) and wanted.items() <= element.attributes.items()
        ]

    def one(self, tag: str = "", **attributes: str) -> Element:
        """The only such element."""
        found = self.all(tag, **attributes)
        assert len(found) == 1, f"{len(found)} elements <{tag}> {attributes}, not one"
        return found[0]

    def has(self, tag: str = "", **attributes: str) -> bool:
        return bool(self.all(tag, **attributes))

    def shown(self, testid: str) -> str:
        """The exact text of the only element with this test id."""
        return self.one(data_testid=testid).text

    def ids(self) -> list[str]:
        return [element.id for element in self.walk() if element.id]

    def forms(self) -> dict[str, Element]:
        """Its POST forms by their action."""
        return {form.attributes["action"]: form for form in self.all("form", method="post")}

    def fields(self) -> dict[str, str]:
        """What a browser would send of this form as it was shown, without the token against forged requests."""
        sent: dict[str, str] = {}
        for element in self.walk():
            name = element.attributes.get("name", "")
            if not name or name == "csrfmiddlewaretoken":
                continue
            if element.tag == "input":
                sent[name] = element.attributes.get("value", "")
            elif element.tag == "select":
                options = element.all("option")
                chosen = [option for option in options if "selected" in option.attributes] or options[:1]
                sent[name] = chosen[0].attributes.get("value", "") if chosen else ""
            elif element.tag == "textarea":
                sent[name] = element.text
        return sent

    def same(self) -> str:
        """It as text, to compare two renderings: without drawn tokens, and without how htmx is to put it in."""
        kept = {
            name: "drawn" if name == "value" and self.attributes.get("name") in TOKENS else value
            for name, value in self.attributes.items()
            if name != "hx-swap-oob"
        }
        words = "".join(f' {name}="{value}"' for name, value in sorted(kept.items()))
        inner = "".join(
            child.same() if isinstance(child, Element) else " ".join(child.split()) for child in self.inside
        )
        return f"<{self.tag}{words}>{inner}</{self.tag}>"

    def _strings(self) -> Iterator[str]:
        for child in self.inside:
            if isinstance(child, str):
                yield child
            else:
                yield from child._strings()


class _Tree(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("")
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"<{tag}> has an attribute twice: {names}"
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> where <{self.open[-1].tag}> is open, line {self.getpos()[0]}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def read(text: str) -> Element:
    """The tree of a page or fragment; its elements hang under a nameless root."""
    tree = _Tree()
    tree.feed(text)
    tree.close()
    assert tree.open == [tree.root], f"<{tree.open[-1].tag}> is never closed"
    return tree.root
