"""Making the copy: who becomes who, and that it is whole wherever it was killed."""

from __future__ import annotations

import io
import json
from datetime import timedelta
from itertools import count
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tenants import keys, store
from tenants.errors import Busy, Conflict, NotFound, Refused
from tenants.exports import restoring
from tenants.exports.renaming import nobody
from tenants.exports.restoring import restore
from tenants.items import Stats, Task
from tenants.meter import record
from tenants.policy import Plan, Role
from tenants.reads import home, months, slices
from tenants.reads.dashboard import dashboard
from tenants.reconcile import reconcile
from tenants.writes import accounts, closing, details, orgs, tasks
from tests.cast import ACME, NOW, PASSWORD, Cast, a_project, a_task, address, an_account
from tests.faults import Fault, Step, now_and_then, transactions_meet
from tests.tenants.exporting import COPY, Record, exported, facts, of_kind, records, restored, signed
from tests.tenants.moving import ref_of, rewinder
from tests.tenants.partition import RawItem, delete_raw, put_raw, raw, set_raw, survives
from tests.truth import assert_exact


def work(cast: Cast) -> None:
    """Some work of everybody, done and not."""
    project = a_project(cast.alice)
    for number, actor in enumerate((cast.alice, cast.dana, cast.bob)):
        a_task(cast.alice, project, title=f"For {number}", assignee=actor.user)
        done = a_task(cast.alice, project, title=f"By {number}", assignee=actor.user)
        tasks.complete(actor, done, NOW)
        details.comment(actor, done, "Well done.", "0" * 10, NOW)


def without_account(told: list[Record], name: str) -> list[Record]:
    """The file of an installation where this person has another address."""
    for each in told:
        if each["kind"] == "person" and each["name"] == name:
            each["email"] = "somebody@elsewhere.example"
    return told


def rows(org: str) -> dict[str, Task]:
    found = store.walk("partition", keys.org_pk(org), prefix="BOARD#")
    return {item.title: item for item in found if isinstance(item, Task)}


def test_who_deletes_their_account_during_the_import_is_no_member_of_the_copy(cast: Cast) -> None:
    """They cannot leave it while nobody is let in, so the import sees to it at its end, also when it is killed there."""
    work(cast)
    file = exported(cast)
    steps: list[Step] = [Fault.NONE, lambda: closing.close(cast.bob, PASSWORD, address("Bob"), NOW)]
    with transactions_meet(steps):
        done = restored(cast, file)
    assert done.members == 4
    assert cast.bob.user not in raw(COPY)["METADATA"]["people"]["M"]
    assert f"USER#{cast.bob.user}" not in raw(COPY)
    assert not rows(COPY)["For 2"].assignee
    assert reconcile(COPY) == []


def test_somebody_without_an_account_stays_a_name_and_keeps_their_month(cast: Cast) -> None:
    work(cast)
    done = restored(cast, signed(without_account(records(exported(cast)), "Bob")))
    assert (done.members, done.names) == (3, ("Bob",))
    assert cast.bob.user not in raw(COPY)["METADATA"]["people"]["M"]
    assert COPY not in {org.id for org in home.home(cast.bob.user).orgs}
    copied = rows(COPY)
    assert not copied["For 2"].assignee
    assert copied["For 2"].person == "Bob"
    assert copied["For 1"].assignee == cast.dana.user
    fresh = nobody(COPY, cast.bob.user)
    assert copied["By 2"].completed_by == fresh != cast.bob.user
    board = months.trend(COPY, cast.alice.user, "2026-09", NOW).month
    assert dict(board.by_user) == {cast.alice.user: 1, cast.dana.user: 1, fresh: 1}
    stats = store.get("account", Stats, keys.stats(COPY, fresh, "2026-09"))
    assert stats is not None
    assert (stats.done, stats.name) == (1, "Bob")
    comments = {note["actor_name"]: note["actor"] for note in of_kind(exported(cast, COPY), "comment")}
    assert comments == {"Alice": cast.alice.user, "Dana": cast.dana.user, "Bob": fresh}
    assert_exact(COPY)


def test_somebody_who_left_the_original_keeps_their_month_and_their_tasks_their_name(cast: Cast) -> None:
    work(cast)
    delete_raw(keys.membership(ACME, cast.bob.user))
    people = {user: packed for user, packed in raw(ACME)["METADATA"]["people"]["M"].items() if user != cast.bob.user}
    set_raw(keys.metadata(ACME), "people", {"M": people})
    restored(cast, exported(cast))
    copied, fresh = rows(COPY), nobody(COPY, cast.bob.user)
    assert not copied["For 2"].assignee
    assert copied["For 2"].person == "Bob"
    assert copied["By 2"].completed_by == fresh
    assert_exact(COPY)


def test_an_id_in_a_file_gives_nobody_anything_but_by_their_address(cast: Cast) -> None:
    """A forged file names a stranger's id: nothing in the copy is theirs."""
    work(cast)
    told = [json.loads(json.dumps(each).replace(cast.bob.user, cast.charlie.user)) for each in records(exported(cast))]
    restored(cast, signed(without_account(told, "Bob")))
    assert cast.charlie.user not in json.dumps(raw(COPY), default=str)
    with pytest.raises(NotFound):
        dashboard(COPY, cast.charlie.user, NOW)


