"""The access log ends each page's line with what the page asked of the table."""

import re
import time
from pathlib import Path

import pytest
from django.conf import settings

from tenants import ids, table
from tests.cast import ACME, gather
from tests.conftest import _elsewhere_afterwards
from tests.dashboard.visitor import signed_in
from tests.server.processes import gunicorn

pytestmark = [pytest.mark.server, pytest.mark.engine]


def test_a_line_of_the_access_log_tells_requests_items_and_read_units_and_no_query_string(
    engine: str, tmp_path: Path
) -> None:
    name = f"logged-{ids.random_id(10)}"
    log = tmp_path / "log"
    own = {"SECRET_KEY": settings.SECRET_KEY, "ACCESS_LOG": "true"}
    with _elsewhere_afterwards():
        table.connect(endpoint=engine, table=name)
        table.create_table()
        cookie = signed_in(gather().bob).client.cookies[settings.SESSION_COOKIE_NAME].value
        with gunicorn(log, own | {"DYNAMODB_ENDPOINT_URL": engine, "DYNAMODB_TABLE": name}) as server:
            headers = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={cookie}"}
            assert server.get(f"/org/{ACME}/dashboard?explain=1", headers).status == 200
            forged = "/%0a10.0.0.7%20%22GET%20/org/acme-works/export%22%20200%1b[2J%c2%85"
            assert server.get(forged).status == 404
            assert server.get("/sign-in").status == 200
            give_up = time.monotonic() + 10
            while "/sign-in" not in log.read_text() and time.monotonic() < give_up:
                time.sleep(0.05)
    said = r'"GET /org/acme-works/dashboard" 200 \d+ \d+ms 1 query, \d+ items?, [\d.]+ KB, 0\.5 read units, [\d.]+ ms$'
    text = log.read_text()
    assert re.search(said, text, re.MULTILINE), text
    assert re.search(r'"GET /sign-in" 200 \d+ \d+ms -$', text, re.MULTILINE), text
    assert "explain" not in text
    assert not re.search(r"^10\.0\.0\.7", text, re.MULTILINE), text
    assert r'"GET /\x0a10.0.0.7 ' in text
    assert "\x1b" not in text
