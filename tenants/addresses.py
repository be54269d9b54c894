"""E-mail addresses: one canonical form, so that one person has one account."""

from __future__ import annotations

import unicodedata


def canonical(address: str) -> str:
    """The form that decides whether two addresses are one: NFKC, case folded, international domains in Unicode.

    Any-case and NFKC-equal addresses are one. Mail is always sent to the stored address, never to this form.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", address).strip().casefold())
    local, at, domain = folded.rpartition("@")
    return f"{local}{at}{_unicode_domain(domain)}"


def _unicode_domain(domain: str) -> str:
    if "xn--" not in domain:
        return domain
    try:
        return domain.encode("ascii").decode("idna")
    except UnicodeError:
        return domain


def domain_of(address: str) -> str:
    """The domain of an address in its canonical form, without a final dot; empty when there is none."""
    _, at, domain = canonical(address).rpartition("@")
    return domain.rstrip(".") if at else ""


def canonical_domain(domain: str) -> str:
    """The form in which `domain_of` answers: `@Bücher.Example.` and `xn--bcher-kva.example` are one."""
    return domain_of(f"x@{domain.strip().removeprefix('@')}")
