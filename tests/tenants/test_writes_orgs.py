from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from tenants import ids, keys, store
from tenants.errors import AlreadyTaken, LimitReached, NotAllowed, NotFound, Refused, SessionEnded
from tenants.items import Event, Metadata
from tenants.policy import LIMITS, Permission, Plan, Role, allows
from tenants.reads.dashboard import dashboard
from tenants.reads.home import home
from tenants.table import client
from tenants.writes import orgs, projects, tasks
from tenants.writes.ground import Actor
from tenants.writes.tasks import TaskFields, TaskRef
from tests.cast import ACME, NOW, OTHER, Cast, a_project, a_task, an_account, rename_project
from tests.faults import Fault, transactions_meet
from tests.truth import assert_exact


def test_a_new_organisation_is_all_there_with_its_creator_as_owner(cast: Cast) -> None:
    orgs.create(cast.charlie, "brand-new", " Brand\nnew ", "Asia/Kathmandu", NOW)
    kinds = [type(item) for item in store.walk("test", keys.org_pk("brand-new"))]
    assert sorted(kind.__name__ for kind in kinds) == [
        *("AuditEntry", "Event", "Membership", "Metadata"),
        *["OpenCounter"] * 4,
    ]
    frame = dashboard("brand-new", cast.charlie.user, NOW).frame
    assert (frame.name, frame.zone, frame.plan, frame.viewer.role, frame.projects) == (
        "Brand new",
        "Asia/Kathmandu",
        Plan.FREE,
        Role.OWNER,
        0,
    )
    assert "brand-new" in {org.id for org in home(cast.charlie.user).orgs}
    assert_exact("brand-new")


@pytest.mark.parametrize("slug", ["ab", "Acme", "a b", "-ab", "dashboard", "a" * 41, "ORG#x", "x\n", ""])
def test_an_unfit_address_is_refused(cast: Cast, slug: str) -> None:
    with pytest.raises(Refused) as refused:
        orgs.create(cast.charlie, slug, "New", "UTC", NOW)
    assert refused.value.field == "slug"


@pytest.mark.parametrize(
    ("name", "zone", "field"),
    [
        ("", "UTC", "name"),
        ("\u200b\u202e", "UTC", "name"),
        ("x" * 61, "UTC", "name"),
        ("New", "Mars/Olympus", "zone"),
        ("New", "", "zone"),
        ("New", "europe/berlin", "zone"),
    ],
    ids=ascii,
)
def test_an_unfit_name_or_zone_is_refused_and_leaves_the_address_free(
    cast: Cast, name: str, zone: str, field: str
) -> None:
    with pytest.raises(Refused) as refused:
        orgs.create(cast.charlie, "brand-new", name, zone, NOW)
    assert refused.value.field == field
    orgs.create(cast.charlie, "brand-new", "x" * 60, "UTC", NOW)


def test_a_taken_address_is_refused_and_nothing_of_the_new_one_is_left(cast: Cast) -> None:
    before = list(store.walk("test", keys.org_pk(ACME)))
    with pytest.raises(AlreadyTaken) as refused:
        orgs.create(cast.charlie, ACME, "Mine now", "UTC", NOW + timedelta(seconds=1))
    assert refused.value.field == "slug"
    assert len(list(store.walk("test", keys.org_pk(ACME)))) == len(before)
    assert ACME not in {org.id for org in home(cast.charlie.user).orgs}
    with pytest.raises(AlreadyTaken):
        orgs.create(cast.alice, ACME, "Mine twice", "UTC", NOW + timedelta(seconds=1))


def test_an_address_is_never_given_out_again_even_when_its_organisation_is_gone(cast: Cast) -> None:
    client().put_item(
        TableName="app-main",
        Item={
            "PK": {"S": "ORG#long-gone"},
            "SK": {"S": "METADATA"},
            "state": {"S": "gone"},
            "createdAt": {"S": "2020"},
            "owners": {"SS": ["x"]},
            "people": {"M": {}},
        },
    )
    with pytest.raises(AlreadyTaken):
        orgs.create(cast.charlie, "long-gone", "New", "UTC", NOW)


