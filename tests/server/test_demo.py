"""The demo as a person meets it: one command, one Ctrl-C, and the data there again."""

import http.client
import re
import shutil
import signal
import socket
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import psutil
import pytest

from dashboard.demo import ORGANISATIONS, PASSWORD, ROLES_SHOWN
from tests.server.processes import DemoRun, demo, free_port

pytestmark = [pytest.mark.server, pytest.mark.engine, pytest.mark.timeout(180)]

READY = "Ctrl-C stops everything"


@pytest.fixture(scope="module")
def first_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder in which the demo has run once and was stopped, and what it said."""
    data = tmp_path_factory.mktemp("first")
    with demo(data) as run:
        run.wait_for(READY, seconds=150)
        run.signal(signal.SIGINT)
        assert run.end() == 0, run.said
    return data, run.said


@pytest.fixture(scope="module")
def serving(first_run: tuple[Path, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoRun]:
    """A demo that runs, on a copy of that folder."""
    with demo(Path(shutil.copytree(first_run[0], tmp_path_factory.mktemp("serving") / "data"))) as run:
        run.wait_for(READY)
        yield run


@pytest.fixture
def data(first_run: tuple[Path, str], tmp_path: Path) -> Path:
    """A copy of that folder, for a test of its own."""
    return Path(shutil.copytree(first_run[0], tmp_path / "data"))


def status(port: int, path: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()


def numbers(page: str) -> list[str]:
    """The numbers of a dashboard."""
    return re.findall(r'data-testid="(?:open|doing)-[a-z]+"[^>]*>\s*([0-9,]+)', page)


class Browser:
    """Keeps cookies and sends forms, as far as signing in needs it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if form is not None:
            headers |= {"Content-Type": "application/x-www-form-urlencoded"}
        connection.request(method, path, urlencode(form or {}), headers)
        response = connection.getresponse()
        for line in response.headers.get_all("Set-Cookie", []):
            name, _, value = line.split(";")[0].partition("=")
            self.cookies[name] = value
        body = response.read().decode()
        connection.close()
        return response.status, body

    def sign_in(self, email: str, password: str) -> int:
        page = self.ask("GET", "/sign-in")[1]
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert found
        form = {"csrfmiddlewaretoken": found[1], "email": email, "password": password}
        return self.ask("POST", "/sign-in", form)[0]


def gone(processes: list[psutil.Process], seconds: float = 15) -> bool:
    return not psutil.wait_procs(processes, timeout=seconds)[1]


def test_the_first_start_tells_the_address_and_how_to_sign_in(first_run: tuple[Path, str]) -> None:
    said = first_run[1]
    for words in (
        "http://127.0.0.1:",
        "owner@acme.example",
        "member@acme.example",
        "viewer@globex.example",
        "tablero-demo",
    ):
        assert words in said
    assert "kill -9" in said, "it does not say what a kill costs"


@pytest.mark.parametrize("email", [f"{role}@{org}.example" for role in ROLES_SHOWN for org in ORGANISATIONS])
def test_everyone_it_names_can_sign_in(serving: DemoRun, email: str) -> None:
    browser = Browser(serving.port)
    assert browser.sign_in(email, PASSWORD) == 302
    status, page = browser.ask("GET", f"/org/{email.split('@')[1].removesuffix('.example')}/dashboard")
    assert status == 200
    assert 'data-testid="org-name"' in page


def test_who_was_signed_in_before_a_restart_is_signed_in_after_it(data: Path) -> None:
    with demo(data) as run:
        run.wait_for(READY)
        browser = Browser(run.port)
        assert browser.sign_in("owner@acme.example", PASSWORD) == 302
        before = browser.ask("GET", "/org/acme/dashboard")
        run.signal(signal.SIGINT)
        run.end()
    with demo(data) as run:
        run.wait_for(READY)
        browser.port = run.port
        status, page = browser.ask("GET", "/org/acme/dashboard")
    assert (status, numbers(page)) == (200, numbers(before[1]))
    assert numbers(page)


def test_its_secret_is_readable_by_its_owner_alone(first_run: tuple[Path, str]) -> None:
    assert stat.S_IMODE((first_run[0] / "secret-key").stat().st_mode) == 0o600


