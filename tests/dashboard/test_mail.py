"""What every mail holds to: links of ours alone, one line of subject, nothing of the machine, two ways to read it."""

from __future__ import annotations

import re
import smtplib
import socket
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from typing import Any

import pytest
from django.core import mail as outgoing
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings

from dashboard import background, env, mail, mail_servers
from tenants.errors import Busy, MailNotSent
from tests.conftest import ROOT
from tests.dashboard.html import read

SITE = "http://127.0.0.1:8000"
NAMES = sorted(path.stem for path in (ROOT / "templates" / "mail").glob("[!_]*.txt"))
PLACES = ("name", "email", "org", "inviter", "role", "device", "minutes", "days")
"""What the mails are filled with, besides the link; a test fills all of them."""


def sent() -> Any:
    (message,) = outgoing.outbox
    return message


def a_mail(to: str = "ana@example.org", name: str = "Ana", template: str = "password-changed") -> Any:
    outgoing.outbox.clear()
    words: dict[str, mail.Word] = dict.fromkeys(PLACES, name)
    mail.send(to, template, {**words, "link": mail.link("sign-in")})
    return sent()


def html_of(message: Any) -> str:
    ((content, kind),) = message.alternatives
    assert kind == "text/html"
    return str(content)


@pytest.mark.parametrize("template", NAMES)
def test_a_mail_can_be_read_as_text_and_as_html_and_says_the_same_in_both(template: str) -> None:
    message = a_mail(template=template)
    page = read(html_of(message))
    assert message.subject == page.one("h1").text
    assert f"{SITE}/sign-in" in message.body
    assert page.one("a", class_="button").attributes["href"] == f"{SITE}/sign-in"
    assert message.body.strip().splitlines()[-1] == f"Tablero · {SITE}"
    assert "{" not in message.body
    assert "\n\n\n" not in message.body


@pytest.mark.parametrize("template", NAMES)
def test_every_address_in_a_mail_is_one_of_ours_whatever_people_call_themselves(template: str) -> None:
    evil = '<a href="https://evil.example/x">Win</a> https://evil.example www.evil.example mail@evil.example'
    message = a_mail(template=template, name=evil)
    for text in (message.subject, message.body, re.sub("<[^>]*>", " ", html_of(message))):
        assert "evil.example" not in text
        assert "@evil" not in text
        assert "://" not in text.replace(SITE, "")
    html = html_of(message)
    assert {e.attributes["href"] for e in read(html).walk() if "href" in e.attributes} <= {f"{SITE}/sign-in", SITE}
    assert not re.search(r"<(script|img|iframe|link|form)\b", html)
    assert '<a href="https' not in html


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("Ana", "Ana"),
        ("J. R. Smith", "J. R. Smith"),
        ("evil.example", "evil. example"),
        ("evil\u3002example", "evil. example"),
        ("evil\uff0eexample", "evil. example"),
        ("evil\u2024example and evil\ufe52example", "evil. example and evil. example"),
        ("http://evil.example/x", "http : / / evil. example / x"),
        ("a@b.example", "a @ b. example"),
        ("evil\u200b.\u200bexample", "evil . example"),
        ("one\r\nBcc: two", "one Bcc : two"),
        ("\u202egnp.exe", "gnp. exe"),
        ("x" * 500, "x" * 119 + "…"),
        ("", ""),
    ],
    ids=ascii,
)
def test_what_people_type_is_one_short_line_without_anything_to_click_on(typed: str, told: str) -> None:
    assert mail.harmless(typed) == told


def test_text_is_not_escaped_in_the_text_and_is_in_the_html() -> None:
    message = a_mail(name="Tom & <b>Jerry</b> 'O")
    assert "Tom & <b>Jerry< / b> 'O" in message.body
    assert "Tom &amp; &lt;b&gt;Jerry" in html_of(message)


def test_a_line_break_in_a_name_or_an_address_makes_no_header() -> None:
    message = a_mail(name="Ana\r\nBcc: victim@example.org")
    parsed = message_from_bytes(message.message().as_bytes(), policy=policy.default)
    assert parsed["Bcc"] is None
    with pytest.raises(ValueError, match="newlines"):
        a_mail(to="ana@example.org\nBcc: victim@example.org").message()


def test_a_mail_tells_nothing_of_the_machine_and_asks_for_no_automatic_answer() -> None:
    parsed = message_from_bytes(a_mail().message().as_bytes(), policy=policy.default)
    assert socket.gethostname() not in parsed.as_string()
    assert parsed["Message-ID"].endswith("@127.0.0.1>")
    assert parsed["Auto-Submitted"] == "auto-generated"
    assert parsed["From"] == "Tablero <tablero@localhost>"
    assert parsed["To"] == "ana@example.org"


@override_settings(ALLOWED_HOSTS=["*"], PUBLIC_URL="https://work.example.com")
def test_links_come_from_the_settings_and_not_from_what_a_request_says() -> None:
    assert str(mail.link("sign-in")) == "https://work.example.com/sign-in"


class Refusing:
    """A mail server that does not take a mail so many times."""

    def __init__(self, error: Exception, times: int = 99) -> None:
        self.error, self.times, self.asked = error, times, 0

    def __call__(self, *_: Any, **__: Any) -> int:
        self.asked += 1
        if self.asked <= self.times:
            raise self.error
        return 1