@pytest.mark.usefixtures("empty_table")
def test_somebody_without_an_account_founds_nothing() -> None:
    with pytest.raises(NotFound):
        orgs.create(Actor("0" * 10), "brand-new", "New", "UTC", NOW)


@pytest.mark.parametrize("fault", [Fault.CONFLICT, Fault.LOST_BEFORE, Fault.LOST_AFTER])
def test_founding_survives_conflicts_and_lost_answers(cast: Cast, fault: Fault) -> None:
    with transactions_meet([fault]):
        assert orgs.create(cast.charlie, "brand-new", "New", "UTC", NOW) == "brand-new"
    assert_exact("brand-new")
    assert len([item for item in store.walk("test", keys.org_pk("brand-new")) if isinstance(item, Event)]) == 1


# --- seats --------------------------------------------------------------------------------------


def test_a_member_who_joins_is_counted_listed_and_sees_the_organisation_at_home(cast: Cast) -> None:
    user = an_account("Eve")
    orgs.join(cast.dana, ACME, user, Role.MEMBER, NOW)
    assert dashboard(ACME, user, NOW).frame.viewer.role == Role.MEMBER
    assert [(org.id, org.role) for org in home(user).orgs] == [(ACME, Role.MEMBER)]
    assert_exact(ACME)


def test_the_plans_last_seat_is_given_out_once_and_a_larger_plan_gives_more(cast: Cast) -> None:
    orgs.join(cast.alice, ACME, an_account(), Role.MEMBER, NOW)
    late = an_account()
    with pytest.raises(LimitReached, match="free plan holds 5 people"):
        orgs.join(cast.alice, ACME, late, Role.MEMBER, NOW)
    assert home(late).orgs == ()
    orgs.set_plan(ACME, Plan.PRO)
    orgs.join(cast.alice, ACME, late, Role.MEMBER, NOW)
    assert len(dashboard(ACME, late, NOW).frame.people) == 6
    assert_exact(ACME)


def test_a_seat_taken_between_reading_and_writing_is_not_given_out_again(cast: Cast) -> None:
    first, second = an_account(), an_account()
    with transactions_meet([lambda: _seat(first)]), pytest.raises(LimitReached):
        orgs.join(cast.alice, ACME, second, Role.MEMBER, NOW)
    assert len(dashboard(ACME, cast.alice.user, NOW).frame.people) == 5


def _seat(user: str) -> None:
    """Somebody else's join, seen from the table."""
    client().update_item(
        TableName="app-main",
        Key={"PK": {"S": f"ORG#{ACME}"}, "SK": {"S": "METADATA"}},
        UpdateExpression="SET people.#u = :p",
        ExpressionAttributeNames={"#u": user},
        ExpressionAttributeValues={":p": {"S": "member||First"}},
    )


def test_a_plan_lowered_between_reading_and_writing_holds(cast: Cast) -> None:
    orgs.set_plan(ACME, Plan.PRO)
    orgs.join(cast.alice, ACME, an_account(), Role.MEMBER, NOW)
    user = an_account()
    with transactions_meet([lambda: _limit(5)]), pytest.raises(LimitReached):
        orgs.join(cast.alice, ACME, user, Role.MEMBER, NOW)


def _limit(people: int) -> None:
    client().update_item(
        TableName="app-main",
        Key={"PK": {"S": f"ORG#{ACME}"}, "SK": {"S": "METADATA"}},
        UpdateExpression="SET maxUsers = :n",
        ExpressionAttributeValues={":n": {"N": str(people)}},
    )


def test_nobody_joins_twice(cast: Cast) -> None:
    with pytest.raises(Refused, match="member already"):
        orgs.join(cast.alice, ACME, cast.bob.user, Role.ADMIN, NOW + timedelta(seconds=1))
    assert dashboard(ACME, cast.bob.user, NOW).frame.viewer.role == Role.MEMBER
    with pytest.raises(NotFound, match="no such account"):
        orgs.join(cast.alice, ACME, "0" * 10, Role.MEMBER, NOW)


