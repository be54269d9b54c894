"""Sign in, sign up, create an organisation: pages that are mostly a form."""

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
class CreateOrgPage:
    """`create-org`: name, address and zone of a new organisation."""

    viewer_name: str
