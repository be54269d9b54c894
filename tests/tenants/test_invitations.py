"""Inviting, what becomes of an invitation until it is answered, and joining by it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count
from typing import Any

import pytest

from tenants import ids, keys, meter, store, table
from tenants.errors import LimitReached, LinkEnded, NotAllowed, NotFound, Refused, SessionEnded, TableroError, TooMany
from tenants.invitations import LIFE, Standing, sponsors
from tenants.items import AuditEntry, Event, Metadata, Token
from tenants.policy import INVITED_ROLES, Permission, Plan, Role, allows
from tenants.reads import home
from tenants.reads.invitations import door, of_org
from tenants.writes import accounts, invitation_life, org_deletion, orgs
from tenants.writes.accepting import accept
from tenants.writes.ground import Actor
from tenants.writes.invitations import Outcome, invite, open_link
from tests.cast import ACME, NOW, OTHER, Cast, address, an_account, an_org
from tests.fast_moto import table_of
from tests.faults import Fault, transactions_meet
from tests.inviting import Out, by_link, by_mail, demote
from tests.tenants.partition import raw, set_raw
from tests.truth import assert_exact

EVE = "eve@example.org"
LATER = NOW + timedelta(hours=1)
TICK = timedelta(microseconds=1)
FAULTS = [Fault.CONFLICT, Fault.LOST_BEFORE, Fault.LOST_AFTER]


def an_actor(email: str = EVE, name: str = "Eve") -> Actor:
    """Somebody with an account of this address, in no organisation."""
    return Actor(accounts.sign_up(name, email, None, NOW))


def standing(secret: str, actor: Actor | None = None, now: datetime = NOW) -> Standing:
    return door(secret, actor.user if actor else None, now).standing


def promised(org: str, user: str, now: datetime = NOW) -> int:
    return of_org(org, user, now).promised


def members(org: str = ACME) -> dict[str, Role]:
    metadata = store.get("test", Metadata, keys.metadata(org))
    assert metadata is not None
    return {user: Role(packed.partition("|")[0]) for user, packed in metadata.people.items()}


def everything_stored() -> str:
    """The whole table, keys and values, as one text."""
    partitions = table_of("app-main").items.values()
    return str([item.to_json() for items in partitions for item in items.values()])


def told(kind: type[Any]) -> list[tuple[Any, ...]]:
    """What the activity or the audit says of it, without what the cast did before."""
    found = [item for item in store.walk("test", keys.org_pk(ACME)) if isinstance(item, kind)]
    return [
        (item.action, item.actor_name, item.before, item.after)
        for item in found
        if "invit" in item.action or item.action == "member-joined"
    ]


# --- inviting by mail ---------------------------------------------------------------------------


def test_an_invitation_keeps_the_digest_of_its_token_and_nobody_keeps_the_token(cast: Cast) -> None:
    out = by_mail(cast.alice, EVE)
    assert len(out.secret) == 43
    stored = everything_stored()
    assert out.secret not in stored
    assert ids.digest(out.secret) in stored
    link = by_link(cast.alice)
    assert link.secret not in everything_stored()


def test_twenty_addresses_cost_three_requests_and_twenty_one_are_refused(cast: Cast) -> None:
    orgs.set_plan(ACME, Plan.PRO)
    emails = [f"guest{number}@example.org" for number in range(20)]
    with meter.record() as calls:
        sent = invite(cast.dana, ACME, emails, Role.VIEWER, NOW)
    assert [call.operation for call in calls] == ["BatchGetItem", "Query", "TransactWriteItems"]
    assert [row.outcome for row in sent.invited] == [Outcome.INVITED] * 20
    assert len({row.secret for row in sent.invited}) == 20
    assert (sent.letter.org_name, sent.letter.inviter, sent.letter.role) == ("Acme", "Dana", Role.VIEWER)
    for number in (0, 21):
        with pytest.raises(Refused, match="at most 20"):
            invite(cast.dana, ACME, ["x@example.org"] * number, Role.VIEWER, NOW)


def test_one_transaction_takes_twenty_that_had_all_expired(cast: Cast) -> None:
    orgs.set_plan(ACME, Plan.PRO)
    emails = [f"guest{number}@example.org" for number in range(20)]
    invite(cast.dana, ACME, emails, Role.VIEWER, NOW)
    again = invite(cast.dana, ACME, emails, Role.VIEWER, NOW + LIFE)
    assert [row.outcome for row in again.invited] == [Outcome.INVITED] * 20
    assert promised(ACME, cast.dana.user, NOW + LIFE) == 20


def test_an_address_is_invited_once_however_it_is_spelt(cast: Cast) -> None:
    sent = invite(cast.alice, ACME, ["Ana@X.org", " ana@x.org", "\uff21na@x.org"], Role.MEMBER, NOW)
    assert [(row.email, row.outcome) for row in sent.invited] == [("Ana@X.org", Outcome.INVITED)]
    again = invite(cast.dana, ACME, ["ANA@x.ORG"], Role.ADMIN, NOW).invited
    assert [(row.outcome, row.secret) for row in again] == [(Outcome.INVITED_BEFORE, "")]
    assert of_org(ACME, cast.alice.user, NOW).pending[0].role is Role.MEMBER


def test_an_international_domain_is_one_in_both_spellings(cast: Cast) -> None:
    by_mail(cast.alice, "ana@b\u00fccher.example")
    again = invite(cast.alice, ACME, ["ana@xn--bcher-kva.example"], Role.MEMBER, NOW).invited
    assert again[0].outcome is Outcome.INVITED_BEFORE


def test_members_are_passed_over_and_the_inviter_too(cast: Cast) -> None:
    sent = invite(cast.alice, ACME, [address("Bob"), address("Alice").upper()], Role.MEMBER, NOW)
    assert [row.outcome for row in sent.invited] == [Outcome.MEMBER, Outcome.MEMBER]
    assert promised(ACME, cast.alice.user) == 0


def test_an_address_with_an_account_and_one_without_are_told_apart_by_nothing(cast: Cast) -> None:
    seen = []
    for email in (address("Charlie"), "nobody@example.org"):
        with meter.record() as calls:
            (row,) = invite(cast.alice, ACME, [email], Role.MEMBER, NOW).invited
        seen.append((row.outcome, len(row.secret), [(call.operation, call.pattern) for call in calls]))
        invitation_life.revoke(cast.alice, ACME, ids.derived_invitation_id(ACME, email), NOW)
    assert seen[0] == seen[1]


def test_seats_are_promised_in_order_and_those_left_over_are_told(cast: Cast) -> None:
    sent = invite(cast.alice, ACME, [f"{n}@example.org" for n in range(3)], Role.MEMBER, NOW)
    assert [row.outcome for row in sent.invited] == [Outcome.INVITED, Outcome.NO_SEAT, Outcome.NO_SEAT]
    assert [row.secret != "" for row in sent.invited] == [True, False, False]


def test_an_invitation_that_expires_frees_its_place_at_that_instant(cast: Cast) -> None:
    first = by_mail(cast.alice, EVE)
    for now, outcome in ((NOW + LIFE - TICK, Outcome.NO_SEAT), (NOW + LIFE, Outcome.INVITED)):
        (row,) = invite(cast.alice, ACME, ["other@example.org"], Role.MEMBER, now).invited
        assert row.outcome is outcome
    # The TTL has swept nothing up yet.
    assert f"INVITE#{first.id}" in raw(ACME)
    assert promised(ACME, cast.alice.user, NOW + LIFE) == 1


def test_a_withdrawn_invitation_and_a_void_one_free_their_place(cast: Cast) -> None:
    out = by_mail(cast.dana, EVE)
    assert promised(ACME, cast.alice.user) == 1
    demote(cast.dana.user, Role.MEMBER)
    assert promised(ACME, cast.alice.user) == 0
    demote(cast.dana.user, Role.ADMIN)
    assert promised(ACME, cast.alice.user) == 1
    invitation_life.revoke(cast.alice, ACME, out.id, NOW)
    assert promised(ACME, cast.alice.user) == 0


def test_a_smaller_plan_leaves_invitations_standing_and_no_seat(cast: Cast) -> None:
    orgs.set_plan(ACME, Plan.PRO)
    outs = [by_mail(cast.alice, f"{n}@example.org") for n in range(3)]
    orgs.set_plan(ACME, Plan.FREE)
    accept(an_actor("0@example.org"), outs[0].secret, NOW)
    with pytest.raises(LimitReached):
        accept(an_actor("1@example.org"), outs[1].secret, NOW)
    assert len(members()) == 5


@pytest.mark.parametrize("given", Role)
@pytest.mark.parametrize("giver", Role)
def test_nobody_invites_above_themselves_and_nobody_an_owner(cast: Cast, giver: Role, given: Role) -> None:
    actor = cast.playing(giver)
    acts: list[Callable[[], object]] = [lambda: by_mail(actor, EVE, role=given), lambda: by_link(actor, role=given)]
    for act in acts:
        if not allows(giver, Permission.MEMBER_INVITE):
            with pytest.raises(NotAllowed):
                act()
        elif given is Role.OWNER:
            with pytest.raises(Refused) as refused:
                act()
            assert refused.value.field == "role"
        else:
            act()
    assert bool(of_org(ACME, cast.alice.user, NOW).pending) == (
        giver in {Role.OWNER, Role.ADMIN} and given in INVITED_ROLES
    )


# --- by link ------------------------------------------------------------------------------------


def test_a_form_that_is_sent_again_renews_its_one_link(cast: Cast) -> None:
    made = ids.new_invitation_id()
    first, second = (open_link(cast.alice, ACME, made, Role.MEMBER, (), 3, NOW) for _ in range(2))
    assert len(of_org(ACME, cast.alice.user, NOW).pending) == 1
    assert standing(first) is Standing.GONE
    assert standing(second) is Standing.SIGN_IN
    assert everything_stored().count("TOKEN#") == 1


@pytest.mark.parametrize("cap", [0, -1, 251, 10**9])
def test_a_link_is_for_1_to_250_people(cast: Cast, cap: int) -> None:
    with pytest.raises(Refused) as refused:
        by_link(cast.alice, cap=cap)
    assert refused.value.field == "cap"


def test_ten_links_may_be_open_and_one_that_is_used_up_or_expired_makes_room(cast: Cast) -> None:
    last = [by_link(cast.alice, cap=1) for _ in range(10)][-1]
    with pytest.raises(LimitReached, match="10 links"):
        by_link(cast.dana)
    accept(an_actor(), last.secret, NOW)
    by_link(cast.dana)
    with pytest.raises(LimitReached):
        by_link(cast.dana)
    by_link(cast.dana, now=NOW + LIFE)


def test_a_link_promises_no_seat(cast: Cast) -> None:
    by_link(cast.alice)
    assert promised(ACME, cast.alice.user) == 0
    by_mail(cast.alice, EVE)


@pytest.mark.parametrize(
    ("domain", "email", "is_in"),
    [
        ("example.org", "eve@example.org", True),
        ("@Example.ORG.", "Eve@EXAMPLE.org", True),
        ("example.org", "eve@sub.example.org", False),
        ("example.org", "eve@badexample.org", False),
        ("example.org", "eve@example.org.evil.example", False),
        ("b\u00fccher.example", "eve@xn--bcher-kva.example", True),
        ("xn--bcher-kva.example", "eve@B\u00dcCHER.example", True),
        ("\uff45xample.org", "eve@example.org", True),
        ("ex\u0430mple.org", "eve@example.org", False),
        ("example.org", '"x@example.org"@evil.example', False),
    ],
)
def test_a_domain_is_the_whole_domain_in_whatever_spelling(cast: Cast, domain: str, email: str, is_in: bool) -> None:  # noqa: FBT001 - a column of the table
    out = by_link(cast.alice, domain, "other.example")
    actor = an_actor(email)
    assert standing(out.secret, actor) is (Standing.OPEN if is_in else Standing.WRONG_DOMAIN)
    if is_in:
        accept(actor, out.secret, NOW)
    else:
        with pytest.raises(Refused):
            accept(actor, out.secret, NOW)


# --- what becomes of it -------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 16, 20])
def test_who_did_not_come_in_time_and_is_invited_anew_leaves_no_old_token_behind(cast: Cast, count: int) -> None:
    emails = [f"guest{number}@example.org" for number in range(count)]
    org = an_org(cast.charlie, plan=Plan.PRO)
    old = [each.secret for each in invite(cast.charlie, org, emails, Role.MEMBER, NOW).invited]
    new = [each.secret for each in invite(cast.charlie, org, emails, Role.VIEWER, NOW + LIFE).invited]
    assert {standing(secret, now=NOW + LIFE) for secret in old} == {Standing.GONE}
    assert {standing(secret, now=NOW + LIFE) for secret in new} == {Standing.SIGN_IN}
    assert everything_stored().count("TOKEN#") == count
    org_deletion.delete(cast.charlie, org, NOW + LIFE)
    assert "TOKEN#" not in everything_stored()


def test_sending_again_rotates_the_token_and_begins_the_seven_days_anew(cast: Cast) -> None:
    out = by_mail(cast.alice, EVE)
    renewed = invitation_life.renew(cast.dana, ACME, out.id, LATER)
    assert (renewed.email, renewed.letter.inviter) == (EVE, "Dana")
    assert standing(out.secret) is Standing.GONE
    assert standing(renewed.secret, now=LATER + LIFE - TICK) is Standing.SIGN_IN
    assert standing(renewed.secret, now=LATER + LIFE) is Standing.EXPIRED
    with pytest.raises(LinkEnded):
        accept(an_actor(), out.secret, LATER)


def test_who_sends_it_again_answers_for_it(cast: Cast) -> None:
    out = by_mail(cast.dana, EVE)
    demote(cast.dana.user, Role.VIEWER)
    assert of_org(ACME, cast.alice.user, NOW).pending[0].is_void
    assert standing(out.secret) is Standing.GONE
    renewed = invitation_life.renew(cast.alice, ACME, out.id, NOW)
    assert standing(renewed.secret) is Standing.SIGN_IN
    demote(cast.dana.user, None)
    assert standing(renewed.secret) is Standing.SIGN_IN


def test_an_expired_one_is_sent_again_only_while_there_is_a_seat(cast: Cast) -> None:
    old = by_mail(cast.alice, EVE)
    now = NOW + LIFE
    new = by_mail(cast.alice, "other@example.org", now=now)
    with pytest.raises(LimitReached, match="taken or promised"):
        invitation_life.renew(cast.alice, ACME, old.id, now)
    invitation_life.renew(cast.alice, ACME, new.id, now)
    invitation_life.revoke(cast.alice, ACME, new.id, now)
    assert standing(invitation_life.renew(cast.alice, ACME, old.id, now).secret, now=now) is Standing.SIGN_IN


def test_a_member_is_not_sent_it_again(cast: Cast) -> None:
    out = by_mail(cast.alice, EVE)
    orgs.join(cast.alice, ACME, an_actor().user, Role.VIEWER, NOW)
    with pytest.raises(Refused, match="member already"):
        invitation_life.renew(cast.alice, ACME, out.id, NOW)


def test_a_new_link_may_be_used_as_often_again(cast: Cast) -> None:
    out = by_link(cast.alice, cap=1)
    accept(an_actor(), out.secret, NOW)
    assert standing(out.secret) is Standing.USED_UP
    orgs.set_plan(ACME, Plan.PRO)
    renewed = invitation_life.renew(cast.alice, ACME, out.id, NOW)
    assert (renewed.email, standing(out.secret), standing(renewed.secret)) == ("", Standing.GONE, Standing.SIGN_IN)


def test_a_role_that_is_changed_before_is_what_they_become(cast: Cast) -> None:
    out = by_mail(cast.alice, EVE, role=Role.ADMIN)
    invitation_life.change_role(cast.dana, ACME, out.id, Role.VIEWER, NOW)
    assert door(out.secret, None, NOW).role is Role.VIEWER
    eve = an_actor()
    accept(eve, out.secret, NOW)
    assert members()[eve.user] is Role.VIEWER


def test_a_role_is_not_changed_above_what_the_inviter_may_give(cast: Cast) -> None:
    out = by_mail(cast.dana, EVE)
    with pytest.raises(Refused) as refused:
        invitation_life.change_role(cast.alice, ACME, out.id, Role.OWNER, NOW)
    assert refused.value.field == "role"
    demote(cast.dana.user, Role.MEMBER)
    with pytest.raises(Refused, match="who invited them"):
        invitation_life.change_role(cast.alice, ACME, out.id, Role.ADMIN, NOW)


def test_what_is_withdrawn_is_gone_with_its_token(cast: Cast) -> None:
    before = everything_stored().count("INVITE#"), everything_stored().count("TOKEN#")
    for out in (by_mail(cast.alice, EVE), by_link(cast.alice)):
        invitation_life.revoke(cast.dana, ACME, out.id, NOW)
        assert standing(out.secret) is Standing.GONE
        with pytest.raises(NotFound):
            invitation_life.revoke(cast.dana, ACME, out.id, NOW)
    assert (everything_stored().count("INVITE#"), everything_stored().count("TOKEN#")) == before


Act = Callable[[Actor, str, str], object]
ACTS: dict[str, Act] = {
    "renew": lambda actor, org, of: invitation_life.renew(actor, org, of, LATER),
    "change": lambda actor, org, of: invitation_life.change_role(actor, org, of, Role.VIEWER, LATER),
    "revoke": lambda actor, org, of: invitation_life.revoke(actor, org, of, LATER),
    "invite": lambda actor, org, _: by_mail(actor, "new@example.org", org=org, now=LATER),
    "open-link": lambda actor, org, _: by_link(actor, org=org, now=LATER),
}


@pytest.mark.parametrize("act", ACTS)
def test_only_those_who_may_invite_touch_an_invitation(cast: Cast, act: str) -> None:
    orgs.set_plan(ACME, Plan.PRO)
    out = by_mail(cast.alice, EVE)
    before = raw(ACME)
    for actor, refusal in ((cast.bob, NotAllowed), (cast.vic, NotAllowed), (cast.charlie, NotFound)):
        with pytest.raises(refusal):
            ACTS[act](actor, ACME, out.id)
    with pytest.raises(SessionEnded):
        ACTS[act](Actor(cast.alice.user, "0" * 64), ACME, out.id)
    assert raw(ACME) == before
    ACTS[act](cast.dana, ACME, out.id)
    assert raw(ACME) != before


@pytest.mark.parametrize("act", ["renew", "change", "revoke"])
def test_an_invitation_of_another_organisation_is_not_reached_through_ones_own(cast: Cast, act: str) -> None:
    out = by_mail(cast.alice, EVE)
    before = raw(ACME), raw(OTHER)
    with pytest.raises(NotFound):
        ACTS[act](cast.charlie, OTHER, out.id)
    assert (raw(ACME), raw(OTHER)) == before


@pytest.mark.parametrize("act", ACTS)
def test_a_right_that_is_taken_between_reading_and_writing_is_gone(cast: Cast, act: str) -> None:
    orgs.set_plan(ACME, Plan.PRO)
    out = by_mail(cast.alice, EVE)
    with transactions_meet([lambda: _demote_raw(cast.dana.user)]), pytest.raises(NotAllowed):
        ACTS[act](cast.dana, ACME, out.id)
    assert standing(out.secret) is Standing.SIGN_IN


@pytest.mark.parametrize("act", ACTS)
def test_nothing_is_written_behind_the_back_of_a_deletion(cast: Cast, act: str) -> None:
    orgs.set_plan(ACME, Plan.PRO)
    out = by_mail(cast.alice, EVE)
    stored = len(everything_stored())
    with transactions_meet([_delete_acme]), pytest.raises(NotFound):
        ACTS[act](cast.dana, ACME, out.id)
    assert len(everything_stored()) <= stored + len("deleting")


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("act", ACTS)
def test_each_survives_conflicts_and_lost_answers_and_is_recorded_once(cast: Cast, act: str, fault: Fault) -> None:
    orgs.set_plan(ACME, Plan.PRO)
    out = by_mail(cast.alice, EVE)
    before = len(told(AuditEntry))
    with transactions_meet([fault]):
        ACTS[act](cast.dana, ACME, out.id)
    assert len(told(AuditEntry)) == before + 1
    pending = {row.id: row for row in of_org(ACME, cast.alice.user, LATER).pending}
    assert len(pending) == {"revoke": 0, "renew": 1, "change": 1}.get(act, 2)
    if act == "renew":
        assert standing(out.secret) is Standing.GONE


def _demote_raw(user: str) -> None:
    set_raw(keys.membership(ACME, user), "role", {"S": "viewer"})
    table.client().update_item(
        TableName="app-main",
        Key={"PK": {"S": f"ORG#{ACME}"}, "SK": {"S": "METADATA"}},
        UpdateExpression="SET people.#u = :p",
        ExpressionAttributeNames={"#u": user},
        ExpressionAttributeValues={":p": {"S": "viewer||Dana"}},
    )


def _delete_acme() -> None:
    set_raw(keys.metadata(ACME), "state", {"S": "deleting"})


# --- accepting ----------------------------------------------------------------------------------


@pytest.mark.parametrize("role", INVITED_ROLES)
def test_whoever_accepts_is_a_member_as_invited_and_the_invitation_is_used_up(cast: Cast, role: Role) -> None:
    out, eve = by_mail(cast.dana, EVE, role=role), an_actor("EVE@example.org ".strip())
    with meter.record() as calls:
        assert accept(eve, out.secret, LATER) == ACME
    assert [call.operation for call in calls] == ["BatchGetItem", "BatchGetItem", "TransactWriteItems"]
    assert members()[eve.user] is role
    assert [(org.id, org.role) for org in home.home(eve.user).orgs] == [(ACME, role)]
    assert of_org(ACME, cast.alice.user, NOW).pending == ()
    assert store.get("test", Token, keys.token(ids.digest(out.secret))) is None
    assert told(Event) == [("member-joined", "Eve", None, role)]
    assert told(AuditEntry)[-1] == ("invitation-accepted", "Eve", None, role)
    assert_exact(ACME)


def test_no_token_is_in_the_activity_or_the_audit(cast: Cast) -> None:
    orgs.set_plan(ACME, Plan.PRO)
    secrets = [by_mail(cast.dana, EVE).secret, by_link(cast.dana).secret]
    secrets.append(invitation_life.renew(cast.dana, ACME, ids.derived_invitation_id(ACME, EVE), NOW).secret)
    accept(an_actor(), secrets[-1], NOW)
    texts = str([item for sk, item in raw(ACME).items() if sk.startswith(("EVENT#", "AUDIT#"))])
    assert "invitation-accepted" in texts
    for secret in secrets:
        assert secret not in texts
        assert ids.digest(secret) not in texts


def test_a_token_opens_once(cast: Cast) -> None:
    out, eve = by_mail(cast.alice, EVE), an_actor()
    accept(eve, out.secret, NOW)
    for actor in (eve, an_actor("other@example.org")):
        with pytest.raises(LinkEnded):
            accept(actor, out.secret, LATER)
    demote(eve.user, None)
    with pytest.raises(LinkEnded):
        accept(eve, out.secret, LATER)
    assert eve.user not in members()


@pytest.mark.parametrize("secret", ["", "x", "x" * 42, "x" * 44, "x" * 10_000, "\ud800" * 43, "#" * 43, "\u00e9" * 43])
def test_what_is_no_token_is_not_even_looked_up(cast: Cast, secret: str) -> None:
    with meter.record() as calls:
        assert standing(secret) is Standing.GONE
        with pytest.raises(LinkEnded):
            accept(cast.charlie, secret, NOW)
    assert calls == []


def test_a_token_of_another_kind_opens_no_organisation(cast: Cast) -> None:
    from tenants.writes import tokens  # noqa: PLC0415 - for this test alone

    secret = tokens.issue("reset", ACME, NOW, LIFE, {"invitation": by_mail(cast.alice, EVE).id})
    assert standing(secret) is Standing.GONE
    with pytest.raises(LinkEnded):
        accept(an_actor(), secret, NOW)


def full(cast: Cast) -> None:
    orgs.join(cast.alice, ACME, an_account(), Role.VIEWER, NOW)


def used_up(out: Out) -> None:
    orgs.set_plan(ACME, Plan.PRO)
    accept(an_actor("first@example.org"), out.secret, NOW)


def inside(cast: Cast, user: str) -> None:
    orgs.join(cast.alice, ACME, user, Role.VIEWER, NOW - timedelta(days=1))


def closed(cast: Cast, how: str) -> tuple[Out, Actor, datetime]:
    """An invitation that its bearer cannot accept, for this reason."""
    eve = cast.charlie if how == "wrong-account" else an_actor()
    out = by_mail(cast.dana, EVE)
    if how in {"wrong-domain", "used-up"}:
        out = by_link(cast.dana, "other.example") if how == "wrong-domain" else by_link(cast.dana, cap=1)
    happens: dict[str, Callable[[], object]] = {
        "inside": lambda: inside(cast, eve.user),
        "full": lambda: full(cast),
        "used-up": lambda: used_up(out),
        "revoked": lambda: invitation_life.revoke(cast.alice, ACME, out.id, NOW),
        "replaced": lambda: invitation_life.renew(cast.alice, ACME, out.id, NOW),
        "inviter demoted": lambda: demote(cast.dana.user, Role.MEMBER),
        "inviter gone": lambda: demote(cast.dana.user, None),
        "organisation gone": _delete_acme,
    }
    happens.get(how, lambda: None)()
    return out, eve, NOW + LIFE if how == "expired" else NOW


CLOSED = {
    "wrong-account": (Standing.WRONG_ACCOUNT, Refused),
    "expired": (Standing.EXPIRED, Refused),
    "inside": (Standing.MEMBER, Refused),
    "full": (Standing.FULL, LimitReached),
    "wrong-domain": (Standing.WRONG_DOMAIN, Refused),
    "used-up": (Standing.USED_UP, Refused),
    "revoked": (Standing.GONE, LinkEnded),
    "replaced": (Standing.GONE, LinkEnded),
    "inviter demoted": (Standing.GONE, LinkEnded),
    "inviter gone": (Standing.GONE, LinkEnded),
    "organisation gone": (Standing.GONE, LinkEnded),
}


@pytest.mark.parametrize("how", CLOSED)
def test_what_is_closed_says_why_and_lets_nobody_in(cast: Cast, how: str) -> None:
    out, eve, now = closed(cast, how)
    expected, refusal = CLOSED[how]
    shown = door(out.secret, eve.user, now)
    assert shown.standing is expected
    if expected is Standing.GONE:
        assert (shown.org, shown.org_name, shown.inviter, shown.email) == ("", "", "", "")
    before = raw(ACME)
    with pytest.raises(refusal):
        accept(eve, out.secret, now)
    assert raw(ACME) == before


def test_a_door_costs_two_requests_at_most(cast: Cast) -> None:
    out, eve = by_mail(cast.alice, EVE), an_actor()
    for user in (None, eve.user):
        with meter.record() as calls:
            door(out.secret, user, NOW)
        assert [(call.operation, call.pattern) for call in calls] == [
            ("GetItem", "link"),
            ("BatchGetItem", "invitation"),
        ]


def test_nobody_accepts_as_more_than_the_inviter_is_by_then(cast: Cast) -> None:
    """An owner's invitation as an admin stands while they are an admin, and not below."""
    second = Actor(an_account("Second"))
    orgs.set_plan(ACME, Plan.PRO)
    orgs.join(cast.alice, ACME, second.user, Role.OWNER, NOW)
    out = by_mail(second, EVE, role=Role.ADMIN)
    demote(second.user, Role.ADMIN)
    assert standing(out.secret) is Standing.SIGN_IN
    demote(second.user, Role.MEMBER)
    assert standing(out.secret) is Standing.GONE


