"""gunicorn's threaded worker, except that a client gets a thread only when the head of its request is all there.

The original hands every new connection to a thread at once, and the thread waits for the client: as many silent or
dawdling clients as there are threads stop the site. Here the waiting is done by the loop that polls all connections,
which can wait for hundreds at no cost. A body is still read by a thread; a silent client loses it after a while.
"""

import socket
import struct
import time
from functools import partial
from selectors import EVENT_READ
from typing import Any

from gunicorn import util
from gunicorn.workers.gthread import STOP_KEEPALIVE_LINGER, ThreadWorker

HEAD_SECONDS = 5.0
"""How long the head of a request may take to arrive."""
BODY_SECONDS = 10
"""How long a client may be silent in the middle of a body, its own or the answer's."""
PEEK_BYTES = 65536
"""A head that is longer is left to the parser, which refuses it."""


class PatientWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """Overrides the steps at which a connection is handed to a thread; everything else is gunicorn's."""

    def init_process(self) -> None:
        """Answer what cannot be parsed in our own words: gunicorn's repeat what was sent, and carry no headers."""
        util.write_error = refuse
        super().init_process()

    def enqueue_req(self, conn: Any) -> None:  # noqa: ANN401 - gunicorn has no types
        """Hand the connection to a thread if its request's head is there, and else to the poller."""
        if _buffered(conn) or _has_arrived(conn):
            _let_through(conn)
            super().enqueue_req(conn)
        else:
            conn.timeout = time.monotonic() + HEAD_SECONDS
            self.pending_conns.append(conn)
            self.poller.register(conn.sock, EVENT_READ, partial(self.on_pending_socket_readable, conn))

    def on_pending_socket_readable(self, conn: Any, client: socket.socket) -> None:  # noqa: ANN401 - gunicorn has no types
        """Go on waiting while the head is incomplete; the deadline stays where it was set."""
        if _has_arrived(conn):
            super().on_pending_socket_readable(conn, client)

    def _cap_keepalive(self, deadline: float) -> None:
        """At a stop, connections without a request end as soon as those kept alive: browsers open some in advance."""
        super()._cap_keepalive(deadline)
        for conn in self.pending_conns:
            conn.timeout = min(conn.timeout, time.monotonic() + STOP_KEEPALIVE_LINGER)


def _buffered(conn: Any) -> bool:  # noqa: ANN401 - gunicorn has no types
    """True when the parser has bytes of the next request already: nothing more may come from the network."""
    return conn.parser is not None and bool(conn.parser.unreader.buf.getvalue())


def _has_arrived(conn: Any) -> bool:  # noqa: ANN401 - gunicorn has no types
    """Look at what has come without taking it, and ask to be woken by the next byte if the head is not complete.

    True as well when nothing new has come since the last look: then the client has closed its side, and the thread
    that reads the rest will find out.
    """
    seen = getattr(conn, "bytes_seen", -1)
    try:
        head = conn.sock.recv(PEEK_BYTES, socket.MSG_PEEK)
    except BlockingIOError:
        conn.bytes_seen = -1
        return False
    except OSError:
        return True
    if not head or b"\r\n\r\n" in head or len(head) >= PEEK_BYTES or len(head) == seen:
        return True
    conn.bytes_seen = len(head)
    # Otherwise the bytes that wait in the buffer would wake the poller again and again.
    conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, len(head) + 1)
    return False


def _let_through(conn: Any) -> None:  # noqa: ANN401 - gunicorn has no types
    """Undo what the waiting needed and limit how long a thread may wait for a silent client."""
    conn.bytes_seen = -1
    conn.data_ready = True
    conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, 1)
    # Not settimeout(), which the worker sets back for itself.
    conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", BODY_SECONDS, 0))
    # A download that nobody takes off the line would hold its thread for good.
    conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", BODY_SECONDS, 0))


def refuse(client: socket.socket, status: int, reason: str, _told: str) -> None:
    """Write the answer to what is no request: the status alone, with the headers that every page of ours has."""
    # Imported here: the master process reads this file and never loads Django.
    from django.conf import settings  # noqa: PLC0415 - see above

    from dashboard.middleware import CONTENT_SECURITY_POLICY  # noqa: PLC0415 - see above

    body = f"{status} {reason}\n"
    headers = {
        "Connection": "close",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Length": str(len(body)),
        "Cache-Control": "no-store",
        "Content-Security-Policy": CONTENT_SECURITY_POLICY,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": settings.X_FRAME_OPTIONS,
        "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
        "Cross-Origin-Opener-Policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
    }
    if settings.SECURE_HSTS_SECONDS:
        headers["Strict-Transport-Security"] = f"max-age={settings.SECURE_HSTS_SECONDS}; includeSubDomains; preload"
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    util.write_nonblock(client, f"HTTP/1.1 {status} {reason}\r\n{head}\r\n{body}".encode())
