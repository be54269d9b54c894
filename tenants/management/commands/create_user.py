"""`manage.py create_user`: an account, with its password from anywhere but the command line."""

import getpass
import os
import sys

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email

from tenants import clock
from tenants.management.operator import plainly
from tenants.writes import accounts

PASSWORD_VARIABLE = "TABLERO_PASSWORD"  # noqa: S105 - the name of a variable, not a password


class Command(BaseCommand):
    """Create an account. Every process of the machine can read a command line, so the password is never taken there."""

    help = (
        "Create an account. The password is asked for; or it comes with --password-stdin (first line of standard "
        f"input) or in the variable {PASSWORD_VARIABLE}."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="the address to sign in with")
        parser.add_argument("--name", required=True, help="the person's name, at most 60 characters")
        parser.add_argument("--password-stdin", action="store_true", help="read the password from standard input")

    def handle(self, *_: object, email: str, name: str, password_stdin: bool, **__: object) -> None:
        try:
            validate_email(email)
        except ValidationError as error:
            raise CommandError(f"“{email}” is not an e-mail address.") from error
        with plainly():
            user = accounts.sign_up(name, email, _password(from_stdin=password_stdin), clock.now())
        self.stdout.write(f"Created the account {user} for {email}.")


def _password(*, from_stdin: bool) -> str:
    if from_stdin:
        return sys.stdin.readline().rstrip("\r\n")
    if PASSWORD_VARIABLE in os.environ:
        return os.environ[PASSWORD_VARIABLE]
    if not sys.stdin.isatty():
        raise CommandError(f"No terminal to ask for the password: use --password-stdin or {PASSWORD_VARIABLE}.")
    password = getpass.getpass("Password: ")
    if getpass.getpass("Again: ") != password:
        raise CommandError("The two passwords differ; no account was created.")
    return password