MEANWHILE: dict[str, tuple[Callable[[Cast, Out, Actor], object], type[TableroError]]] = {
    "revoked": (lambda cast, out, _: invitation_life.revoke(cast.alice, ACME, out.id, NOW), LinkEnded),
    "sent again": (lambda cast, out, _: invitation_life.renew(cast.alice, ACME, out.id, NOW), LinkEnded),
    "inviter demoted": (lambda cast, *_: _demote_raw(cast.dana.user), LinkEnded),
    "inviter's membership gone": (lambda cast, *_: demote(cast.dana.user, None), LinkEnded),
    "seat taken": (lambda cast, *_: orgs.join(cast.alice, ACME, an_account(), Role.VIEWER, NOW), LimitReached),
    "plan lowered": (lambda *_: set_raw(keys.metadata(ACME), "maxUsers", {"N": "4"}), LimitReached),
    "organisation deleted": (lambda *_: _delete_acme(), LinkEnded),
    "address changed": (
        lambda _cast, _out, eve: set_raw(keys.profile(eve.user), "email", {"S": "new@example.org"}),
        Refused,
    ),
    "account is being deleted": (
        lambda _cast, _out, eve: set_raw(keys.profile(eve.user), "state", {"S": "deleting"}),
        LinkEnded,
    ),
    "joined otherwise": (
        lambda cast, _, eve: orgs.join(cast.alice, ACME, eve.user, Role.VIEWER, NOW - timedelta(days=1)),
        Refused,
    ),
}


