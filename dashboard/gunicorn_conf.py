"""How gunicorn serves the product: `gunicorn -c python:dashboard.gunicorn_conf`.

Threads, because one silent client holds a whole synchronous worker, and because nearly all of a request's time is spent
waiting for DynamoDB. With threads gunicorn's `timeout` watches the worker's heartbeat only: the limit on a single
request is the deadline that the middleware sets.
"""

import gc
from pathlib import Path
from typing import Any

from dashboard import env

wsgi_app = "dashboard.wsgi"
worker_class = "dashboard.worker.PatientWorker"

_host = env.text("LISTEN_ON", "127.0.0.1", describe="The address that the web server listens on; `0.0.0.0` for all.")
_port = env.number("PORT", 8000, at_least=1, at_most=65535, describe="The port that the web server listens on.")
bind = f"[{_host}]:{_port}" if ":" in _host else f"{_host}:{_port}"

workers = env.number("WORKERS", 2, at_least=1, at_most=64, describe="Processes that serve requests.")
threads = env.number(
    "THREADS",
    8,
    at_least=1,
    at_most=64,
    describe="Threads per process, each with a connection of its own to DynamoDB.",
)

# No preload: a client made before the fork would share its connections, and their TLS state, between the workers.
preload_app = False
timeout = 30
# Longer than any request may take that changes something, so that a restart ends none of them. A download that it cuts
# off says so, by its missing end.
graceful_timeout = 20
# Also the time that a connection may stay silent before its first request.
keepalive = 5
# The heartbeat file must not wait for a busy disk.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - gunicorn makes a private file in it

limit_request_line = 4094
limit_request_fields = 64
limit_request_field_size = 8190

# Only a named proxy is believed, and only in this one header.
forwarded_allow_ips = ",".join(
    env.names(
        "TRUSTED_PROXIES",
        [],
        shown_default="none",
        describe="Addresses of proxies whose `X-Forwarded-Proto` and `X-Forwarded-For` are believed.",
    )
)
secure_scheme_headers = {"X-FORWARDED-PROTO": "https"}

# A proxy in front logs requests; errors are logged by Django.
accesslog = "-" if env.flag("ACCESS_LOG", default=False, describe="Log a line for every request.") else None
# Without the query string: cursors, search words and tokens stay out of the log.
access_log_format = '%(h)s "%(m)s %(U)s" %(s)s %(B)s %(M)sms %({tablero.receipt}e)s'
loglevel = "info"
logger_class = "dashboard.access_log.AccessLog"
# A socket for remote control that nothing here uses.
control_socket_disable = True


def post_worker_init(worker: Any) -> None:  # noqa: ANN401, ARG001 - gunicorn has no types and passes it by position
    """Build the worker's DynamoDB client before its first request, so that no two threads build one at a time."""
    # Imported here: the file is read by the master process, which never talks to DynamoDB.
    from tenants import table  # noqa: PLC0415 - see above

    table.connect()
    # What was made so far stays for good. Left among the rest, every full collection would walk through all of it, some
    # 80 ms in which the worker answers nobody.
    gc.collect()
    gc.freeze()
