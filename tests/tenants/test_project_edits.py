"""What people write about a project: each field, under the version that was seen, exactly once, and gone with it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from tenants import ids, keys, store
from tenants.errors import Conflict, Difference, NotAllowed, NotFound, Refused
from tenants.items import Base, Brief, Header
from tenants.policy import PROJECT_DESCRIPTION_LENGTH
from tenants.reads import history
from tenants.reads.archive import project_away
from tenants.reads.board import board
from tenants.reads.created import created
from tenants.reads.dashboard import dashboard
from tenants.reads.project import settings
from tenants.writes import project_life, projects
from tenants.writes.project_edits import edit
from tenants.writes.projects import ProjectFields
from tests.cast import ACME, NOW, OTHER, Cast, a_project, a_task, an_account, rename_project
from tests.faults import Fault, now_and_then, transactions_meet
from tests.tenants.partition import raw, set_raw, survives
from tests.truth import assert_exact

WHOLE = ProjectFields("Launch", "Why:\n\tbecause", None, date(2026, 9, 1), date(2026, 9, 30))


def of(cast: Cast, project: str) -> tuple[str, str, str | None, date | None, date | None, int]:
    stands = settings(ACME, cast.vic.user, project)
    written = stands.details
    return stands.title, written.description, written.lead, written.starts, written.due, written.version


def a_whole_project(cast: Cast) -> str:
    fields = replace(WHOLE, lead=cast.dana.user)
    return projects.create(cast.bob, ACME, fields, ids.new_project_id(NOW), NOW)


def test_a_project_is_made_with_all_of_it_or_with_its_title_alone(cast: Cast) -> None:
    whole, bare = a_whole_project(cast), a_project(cast.bob, title="Bare")
    assert of(cast, whole) == ("Launch", "Why:\n\tbecause", cast.dana.user, date(2026, 9, 1), date(2026, 9, 30), 1)
    assert of(cast, bare) == ("Bare", "", None, None, None, 1)
    assert keys.brief(ACME, bare).sk not in raw(ACME)
    assert board(ACME, cast.vic.user, whole, NOW).details == settings(ACME, cast.vic.user, whole).details
    assert_exact(ACME)


def test_each_field_is_changed_and_taken_away_again(cast: Cast) -> None:
    project = a_project(cast.alice)
    steps = [
        replace(WHOLE, lead=cast.dana.user),
        replace(WHOLE, lead=cast.bob.user, title="Relaunch"),
        replace(WHOLE, description="", due=None),
        replace(WHOLE, description="Again", starts=None),
        ProjectFields("Launch"),
    ]
    for version, fields in enumerate(steps, start=1):
        edit(cast.bob, ACME, project, fields, version, NOW + timedelta(seconds=version))
        assert of(cast, project) == (*_values(fields), version + 1)
    assert keys.brief(ACME, project).sk not in raw(ACME)
    assert_exact(ACME)


def _values(fields: ProjectFields) -> tuple[str, str, str | None, date | None, date | None]:
    return fields.title, fields.description, fields.lead, fields.starts, fields.due


def test_what_stands_there_already_is_not_written_again_whatever_version_was_seen(cast: Cast) -> None:
    project = a_whole_project(cast)
    before = raw(ACME)
    edit(cast.bob, ACME, project, replace(WHOLE, lead=cast.dana.user, title=" Launch "), 7, NOW)
    assert raw(ACME) == before


def test_who_saw_another_version_is_told_both_values_of_each_field(cast: Cast) -> None:
    project = a_project(cast.alice)
    edit(cast.alice, ACME, project, replace(WHOLE, lead=cast.dana.user), 1, NOW)
    before = raw(ACME)
    mine = ProjectFields("Mine", "", cast.bob.user, date(2026, 9, 1), None)
    with pytest.raises(Conflict) as refused:
        edit(cast.bob, ACME, project, mine, 1, NOW)
    assert refused.value.differences == (
        Difference("title", "Launch", "Mine"),
        Difference("description", "Why:\n\tbecause", ""),
        Difference("lead", "Dana", "Bob"),
        Difference("due", "2026-09-30", ""),
    )
    assert raw(ACME) == before


def test_a_change_of_the_description_alone_is_seen_by_the_next_who_saves(cast: Cast) -> None:
    project = a_project(cast.alice)
    edit(cast.alice, ACME, project, ProjectFields("Launch", "Theirs"), 1, NOW)
    with pytest.raises(Conflict):
        edit(cast.bob, ACME, project, ProjectFields("Mine"), 1, NOW)
    assert of(cast, project)[:2] == ("Launch", "Theirs")


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        (replace(WHOLE, title=" "), "title"),
        (replace(WHOLE, description="x" * (PROJECT_DESCRIPTION_LENGTH + 1)), "description"),
        (replace(WHOLE, lead="0000000000"), "lead"),
        (replace(WHOLE, due=date(2026, 8, 31)), "due"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field_and_changes_nothing(
    cast: Cast, fields: ProjectFields, field: str
) -> None:
    project = a_project(cast.alice)
    before = raw(ACME)
    for act in (
        lambda: edit(cast.bob, ACME, project, fields, 1, NOW),
        lambda: projects.create(cast.bob, ACME, fields, ids.new_project_id(NOW), NOW),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.field == field
    assert raw(ACME) == before


def test_a_longest_description_of_the_widest_letters_is_taken_and_read_with_the_board(cast: Cast) -> None:
    project = a_project(cast.alice)
    text = "🦀" * PROJECT_DESCRIPTION_LENGTH
    edit(cast.bob, ACME, project, ProjectFields("Launch", text), 1, NOW)
    assert board(ACME, cast.vic.user, project, NOW).details.description == text


def test_members_edit_and_viewers_and_strangers_do_not(cast: Cast) -> None:
    project = a_project(cast.alice)
    before = raw(ACME)
    for actor, refusal in ((cast.vic, NotAllowed), (cast.charlie, NotFound)):
        with pytest.raises(refusal):
            edit(actor, ACME, project, WHOLE, 1, NOW)
    with pytest.raises(NotFound):
        edit(cast.charlie, OTHER, project, WHOLE, 1, NOW)
    with pytest.raises(NotFound):
        settings(ACME, cast.charlie.user, project)
    assert raw(ACME) == before


@pytest.mark.parametrize("fault", [Fault.CONFLICT, Fault.THROTTLED, Fault.LOST_BEFORE, Fault.LOST_AFTER])
def test_it_is_written_and_told_once_whatever_the_network_does(cast: Cast, fault: Fault) -> None:
    project = a_project(cast.alice)
    a_task(cast.bob, project)
    with transactions_meet([fault]):
        edit(cast.bob, ACME, project, replace(WHOLE, title="Relaunch"), 1, NOW)
    assert of(cast, project) == ("Relaunch", "Why:\n\tbecause", None, date(2026, 9, 1), date(2026, 9, 30), 2)
    told = [event for event in history.activity(ACME, cast.vic.user, None, NOW).events if event.title == "Relaunch"]
    assert [(event.action, event.before, event.after) for event in told] == [
        (
            "project-edited",
            "title: Launch, description, starts, due",
            "title: Relaunch, description, starts: 2026-09-01, due: 2026-09-30",
        )
    ]
    assert_exact(ACME)


def test_a_third_of_the_transactions_in_conflict_lose_no_edit(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    project = a_project(cast.alice)
    with transactions_meet(now_and_then(Fault.CONFLICT, 0.3)):
        for version in range(1, 12):
            edit(cast.bob, ACME, project, ProjectFields(f"Title {version}", f"Text {version}"), version, NOW)
    assert of(cast, project)[:2] == ("Title 11", "Text 11")
    assert_exact(ACME)


def test_of_two_who_edit_at_once_the_later_is_told(cast: Cast) -> None:
    project = a_project(cast.alice)
    theirs = ProjectFields("Launch", "Theirs")
    with transactions_meet([lambda: edit(cast.alice, ACME, project, theirs, 1, NOW)]), pytest.raises(Conflict) as told:
        edit(cast.bob, ACME, project, ProjectFields("Launch", "Mine"), 1, NOW)
    assert told.value.differences == (Difference("description", "Theirs", "Mine"),)
    assert of(cast, project)[1] == "Theirs"


def test_a_project_that_goes_away_meanwhile_is_not_edited(cast: Cast) -> None:
    project = a_project(cast.alice)
    with (
        transactions_meet([lambda: project_life.archive(cast.alice, ACME, project, NOW)]),
        pytest.raises(NotFound),
    ):
        edit(cast.bob, ACME, project, WHOLE, 1, NOW)
    assert keys.brief(ACME, project).sk not in raw(ACME)
    assert_exact(ACME)


def test_it_goes_away_comes_back_and_is_deleted_with_its_project(cast: Cast) -> None:
    project, other = a_whole_project(cast), a_whole_project(cast)
    written = settings(ACME, cast.vic.user, project).details
    project_life.archive(cast.alice, ACME, project, NOW)
    away = project_away(ACME, cast.vic.user, project)
    assert (away.details, away.details.version) == (replace(written, version=3), 3)
    with pytest.raises(NotFound):
        settings(ACME, cast.vic.user, project)
    project_life.restore(cast.alice, ACME, project, NOW)
    assert settings(ACME, cast.vic.user, project).details == replace(written, version=5)
    project_life.delete(cast.alice, ACME, project, NOW)
    assert {item["SK"]["S"] for item in raw(ACME).values() if project in item["SK"]["S"]} == {f"JOB#PROJECT#{project}"}
    assert keys.brief(ACME, other).sk in raw(ACME)
    assert_exact(ACME)


def test_a_deletion_that_is_killed_around_any_call_leaves_no_description_without_a_project(cast: Cast) -> None:
    for call in range(1, 30):
        project = a_whole_project(cast)
        done = survives(lambda project=project: project_life.delete(cast.alice, ACME, project, NOW), call)  # type: ignore[misc]  # bound at once
        held = raw(ACME).keys()
        assert (keys.brief(ACME, project).sk in held) == (keys.header(ACME, project).sk in held)
        project_life.delete(cast.alice, ACME, project, NOW)
        assert_exact(ACME)
        if done:
            return
    pytest.fail("it never ends")


def test_nothing_of_it_is_on_the_dashboard_or_in_the_slice_of_its_board(cast: Cast) -> None:
    project = a_project(cast.alice)
    a_task(cast.bob, project)
    card, header = raw(ACME)[keys.card(ACME, project).sk], _header(project)
    shown = dashboard(ACME, cast.vic.user, NOW)
    text = "x" * PROJECT_DESCRIPTION_LENGTH
    fields = ProjectFields("Launch", text, cast.dana.user, date(2026, 9, 1), date(2026, 9, 30))
    edit(cast.bob, ACME, project, fields, 1, NOW)
    assert raw(ACME)[keys.card(ACME, project).sk] == card
    assert dashboard(ACME, cast.vic.user, NOW) == shown
    assert _size(_header(project)) - _size(header) < 60


def _header(project: str) -> Header:
    header = store.get("test", Header, keys.header(ACME, project))
    assert header is not None
    return header


def _size(item: Base) -> int:
    return sum(len(name) + len(str(next(iter(value.values())))) for name, value in item.to_dynamodb_dict().items())


# --- the list by creation -----------------------------------------------------------------------


def test_the_index_tells_title_lead_due_and_whether_it_is_live(cast: Cast) -> None:
    project = a_whole_project(cast)
    rename_project(cast.alice, ACME, project, "Relaunch")
    states = []
    for act in (None, project_life.archive, project_life.restore):
        if act:
            act(cast.alice, ACME, project, NOW)
        (row,) = created(ACME, cast.vic.user, date(2026, 9, 15), date(2026, 9, 15)).projects
        assert (row.id, row.title, row.created_at, row.lead, row.due) == (
            project,
            "Relaunch",
            NOW,
            cast.dana.user,
            date(2026, 9, 30),
        )
        states.append(row.away)
    assert states == ["", "archived", ""]
    project_life.delete(cast.alice, ACME, project, NOW)
    assert created(ACME, cast.vic.user, None, None).projects == ()


def test_the_list_by_creation_is_this_organisations_alone(cast: Cast) -> None:
    project = a_project(cast.alice)
    a_project(cast.charlie, OTHER)
    assert [row.id for row in created(ACME, cast.bob.user, None, None).projects] == [project]
    with pytest.raises(NotFound):
        created(ACME, cast.charlie.user, None, None)


def test_a_lead_of_whom_no_member_is_known_stays_until_somebody_chooses_another(cast: Cast) -> None:
    project = a_project(cast.alice)
    gone = an_account("Gone")
    set_raw(keys.header(ACME, project), "assignee", {"S": gone})
    edit(cast.bob, ACME, project, ProjectFields("Launch", "Words", gone), 1, NOW)
    assert of(cast, project)[2] == gone
    with pytest.raises(Conflict) as told:
        edit(cast.bob, ACME, project, ProjectFields("Launch", "Words"), 1, NOW)
    assert told.value.differences == (Difference("lead", "", ""),)
    assert_exact(ACME)
    assert isinstance(store.get("test", Brief, keys.brief(ACME, project)), Brief)
