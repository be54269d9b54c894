import pytest

from tenants.policy import (
    LIMITS,
    ROLE_PERMISSIONS,
    Limits,
    Permission,
    Plan,
    Priority,
    Role,
    allows,
    roles_with,
    smallest_plan,
)

ALLOWED = {
    Permission.AUDIT_READ: {Role.OWNER, Role.ADMIN},
    Permission.BOARD_IMPORT: {Role.OWNER, Role.ADMIN},
    Permission.COMMENT_CREATE: {Role.OWNER, Role.ADMIN, Role.MEMBER},
    Permission.COMMENT_DELETE: {Role.OWNER, Role.ADMIN},
    Permission.COST_READ: {Role.OWNER, Role.ADMIN},
    Permission.MEMBER_EDIT: {Role.OWNER, Role.ADMIN},
    Permission.MEMBER_INVITE: {Role.OWNER, Role.ADMIN},
    Permission.MEMBER_REMOVE: {Role.OWNER, Role.ADMIN},
    Permission.ORG_DELETE: {Role.OWNER},
    Permission.ORG_EDIT: {Role.OWNER, Role.ADMIN},
    Permission.ORG_EXPORT: {Role.OWNER, Role.ADMIN},
    Permission.ORG_PLAN: {Role.OWNER},
    Permission.ORG_READ: {Role.OWNER, Role.ADMIN, Role.MEMBER, Role.VIEWER},
    Permission.ORG_TRANSFER: {Role.OWNER},
    Permission.PROJECT_ARCHIVE: {Role.OWNER, Role.ADMIN},
    Permission.PROJECT_CREATE: {Role.OWNER, Role.ADMIN, Role.MEMBER},
    Permission.PROJECT_DELETE: {Role.OWNER, Role.ADMIN},
    Permission.PROJECT_EDIT: {Role.OWNER, Role.ADMIN, Role.MEMBER},
    Permission.TASK_COMPLETE: {Role.OWNER, Role.ADMIN, Role.MEMBER},
    Permission.TASK_CREATE: {Role.OWNER, Role.ADMIN, Role.MEMBER},
    Permission.TASK_DELETE: {Role.OWNER, Role.ADMIN, Role.MEMBER},
    Permission.TASK_EDIT: {Role.OWNER, Role.ADMIN, Role.MEMBER},
}


def test_every_permission_is_expected_of_somebody() -> None:
    assert set(ALLOWED) == set(Permission)


@pytest.mark.parametrize("permission", Permission)
@pytest.mark.parametrize("role", Role)
def test_a_role_may_do_what_the_table_says_and_no_more(role: Role, permission: Permission) -> None:
    assert allows(role, permission) == (role in ALLOWED[permission])


@pytest.mark.parametrize("permission", Permission)
def test_a_transaction_checks_for_the_very_roles_that_have_the_permission(permission: Permission) -> None:
    assert set(roles_with(permission)) == ALLOWED[permission]


def test_a_mightier_role_may_do_all_that_a_lesser_one_may() -> None:
    for mightier, lesser in zip(list(Role), list(Role)[1:], strict=False):
        assert mightier.rank < lesser.rank
        assert ROLE_PERMISSIONS[lesser] <= ROLE_PERMISSIONS[mightier]


def test_the_most_pressing_priority_has_rank_0_so_that_it_sorts_first() -> None:
    assert sorted(Priority, key=lambda each: each.rank) == [
        "urgent",
        "high",
        "medium",
        "low",
    ]


def test_the_plans_hold_what_is_promised() -> None:
    promised = {Plan.FREE: Limits(5, 10), Plan.PRO: Limits(50, 100), Plan.ENTERPRISE: Limits(250, 1_000)}
    assert promised == LIMITS


@pytest.mark.parametrize(
    ("people", "projects", "plan"),
    [
        (1, 0, Plan.FREE),
        (5, 10, Plan.FREE),
        (6, 1, Plan.PRO),
        (1, 11, Plan.PRO),
        (50, 100, Plan.PRO),
        (51, 1, Plan.ENTERPRISE),
        (250, 1_000, Plan.ENTERPRISE),
        (251, 1, None),
        (1, 1_001, None),
    ],
)
def test_the_smallest_plan_is_the_first_that_holds_both(people: int, projects: int, plan: Plan | None) -> None:
    assert smallest_plan(people, projects) == plan