@pytest.mark.parametrize("what", MEANWHILE)
def test_what_happens_between_reading_and_writing_decides(cast: Cast, what: str) -> None:
    meanwhile, refusal = MEANWHILE[what]
    out, eve = by_mail(cast.dana, EVE), an_actor()
    done: list[int] = []

    def once() -> None:
        # What happens is a transaction itself, and meets this very step again.
        if not done:
            done.append(1)
            meanwhile(cast, out, eve)

    with transactions_meet([once, once]), pytest.raises(refusal):
        accept(eve, out.secret, NOW)
    assert members().get(eve.user, Role.VIEWER) is Role.VIEWER
    assert (eve.user in members()) == (what == "joined otherwise")


def test_a_role_changed_between_reading_and_writing_is_the_one_they_get(cast: Cast) -> None:
    out, eve = by_mail(cast.dana, EVE, role=Role.ADMIN), an_actor()
    key = keys.invitation(ACME, out.id)
    with transactions_meet([lambda: set_raw(key, "role", {"S": "viewer"})]):
        accept(eve, out.secret, NOW)
    assert members()[eve.user] is Role.VIEWER


def test_the_last_use_of_a_link_taken_meanwhile_is_not_given_out_again(cast: Cast) -> None:
    orgs.set_plan(ACME, Plan.PRO)
    out, eve = by_link(cast.dana, cap=2), an_actor()
    accept(an_actor("first@example.org"), out.secret, NOW)
    key = keys.invitation(ACME, out.id)
    with transactions_meet([lambda: set_raw(key, "uses", {"N": "2"})]), pytest.raises(Refused, match="as often"):
        accept(eve, out.secret, NOW)
    assert eve.user not in members()


