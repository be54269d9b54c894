"""A proxy on the loopback address that treats transactions as a bad network and a busy DynamoDB do.

It stands between a real SDK and the embedded engine, so that the SDK's own retries, timeouts and tokens are in play.
"""

from __future__ import annotations

import http.client
import json
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from threading import Lock, Thread
from urllib.parse import urlsplit


@dataclass
class Weather:
    """What transactions meet: first the given fates one by one, then each by its share.

    Lost before it arrives, lost after it was applied, or answered with a conflict; `met` counts them.
    """

    first: tuple[str, ...] = ()
    lost_before: float = 0.0
    lost_after: float = 0.0
    conflict: float = 0.0
    met: Counter[str] = field(default_factory=Counter)
    chance: Random = field(default_factory=lambda: Random(1))
    lock: Lock = field(default_factory=Lock)

    def next(self) -> str:
        """What the next transaction meets."""
        with self.lock:
            dealt = self.met.total()
            shares = [self.lost_before, self.lost_after, self.conflict]
            fates = ["lost before", "lost after", "conflict", "fair"]
            drawn = self.chance.choices(fates, [*shares, 1 - sum(shares)])[0]
            met = self.first[dealt] if dealt < len(self.first) else drawn
            self.met[met] += 1
            return met


class _Handler(BaseHTTPRequestHandler):
    engine: str
    weather: Weather

    protocol_version = "HTTP/1.1"  # connections are kept, as the SDK expects

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        transaction = self.headers["X-Amz-Target"].endswith(".TransactWriteItems")
        met = self.weather.next() if transaction else "fair"
        if met == "conflict":
            self._answer(
                400,
                {"Content-Type": "application/x-amz-json-1.0"},
                _conflict(len(json.loads(body)["TransactItems"])),
            )
            return
        if met == "lost before":
            self._hang_up()
            return
        answer = _forward(self.engine, body, dict(self.headers))
        if met == "lost after":
            self._hang_up()
        else:
            self._answer(*answer)

    def _hang_up(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def _answer(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response_only(status)
        for name, value in headers.items():
            if name.lower() not in {"content-length", "transfer-encoding", "connection"}:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class _Server(ThreadingHTTPServer):
    request_queue_size = 128  # fifty callers knock at the same moment
    daemon_threads = True  # a request that is still open does not keep the test from ending


@contextmanager
def proxy(engine: str, weather: Weather) -> Iterator[str]:
    """The proxy's address, good until the block ends."""
    handler = type("Handler", (_Handler,), {"engine": urlsplit(engine).netloc, "weather": weather})
    server = _Server(("127.0.0.1", 0), handler)
    thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _forward(address: str, body: bytes, headers: dict[str, str]) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection(address, timeout=30)
    try:
        connection.request("POST", "/", body, headers)
        response = connection.getresponse()
        return response.status, dict(response.getheaders()), response.read()
    finally:
        connection.close()


def _conflict(items: int) -> bytes:
    reasons = [{"Code": "None"}] * (items - 1) + [
        {"Code": "TransactionConflict", "Message": "Transaction is ongoing for the item"}
    ]
    return json.dumps(
        {
            "__type": "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
            "Message": "Transaction cancelled, please refer cancellation reasons for specific reasons",
            "CancellationReasons": reasons,
        }
    ).encode()