def test_seats_go_to_the_mightiest_and_the_others_stay_names(cast: Cast) -> None:
    orgs.set_plan(ACME, Plan.PRO)
    late = [an_account(f"Late {n}") for n in range(3)]
    for number, user in enumerate(late):
        orgs.join(cast.alice, ACME, user, Role.ADMIN if number == 1 else Role.VIEWER, NOW + timedelta(days=1 + number))
    done = restored(cast, exported(cast), plan=Plan.FREE)
    assert (done.members, done.names) == (5, ("Late 0", "Late 2"))
    assert late[1] in slices.frame(COPY, cast.alice.user).people
    assert reconcile(COPY) == []


def test_the_owner_is_the_one_that_was_named_whoever_owns_the_original(cast: Cast) -> None:
    data = exported(cast)
    restore(io.BytesIO(data), COPY, cast.charlie.user, NOW)
    roles = {person.name: person.role for person in slices.frame(COPY, cast.charlie.user).people.values()}
    assert roles == {"Charlie": "owner", "Alice": "owner", "Dana": "admin", "Bob": "member", "Vic": "viewer"}
    restore(io.BytesIO(data), "acme-bob", cast.bob.user, NOW)
    assert slices.frame("acme-bob", cast.bob.user).viewer.role is Role.OWNER
    for org in (COPY, "acme-bob"):
        assert reconcile(org) == []


def test_a_member_is_called_what_their_account_is_called(cast: Cast) -> None:
    told = records(exported(cast))
    for each in told:
        if each["kind"] == "person" and each["name"] == "Bob":
            each.update(name="Impostor", flags="r")
    restored(cast, signed(told))
    bob = slices.frame(COPY, cast.alice.user).people[cast.bob.user]
    assert (bob.name, bob.flags) == ("Bob", "r")


def test_comments_of_deleted_tasks_are_left_out_and_counted(cast: Cast) -> None:
    work(cast)
    note = {"text": {"S": "Left behind"}, "actor": {"S": cast.bob.user}, "actorName": {"S": "Bob"}}
    put_raw(keys.note(ACME, "0" * 16, "2026-09-15T10:00:00.000000Z", "0" * 10), **note)
    assert restored(cast, exported(cast)).orphans == 1
    assert "Left behind" not in json.dumps(raw(COPY), default=str)


def test_figures_that_are_not_those_of_the_records_are_counted_anew_and_named(cast: Cast) -> None:
    work(cast)
    set_raw(keys.leaders_of(ACME, "2026-09", cast.bob.user), f"n_{cast.bob.user}", {"N": "7"})
    assert restored(cast, exported(cast)).differing == ("2026-09",)
    assert_exact(COPY)


@pytest.fixture
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restoring, "BATCH_ITEMS", 9)


def left(org: str = COPY) -> dict[str, RawItem]:
    """What an import leaves, without its job and what is drawn by chance: the last part of an audit entry's key."""
    kept = {sk: item for sk, item in raw(org).items() if not sk.startswith("JOB#")}
    return {
        sk.rpartition("#")[0] if sk.startswith("AUDIT#") else sk: item | {"SK": {"S": ""}} for sk, item in kept.items()
    }


@pytest.mark.usefixtures("small_steps")
@pytest.mark.parametrize("before", [False, True], ids=["once it was answered", "before it was sent"])
def test_killed_around_any_call_and_run_again_it_ends_as_if_nothing_had_happened(cast: Cast, *, before: bool) -> None:
    work(cast)
    data = exported(cast)
    put_back = rewinder()
    restored(cast, data)
    undisturbed = left()
    for call in count(1):
        put_back()
        ended = survives(lambda: restored(cast, data), call, before=before)
        if left().get("METADATA", {}).get("state") != {"S": "live"}:
            with pytest.raises(NotFound):  # nobody is let in half-way
                dashboard(COPY, cast.alice.user, NOW)
        restored(cast, data)
        assert left() == undisturbed, f"after a kill around call {call}"
        if ended:
            assert call > 10
            break


@pytest.mark.usefixtures("small_steps")
def test_it_is_whole_when_transactions_conflict_or_their_answers_are_lost(cast: Cast) -> None:
    work(cast)
    data = exported(cast)
    put_back = rewinder()
    restored(cast, data)
    undisturbed = left()
    for fault in (Fault.CONFLICT, Fault.THROTTLED, Fault.LOST_BEFORE, Fault.LOST_AFTER):
        for seed in range(3):
            put_back()
            with transactions_meet(now_and_then(fault, 0.3, seed)):
                restored(cast, data)
            assert left() == undisturbed, fault


@pytest.mark.usefixtures("small_steps")
def test_of_two_imports_the_later_goes_on_and_the_earlier_says_so(cast: Cast) -> None:
    work(cast)
    data = exported(cast)
    with transactions_meet([Fault.NONE, lambda: restored(cast, data)]), pytest.raises(Conflict, match="Another import"):
        restored(cast, data)
    assert facts(data, mapped=True) == facts(exported(cast, COPY))