@pytest.mark.parametrize("fault", [Fault.CONFLICT, Fault.LOST_BEFORE, Fault.LOST_AFTER])
def test_joining_survives_conflicts_and_lost_answers(cast: Cast, fault: Fault) -> None:
    user = an_account()
    with transactions_meet([fault]):
        orgs.join(cast.alice, ACME, user, Role.MEMBER, NOW)
    assert len(dashboard(ACME, user, NOW).frame.people) == 5
    assert_exact(ACME)


@pytest.mark.parametrize("given", Role)
@pytest.mark.parametrize("giver", Role)
def test_nobody_gives_a_role_above_their_own(cast: Cast, giver: Role, given: Role) -> None:
    user = an_account()
    actor = cast.playing(giver)
    if not allows(giver, Permission.MEMBER_INVITE):
        with pytest.raises(NotAllowed):
            orgs.join(actor, ACME, user, given, NOW)
    elif given.rank < giver.rank:
        with pytest.raises(Refused) as refused:
            orgs.join(actor, ACME, user, given, NOW)
        assert refused.value.field == "role"
    else:
        orgs.join(actor, ACME, user, given, NOW)
        assert dashboard(ACME, user, NOW).frame.viewer.role == given
    assert_exact(ACME)


def test_a_second_owner_is_among_the_owners(cast: Cast) -> None:
    user = an_account()
    orgs.join(cast.alice, ACME, user, Role.OWNER, NOW)
    metadata = store.get("test", Metadata, keys.metadata(ACME))
    assert metadata is not None
    assert set(metadata.owners) == {cast.alice.user, user}


@pytest.mark.parametrize("plan", Plan)
def test_a_plan_brings_its_limits(cast: Cast, plan: Plan) -> None:
    orgs.set_plan(ACME, plan)
    frame = dashboard(ACME, cast.bob.user, NOW).frame
    assert (frame.plan, frame.max_people, frame.max_projects) == (plan, LIMITS[plan].people, LIMITS[plan].projects)


def test_a_smaller_plan_only_blocks_growth(cast: Cast) -> None:
    orgs.set_plan(ACME, Plan.PRO)
    made = [a_project(cast.alice, title=str(number)) for number in range(12)]
    orgs.join(cast.alice, ACME, an_account(), Role.MEMBER, NOW)
    orgs.join(cast.alice, ACME, an_account(), Role.MEMBER, NOW)
    orgs.set_plan(ACME, Plan.FREE)
    with pytest.raises(LimitReached):
        a_project(cast.alice)
    with pytest.raises(LimitReached):
        orgs.join(cast.alice, ACME, an_account(), Role.MEMBER, NOW)
    tasks.complete(cast.bob, a_task(cast.bob, made[0]), NOW)
    assert dashboard(ACME, cast.bob.user, NOW).frame.projects == 12


def test_no_organisation_has_no_plan(cast: Cast) -> None:
    del cast
    with pytest.raises(NotFound):
        orgs.set_plan("no-such-org", Plan.PRO)


# --- the right to do it -------------------------------------------------------------------------

Act = Callable[[Actor, str, TaskRef], object]

