"""Which passwords are refused: short ones, those that everybody uses, and those made of the person's own name.

No rule asks for a digit or a capital letter: such rules make passwords alike, not strong (OWASP ASVS 5.0, 6.2.5).
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError

from tenants import passwords
from tenants.errors import Refused
from tenants.words import said

SHORTEST = 8
_LEFT = 6
"""So many characters are left when the words that anybody could guess of this person are taken out."""
_SHORTEST_WORD = 3
_SITE = "tablero"


def require_good(password: str, name: str, email: str, field: str = "password") -> None:
    """Raise Refused, naming `field`, unless the password may be used by the person of this name and address."""
    if len(password) < SHORTEST or not password.strip():
        raise Refused(said("A password has at least %(least)s characters.", least=SHORTEST), field)
    if len(password) > passwords.LONGEST:
        raise Refused(said("A password has at most %(most)s characters.", most=passwords.LONGEST), field)
    if _is_common(password):
        raise Refused(said("Many people use this password, so it is tried first. Choose another one."), field)
    if _is_personal(password, name, email):
        raise Refused(said("This password is little more than your name or address. Choose another one."), field)


def _is_common(password: str) -> bool:
    try:
        _list().validate(_folded(password))
    except ValidationError:
        return True
    return False


@cache
def _list() -> CommonPasswordValidator:
    # 20,000 passwords, read from Django's package when the first is checked.
    return CommonPasswordValidator()


def _is_personal(password: str, name: str, email: str) -> bool:
    words = {_SITE, *re.split(r"[^\w]+|_", _folded(name)), *re.split(r"[^\w]+|_", _folded(email))}
    left = _folded(password)
    for word in sorted((word for word in words if len(word) >= _SHORTEST_WORD), key=lambda word: (-len(word), word)):
        left = left.replace(word, "")
    return left != _folded(password) and len(re.sub(r"\W|_", "", left)) < _LEFT


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
