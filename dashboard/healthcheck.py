"""Ask the web server of this container whether it is well: `python -m dashboard.healthcheck`, exit code 0 or 1."""

import http.client
import os
import sys
from urllib.parse import urlsplit


def healthy(port: int, host: str) -> bool:
    """True when /healthz answers 200 within four seconds; `host` is a name that the server answers to."""
    # Not urllib, which would ask the proxy that HTTP_PROXY names.
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=4)
    try:
        connection.request("GET", "/healthz", headers={"Host": host})
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


if __name__ == "__main__":
    # Read here and not from the settings, which would load all of Django every ten seconds.
    allowed = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip().lstrip(".")
    published = urlsplit(os.environ.get("PUBLIC_URL", "")).hostname
    name = allowed if allowed not in {"", "*"} else published or "127.0.0.1"
    sys.exit(0 if healthy(int(os.environ.get("PORT", "8000")), name) else 1)
