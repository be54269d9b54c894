"""All settings, from the environment and in one file. There is no database: everything lives in one DynamoDB table."""

from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from dashboard import env, logs, mail_servers
from tenants import policy

BASE_DIR = Path(__file__).resolve().parent.parent
LOOPBACK_NAMES = ["127.0.0.1", "localhost", "[::1]"]


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _public_url(value: str) -> str:
    """Return the value when it is a bare https origin, or a bare http origin on a loopback host."""
    parts = urlsplit(value)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.username or parts.port == 0:
        message = "an address such as https://work.example.com"
        raise ValueError(message)
    if parts.path.strip("/") or parts.query or parts.fragment:
        message = "an origin alone, without a path, query or fragment"
        raise ValueError(message)
    if parts.scheme == "http" and not _is_loopback(parts.hostname):
        message = "an https address: over plain http sessions could be read on their way to a host that is not this one"
        raise ValueError(message)
    return f"{parts.scheme}://{parts.netloc.lower()}"


def _endpoint(value: str) -> str:
    """Return the value when it is empty or an http(s) address."""
    if value and (urlsplit(value).scheme not in {"http", "https"} or not urlsplit(value).hostname):
        message = "empty (Amazon's own endpoint) or an address such as http://127.0.0.1:8001"
        raise ValueError(message)
    return value


# --- How it runs ------------------------------------------------------------------------------------------------------

DEBUG = env.flag(
    "DEBUG", default=False, describe="Development mode: error pages with details, sample accounts, a fixed secret."
)
SECRET_KEY = env.secret(
    "SECRET_KEY",
    "known-to-everyone-and-good-for-development-only-0123456789" if DEBUG else "",
    at_least=50,
    describe="Signs cookies, cursors and forms. Also read from the file that `SECRET_KEY_FILE` names.",
)
SECRET_KEY_FALLBACKS = env.names(
    "SECRET_KEY_FALLBACKS",
    [],
    shown_default="none",
    describe="Former secrets that are still accepted while a new one takes over.",
)
PORT = env.number("PORT", 8000, at_least=1, at_most=65535, describe="The port that the web server listens on.")
PUBLIC_URL = env.checked(
    "PUBLIC_URL",
    f"http://127.0.0.1:{PORT}",
    _public_url,
    kind="address",
    shown_default="`http://127.0.0.1` and `PORT`",
    describe="What people type. https brings `__Host-` cookies and HSTS; http is refused except on a loopback host.",
)
TRUSTED_PROXIES = env.names(
    "TRUSTED_PROXIES",
    [],
    shown_default="none",
    describe="Addresses of proxies whose `X-Forwarded-Proto` and `X-Forwarded-For` are believed.",
)
_PUBLIC = urlsplit(PUBLIC_URL)
_PUBLIC_HOST = _PUBLIC.hostname or ""
ALLOWED_HOSTS = env.names(
    "ALLOWED_HOSTS",
    LOOPBACK_NAMES if _is_loopback(_PUBLIC_HOST) else [_PUBLIC_HOST],
    shown_default="the host of `PUBLIC_URL`",
    describe="Host names that requests may carry; others are answered with 400.",
)

OFFLINE_PAGE = env.flag(
    "OFFLINE_PAGE", default=True, describe="Whether browsers keep a page to show while offline; off takes it back."
)
OWNERS_CHOOSE_PLAN = env.flag(
    "OWNERS_CHOOSE_PLAN",
    default=False,
    describe="Whether owners may choose their organisation's plan; `manage.py set_plan` always can.",
)

# --- The table --------------------------------------------------------------------------------------------------------

DYNAMODB_ENDPOINT_URL = env.checked(
    "DYNAMODB_ENDPOINT_URL",
    "",
    _endpoint,
    kind="address",
    describe="Where DynamoDB answers. Empty means Amazon DynamoDB in `AWS_REGION`.",
)
DYNAMODB_TABLE = env.text("DYNAMODB_TABLE", "app-main", describe="The name of the one table.")
AWS_REGION = env.text(
    "AWS_REGION", "us-east-1", describe="The region of the table. Credentials are found by the AWS SDK's usual rules."
)

# --- Django -----------------------------------------------------------------------------------------------------------

# Neither contrib.auth nor contenttypes: people, sessions and rights are items of the table.
INSTALLED_APPS = [
    "whitenoise.runserver_nostatic",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials.apps.SimpleAppConfig",
    "tenants",
    "dashboard",
]
DATABASES: dict[str, dict[str, str]] = {}

MIDDLEWARE = [
    # Around all others, so that static files, redirects and what is refused carry their headers too.
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "dashboard.middleware.Private",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Refuses foreign Host headers on every request, also on those whose view never asks for the host.
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "dashboard.middleware.Deadline",
    "dashboard.receipts.Recorded",
    "dashboard.middleware.SignedIn",
    "dashboard.middleware.DomainErrors",
]
ROOT_URLCONF = "dashboard.urls"
WSGI_APPLICATION = "dashboard.wsgi.application"
APPEND_SLASH = False

