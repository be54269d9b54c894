#!/usr/bin/env python
"""Run a management command with the settings of this project."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    """Run the command named on the command line; a bad setting ends it with one sentence instead of a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dashboard.settings")
    if sys.argv[1:2] == ["demo"]:
        # The demo makes the settings of what it starts; it needs none itself, least of all a secret.
        os.environ.setdefault("DEBUG", "on")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"manage.py: {error}")


if __name__ == "__main__":
    main()