@pytest.mark.usefixtures("small_steps")
def test_one_that_is_taken_over_just_when_another_try_ends_writes_nothing_more(cast: Cast) -> None:
    """Else it would put the copy back to what the file tells, under the hands of people who work in it already."""
    work(cast)
    data = exported(cast)
    assert not survives(lambda: restored(cast, data), 12)

    def ended_and_worked_in() -> None:
        restored(cast, data)
        tasks.delete(cast.alice, ref_of(rows(COPY)["For 1"].sk, COPY), NOW)

    with transactions_meet([ended_and_worked_in]):
        assert restored(cast, data).known
    assert "For 1" not in rows(COPY)
    assert_exact(COPY)


@pytest.mark.usefixtures("small_steps")
def test_a_plan_an_owner_and_members_are_decided_once(cast: Cast) -> None:
    """Whoever signs up while an import lies half done stays a name in it: their month is under that id already."""
    work(cast)
    data = signed(without_account(records(exported(cast)), "Bob"))
    assert not survives(lambda: restored(cast, data), 12)
    accounts.sign_up("Bob Elsewhere", "somebody@elsewhere.example", None, NOW)
    with pytest.raises(Refused, match="another owner"):
        restore(io.BytesIO(data), COPY, cast.charlie.user, NOW)
    done = restored(cast, data, plan=Plan.ENTERPRISE)
    assert (done.members, done.names) == (3, ("Bob",))
    assert slices.frame(COPY, cast.alice.user).plan is Plan.FREE
    assert_exact(COPY)


def test_the_same_file_again_changes_nothing_and_another_one_finds_the_id_taken(cast: Cast) -> None:
    data = exported(cast)
    restored(cast, data)
    before = raw(COPY)
    with record() as calls:
        assert restored(cast, data).known
    assert "TransactWriteItems" not in [call.operation for call in calls]
    assert raw(COPY) == before
    a_project(cast.alice)
    with pytest.raises(Refused, match="taken"):
        restored(cast, exported(cast))


def test_it_says_so_when_it_finds_no_gap(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenants.transaction.time.sleep", lambda _: None)
    data = exported(cast)
    with transactions_meet([Fault.NONE, *[Fault.CONFLICT] * 6]), pytest.raises(Busy, match="the same import again"):
        restored(cast, data)
    assert not restored(cast, data).known


# The commands
def test_the_commands_write_a_file_and_make_an_organisation_of_it(cast: Cast, tmp_path: Path) -> None:
    work(cast)
    file, out, said = tmp_path / "acme.jsonl", io.StringIO(), io.StringIO()
    call_command("export_org", org=ACME, output=file, stderr=said)
    assert f"{file.stat().st_size:,} bytes" in said.getvalue()
    assert file.stat().st_mode & 0o777 == 0o600
    call_command("import_org", str(file), org=COPY, owner=address("Alice"), stdout=out)
    assert out.getvalue() == "Made acme-copy: 4 members, 1 projects, 6 tasks.\n"
    assert facts(file.read_bytes(), mapped=True) == facts(exported(cast, COPY))
    call_command("import_org", str(file), org=COPY, owner=address("Alice"), stdout=out)
    assert "was made of this very file before" in out.getvalue()


def test_an_export_to_standard_output_ends_with_the_reason_when_it_breaks_off(cast: Cast) -> None:
    project = a_project(cast.alice, title="Harbour")
    out = io.TextIOWrapper(io.BytesIO())
    call_command("export_org", org=ACME, stdout=out)
    assert records(out.buffer.getvalue())[-1]["kind"] == "end"
    set_raw(keys.header(ACME, project), "state", {"S": "archiving"})
    out = io.TextIOWrapper(io.BytesIO())
    with pytest.raises(CommandError, match="Harbour"):
        call_command("export_org", org=ACME, stdout=out)
    assert records(out.buffer.getvalue())[-1]["kind"] == "incomplete"


def test_a_file_appears_only_when_it_is_whole(cast: Cast, tmp_path: Path) -> None:
    set_raw(keys.header(ACME, a_project(cast.alice)), "state", {"S": "archiving"})
    file = tmp_path / "acme.jsonl"
    file.write_text("yesterday's")
    with pytest.raises(CommandError):
        call_command("export_org", org=ACME, output=file)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("acme.jsonl", "yesterday's")]


@pytest.mark.usefixtures("cast")
def test_the_commands_say_what_is_wrong_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "letter.jsonl"
    file.write_text("Dear colleagues")
    for arguments, said in (
        ({"org": COPY, "owner": address("Alice")}, "This is no export of an organisation"),
        ({"org": COPY, "owner": "nobody@example.org"}, "There is no account"),
    ):
        with pytest.raises(CommandError, match=said):
            call_command("import_org", str(file), **arguments)
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        call_command("import_org", str(tmp_path / "none"), org=COPY, owner=address("Alice"))
    with pytest.raises(CommandError, match="no such organisation"):
        call_command("export_org", org="no-such-org")
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("export_org", org=ACME, output=tmp_path / "no" / "such" / "folder")