_TEMPLATES_DIR = BASE_DIR / "templates"
_OWN_TAGS = ["dashboard.templatetags.addresses", "dashboard.templatetags.numbers"]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [_TEMPLATES_DIR],
        "OPTIONS": {
            "builtins": ["template_partials.templatetags.partials", *_OWN_TAGS],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
                "dashboard.look.context",
                "dashboard.views.offline.context",
            ],
            # Written out because the partials loader has to wrap the cached one.
            "loaders": [
                (
                    "template_partials.loader.Loader",
                    [("django.template.loaders.cached.Loader", ["django.template.loaders.filesystem.Loader"])],
                )
            ],
        },
    },
    {
        # The plain text of mails: what is escaped for HTML would be read as it stands.
        "NAME": "plain",
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [_TEMPLATES_DIR],
        "OPTIONS": {"autoescape": False},
    },
]

LANGUAGE_CODE = "en"
LANGUAGES = list(policy.LANGUAGES.items())  # those that the product speaks all of
FORMAT_MODULE_PATH = "dashboard.locale"
# Times are kept in UTC; the zone of a page is that of its organisation.
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "static-built"
STATICFILES_DIRS = [BASE_DIR / "static"]
# With DEBUG on the files are found where they are written, so that nothing has to be collected first.
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_AUTOREFRESH = DEBUG
STORAGES = {
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    }
}

# --- Cookies and transport: PUBLIC_URL decides ------------------------------------------------------------------------

HTTPS = _PUBLIC.scheme == "https"
# A browser takes a __Host- cookie only over https, from this very host and for the whole of it, so that neither a
# sibling domain nor a plain connection can plant one. Over http such a name would be refused.
COOKIE_PREFIX = "__Host-" if HTTPS else ""

SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}session"
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrf"
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]
MESSAGE_STORAGE = "dashboard.messages.CookieStorage"
MESSAGES_COOKIE_NAME = f"{COOKIE_PREFIX}messages"
LOOK_COOKIE_NAME = f"{COOKIE_PREFIX}look"

SECURE_SSL_REDIRECT = HTTPS
# Asked over plain http from inside the container.
SECURE_REDIRECT_EXEMPT = ["^healthz$", "^readyz$"]
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# --- What a request may carry -----------------------------------------------------------------------------------------

# Forms are small; a board file may be large and is streamed to disk beyond the first 2.5 MB.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
DATA_UPLOAD_MAX_NUMBER_FILES = 1
FILE_UPLOAD_MAX_MEMORY_SIZE = 2_621_440
FILE_UPLOAD_HANDLERS = [
    "dashboard.uploads.Bounded",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]
UPLOAD_MAX_MEGABYTES = env.number(
    "UPLOAD_MAX_MEGABYTES", 50, at_least=1, at_most=500, describe="The largest board file that may be uploaded."
)

# --- What is kept -----------------------------------------------------------------------------------------------------

AUDIT_DAYS = env.number(
    "AUDIT_DAYS", 400, at_least=30, at_most=3650, describe="How long entries of the audit are kept, in days."
)

# --- Mail -------------------------------------------------------------------------------------------------------------

EMAIL_URL = env.checked(
    "EMAIL_URL",
    "" if HTTPS else "console:",
    mail_servers.checked,
    kind="address",
    shown_default="`console:` while `PUBLIC_URL` is http, else required",
    describe="Where mail goes: `smtp://user@host:587` (STARTTLS), `smtps://user@host:465`, `smtp+plain://host:25` "
    "(no encryption), `file:/a/folder`, or `console:`, which prints it with the links in it.",
    repeated=False,
)
_MAIL = mail_servers.parsed(EMAIL_URL)
EMAIL_BACKEND = _MAIL.backend
EMAIL_HOST, EMAIL_PORT = _MAIL.host, _MAIL.port
EMAIL_HOST_USER = _MAIL.user
EMAIL_USE_TLS, EMAIL_USE_SSL = _MAIL.starttls, _MAIL.tls
EMAIL_FILE_PATH = _MAIL.folder
EMAIL_HOST_PASSWORD = env.password(
    "EMAIL_PASSWORD",
    describe="The password of the user in `EMAIL_URL`. Also read from the file that `EMAIL_PASSWORD_FILE` names.",
)
# A person waits for some of these mails to be taken.
EMAIL_TIMEOUT = 5
DEFAULT_FROM_EMAIL = env.checked(
    "MAIL_FROM",
    f"Tablero <tablero@{'localhost' if _is_loopback(_PUBLIC_HOST) else _PUBLIC_HOST}>",
    mail_servers.sender,
    kind="e-mail address",
    shown_default="`tablero@` and the host of `PUBLIC_URL`",
    describe="The sender of all mail, such as `Work <work@example.com>`.",
)

# --- Logs -------------------------------------------------------------------------------------------------------------

LOG_LEVEL = env.checked(
    "LOG_LEVEL",
    "INFO",
    env.one_of("DEBUG", "INFO", "WARNING", "ERROR"),
    kind="DEBUG, INFO, WARNING or ERROR",
    describe="The least severe message that is logged, on standard error, with times in UTC.",
)
LOGGING = logs.config(LOG_LEVEL)
