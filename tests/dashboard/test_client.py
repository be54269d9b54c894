"""Where a request came from: nobody but a trusted proxy is believed about it."""

from __future__ import annotations

import pytest
from django.test import RequestFactory, override_settings

from dashboard.client import client_address, client_network

PROXY, OTHER_PROXY, CLIENT, LIAR = "10.0.0.1", "10.0.0.2", "203.0.113.7", "198.51.100.9"


def told(peer: str, forwarded: str | None = None, trusted: tuple[str, ...] = (PROXY, OTHER_PROXY)) -> str:
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    with override_settings(TRUSTED_PROXIES=list(trusted)):
        return client_address(RequestFactory().get("/", headers=headers, REMOTE_ADDR=peer))


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        (CLIENT, None, CLIENT),
        (CLIENT, LIAR, CLIENT),
        (PROXY, None, PROXY),
        (PROXY, CLIENT, CLIENT),
        (PROXY, f"{LIAR}, {CLIENT}", CLIENT),
        (PROXY, f"{LIAR},{CLIENT} , {OTHER_PROXY}", CLIENT),
        (PROXY, f"{CLIENT}, nonsense, {OTHER_PROXY}", OTHER_PROXY),
        (PROXY, f"{PROXY}, {OTHER_PROXY}", PROXY),
        (PROXY, "", PROXY),
        (PROXY, "<script>", PROXY),
        (PROXY, f"{CLIENT}:49152", CLIENT),
        (PROXY, "[2001:db8::1]:443", "2001:db8::1"),
        (PROXY, "2001:0DB8:0:0::1", "2001:db8::1"),
        (f"::ffff:{PROXY}", f"::ffff:{CLIENT}", CLIENT),
        ("fe80::1%eth0", None, "fe80::1"),
        ("", None, ""),
        ("", CLIENT, ""),
    ],
)
def test_the_address_is_the_last_that_no_proxy_of_ours_has(peer: str, forwarded: str | None, address: str) -> None:
    assert told(peer, forwarded) == address


@pytest.mark.parametrize(
    ("trusted", "address"),
    [(("10.0.0.0/8",), CLIENT), (("10.0.0.0/31",), CLIENT), (("10.1.0.0/16",), PROXY), ((), PROXY), (("*",), CLIENT)],
)
def test_a_network_is_trusted_as_well_and_of_everybody_one_word_alone(trusted: tuple[str, ...], address: str) -> None:
    assert told(PROXY, f"{LIAR}, {CLIENT}", trusted) == address


@pytest.mark.parametrize(
    ("peer", "network"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.77", "192.0.2.0/24"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("unix:", ""),
    ],
)
def test_a_client_is_counted_with_its_part_of_the_network(peer: str, network: str) -> None:
    assert client_network(RequestFactory().get("/", REMOTE_ADDR=peer)) == network
