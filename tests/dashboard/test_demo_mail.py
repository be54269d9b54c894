"""The demo prints the mails that its web server writes into files."""

from pathlib import Path

from django.test import override_settings

from dashboard import mail, mail_servers
from dashboard.demo_mail import Mailbox


def send(folder: Path, name: str) -> None:
    with override_settings(
        EMAIL_BACKEND="django.core.mail.backends.filebased.EmailBackend", EMAIL_FILE_PATH=str(folder)
    ):
        mail.send("ana@example.org", "confirm", {"name": name, "link": mail.link("confirm", {"key": "k"})})


def test_each_mail_is_told_once_with_its_link_in_one_piece(tmp_path: Path) -> None:
    folder = tmp_path / "a folder"
    box = Mailbox(folder)
    box.open()
    assert box.news() == []
    send(folder, "Åse")
    send(folder, "Ben")
    first, second = sorted(box.news())
    assert "Mail to ana@example.org: Confirm your address for Tablero" in first
    assert "Hello Ben" in first
    assert "Hello Åse" in second
    assert "  | http://127.0.0.1:8000/confirm?key=k" in first.splitlines()
    assert box.news() == []


def test_mails_of_an_earlier_run_are_no_news(tmp_path: Path) -> None:
    send(tmp_path, "Ana")
    box = Mailbox(tmp_path)
    box.open()
    assert box.news() == []


def test_a_mail_that_is_half_written_waits(tmp_path: Path) -> None:
    box = Mailbox(tmp_path)
    box.open()
    send(tmp_path, "Ana")
    (path,) = tmp_path.glob("*.log")
    whole = path.read_bytes()
    path.write_bytes(whole[:-10])
    assert box.news() == []
    path.write_bytes(whole)
    assert len(box.news()) == 1


def test_the_folder_is_for_this_user_alone_and_its_address_is_taken_as_it_is(tmp_path: Path) -> None:
    box = Mailbox(tmp_path / "with blank" / "mail")
    box.open()
    assert box.folder.stat().st_mode & 0o077 == 0
    assert mail_servers.parsed(box.url).folder == str(box.folder)
