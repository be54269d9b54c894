"""Where a request came from: the one place that believes a proxy's word about it."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

_PREFIX_LENGTHS = {4: 24, 6: 64}
EVERYBODY = "*"
"""As gunicorn has it: whoever connects is a proxy. One word of it is believed then, the last."""


def client_address(request: HttpRequest) -> str:
    """The network address of whoever asks, in its shortest form; empty when there is none (a Unix socket).

    It is the peer's, unless the peer is one of TRUSTED_PROXIES: then it is the last address of `X-Forwarded-For` that
    is not one of those. What stands before that address was written by whoever asks, and is believed by nobody.
    """
    known = getattr(request, "client_address", None)
    if known is None:
        known = request.client_address = _told_of(request)  # type: ignore[attr-defined]  # asked for twice in many requests
    return str(known)


def _told_of(request: HttpRequest) -> str:
    peer = _address(request.META.get("REMOTE_ADDR", ""))
    if not peer or not (_is_trusted(peer) or EVERYBODY in settings.TRUSTED_PROXIES):
        return peer
    told = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    for part in reversed(told):
        address = _address(part)
        if not address:
            break  # what a trusted proxy did not write is nothing to look behind
        peer = address
        if not _is_trusted(address):
            break
    return peer


def client_network(request: HttpRequest) -> str:
    """The part of the network that they speak from, what one household or server holds: a /24, of IPv6 a /64."""
    address = client_address(request)
    return network_of(address) if address else ""


def network_of(address: str) -> str:
    """The /24 or /64 of an address as `client_address` gives it."""
    length = _PREFIX_LENGTHS[ip_address(address.partition("%")[0]).version]
    return str(ip_network(f"{address.partition('%')[0]}/{length}", strict=False))


def _is_trusted(address: str) -> bool:
    return any(ip_address(address) in network for network in _networks(tuple(settings.TRUSTED_PROXIES)))


@lru_cache(maxsize=8)
def _networks(proxies: tuple[str, ...]) -> list[IPv4Network | IPv6Network]:
    # gunicorn reads the same setting and refuses to start with a word that is no address or network.
    return [ip_network(proxy) for proxy in proxies if proxy != EVERYBODY]


def _address(text: str) -> str:
    """The address in its shortest form, an IPv4 address in the clothes of IPv6 as what it is; empty for anything else.

    Some proxies add the port.
    """
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        address = IPv6Address(int(address)).ipv4_mapped or IPv6Address(int(address))  # without the zone of a link
    return str(address)
