"""A month against the one before it, twelve months, one's own place, one member's months, and what members wish."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tenants import clock, ids, keys, meter, store
from tenants.errors import NotAllowed, NotFound, SessionEnded
from tenants.items import Metadata
from tenants.policy import Priority, Role
from tenants.reads import months as reads
from tenants.reads.dashboard import dashboard
from tenants.reads.months import Done, OwnPlace, Trend, _own
from tenants.table import client
from tenants.writes import orgs, tasks, wishes
from tenants.writes.ground import Actor
from tests.cast import ACME, NOW, OTHER, Cast, a_project, a_task, an_account, an_org
from tests.faults import Fault, transactions_meet
from tests.tenants.partition import set_raw
from tests.truth import assert_exact

AUGUST = datetime(2026, 8, 31, 12, tzinfo=UTC)


def trend(cast: Cast, viewer: Actor | None = None, month: str | None = None) -> Trend:
    return reads.trend(ACME, (viewer or cast.vic).user, month, NOW)


def finish(cast: Cast, actor: Actor, number: int, now: datetime = NOW) -> None:
    project = a_project(cast.alice)
    for _ in range(number):
        tasks.complete(actor, a_task(cast.alice, project, now=now), now)


# --- the year -----------------------------------------------------------------------------------


def test_a_month_is_shown_beside_the_one_before_it_and_twelve_totals(cast: Cast) -> None:
    finish(cast, cast.bob, 2)
    finish(cast, cast.dana, 1)
    finish(cast, cast.bob, 1, AUGUST)
    finish(cast, cast.bob, 1, datetime(2025, 10, 1, tzinfo=UTC))
    finish(cast, cast.bob, 1, datetime(2025, 9, 30, 12, tzinfo=UTC))
    read = trend(cast)
    assert (read.month.month, dict(read.month.by_day)) == ("2026-09", {15: 3})
    assert (read.previous.month, dict(read.previous.by_day)) == ("2026-08", {31: 1})
    assert [month for month, _ in read.totals] == [clock.add_months("2025-10", count) for count in range(12)]
    assert [total for _, total in read.totals] == [1, *[0] * 9, 1, 3], "the thirteenth month back is not shown"
    assert read.listed == (Done(cast.bob.user, "Bob", 2), Done(cast.dana.user, "Dana", 1))
    earlier = trend(cast, month="2025-09")
    assert (earlier.month.total, earlier.previous.total) == (1, 0)


def test_a_year_is_two_requests_of_at_most_forty_eight_items(cast: Cast) -> None:
    for back in range(14):
        for shard in range(keys.SHARDS):
            key = keys.leaders(ACME, clock.add_months("2026-09", -back), shard)
            item = {"PK": {"S": key.pk}, "SK": {"S": key.sk}, "1": {"N": "1"}}
            client().put_item(TableName="app-main", Item=item)
    with meter.record() as calls:
        read = trend(cast)
    assert [f"{call.operation} {call.pattern}" for call in calls] == ["GetItem frame", "Query trend"]
    assert len(calls[1].items) == 48
    assert [total for _, total in read.totals] == [4] * 12


def _listed(*done: int) -> tuple[Done, ...]:
    return tuple(Done(f"u{number}", f"N{number}", each) for number, each in enumerate(done))


@pytest.mark.parametrize(
    ("done", "user", "own"),
    [
        ((9,), "u0", OwnPlace(1, 9, False, 0, 0)),
        ((9, 9), "u1", OwnPlace(1, 9, True, 0, 0)),
        ((9, 7), "u1", OwnPlace(2, 7, False, 2, 1)),
        ((9, 7, 4), "u2", OwnPlace(3, 4, False, 3, 2)),
        ((9, 7, 4, 4, 2), "u4", OwnPlace(5, 2, False, 2, 3)),
        ((9, 7, 4, 3, 2), "u4", OwnPlace(5, 2, False, 2, 3)),
        ((9, 9, 9, 2), "u3", OwnPlace(4, 2, False, 7, 1)),
        ((9, 7, 7, 2, 2), "u3", OwnPlace(4, 2, True, 5, 2)),
        ((9, 7), "somebody else", None),
    ],
)
def test_ones_own_place_says_how_far_the_next_goal_is(done: tuple[int, ...], user: str, own: OwnPlace | None) -> None:
    assert _own(_listed(*done), user) == own


def test_the_viewer_is_told_their_own_place(cast: Cast) -> None:
    finish(cast, cast.alice, 3)
    finish(cast, cast.bob, 1)
    assert trend(cast, cast.bob).own == OwnPlace(2, 1, False, 2, 1)
    assert trend(cast, cast.vic).own is None


def test_a_month_stays_as_it_was_when_its_tasks_are_deleted_or_reopened_elsewhere(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice), now=AUGUST)
    tasks.complete(cast.bob, ref, AUGUST)
    before = trend(cast)
    tasks.delete(cast.bob, ref, NOW)
    assert trend(cast) == before
    assert reads.member(ACME, cast.vic.user, cast.bob.user, NOW).months == (("2026-08", 1),)


# --- wishes -------------------------------------------------------------------------------------


def test_who_does_not_want_to_be_ranked_counts_and_is_not_listed(cast: Cast) -> None:
    finish(cast, cast.bob, 2)
    finish(cast, cast.dana, 1)
    wishes.rank_me(cast.bob, ACME, NOW, ranked=False)
    read = trend(cast, cast.bob)
    assert read.listed == (Done(cast.dana.user, "Dana", 1),)
    assert read.own is None
    assert (read.month.total, read.totals[-1], dict(read.month.by_day)) == (3, ("2026-09", 3), {15: 3})
    assert trend(cast, cast.dana).own == OwnPlace(1, 1, False, 0, 0)
    wishes.rank_me(cast.bob, ACME, NOW, ranked=True)
    assert len(trend(cast).listed) == 2
    assert_exact(ACME)


def test_a_member_is_remembered_to_see_their_own_tasks_in_this_organisation_alone(cast: Cast) -> None:
    another = an_org(cast.alice)
    for wish in (True, True, False, True):
        wishes.remember(cast.alice, ACME, NOW, mine=wish)
        assert dashboard(ACME, cast.alice.user, NOW).frame.viewer.mine == wish
    assert not dashboard(another, cast.alice.user, NOW).frame.viewer.mine
    assert not dashboard(ACME, cast.bob.user, NOW).frame.viewer.mine
    assert_exact(ACME)


def test_wishes_do_not_touch_each_other_nor_what_a_newer_release_wrote(cast: Cast) -> None:
    set_raw(keys.metadata(ACME), "people", {"M": {cast.bob.user: {"S": "member|z|B|o|b"}}})
    wishes.remember(cast.bob, ACME, NOW, mine=True)
    wishes.rank_me(cast.bob, ACME, NOW, ranked=False)
    viewer = dashboard(ACME, cast.bob.user, NOW).frame.viewer
    assert (viewer.mine, viewer.ranked, viewer.flags, viewer.name) == (True, False, "muz", "B|o|b")
    wishes.remember(cast.bob, ACME, NOW, mine=False)
    assert dashboard(ACME, cast.bob.user, NOW).frame.viewer.flags == "uz"


def test_a_viewer_has_wishes_too_and_a_stranger_or_somebody_signed_out_none(cast: Cast) -> None:
    wishes.remember(cast.vic, ACME, NOW, mine=True)
    assert dashboard(ACME, cast.vic.user, NOW).frame.viewer.mine
    with pytest.raises(NotFound):
        wishes.remember(cast.charlie, ACME, NOW, mine=True)
    with pytest.raises(SessionEnded):
        wishes.rank_me(Actor(cast.bob.user, "0" * 64), ACME, NOW, ranked=False)


@pytest.mark.parametrize("fault", [Fault.LOST_AFTER, Fault.CONFLICT])
def test_a_wish_over_a_bad_line_is_one_wish_and_the_same_again_writes_nothing(cast: Cast, fault: Fault) -> None:
    with transactions_meet([fault]):
        wishes.rank_me(cast.bob, ACME, NOW, ranked=False)
    assert not dashboard(ACME, cast.bob.user, NOW).frame.viewer.ranked
    with meter.record() as calls:
        wishes.rank_me(cast.bob, ACME, NOW, ranked=False)
    assert [call.operation for call in calls] == ["BatchGetItem"]


def test_a_wish_puts_back_no_role_that_changed_meanwhile(cast: Cast) -> None:
    def promote() -> None:
        metadata = store.get("test", Metadata, keys.metadata(ACME))
        assert metadata is not None
        people = {user: {"S": packed} for user, packed in metadata.people.items()}
        set_raw(keys.metadata(ACME), "people", {"M": people | {cast.bob.user: {"S": "admin||Bob"}}})

    with transactions_meet([promote]):
        wishes.remember(cast.bob, ACME, NOW, mine=True)
    viewer = dashboard(ACME, cast.bob.user, NOW).frame.viewer
    assert (viewer.role, viewer.mine) == (Role.ADMIN, True)


# --- one member ---------------------------------------------------------------------------------


def test_a_members_page_has_their_months_latest_first_and_their_live_tasks_here(cast: Cast) -> None:
    elsewhere = an_org(cast.alice)
    orgs.join(cast.alice, elsewhere, cast.bob.user, Role.MEMBER, NOW)
    secret = a_task(cast.alice, a_project(cast.alice, elsewhere), org=elsewhere, assignee=cast.bob.user, title="Secret")
    tasks.complete(cast.bob, secret, NOW)
    finish(cast, cast.bob, 2)
    finish(cast, cast.bob, 1, AUGUST)
    project = a_project(cast.alice)
    due = NOW.date()
    for title, day in (("later", due + timedelta(days=9)), ("some day", None), ("soon", due)):
        a_task(cast.alice, project, title=title, due=day, assignee=cast.bob.user, priority=Priority.LOW)
    a_task(cast.alice, a_project(cast.alice, elsewhere), org=elsewhere, assignee=cast.bob.user, title="Secret too")
    with meter.record() as calls:
        read = reads.member(ACME, cast.vic.user, cast.bob.user, NOW)
    assert [f"{call.operation} {call.pattern}" for call in calls] == [
        "GetItem frame",
        "Query member",
        "Query member-live",
    ]
    assert (read.name, read.is_member, read.more) == ("Bob", True, False)
    assert read.months == (("2026-09", 2), ("2026-08", 1))
    assert [task.title for task in read.tasks] == ["soon", "later", "some day"]


def test_only_the_first_hundred_of_a_members_tasks_are_shown_and_it_is_said(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = a_project(cast.alice)
    for _ in range(3):
        a_task(cast.alice, project, assignee=cast.bob.user)
    for name, value, shown in (("_MEMBER_TASKS", 2, 2), ("_MEMBER_SLICE", 1, 1)):
        monkeypatch.setattr(reads, name, value)
        read = reads.member(ACME, cast.vic.user, cast.bob.user, NOW)
        assert (len(read.tasks), read.more) == (shown, True)


def test_somebody_who_left_keeps_their_months_under_their_name_and_has_no_tasks(cast: Cast) -> None:
    finish(cast, cast.bob, 1)
    a_task(cast.alice, a_project(cast.alice), assignee=cast.bob.user)
    set_raw(keys.metadata(ACME), "people", {"M": {cast.vic.user: {"S": "viewer||Vic"}}})
    read = reads.member(ACME, cast.vic.user, cast.bob.user, NOW)
    assert (read.name, read.is_member, read.months, read.tasks) == ("Bob", False, (("2026-09", 1),), ())
    assert trend(cast).listed == (Done(cast.bob.user, "Former member", 1),)


def test_who_never_was_a_member_is_not_found_and_a_stranger_finds_nobody(cast: Cast) -> None:
    for org, user, of in (
        (ACME, cast.vic.user, cast.charlie.user),
        (ACME, cast.vic.user, an_account()),
        (ACME, cast.charlie.user, cast.bob.user),
        (OTHER, cast.charlie.user, cast.bob.user),
        (OTHER, cast.bob.user, cast.charlie.user),
    ):
        with pytest.raises(NotFound):
            reads.member(org, user, of, NOW)
        if user != cast.vic.user and (org, user) != (OTHER, cast.charlie.user):
            with pytest.raises(NotFound):
                reads.trend(org, user, None, NOW)
    assert ids.USER_ID.fullmatch(cast.bob.user)
    with pytest.raises(NotAllowed):
        tasks.complete(cast.vic, a_task(cast.alice, a_project(cast.alice)), NOW)