ACTIONS: dict[str, tuple[Permission, Act]] = {
    "join": (Permission.MEMBER_INVITE, lambda actor, org, _: orgs.join(actor, org, an_account(), Role.VIEWER, NOW)),
    "create-project": (
        Permission.PROJECT_CREATE,
        lambda actor, org, _: projects.create(actor, org, "New", ids.new_project_id(NOW), NOW),
    ),
    "rename-project": (
        Permission.PROJECT_EDIT,
        lambda actor, org, ref: rename_project(actor, org, ref.project, "Renamed", NOW),
    ),
    "create-task": (
        Permission.TASK_CREATE,
        lambda actor, org, ref: tasks.create(actor, org, ref.project, TaskFields("New"), ids.new_task_id(NOW), NOW),
    ),
    "edit-task": (
        Permission.TASK_EDIT,
        lambda actor, org, ref: tasks.edit(actor, TaskRef(org, ref.project, ref.id), TaskFields("Edited"), 1, NOW),
    ),
    "start-task": (
        Permission.TASK_COMPLETE,
        lambda actor, org, ref: tasks.start(actor, TaskRef(org, ref.project, ref.id), NOW),
    ),
    "complete-task": (
        Permission.TASK_COMPLETE,
        lambda actor, org, ref: tasks.complete(actor, TaskRef(org, ref.project, ref.id), NOW),
    ),
    "delete-task": (
        Permission.TASK_DELETE,
        lambda actor, org, ref: tasks.delete(actor, TaskRef(org, ref.project, ref.id), NOW),
    ),
}


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("role", Role)
def test_a_member_does_what_their_role_includes_and_nothing_else(cast: Cast, role: Role, action: str) -> None:
    permission, act = ACTIONS[action]
    ref = a_task(cast.alice, a_project(cast.alice))
    before = _everything(ACME)
    if allows(role, permission):
        act(cast.playing(role), ACME, ref)
        assert _everything(ACME) != before
    else:
        with pytest.raises(NotAllowed):
            act(cast.playing(role), ACME, ref)
        assert _everything(ACME) == before


@pytest.mark.parametrize("action", ACTIONS)
def test_a_stranger_changes_nothing_and_learns_nothing(cast: Cast, action: str) -> None:
    _, act = ACTIONS[action]
    ref = a_task(cast.alice, a_project(cast.alice))
    before = _everything(ACME)
    told = set()
    for org in (ACME, "no-such-org"):
        with pytest.raises(NotFound) as refused:
            act(cast.charlie, org, ref)
        told.add(str(refused.value))
    assert len(told) == 1
    assert _everything(ACME) == before


@pytest.mark.parametrize("action", [action for action in ACTIONS if action not in {"join", "create-project"}])
def test_an_object_of_another_organisation_is_not_reached_through_ones_own(cast: Cast, action: str) -> None:
    _, act = ACTIONS[action]
    ref = a_task(cast.alice, a_project(cast.alice))
    mine = a_project(cast.charlie, OTHER)
    before = _everything(ACME)
    for project in {ref.project, mine} - ({mine} if "project" in action or "create" in action else set()):
        with pytest.raises(NotFound):
            act(cast.charlie, OTHER, TaskRef(OTHER, project, ref.id))
    assert _everything(ACME) == before
    assert_exact(OTHER)


@pytest.mark.parametrize("action", ACTIONS)
def test_a_right_that_is_taken_between_reading_and_writing_is_gone(cast: Cast, action: str) -> None:
    _, act = ACTIONS[action]
    ref = a_task(cast.alice, a_project(cast.alice))
    before = len(_everything(ACME))

    def demote() -> None:
        key = keys.membership(ACME, cast.dana.user)
        client().update_item(
            TableName="app-main",
            Key={"PK": {"S": key.pk}, "SK": {"S": key.sk}},
            UpdateExpression="SET #r = :v",
            ExpressionAttributeNames={"#r": "role"},
            ExpressionAttributeValues={":v": {"S": "viewer"}},
        )
        client().update_item(
            TableName="app-main",
            Key={"PK": {"S": key.pk}, "SK": {"S": "METADATA"}},
            UpdateExpression="SET people.#u = :v",
            ExpressionAttributeNames={"#u": cast.dana.user},
            ExpressionAttributeValues={":v": {"S": "viewer||Dana"}},
        )

    with transactions_meet([demote]), pytest.raises(NotAllowed):
        act(cast.dana, ACME, ref)
    assert len(_everything(ACME)) == before


@pytest.mark.parametrize("action", ACTIONS)
def test_a_session_that_ended_changes_nothing(cast: Cast, action: str) -> None:
    _, act = ACTIONS[action]
    ref = a_task(cast.alice, a_project(cast.alice))
    before = _everything(ACME)
    with pytest.raises(SessionEnded):
        act(Actor(cast.alice.user, "0" * 64), ACME, ref)
    assert _everything(ACME) == before


def _everything(org: str) -> list[object]:
    return [item.to_dynamodb_dict() for item in store.walk("test", keys.org_pk(org))]
