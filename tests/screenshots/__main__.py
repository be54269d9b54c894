"""`python -m tests.screenshots`."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from tests.screenshots.taking import main  # noqa: E402 - Django has to be set up first

main()
