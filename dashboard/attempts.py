"""How often what may be tried by whom: every allowance of the product that a person can meet, and who is counted.

Nobody is locked out for good by somebody else's attempts. A browser that has signed in to an account before has an
allowance of its own for it, a rightful attempt is given back, every span ends within the hour, and the way over the
mailbox stays open: the mails that an attacker asks for reach the owner.
"""

from __future__ import annotations

from datetime import timedelta
from ipaddress import ip_network

from django.http import HttpRequest

from dashboard import devices
from dashboard.client import client_network
from dashboard.http import now
from tenants.addresses import canonical
from tenants.writes.throttle import Allowance, Charge, spend

_QUARTER, _HOUR = timedelta(minutes=15), timedelta(hours=1)

SIGN_IN_STRANGE = Allowance("sign-ins to one account from browsers that never signed in to it", 5, _QUARTER)
SIGN_IN_KNOWN = Allowance("sign-ins to one account from one browser that did", 10, _QUARTER)
SIGN_IN_NETWORK = Allowance("sign-ins from one part of the network to any account", 50, _QUARTER)
PASSWORD = Allowance("confirmations of one person by their password", 5, _QUARTER)
# Apart: whoever signs up with somebody's address over and over must not use up the mails that let its owner in again.
MAIL_PASSWORD = Allowance("mails to one address that set its password anew", 3, _HOUR)
MAIL_SIGN_UP = Allowance("mails to one address that somebody signs up with", 3, _HOUR)
MAIL_NETWORK = Allowance("such mails from one part of the network", 20, _HOUR)
MAIL_PERSON = Allowance("changes of address that one person asks for", 5, _HOUR)

ALL = (
    SIGN_IN_STRANGE,
    SIGN_IN_KNOWN,
    SIGN_IN_NETWORK,
    PASSWORD,
    MAIL_PASSWORD,
    MAIL_SIGN_UP,
    MAIL_NETWORK,
    MAIL_PERSON,
)


def sign_in(request: HttpRequest, email: str) -> tuple[Charge, ...]:
    """Count a sign-in before its password is looked at. Raises TooMany. One transaction.

    What was counted is given back when the password is right.
    """
    account = canonical(email)
    known = devices.known_as(request, account)
    if known:
        return _count(request, Charge(SIGN_IN_KNOWN, f"{known} {account}"))
    return _count(request, Charge(SIGN_IN_STRANGE, account), *_network(request, SIGN_IN_NETWORK))


def password(request: HttpRequest, of: str) -> tuple[Charge, ...]:
    """Count a look at the password of somebody who is signed in already, or holds a link. Raises TooMany."""
    return _count(request, Charge(PASSWORD, of))


def mail(request: HttpRequest, email: str, kind: Allowance) -> None:
    """Count a mail of this `kind` that somebody who is not signed in sends to an address. Raises TooMany."""
    _count(request, Charge(kind, canonical(email)), *_network(request, MAIL_NETWORK))


def mail_by(request: HttpRequest, user: str) -> None:
    """Count a mail that a person sends to an address that may be theirs. Raises TooMany."""
    _count(request, Charge(MAIL_PERSON, user))


def _count(request: HttpRequest, *charges: Charge) -> tuple[Charge, ...]:
    spend(now(request), *charges)
    return charges


def _network(request: HttpRequest, allowance: Allowance) -> tuple[Charge, ...]:
    network = client_network(request)
    # This very machine is whoever tries the product out, or a proxy that TRUSTED_PROXIES does not name: then it would
    # be everybody.
    if not network or ip_network(network).is_loopback:
        return ()
    return (Charge(allowance, network),)
