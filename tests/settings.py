"""The settings of the product with what a test run needs: a fixed secret, no collected files, no endpoint."""

import os

# Set before the product's settings are read, and without looking at what the shell may hold.
os.environ["SECRET_KEY"] = "a-secret-for-tests-only-" + "0123456789" * 4
for name in (
    "DEBUG",
    "PUBLIC_URL",
    "EMAIL_URL",
    "EMAIL_PASSWORD",
    "MAIL_FROM",
    "PORT",
    "ALLOWED_HOSTS",
    "TRUSTED_PROXIES",
    "DYNAMODB_ENDPOINT_URL",
    "DYNAMODB_TABLE",
):
    os.environ.pop(name, None)
os.environ["AWS_REGION"] = "us-east-1"

from dashboard.settings import *  # noqa: E402, F403 - a settings module is made to be taken whole, after the environment

# The manifest exists only after collectstatic; tests/server covers the collected files.
STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
