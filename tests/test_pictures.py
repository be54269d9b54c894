"""The pictures of the README are there, each is shown, and none is heavy."""

import re

from tests.conftest import ROOT
from tests.screenshots.taking import MOST_BYTES, README, SHOWN


def test_every_picture_of_the_readme_is_one_that_is_made_and_light_enough_to_be_looked_at() -> None:
    shown = re.findall(r"docs/images/([\w.-]+)", (ROOT / "README.md").read_text(encoding="utf-8"))
    made = [path for path, _ in SHOWN.values()]
    assert sorted(shown) == sorted(made) == sorted(path.name for path in README.iterdir())
    for path in README.iterdir():
        content = path.read_bytes()
        assert content.startswith(b"\x89PNG"), path.name
        assert len(content) <= MOST_BYTES, path.name
