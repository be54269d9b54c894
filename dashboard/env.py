"""Typed readers of environment variables. Each one names, types, describes and checks a setting, or refuses to start.

A reader registers what it read, so that the table of settings in the README is generated from the very calls that read
them. Messages never repeat the value of a secret.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from django.core.exceptions import ImproperlyConfigured

TRUE_WORDS = frozenset({"1", "true", "yes", "on"})
FALSE_WORDS = frozenset({"0", "false", "no", "off"})


@dataclass(frozen=True)
class Setting:
    """One environment variable as the README shows it."""

    name: str
    kind: str
    default: str
    description: str


REGISTRY: dict[str, Setting] = {}


def text(name: str, default: str = "", *, describe: str) -> str:
    """Return the variable without surrounding blanks, or the default when it is unset or blank."""
    _register(name, "text", default or "empty", describe)
    return _raw(name) or default


def number(name: str, default: int, *, at_least: int, at_most: int, describe: str) -> int:
    """Return a whole number between the two limits, both included."""
    _register(name, f"whole number, {at_least} to {at_most}", str(default), describe)
    raw = _raw(name)
    if not raw:
        return default
    # int() alone would take "1_000", "+5" and Arabic digits, which no other program reading the variable would.
    if not (raw.isascii() and raw.isdigit()) or not at_least <= int(raw) <= at_most:
        _refuse(name, raw, f"a whole number from {at_least} to {at_most}")
    return int(raw)


def flag(name: str, *, default: bool, describe: str) -> bool:
    """Return True for 1, true, yes, on and False for 0, false, no, off, in any case; anything else is refused."""
    _register(name, "on or off", "on" if default else "off", describe)
    raw = _raw(name).lower()
    if not raw:
        return default
    if raw not in TRUE_WORDS | FALSE_WORDS:
        _refuse(name, raw, "one of on, off, true, false, yes, no, 1, 0")
    return raw in TRUE_WORDS


def names(name: str, default: list[str], *, shown_default: str, describe: str) -> list[str]:
    """Return a comma-separated list without blanks and empty parts."""
    _register(name, "comma-separated list", shown_default, describe)
    parts = [part.strip() for part in _raw(name).split(",")]
    return [part for part in parts if part] or default


def checked(
    name: str,
    default: str,
    check: Callable[[str], str],
    *,
    kind: str,
    describe: str,
    shown_default: str = "",
    repeated: bool = True,
) -> str:
    """Return what `check` makes of the value; a ValueError from it becomes the refusal, with its text as the reason.

    `shown_default` describes a default that depends on other settings. With `repeated` off the refusal does not repeat
    the value, which may hold a secret by mistake.
    """
    _register(name, kind, shown_default or default or "empty", describe)
    value = _raw(name) or default
    try:
        return check(value)
    except ValueError as error:
        if not repeated:
            message = f"{name} must be {error}."
            raise ImproperlyConfigured(message) from None
        _refuse(name, value, str(error))


def password(name: str, *, describe: str) -> str:
    """Return a secret that somebody else gave out, from NAME or from the file named in NAME_FILE; or empty."""
    _register(name, "secret", "empty", describe)
    return _raw(name) or _from_file(f"{name}_FILE")


def one_of(*words: str) -> Callable[[str], str]:
    """Make a check for `checked` that takes one of the words, in any case, and returns it as written here."""

    def check(value: str) -> str:
        if value.upper() not in words:
            message = f"one of {', '.join(words)}"
            raise ValueError(message)
        return value.upper()

    return check


def secret(name: str, default: str, *, at_least: int, describe: str) -> str:
    """Return a secret of at least `at_least` characters, read from NAME or from the file named in NAME_FILE.

    An empty default makes it required. The refusal tells the length that was found, never the value.
    """
    _register(
        name,
        f"secret, {at_least} characters or more",
        "required, unless DEBUG is on",
        describe,
    )
    value = _raw(name) or _from_file(f"{name}_FILE") or default
    if not value:
        message = f"{name} (or {name}_FILE) is required when DEBUG is off. Make one with: openssl rand -base64 48"
        raise ImproperlyConfigured(message)
    if len(value) < at_least:
        message = f"{name} has {len(value)} characters and must have at least {at_least}."
        raise ImproperlyConfigured(message)
    return value


def _raw(name: str) -> str:
    return os.environ.get(name, "").strip()


def _from_file(name: str) -> str:
    path = _raw(name)
    if not path:
        return ""
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        message = f"{name} names a file that cannot be read: {error}."
        raise ImproperlyConfigured(message) from error


def _register(name: str, kind: str, default: str, description: str) -> None:
    REGISTRY[name] = Setting(name, kind, default, description)


def _refuse(name: str, value: str, expected: str) -> NoReturn:
    message = f"{name} is {value!r} and must be {expected}."
    raise ImproperlyConfigured(message)