def test_a_link_that_is_renewed_between_reading_and_writing_lets_nobody_in(cast: Cast) -> None:
    out, eve = by_link(cast.dana), an_actor()
    key = keys.invitation(ACME, out.id)
    with transactions_meet([lambda: set_raw(key, "digest", {"S": "another"})]), pytest.raises(LinkEnded):
        accept(eve, out.secret, NOW)
    assert eve.user not in members()


def test_who_answers_for_an_invitation_may_invite_and_is_not_below_it() -> None:
    assert {role: set(sponsors(role)) for role in Role} == {
        Role.OWNER: {Role.OWNER},
        Role.ADMIN: {Role.OWNER, Role.ADMIN},
        Role.MEMBER: {Role.OWNER, Role.ADMIN},
        Role.VIEWER: {Role.OWNER, Role.ADMIN},
    }


@pytest.mark.parametrize("by", [by_mail, by_link])
@pytest.mark.parametrize("fault", FAULTS)
def test_accepting_survives_conflicts_and_lost_answers(cast: Cast, fault: Fault, by: Callable[..., Out]) -> None:
    out, eve = (by_mail(cast.dana, EVE) if by is by_mail else by_link(cast.dana)), an_actor()
    with transactions_meet([fault]):
        assert accept(eve, out.secret, NOW) == ACME
    assert len(told(Event)) == 1
    assert [row.uses for row in of_org(ACME, cast.alice.user, NOW).pending] == ([] if by is by_mail else [1])
    assert_exact(ACME)