ERRORS: tuple[Exception, ...] = (
    ConnectionRefusedError("refused"),
    TimeoutError("slow"),
    smtplib.SMTPRecipientsRefused({"ana@example.org": (550, b"no such user")}),
    smtplib.SMTPAuthenticationError(535, b"who are you"),
    smtplib.SMTPServerDisconnected("gone"),
)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_a_mail_that_is_not_taken_is_said_to_who_waits_and_the_log_tells_no_address(
    error: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("django.core.mail.EmailMultiAlternatives.send", Refusing(error))
    with pytest.raises(MailNotSent, match="could not be sent"):
        a_mail()
    assert "ana@" not in caplog.text
    assert type(error).__name__ in caplog.text


def test_a_mail_that_nobody_waits_for_is_tried_three_times(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    waits: list[float] = []
    monkeypatch.setattr("dashboard.mail.time.sleep", waits.append)
    for times, asked, given_up in ((0, 1, False), (2, 3, False), (99, 3, True)):
        caplog.clear()
        server = Refusing(OSError(), times)
        monkeypatch.setattr("django.core.mail.EmailMultiAlternatives.send", server)
        mail.send_patiently("ana@example.org", "password-changed", {"name": "Ana", "link": mail.link("sign-in")})
        assert server.asked == asked
        assert ("given up" in caplog.text) == given_up
    assert waits == [0, 0, 2, 10, 0, 2, 10]


# --- where it goes ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("console:", ("console", "", 25, "", False, False, None)),
        ("file:/var/mail%20out", ("filebased", "", 25, "", False, False, "/var/mail out")),
        ("smtp://mail.example.com", ("smtp", "mail.example.com", 587, "", True, False, None)),
        (
            "smtp://me%40example.com@mail.example.com:2525",
            ("smtp", "mail.example.com", 2525, "me@example.com", True, False, None),
        ),
        ("smtps://me@mail.example.com", ("smtp", "mail.example.com", 465, "me", False, True, None)),
        ("smtp+plain://relay", ("smtp", "relay", 25, "", False, False, None)),
    ],
)
def test_the_address_of_a_mail_server_says_how_it_is_reached(url: str, server: tuple[Any, ...]) -> None:
    found = mail_servers.parsed(url)
    kind = found.backend.removeprefix("django.core.mail.backends.").removesuffix(".EmailBackend")
    assert (kind, found.host, found.port, found.user, found.starttls, found.tls, found.folder) == server


@pytest.mark.parametrize(
    "url",
    ["", "mail.example.com", "http://mail.example.com", "smtp://", "smtp:///x", "file:relative", "file://host/x",
     "smtp://h/path", "smtp://h?tls=no", "smtp://h:99999", "console:x", "smtp://me:hunter2@mail.example.com"],
)  # fmt: skip
def test_an_address_that_is_none_is_refused_without_being_repeated(url: str) -> None:
    with pytest.raises(ValueError, match=r"\w") as refused:
        mail_servers.checked(url)
    assert "hunter2" not in str(refused.value)


def test_a_password_in_the_address_is_refused_without_telling_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(env, "REGISTRY", {})
    monkeypatch.setenv("EMAIL_URL", "smtp://me:hunter2@mail.example.com")
    with pytest.raises(ImproperlyConfigured, match="EMAIL_PASSWORD_FILE") as refused:
        env.checked("EMAIL_URL", "", mail_servers.checked, kind="x", describe="x", repeated=False)
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize("value", ["a@b.example", "Work <work@example.com>", '"Work, Inc." <work@example.com>'])
def test_a_sender_is_one_address_with_a_name_or_without(value: str) -> None:
    assert mail_servers.sender(value) == value


@pytest.mark.parametrize("value", ["", "work", "a@b.example, c@d.example", "W <work>", "a@b\nBcc: c@d.example", "@"])
def test_a_sender_that_is_none_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match="one address"):
        mail_servers.sender(value)


# --- beside the request -----------------------------------------------------------------------------------------------


@pytest.fixture
def done() -> Iterator[list[int]]:
    yield []
    background.finish()


def test_work_beside_the_request_is_all_done_in_the_end(done: list[int]) -> None:
    for number in range(30):
        background.later(lambda number=number: done.append(number))  # type: ignore[misc]  # bound now, not later
    background.finish()
    assert sorted(done) == list(range(30))


def test_work_that_fails_is_logged_and_stops_nothing(done: list[int], caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        raise RuntimeError("broken")

    background.later(fail)
    background.later(lambda: done.append(1))
    background.finish()
    assert done == [1]
    assert "work beside a request failed" in caplog.text


def test_more_than_can_wait_is_refused_at_once(done: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    from threading import BoundedSemaphore, Event  # noqa: PLC0415 - for this test alone

    monkeypatch.setattr(background, "_room", BoundedSemaphore(3))
    go = Event()
    jobs: list[Callable[[], object]] = [go.wait, go.wait, lambda: done.append(1)]
    for job in jobs:
        background.later(job)  # type: ignore[arg-type]  # what it answers is nobody's business
    with pytest.raises(Busy, match="try again"):
        background.later(lambda: done.append(2))
    go.set()
    background.finish()
    background.later(lambda: done.append(3))
    background.finish()
    assert done == [1, 3]
