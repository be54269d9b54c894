"""Sign in, sign up, the way over the mailbox, create an organisation: pages that are mostly a form."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SignInPage:
    """`sign-in`. `next_path` is a checked path of ours to go on to, or empty."""

    next_path: str = ""


@dataclass(frozen=True, slots=True)
class SignUpPage:
    """`sign-up`. `next_path` is a checked path of ours to go on to, or empty."""

    next_path: str = ""


@dataclass(frozen=True, slots=True)
class CheckMailPage:
    """`check-mail`: a mail may be on its way. `email` is what was typed into a sign-up here, or empty."""

    email: str


@dataclass(frozen=True, slots=True)
class ConfirmPage:
    """`confirm`: the address of a sign-up, confirmed by a button, from another browser with the password."""

    email: str
    asks_password: bool


@dataclass(frozen=True, slots=True)
class ForgotPage:
    """`forgot`: ask for a link to set another password."""


@dataclass(frozen=True, slots=True)
class ResetPage:
    """`reset`: another password for the account of `email`."""

    email: str


@dataclass(frozen=True, slots=True)
class CreateOrgPage:
    """`create-org`: name, address and zone of a new organisation."""

    viewer_name: str