def test_who_comes_by_link_needs_their_mail_no_more(cast: Cast) -> None:
    mailed, link, eve = by_mail(cast.dana, EVE), by_link(cast.alice), an_actor()
    accept(eve, link.secret, NOW)
    assert [row.id for row in of_org(ACME, cast.alice.user, NOW).pending] == [link.id]
    assert standing(mailed.secret) is Standing.GONE
    assert store.get("test", Token, keys.token(ids.digest(mailed.secret))) is None


def test_an_ended_session_accepts_nothing(cast: Cast) -> None:
    out = by_mail(cast.alice, address("Charlie"))
    with pytest.raises(SessionEnded):
        accept(Actor(cast.charlie.user, "0" * 64), out.secret, NOW)
    accept(cast.charlie, out.secret, NOW)


# --- how many -----------------------------------------------------------------------------------


def a_large_org(owner: Actor) -> str:
    return an_org(owner, plan=Plan.ENTERPRISE)


def some(numbers: count[int], many: int) -> list[str]:
    return [f"guest{next(numbers)}@example.org" for _ in range(many)]


def test_a_sender_invites_60_a_day_over_all_organisations_and_then_waits(cast: Cast) -> None:
    first, second, numbers = a_large_org(cast.bob), a_large_org(cast.bob), count()
    for org in (first, second, first):
        invite(cast.bob, org, some(numbers, 20), Role.MEMBER, NOW)
    before = raw(second)
    for act in (
        lambda: invite(cast.bob, second, some(numbers, 1), Role.MEMBER, NOW),
        lambda: by_link(cast.bob, org=second),
        lambda: invitation_life.renew(cast.bob, first, ids.derived_invitation_id(first, "guest0@example.org"), NOW),
    ):
        with pytest.raises(TooMany) as refused:
            act()
        assert 0 < refused.value.wait_seconds <= 24 * 3600
    assert raw(second) == before
    invite(cast.bob, second, some(numbers, 20), Role.MEMBER, NOW + timedelta(days=1))


