"""`create_user`, `create_org` and `set_plan`."""

import io

import pytest
from django.core.management.base import CommandError

from tenants import clock
from tenants.reads.dashboard import dashboard
from tenants.writes import accounts
from tests.cast import ACME, NOW, Cast
from tests.commands.conftest import Run
from tests.tenants.partition import raw

PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def _no_password_around(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TABLERO_PASSWORD", raising=False)
    monkeypatch.setattr("sys.stdin", io.StringIO())


@pytest.mark.usefixtures("cast")
def test_an_account_is_created_with_a_password_from_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\nmore\n"))
    assert "eve@example.org" in run("create_user", "eve@example.org", "--name", "Eve", "--password-stdin")
    assert accounts.sign_in("eve@example.org", PASSWORD, NOW) is not None


@pytest.mark.usefixtures("cast")
def test_an_account_is_created_with_a_password_from_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLERO_PASSWORD", PASSWORD)
    run("create_user", "eve@example.org", "--name", "Eve")
    assert accounts.sign_in("eve@example.org", PASSWORD, NOW) is not None


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.usefixtures("cast")
def test_at_a_terminal_the_password_is_asked_for_twice(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Terminal())
    answers = iter([PASSWORD, "another one entirely", PASSWORD, PASSWORD])
    monkeypatch.setattr("getpass.getpass", lambda _: next(answers))
    with pytest.raises(CommandError, match="The two passwords differ; no account was created"):
        run("create_user", "eve@example.org", "--name", "Eve")
    assert accounts.sign_in("eve@example.org", PASSWORD, NOW) is None
    run("create_user", "eve@example.org", "--name", "Eve")
    assert accounts.sign_in("eve@example.org", PASSWORD, NOW) is not None


@pytest.mark.usefixtures("cast")
def test_a_password_is_never_taken_from_the_command_line_or_left_out(run: Run) -> None:
    with pytest.raises(CommandError, match="unrecognized arguments"):
        run("create_user", "eve@example.org", "--name", "Eve", "--password", PASSWORD)
    with pytest.raises(CommandError, match="No terminal to ask for the password"):
        run("create_user", "eve@example.org", "--name", "Eve")


@pytest.mark.usefixtures("cast")
@pytest.mark.parametrize(
    ("email", "name", "password", "reason"),
    [
        ("ALICE@example.org", "Alice", PASSWORD, "There is an account with this address"),
        ("no address", "Eve", PASSWORD, "“no address” is not an e-mail address"),
        ("eve@example.org", " ", PASSWORD, "Tell us your name"),
        ("eve@example.org", "Eve", "short", "A password has at least"),
    ],
)
def test_what_the_web_refuses_is_refused_here_in_the_same_words(
    run: Run, monkeypatch: pytest.MonkeyPatch, email: str, name: str, password: str, reason: str
) -> None:
    monkeypatch.setenv("TABLERO_PASSWORD", password)
    with pytest.raises(CommandError, match=reason):
        run("create_user", email, "--name", name)


def test_an_organisation_is_created_for_an_account(cast: Cast, run: Run) -> None:
    run("create_org", "quay", "--name", "Quay", "--owner", "Bob@Example.org", "--plan", "pro", "--zone", "Asia/Tokyo")
    seen = dashboard("quay", cast.bob.user, clock.now()).frame
    assert (seen.name, seen.plan, seen.zone, seen.viewer.role) == ("Quay", "pro", "Asia/Tokyo", "owner")


@pytest.mark.usefixtures("cast")
@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("quay", "--owner", "nobody@example.org"), r"There is no account with the address nobody@example\.org"),
        ((ACME, "--owner", "bob@example.org"), f"“{ACME}” is taken"),
        (("Quay!", "--owner", "bob@example.org"), "An address has 3 to 40 characters"),
        (("quay", "--owner", "bob@example.org", "--zone", "Mars/Olympus"), "Choose one of the time zones"),
        (("quay", "--owner", "bob@example.org", "--plan", "gold"), "invalid choice"),
    ],
)
def test_an_organisation_that_cannot_be_is_refused(run: Run, arguments: tuple[str, ...], reason: str) -> None:
    with pytest.raises(CommandError, match=reason):
        run("create_org", *arguments, "--name", "Quay")
    assert raw("quay") == {}


def test_a_plan_is_set_with_its_limits(cast: Cast, run: Run) -> None:
    assert run("set_plan", ACME, "pro") == f"{ACME} is on the pro plan: 50 people, 100 live projects.\n"
    seen = dashboard(ACME, cast.alice.user, NOW).frame
    assert (seen.plan, seen.max_people, seen.max_projects) == ("pro", 50, 100)
    with pytest.raises(CommandError, match="There is no such organisation"):
        run("set_plan", "nowhere", "pro")


def test_somebody_with_an_account_is_made_a_member_without_an_invitation(run: Run, cast: Cast) -> None:
    said = run("add_member", "CHARLIE@example.org", "--org", ACME, "--role", "viewer")
    assert said == f"CHARLIE@example.org is a member of {ACME} now, as viewer.\n"
    assert dashboard(ACME, cast.charlie.user, NOW).frame.viewer.role == "viewer"


@pytest.mark.usefixtures("cast")
@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("nobody@example.org", "--org", ACME), "There is no account with the address"),
        (("charlie@example.org", "--org", "no-such-org"), "There is no such organisation"),
        (("charlie@example.org", "--org", ACME, "--role", "king"), "invalid choice"),
    ],
)
def test_nobody_is_made_a_member_of_nothing(run: Run, arguments: tuple[str, ...], reason: str) -> None:
    with pytest.raises(CommandError, match=reason):
        run("add_member", *arguments)
