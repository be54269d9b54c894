"""The authorisation matrix: every route, method, person and kind of address, and what each of them is answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from tenants import ids
from tenants.policy import Role, allows
from tenants.writes import details, edits, members, orgs
from tenants.writes.ground import Actor
from tests import figures
from tests.cast import ACME, NOW, OTHER, Cast, a_project, a_task, an_account
from tests.dashboard.conftest import once
from tests.dashboard.matrix import ROWS, Anybody, Cell, Objects, Target, Who, addresses, cells
from tests.dashboard.routes import BY_NAME, ROUTES, Route
from tests.dashboard.visitor import LOOKS, Answer, Visitor, remember_session, signed_in, ways
from tests.inviting import by_mail

CANARIES = {ACME: "canary-acme-5b1e", OTHER: "canary-other-9d27"}
"""In every text of an organisation. Whoever does not belong to it must never meet it."""

FORM = {
    "title": "New title",
    "name": "New name",
    "priority": "low",
    "status": "open",
    "version": "1",
    "email": "somebody@example.org",
    "emails": "somebody@example.org",
    "cap": "3",
    "role": "viewer",
    "line": "Something !high",
    "field": "title",
    "labels": "one, two",
    "description": "What it is",
    "revision": "0",
    "comment": "Well said",
    "do": "complete",
    "mine": "1",
}


class Scene:
    """Acme and Other with something of every kind in them, and everybody who may come by."""

    def __init__(self, cast: Cast) -> None:
        # Whom everybody who may change or remove people is above.
        self.acme = replace(_fill(cast.alice, ACME), member=cast.vic.user)
        self.other = _fill(cast.charlie, OTHER)
        self.people: dict[Who, Actor | None] = {
            Who.ANONYMOUS: None,
            Who.STRANGER: _somebody("Stranger"),
            Who.EX_MEMBER: _who_was_a_member(cast),
            Who.VIEWER: cast.vic,
            Who.MEMBER: cast.bob,
            Who.ADMIN: cast.dana,
            Who.OWNER: cast.alice,
            Who.OTHER_OWNER: cast.charlie,
        }

    def visitor(self, who: Who) -> Visitor:
        """Their browser, as it is before the request."""
        actor = self.people[who]
        return signed_in(actor) if actor else Visitor()

    def addresses(self, route: Route, target: Target) -> list[str]:
        return addresses(route, target, self.acme, self.other)


def _fill(owner: Actor, org: str) -> Objects:
    canary = CANARIES[org]
    project = a_project(owner, org, title=canary)
    task = a_task(owner, project, org=org, title=canary, assignee=owner.user)
    details.describe(owner, task, canary, "", NOW)
    details.comment(owner, task, canary, ids.new_note_token(), NOW)
    edits.label(owner, task, (canary,), NOW)
    guest = by_mail(owner, f"{canary}@example.org", org=org)
    return Objects(org, project, task.id, owner.user, guest.id)


def _somebody(name: str) -> Actor:
    user = an_account(name)
    remember_session(user, name)
    return Actor(user)


def _who_was_a_member(cast: Cast) -> Actor:
    actor = _somebody("Former")
    orgs.join(cast.alice, ACME, actor.user, Role.MEMBER, NOW)
    members.remove(cast.alice, ACME, actor.user, NOW)
    return actor


@pytest.fixture
def scene(cast: Cast) -> Scene:
    return once("matrix", lambda: Scene(cast))


def answers(scene: Scene, cell: Cell, path: str) -> Iterator[Answer]:
    """What each way of asking is answered, by a browser as it is before; what is written is taken back."""
    for way in ways(cell.method):
        answer = way(scene.visitor(cell.who), path, FORM)
        yield answer
        if not {operation for operation, _ in answer.asked} <= LOOKS:
            once("matrix", lambda: scene)


def is_sign_in(answer: Answer) -> bool:
    """Whether it leads to the sign-in. (Signing out does, for everybody, and is asked as "answered" below.)"""
    return answer.status in {200, 302} and answer.location.startswith("/sign-in")


_OF_NOBODY = {"sign-out": "let go", "invitation": "no token"}
"""What asks for no role is answered with what was asked for; these answer in their own way."""


def expected(cell: Cell, org: str) -> str:
    """What the policy says that this cell is answered."""
    right, role = cell.right, cell.who.role_in(org)
    route = BY_NAME[cell.route]
    if cell.who is Who.ANONYMOUS and not getattr(route.view, "is_public", False):
        return "sign in"
    if right is None:
        return "no such method"
    if isinstance(right, Anybody):
        # Nobody in the matrix holds a link.
        return "no link" if right is Anybody.LINK else _OF_NOBODY.get(route.name, "answered")
    if role is None:
        return "not found"
    if not allows(role, right):
        return "not allowed" if cell.target is Target.OWN else "nothing"
    return "answered" if cell.target in {Target.OWN, Target.FOREIGN} else "not found"


MEANS: dict[str, Callable[[Answer], bool]] = {
    "sign in": is_sign_in,
    "no such method": lambda answer: answer.status == 405,
    "not found": lambda answer: answer.status == 404,
    "not allowed": lambda answer: answer.status == 403,
    "nothing": lambda answer: answer.status in {403, 404},
    "answered": lambda answer: answer.status in {200, 204, 302, 400, 409} and not is_sign_in(answer),
    "no link": lambda answer: answer.status == 410,
    "let go": is_sign_in,
    "no token": lambda answer: answer.status == 404,
}


def test_every_route_has_a_row_and_every_row_a_route() -> None:
    assert set(ROWS) == set(BY_NAME)


def test_the_figures_of_the_documentation_are_those_of_the_tests() -> None:
    text = figures.DOCUMENT.read_text(encoding="utf-8")
    assert figures.filled(text) == text, "run `make docs`"


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_everybody_gets_what_the_matrix_says_and_nobody_meets_the_other_tenant(scene: Scene, route: Route) -> None:
    seen = 0
    nothing = {who: scene.visitor(who).get("/org/no-such-org/dashboard").told for who in Who}
    for cell in cells(route):
        seen += 1
        for path in scene.addresses(route, cell.target):
            org = path.split("/")[2] if path.startswith("/org/") else ""
            wanted = expected(cell, org)
            for answer in answers(scene, cell, path):
                assert MEANS[wanted](answer), (cell, path, wanted, answer)
                if wanted == "not found" and cell.method != "HEAD":
                    assert answer.told == nothing[cell.who], (cell, path)
                if wanted not in {"answered", "let go", "no token"}:
                    assert not answer.wrote, (cell, path)
                for theirs, canary in CANARIES.items():
                    if cell.who.role_in(theirs) is None:
                        assert canary not in str(answer.told), (cell, path)
    assert seen


@pytest.mark.parametrize("who", [who for who in Who if who.role_in(ACME)])
def test_the_canary_is_met_by_those_who_belong(scene: Scene, who: Who) -> None:
    """The other side of it: the search for the canary would find one."""
    for name in ("dashboard", "project", "task", "tasks", "activity", "projects-csv"):
        (path,) = scene.addresses(BY_NAME[name], Target.OWN)
        assert CANARIES[ACME] in str(scene.visitor(who).get(path).told), name