def test_an_organisation_invites_200_a_day_whoever_does(cast: Cast) -> None:
    org, numbers = a_large_org(cast.alice), count()
    admins = [cast.alice, cast.dana, cast.bob, cast.vic]
    for actor in admins[1:]:
        orgs.join(cast.alice, org, actor.user, Role.ADMIN, NOW)
    for number in range(10):
        invite(admins[number % 4], org, some(numbers, 20), Role.MEMBER, NOW)
    with pytest.raises(TooMany):
        invite(cast.vic, org, some(numbers, 1), Role.MEMBER, NOW)
    other = a_large_org(cast.vic)
    invite(cast.vic, other, some(numbers, 1), Role.MEMBER, NOW)


def test_an_address_gets_five_a_day_from_all_organisations_together(cast: Cast) -> None:
    owners = [cast.alice, cast.bob]
    for number in range(5):
        by_mail(owners[number % 2], EVE, org=an_org(owners[number % 2]))
    org = an_org(cast.vic)
    sent = invite(cast.vic, org, [EVE.upper(), "other@example.org"], Role.MEMBER, NOW)
    assert [row.outcome for row in sent.invited] == [Outcome.TOO_OFTEN, Outcome.INVITED]
    mine = by_mail(cast.vic, EVE, org=org, now=NOW + timedelta(days=1))
    for _ in range(4):
        invitation_life.renew(cast.vic, org, mine.id, NOW + timedelta(days=1))
    with pytest.raises(TooMany):
        invitation_life.renew(cast.vic, org, mine.id, NOW + timedelta(days=1))


def test_somebody_without_the_right_uses_up_nobodys_allowance(cast: Cast) -> None:
    for actor in (cast.charlie, cast.bob):
        for _ in range(4):
            with pytest.raises((NotFound, NotAllowed)):
                invite(actor, ACME, [f"{n}@example.org" for n in range(20)], Role.MEMBER, NOW)
    assert "THROTTLE#" not in everything_stored()


def test_a_throttle_and_a_token_tell_no_address(cast: Cast) -> None:
    by_mail(cast.alice, EVE)
    partitions = table_of("app-main").items
    for pk, items in partitions.items():
        if str(pk.value).startswith(("TOKEN#", "THROTTLE#")):
            assert EVE not in str([item.to_json() for item in items.values()])
