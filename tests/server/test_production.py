"""The web server with the settings of a machine that serves the public, behind a proxy that ends TLS."""

import gzip
import http.client
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from tests.conftest import ROOT
from tests.server.processes import BEHIND_TLS, PRODUCTION, Server, free_port, gunicorn, plain_environment

pytestmark = [pytest.mark.server, pytest.mark.engine]


def manage(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=plain_environment() | settings,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def wait_until(true: Callable[[], bool], seconds: float = 30) -> None:
    give_up = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < give_up, "it did not come to pass"
        time.sleep(0.02)


@pytest.fixture(scope="module")
def server(engine: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = PRODUCTION | {"DYNAMODB_ENDPOINT_URL": engine, "DYNAMODB_TABLE": "production"}
    made = manage("create_table", **settings)
    assert made.returncode == 0, made.stderr
    with gunicorn(tmp_path_factory.mktemp("production") / "log", settings) as running:
        yield running


def test_djangos_own_deployment_checks_find_nothing() -> None:
    checked = manage("check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert checked.returncode == 0, checked.stderr
    assert "no issues (0 silenced)" in checked.stdout


def test_a_missing_secret_is_refused_in_one_sentence() -> None:
    refused = manage("check")
    assert refused.returncode == 1
    assert refused.stderr.startswith("manage.py: SECRET_KEY")
    assert refused.stderr.count("\n") == 1


def test_the_web_server_does_not_start_with_a_setting_that_is_wrong() -> None:
    refused = subprocess.run(
        [sys.executable, "-m", "gunicorn", "-c", "python:dashboard.gunicorn_conf"],
        cwd=ROOT,
        env=plain_environment() | PRODUCTION | {"PUBLIC_URL": "http://work.example.com", "PORT": str(free_port())},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert refused.returncode != 0
    assert "PUBLIC_URL is 'http://work.example.com' and must be an https address" in refused.stderr


def test_a_page_carries_the_headers_of_a_site_on_https(server: Server) -> None:
    response = server.get("/sign-in", BEHIND_TLS)
    assert response.status == 200
    assert response.headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["X-Frame-Options"] == "DENY"
    assert response.headers["Referrer-Policy"] == "same-origin"
    assert response.headers["Cross-Origin-Opener-Policy"] == "same-origin"


HOST = b"Host: work.example.com\r\nX-Forwarded-Proto: https\r\n"
ANSWERS = {
    "a page": (b"GET /sign-in HTTP/1.1\r\n" + HOST, 200),
    "a page for who signed in": (b"GET / HTTP/1.1\r\n" + HOST, 302),
    "a redirect to https": (b"GET /sign-in HTTP/1.1\r\nHost: work.example.com\r\n", 301),
    "a page that is not there": (b"GET /nowhere HTTP/1.1\r\n" + HOST, 404),
    "a static file": (b"GET /static/mark.svg HTTP/1.1\r\n" + HOST, 200),
    "a static file that is not there": (b"GET /static/nothing.js HTTP/1.1\r\n" + HOST, 404),
    "a foreign host": (b"GET /sign-in HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Proto: https\r\n", 400),
    "a method that nobody knows": (b"BREW / HTTP/1.1\r\n" + HOST, 403),
    "a form without its token": (b"POST /sign-in HTTP/1.1\r\nContent-Length: 0\r\n" + HOST, 403),
    "its health": (b"GET /healthz HTTP/1.1\r\n" + HOST, 200),
    "no header": (b"GET / HTTP/1.1\r\n" + HOST + b"evil.example<script>\r\n", 400),
    "no version": (b"GET / HTTP/9.9\r\nX-Evil: <script>\r\n", 400),
    "no request": (b"<script>evil.example\r\n", 400),
    "a line that is too long": (b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\n" + HOST, 414),
    "too many headers": (b"GET / HTTP/1.1\r\n" + HOST + b"X-A: b\r\n" * 70, 431),
}


@pytest.mark.parametrize("kind", ANSWERS)
def test_every_kind_of_answer_carries_the_headers_and_repeats_nothing(server: Server, kind: str) -> None:
    request, status = ANSWERS[kind]
    head, _, body = server.raw(request + b"Connection: close\r\n\r\n").partition(b"\r\n\r\n")
    assert head.split()[1] == str(status).encode(), head
    headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:])
    assert {
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
    }.items() <= headers.items()
    # A browser takes no notice of HSTS over plain http, so the redirect need not carry it.
    assert ("Strict-Transport-Security" in headers) == (status != 301)
    assert headers["Content-Security-Policy"].startswith("default-src 'none'; ")
    assert headers["Cache-Control"] == ("max-age=60, public" if kind == "a static file" else "no-store")
    assert b"evil" not in body
    assert b"Traceback" not in body


CHARSETS = ("utf-7", "utf-16", "latin-1", "klingon", "base64", "rot13", "idna", "zlib", "unicode_escape", "", '"')
FORM = "application/x-www-form-urlencoded"
CONTENT_TYPES = (
    *(
        f"{kind}; charset={charset}"
        for kind in (FORM, "text/html", "multipart/form-data; boundary=x")
        for charset in CHARSETS
    ),
    *("", ";", "x", "/", FORM.upper(), f"{FORM}, {FORM}", "application/json", "text/xml", "message/rfc822"),
    *("multipart/form-data", "multipart/form-data; boundary=", f"multipart/form-data; boundary={'b' * 300}"),
)
BODIES = (
    b"email=%ff\xff&password=+AGA-",
    b"--x\r\nContent-Disposition: form-data; name=email\r\n\r\n\xff\r\n--x--",
    b"--x",
)


@pytest.mark.parametrize("method", [b"GET", b"POST"])
def test_whatever_charset_a_request_claims_it_is_read_as_utf_8_or_refused(server: Server, method: bytes) -> None:
    token = b"Origin: https://work.example.com\r\nCookie: __Host-csrf=" + b"a" * 32 + b"\r\n"
    for kind in CONTENT_TYPES:
        for body in BODIES:
            sent = body + b"&csrfmiddlewaretoken=" + b"a" * 32
            head = method + b" /sign-in?next=%ff HTTP/1.1\r\nConnection: close\r\n" + HOST + token
            head += f"Content-Type: {kind}\r\nContent-Length: {len(sent)}\r\n\r\n".encode()
            answer = server.raw(head + sent)
            assert answer.split()[1] in {b"200", b"400", b"403", b"429"}, (kind, body, answer[:200])


def test_every_cookie_is_bound_to_this_host_and_to_https(server: Server) -> None:
    cookies = server.get("/sign-in", BEHIND_TLS).headers.get_all("Set-Cookie", [])
    assert cookies
    for cookie in cookies:
        assert cookie.startswith("__Host-")
        assert {"Secure", "HttpOnly", "Path=/"} <= set(cookie.split("; "))
        assert "Domain=" not in cookie


def test_plain_http_is_sent_to_https(server: Server) -> None:
    response = server.get("/sign-in", {"Host": "work.example.com", "X-Forwarded-Proto": "http"})
    assert response.status == 301
    assert response.headers["Location"] == "https://work.example.com/sign-in"


def test_a_foreign_host_is_refused(server: Server) -> None:
    assert server.get("/sign-in", BEHIND_TLS | {"Host": "evil.example.com"}).status == 400


def test_the_container_may_ask_for_its_health_over_plain_http(server: Server) -> None:
    assert server.get("/healthz", {"Host": "work.example.com"}).status == 200


@pytest.mark.parametrize(("port", "code"), [("server", 0), ("nobody", 1)])
def test_the_health_check_tells_a_server_from_none(server: Server, port: str, code: int) -> None:
    asked = str(server.port) if port == "server" else "1"
    settings = {"PORT": asked, "PUBLIC_URL": PRODUCTION["PUBLIC_URL"]}
    run = [sys.executable, "-m", "dashboard.healthcheck"]
    assert subprocess.run(run, cwd=ROOT, env=plain_environment() | settings, check=False).returncode == code


def test_a_scheme_told_by_anyone_but_a_trusted_proxy_is_not_believed(engine: str, tmp_path: Path) -> None:
    settings = PRODUCTION | {"TRUSTED_PROXIES": "10.1.2.3", "DYNAMODB_ENDPOINT_URL": engine}
    with gunicorn(tmp_path / "log", settings) as server:
        assert server.get("/sign-in", BEHIND_TLS).status == 301


def test_without_a_trusted_proxy_the_published_address_tells_the_scheme(engine: str, tmp_path: Path) -> None:
    settings = PRODUCTION | {"TRUSTED_PROXIES": "", "DYNAMODB_ENDPOINT_URL": engine}
    with gunicorn(tmp_path / "log", settings) as server:
        response = server.get("/sign-in", {"Host": "work.example.com"})
        assert response.status == 200
        assert response.headers["Strict-Transport-Security"]


def test_static_files_are_kept_for_ever_under_names_of_their_content_and_compressed(server: Server) -> None:
    page = server.get("/sign-in", BEHIND_TLS).body.decode()  # type: ignore[attr-defined]  # set by Server.get
    links = re.findall(r'/static/[^"]+\.(?:css|js)', page)
    assert links
    for link in links:
        assert re.search(r"\.[0-9a-f]{12}\.(css|js)$", link), link
        response = server.get(link, BEHIND_TLS | {"Accept-Encoding": "gzip"})
        assert "immutable" in response.headers["Cache-Control"]
        assert gzip.decompress(response.body)  # type: ignore[attr-defined]  # set by Server.get


@pytest.mark.parametrize(
    "head",
    [
        b"POST /sign-in HTTP/1.1\r\nHost: work.example.com\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST /sign-in HTTP/1.1\r\nHost: work.example.com\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd",
        b"GET /sign-in HTTP/1.1\r\nHost: work.example.com\r\nX-A: b\r\n folded\r\n\r\n",
        b"GET /sign-in HTTP/1.1\r\nHost : work.example.com\r\n\r\n",
        b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\nHost: work.example.com\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: work.example.com\r\n" + b"X-A: b\r\n" * 70 + b"\r\n",
    ],
    ids=["length and chunks", "two lengths", "folded header", "blank before colon", "long line", "many headers"],
)
def test_a_request_that_two_servers_could_read_differently_is_refused(server: Server, head: bytes) -> None:
    answer = server.raw(head)
    assert re.match(rb"HTTP/1\.[01] (400|414|431) ", answer), answer[:100]


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET /sign-in HTTP/1.1\r\nHost: work.example.com\r\n"],
    ids=["nothing", "half a head"],
)
def test_two_hundred_silent_connections_do_not_keep_others_waiting(server: Server, sent: bytes) -> None:
    silent = [socket.create_connection(("127.0.0.1", server.port), timeout=5) for _ in range(200)]
    try:
        for connection in silent:
            connection.sendall(sent)
        time.sleep(0.2)
        for _ in range(20):
            began = time.monotonic()
            assert server.get("/healthz", {"Host": "work.example.com"}).status == 200
            assert time.monotonic() - began < 1
    finally:
        for connection in silent:
            connection.close()


def test_a_head_that_comes_in_pieces_is_answered(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        for piece in (b"GET /health", b"z HTTP/1.1\r\nHost: work.", b"example.com\r\nConnection: close\r\n\r", b"\n"):
            connection.sendall(piece)
            time.sleep(0.1)
        assert connection.recv(65536).startswith(b"HTTP/1.1 200 OK")


def test_a_silent_client_is_let_go_and_the_loop_that_waits_for_it_is_idle(server: Server) -> None:
    [worker] = psutil.Process(server.process.pid).children()
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\n")
        before, began = sum(worker.cpu_times()[:2]), time.monotonic()
        # Reset rather than closed: half a head was never read.
        with pytest.raises(ConnectionResetError):
            connection.recv(65536)
        assert 4 < time.monotonic() - began < 8
        assert sum(worker.cpu_times()[:2]) - before < 0.5


def test_a_client_that_is_silent_in_the_middle_of_a_body_is_let_go(server: Server) -> None:
    head = b"POST /sign-in HTTP/1.1\r\nHost: work.example.com\r\nX-Forwarded-Proto: https\r\n"
    # Only with this cookie is the body read, to look for its counterpart.
    head += b"Origin: https://work.example.com\r\nCookie: __Host-csrf=" + b"a" * 32 + b"\r\n"
    kind = b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\n"
    began = time.monotonic()
    answer = server.raw(head + kind + b"email=")
    assert 8 < time.monotonic() - began < 20
    assert not answer.startswith(b"HTTP/1.1 5")


def test_a_client_that_leaves_in_the_middle_of_a_head_costs_nothing(server: Server) -> None:
    [worker] = psutil.Process(server.process.pid).children()
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\n")
    wait_until(lambda: len(worker.net_connections()) <= 2)
    before = sum(worker.cpu_times()[:2])
    time.sleep(1)
    assert sum(worker.cpu_times()[:2]) - before < 0.3


def test_two_requests_sent_at_once_are_both_answered(server: Server) -> None:
    one = b"GET /healthz HTTP/1.1\r\nHost: work.example.com\r\n"
    answer = server.raw(one + b"\r\n" + one + b"Connection: close\r\n\r\n")
    assert answer.count(b"HTTP/1.1 200 OK") == 2


def test_a_reload_under_load_loses_no_request(engine: str, tmp_path: Path) -> None:
    settings = PRODUCTION | {"DYNAMODB_ENDPOINT_URL": engine}
    with gunicorn(tmp_path / "log", settings, workers=2) as server:
        answers: list[object] = []
        stop = threading.Event()

        def ask() -> None:
            while not stop.is_set():
                try:
                    answers.append(server.get("/healthz", {"Host": "work.example.com"}).status)
                except (OSError, http.client.HTTPException) as error:
                    answers.append(error)

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        try:
            wait_until(lambda: len(answers) > 20)
            before = set(psutil.Process(server.process.pid).children())
            server.process.send_signal(signal.SIGHUP)
            wait_until(lambda: not before & set(psutil.Process(server.process.pid).children()))
            reloaded = len(answers)
            wait_until(lambda: len(answers) > reloaded + 20)
        finally:
            stop.set()
            for thread in threads:
                thread.join()
    assert set(answers) == {200}


def test_a_worker_that_is_killed_is_replaced(engine: str, tmp_path: Path) -> None:
    with gunicorn(tmp_path / "log", PRODUCTION | {"DYNAMODB_ENDPOINT_URL": engine}) as server:
        [worker] = psutil.Process(server.process.pid).children()
        worker.kill()
        assert server.get("/healthz", {"Host": "work.example.com"}).status == 200
