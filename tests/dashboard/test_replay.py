"""Old cookies, forms and links after a right is gone: they read for a minute at most, and write nothing at once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine

from tenants.policy import Permission, Role, allows
from tenants.writes import members
from tenants.writes.tasks import TaskRef
from tests.cast import ACME, NOW, Cast
from tests.dashboard.matrix import ROWS, Objects
from tests.dashboard.routes import BY_NAME
from tests.dashboard.test_matrix import FORM
from tests.dashboard.visitor import Visitor, signed_in

SENDS = {name: row.send for name, row in ROWS.items() if isinstance(row.send, Permission)}
LOOKS_AT = {name: row.look for name, row in ROWS.items() if isinstance(row.look, Permission)}


AFTERWARDS: dict[str, tuple[Callable[[Cast, Visitor], object], set[int]]] = {
    "signing out": (lambda _cast, visitor: visitor.copied().post("/sign-out"), {302}),
    "demotion": (lambda cast, _: members.change_role(cast.alice, ACME, cast.dana.user, Role.VIEWER, NOW), {403}),
    "removal": (lambda cast, _: members.remove(cast.alice, ACME, cast.dana.user, NOW), {404}),
}


@pytest.mark.parametrize("what", AFTERWARDS)
def test_a_form_prepared_before_writes_nothing_after(cast: Cast, launch: TaskRef, what: str) -> None:
    happens, statuses = AFTERWARDS[what]
    dana = signed_in(cast.dana, "Dana")
    objects = Objects(ACME, launch.project, launch.id, cast.bob.user)
    happens(cast, dana)
    refused = 0
    for name, right in SENDS.items():
        assert right
        if what == "demotion" and allows(Role.VIEWER, right):
            continue
        answer = dana.copied().post(objects.of(BY_NAME[name]), FORM)
        # A form that is refused for its own sake is shown again, by the cookie that may still read.
        own = {200, 400, 404, 409} if allows(Role.ADMIN, right) else {403}
        assert answer.status in statuses | (own if what == "signing out" else set()), name
        assert not answer.wrote or ("TransactWriteItems", "throttle") in answer.asked, name
        refused += 1
    assert refused > 20


@pytest.mark.parametrize("what", ["signing out", "removal"])
def test_a_copied_cookie_reads_for_a_minute_at_most_and_not_at_all_where_its_owner_was_removed(
    cast: Cast, launch: TaskRef, clock: time_machine.Traveller, what: str
) -> None:
    happens, statuses = AFTERWARDS[what]
    dana = signed_in(cast.dana, "Dana")
    objects = Objects(ACME, launch.project, launch.id, cast.bob.user)
    happens(cast, dana)
    if what == "removal":
        for name in LOOKS_AT:
            assert dana.copied().get(objects.of(BY_NAME[name])).status in statuses, name
    else:
        assert dana.copied().get(f"/org/{ACME}/dashboard").status == 200
    clock.shift(timedelta(seconds=61))
    for name in LOOKS_AT:
        answer = dana.copied().get(objects.of(BY_NAME[name]))
        assert answer.status in {302, 404}, name
        assert ACME not in answer.text, name
