"""Whoever does not belong meets what does not exist: foreign, missing and malformed are told apart nowhere."""

import pytest

from tenants.writes.tasks import TaskRef
from tests.cast import ACME, OTHER, Cast, a_project, a_task
from tests.dashboard.routes import ACTIONS, BY_NAME, ORG_ROUTES, Route
from tests.dashboard.visitor import Answer, Visitor, signed_in, ways
from tests.inviting import by_mail

MALFORMED_ORGS = (
    "x",
    "a" * 41,
    "ACME-works",
    "acme_works",
    "acme%23works",
    "acme%00works",
    "-acme",
    "%2e%2e",
    "acme%0a",
)
MALFORMED_IDS = ("x", "0" * 15, "0" * 17, "0" * 15 + "O", "0" * 15 + "%23", "p1%23TASK%23t1", "0" * 16 + "%0a")
GOOD_FORM = {
    "title": "Mine now",
    "priority": "low",
    "status": "open",
    "version": "1",
    "field": "title",
    "email": "alice@example.org",
    "role": "member",
}
NOWHERE = "/org/no-such-org/dashboard"


def takes_posts(route: Route) -> bool:
    return route.name in ACTIONS | {"task", "edit-task", "import", "invite", "project-settings"}


def asked(visitor: Visitor, route: Route, path: str) -> list[Answer]:
    """What the route has an answer of its own to, looking and sending, with a good form and without one."""
    looks = () if route.name in ACTIONS else ways("GET")
    answers = [way(visitor, path, None) for way in looks]
    answers += [way(visitor, path, fields) for fields in ({}, GOOD_FORM) for way in ways("POST")]
    return [answer for answer in answers if takes_posts(route) or answer.status != 405]


@pytest.mark.parametrize("route", ORG_ROUTES, ids=lambda route: route.name)
def test_somebody_elses_organisation_is_like_one_that_does_not_exist(cast: Cast, route: Route, launch: TaskRef) -> None:
    project, task, invitation = launch.project, launch, by_mail(cast.alice, "eve@example.org").id
    charlie = signed_in(cast.charlie)
    nothing = charlie.get(NOWHERE).told
    assert nothing[0] == 404
    work = []
    for org in (ACME, "no-such-org"):
        answers = asked(charlie, route, route.at(org, project, task.id, cast.bob.user, invitation))
        assert answers
        for answer in answers:
            assert answer.told == nothing, answer.response.request
            assert "TransactWriteItems" not in dict(answer.asked)
        work.append([answer.asked for answer in answers])
    assert work[0] == work[1], "the time that it takes tells nothing either: the same requests to the table"
    for org in MALFORMED_ORGS:
        path = route.at(org, project, task.id)
        for answer in (charlie.get(path), charlie.htmx_post(path, GOOD_FORM)):
            assert answer.told == nothing, answer.response.request
            assert answer.calls == []
    # The other side of it: the very same addresses are something to somebody who belongs.
    own = route.at(ACME, project, task.id, cast.bob.user, invitation)
    assert asked(signed_in(cast.alice), route, own)[0].status != 404


@pytest.mark.parametrize(
    "route", [route for route in ORG_ROUTES if "<project>" in route.path], ids=lambda route: route.name
)
def test_ids_of_another_organisation_lead_nowhere_in_ones_own(cast: Cast, route: Route) -> None:
    foreign = a_project(cast.alice)
    foreign_task = a_task(cast.alice, foreign)
    own = a_project(cast.charlie, OTHER)
    own_task = a_task(cast.charlie, own, org=OTHER)
    another = a_project(cast.charlie, OTHER)
    charlie = signed_in(cast.charlie)
    nothing = charlie.get(NOWHERE).told
    pairs = [(foreign, foreign_task.id), (foreign, own_task.id), ("0" * 16, own_task.id), ("z" * 16, "z" * 16)]
    if "<task>" in route.path:
        pairs += [(own, foreign_task.id), (own, "0" * 16), (another, own_task.id)]
    for project, task in pairs:
        for answer in asked(charlie, route, route.at(OTHER, project, task)):
            assert answer.told == nothing, answer.response.request
            assert "TransactWriteItems" not in dict(answer.asked)
    for bad in MALFORMED_IDS:
        malformed = [(bad, own_task.id)] + ([(own, bad)] if "<task>" in route.path else [])
        for project, task in malformed:
            path = route.at(OTHER, project, task)
            for answer in (charlie.get(path), charlie.htmx_post(path, GOOD_FORM)):
                assert answer.told == nothing, answer.response.request
                assert answer.calls == []


def test_a_missing_page_is_told_as_a_page_and_as_a_piece_in_the_same_words(charlie: Visitor) -> None:
    page = charlie.get(NOWHERE).page
    assert page.one(id="error").text.startswith("Nothing is here")
    assert page.one("main").one("a").attributes["href"] == "/"
    assert charlie.htmx_get(NOWHERE).page.one(id="error").text == page.one(id="error").text


def test_the_addresses_of_other_people_are_for_those_who_take_people_in(
    alice: Visitor, dana: Visitor, bob: Visitor, vic: Visitor
) -> None:
    path = BY_NAME["members"].at()
    for visitor in (alice, dana):
        for name in ("alice", "bob", "dana", "vic"):
            assert f"{name}@example.org" in visitor.get(path).text
    assert [name for name in ("alice", "bob", "dana", "vic") if f"{name}@example.org" in bob.get(path).text] == ["bob"]
    assert [name for name in ("alice", "bob", "dana", "vic") if f"{name}@example.org" in vic.get(path).text] == ["vic"]