def test_a_second_start_takes_under_five_seconds_and_makes_no_data(data: Path) -> None:
    began = time.monotonic()
    with demo(data) as run:
        run.wait_for(READY)
        took = time.monotonic() - began
        assert status(run.port, "/healthz") == 200
        run.signal(signal.SIGINT)
        run.end()
    assert took < 5, f"it took {took:.1f} s"
    assert (data / "engine" / "dynamodb.json").stat().st_size > 100_000


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_one_signal_stops_the_web_server_then_the_engine_and_saves(data: Path, number: signal.Signals) -> None:
    with demo(data) as run:
        run.wait_for(READY)
        engine, web, family = run.child("ministack"), run.child("gunicorn"), run.family()
        run.signal(number)
        while run.process.poll() is None:
            # In this order: what is looked at last may have ended meanwhile.
            engine_runs, web_runs = engine.is_running(), web.is_running()
            assert engine_runs or not web_runs, "the engine ended before the web server"
            time.sleep(0.005)
        assert run.end() == 0
    assert "state is saved" in run.said
    assert gone(family)
    assert not (data / "running").exists()


def test_a_request_that_is_being_answered_is_answered_before_the_stop(data: Path) -> None:
    with demo(data) as run:
        run.wait_for(READY)
        body = b"email=nobody%40example.com&password=x"
        head = f"POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
        with socket.create_connection(("127.0.0.1", run.port), timeout=20) as connection:
            connection.sendall(head.encode())
            time.sleep(0.5)
            run.signal(signal.SIGTERM)
            time.sleep(0.5)
            connection.sendall(body)
            # Refused for want of a CSRF token: an answer all the same.
            assert connection.recv(65536).startswith(b"HTTP/1.1 403")
        assert run.end() == 0


def test_a_busy_port_is_named_together_with_the_way_out(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with demo(tmp_path, port=port) as run:
            assert run.end() == 1
    assert f"Port {port} is taken" in run.said
    assert "PORT=8001 make demo" in run.said
    assert "Traceback" not in run.said


def test_a_missing_engine_is_named_together_with_the_way_out(tmp_path: Path) -> None:
    with demo(tmp_path, engine_python=tmp_path / "bin" / "python") as run:
        assert run.end() == 1
    assert "make install" in run.said
    assert "Traceback" not in run.said


def test_an_engine_that_dies_ends_the_demo_and_the_next_start_says_what_that_means(data: Path) -> None:
    with demo(data) as run:
        run.wait_for(READY)
        family = run.family()
        run.child("ministack").kill()
        assert run.end() == 1
    assert "engine ended by itself" in run.said
    assert "state is saved" not in run.said
    assert gone(family)
    with demo(data) as run:
        run.wait_for(READY)
        assert "did not stop in the ordinary way" in run.said


def test_a_web_server_that_dies_ends_the_demo_and_the_state_is_saved(data: Path) -> None:
    with demo(data) as run:
        run.wait_for(READY)
        family = run.family()
        run.child("gunicorn").kill()
        assert run.end() == 1
    assert "web server ended by itself" in run.said
    assert "state is saved" in run.said
    assert gone(family)


def test_a_second_demo_on_the_same_data_is_refused(data: Path) -> None:
    with demo(data) as run:
        run.wait_for(READY)
        with demo(data) as second:
            assert second.end() == 1
        assert "Another demo is running" in second.said
        assert status(run.port, "/healthz") == 200


def test_nothing_outlives_a_demo_that_is_killed(data: Path) -> None:
    with demo(data) as run:
        run.wait_for(READY)
        family = run.family()
        run.process.kill()
        assert gone(family)


def test_an_interrupted_first_start_keeps_no_half_made_data(tmp_path: Path) -> None:
    with demo(tmp_path) as run:
        run.wait_for("engine ")
        time.sleep(1.5)
        family = run.family()
        run.signal(signal.SIGINT)
        assert run.end() == 0
    assert "Stopped before the start was complete" in run.said
    assert gone(family)
    assert not (tmp_path / "engine" / "dynamodb.json").exists()


def test_a_wrong_port_is_refused_in_one_sentence(tmp_path: Path) -> None:
    run = DemoRun(tmp_path, port=70000)
    assert run.end() == 1
    assert "PORT is '70000' and must be a whole number" in run.said
    assert "Traceback" not in run.said


def test_a_port_that_is_given_is_the_port_that_serves(data: Path) -> None:
    port = free_port()
    with demo(data, port=port) as run:
        run.wait_for(READY)
        assert f"http://127.0.0.1:{port}" in run.said
        assert status(port, "/sign-in") == 200
