"""`/org/<org>/projects?from=…&to=…`: projects by the day on which they were made."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime, timedelta

import pytest

from tenants.reads import created
from tenants.writes import project_life
from tests.cast import ACME, NOW, Cast, a_project, rename_project
from tests.dashboard.conftest import once
from tests.dashboard.visitor import Answer, Visitor

PATH = f"/org/{ACME}/projects"
TWO = [("GetItem", "frame"), ("Query", "created")]

# Acme lives in Berlin: 10 June begins at 22:00 UTC of the day before.
MADE = {
    "The evening before": datetime(2026, 6, 9, 21, 59, 59, 999_999, tzinfo=UTC),
    "At midnight": datetime(2026, 6, 9, 22, tzinfo=UTC),
    "In the last moment": datetime(2026, 6, 10, 21, 59, 59, 999_999, tzinfo=UTC),
    "The morning after": datetime(2026, 6, 10, 22, tzinfo=UTC),
}


def fill(cast: Cast) -> dict[str, str]:
    made = {title: a_project(cast.alice, title=title, now=when) for title, when in MADE.items()}
    project_life.archive(cast.alice, ACME, made["At midnight"], NOW)
    return made


@pytest.fixture
def made(cast: Cast) -> dict[str, str]:
    return once("created", lambda: fill(cast))


def titles(answer: Answer) -> list[str]:
    assert answer.status == 200
    return [link.text for link in answer.page.all("a", class_="project-title")]


@pytest.mark.usefixtures("made")
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("from=2026-06-10&to=2026-06-10", ["In the last moment", "At midnight"]),
        ("from=2026-06-10", ["The morning after", "In the last moment", "At midnight"]),
        ("to=2026-06-10", ["In the last moment", "At midnight", "The evening before"]),
        ("from=2026-06-09&to=2026-06-11", list(reversed(MADE))),
        ("from=2026-06-11&to=2026-06-11", ["The morning after"]),
        ("from=2026-07-01&to=", []),
        ("from=&to=2026-06-08", []),
    ],
)
def test_days_are_those_of_the_organisation_and_both_count(vic: Visitor, query: str, expected: list[str]) -> None:
    answer = vic.get(f"{PATH}?{query}")
    assert answer.asked == TWO
    assert titles(answer) == expected
    assert ("No project was made in these days." in answer.page.text) == (not expected)
    head, *rows = csv.reader(io.StringIO(vic.get(f"{PATH}.csv?{query}").text, newline=""))
    assert head == ["Title", "Created", "State", "Lead", "Due", "Link"]
    assert [row[0] for row in rows] == expected


def test_one_that_is_put_away_says_so_and_leads_to_where_it_is(vic: Visitor, made: dict[str, str]) -> None:
    answer = vic.get(f"{PATH}?from=2026-06-10&to=2026-06-10")
    live, away = answer.page.one("ul", class_="projects").all("li")
    assert live.one("a").attributes["href"] == f"{PATH}/{made['In the last moment']}"
    assert not live.has(class_="status")
    assert away.one("a").attributes["href"] == f"{PATH}/{made['At midnight']}/away"
    assert away.one(class_="status").text == "Put away"
    link = answer.page.one(class_="ways download").all("a")[0].attributes["href"]
    assert link == f"{PATH}.csv?from=2026-06-10&to=2026-06-10"
    rows = list(csv.reader(io.StringIO(vic.get(link).text, newline="")))
    assert [row[2] for row in rows] == ["State", "live", "archived"]
    assert rows[2][5].endswith("/away")


def test_it_comes_back_unmarked_and_says_title_lead_and_due(alice: Visitor, cast: Cast, made: dict[str, str]) -> None:
    project = made["At midnight"]
    project_life.restore(cast.alice, ACME, project, NOW)
    rename_project(cast.alice, ACME, project, "Renamed")
    form = alice.get(f"{PATH}/{project}/settings").page.one("form", id="project-settings")
    alice.submit(form, lead=cast.dana.user, due="2026-09-14")
    _, row = alice.get(f"{PATH}?from=2026-06-10&to=2026-06-10").page.one("ul", class_="projects").all("li")
    assert row.one("a").text == "Renamed"
    assert row.one(class_="project-facts").text == "made 10 June 2026 Lead: Dana Overdue: 14 September 2026"


@pytest.mark.usefixtures("made")
@pytest.mark.parametrize(
    ("query", "field", "said"),
    [
        ("from=yesterday", "from", "Enter a valid date."),
        ("to=2026-02-30", "to", "Enter a valid date."),
        ("from=0001-01-01", "from", "Choose a date between 1970 and 2200."),
        ("to=9999-12-31", "to", "Choose a date between 1970 and 2200."),
        ("from=2026-06-11&to=2026-06-10", "to", "This day comes before the other one."),
        ("from=%00", "from", "Enter a valid date."),
    ],
)
def test_a_day_that_is_none_is_explained_at_its_field(vic: Visitor, query: str, field: str, said: str) -> None:
    for answer in (vic.get(f"{PATH}?{query}"), vic.htmx_get(f"{PATH}?{query}")):
        assert answer.status == 400
        details = answer.page.one("details", class_="filter")
        assert "open" in details.attributes
        (wrong,) = [one for one in details.all("div") if one.attributes.get("class") == "field wrong"]
        assert wrong.one(class_="errorlist").text == said
        (control,) = [one for one in wrong.walk() if one.attributes.get("name") == field]
        assert control.attributes["aria-invalid"] == "true"
        assert len(answer.page.all("a", class_="project-title")) == 3, "all that are live, as without days"
    assert vic.get(f"{PATH}.csv?{query}").status == 404


def test_a_long_list_comes_in_pages_that_keep_their_days(
    vic: Visitor, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(created, "CREATED_PAGE", 2)
    made = [a_project(cast.alice, title=str(number), now=NOW + timedelta(seconds=number)) for number in range(5)]
    seen: list[str] = []
    following = f"{PATH}?from=2026-09-15&to=2026-09-15"
    while following:
        answer = vic.htmx_get(following)
        seen += titles(answer)
        links = answer.page.all("a", id="pager-next")
        following = links[0].attributes["href"] if links else ""
        assert not following or "from=2026-09-15&to=2026-09-15&cursor=" in following
    assert seen == ["4", "3", "2", "1", "0"]
    assert len(made) == 5
    first = vic.get(f"{PATH}?from=2026-09-15").page.one("a", id="pager-next").attributes["href"]
    cursor = first.partition("cursor=")[2]
    for other in ("from=2026-09-14", "to=2026-09-15"):
        answer = vic.get(f"{PATH}?{other}&cursor={cursor}")
        assert answer.status == 302, "a cursor of other days is none of this list"
