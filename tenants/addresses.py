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


# Letters that older rules for domains take for others (or for nothing) and newer ones do not: ß, final sigma, joiners.
_OF_TWO_DOMAINS = frozenset("\u00df\u1e9e\u03c2\u200c\u200d")


def has_one_domain(address: str) -> bool:
    """Whether everybody means the same domain by it: `straße.example` is another one to browsers than to most mailers.

    Its owner would invite `straße.example`, and mail that goes to `strasse.example` would show that an address is of
    it. Written as `xn--…` it is one.
    """
    return not _OF_TWO_DOMAINS & set(unicodedata.normalize("NFKC", address).rpartition("@")[2])


def domain_of(address: str) -> str:
    """The domain of an address in its canonical form, without a final dot; empty when there is none."""
    _, at, domain = canonical(address).rpartition("@")
    return domain.rstrip(".") if at else ""


def canonical_domain(domain: str) -> str:
    """The form in which `domain_of` answers: `@Bücher.Example.` and `xn--bcher-kva.example` are one."""
    return domain_of(f"x@{domain.strip().removeprefix('@')}")
