"""Browsers: which accounts one has signed in to before, and what one is called in words that people use."""

from __future__ import annotations

import re
import secrets
from datetime import timedelta

from django.http import HttpRequest, HttpResponse

from dashboard import cookies
from dashboard.client import client_network
from tenants import ids
from tenants.addresses import canonical
from tenants.writes.accounts import Device

_COOKIE = "known"
_LIFE = timedelta(days=400)
_ACCOUNTS = 5
_DIGITS = 16

# In this order: many browsers also call themselves by the name of the one that they are built on.
_BROWSERS = (
    (r"Edg(?:e|A|iOS)?/", "Edge"),
    (r"OPR/|Opera", "Opera"),
    (r"SamsungBrowser/", "Samsung Internet"),
    (r"Vivaldi/", "Vivaldi"),
    (r"Firefox/|FxiOS/", "Firefox"),
    (r"HeadlessChrome/|Chrome/|CriOS/|Chromium/", "Chrome"),
    (r"Version/[\d.]+ .*Safari/", "Safari"),
    (r"curl/", "curl"),
)
_SYSTEMS = (
    (r"iPhone", "iPhone"),
    (r"iPad", "iPad"),
    (r"Android", "Android"),
    (r"CrOS", "ChromeOS"),
    (r"Windows", "Windows"),
    (r"Macintosh|Mac OS X", "macOS"),
    (r"Linux|X11", "Linux"),
)


def of(request: HttpRequest) -> Device:
    """What a session is opened on."""
    return Device(request.headers.get("User-Agent", ""), client_network(request))


def spoken(agent: str) -> tuple[str, str]:
    """(browser, system) in words that people use; empty where nobody knows. `agent` is whatever a browser sends."""
    return _first(_BROWSERS, agent), _first(_SYSTEMS, agent)


def known_as(request: HttpRequest, account: str) -> str:
    """What the browser is counted under for this canonical address; empty if it never signed in to it."""
    device, accounts = _kept(request)
    return device if _digest(account) in accounts else ""


def remember(request: HttpRequest, response: HttpResponse, email: str) -> None:
    """Let the browser keep that it has signed in to the account of this address. It learns no address by that."""
    device, accounts = _kept(request)
    account = _digest(canonical(email))
    kept = [account, *(other for other in accounts if other != account)][:_ACCOUNTS]
    cookies.keep(response, _COOKIE, [device or secrets.token_urlsafe(12), kept], _LIFE)


def _kept(request: HttpRequest) -> tuple[str, list[str]]:
    match cookies.kept(request, _COOKIE, _LIFE):
        case [str(device), list(accounts)]:
            return device, [str(account) for account in accounts]
        case _:
            return "", []


def _digest(account: str) -> str:
    return ids.digest(account)[:_DIGITS]


def _first(names: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for pattern, name in names if re.search(pattern, agent[:400])), "")
