"""Where one-time messages wait for the next page: a signed cookie under the name that the settings give it."""

from django.conf import settings
from django.contrib.messages.storage import cookie


class CookieStorage(cookie.CookieStorage):
    """Django's cookie storage; it fixes the cookie's name in the class, which leaves no room for a `__Host-` prefix."""

    cookie_name = settings.MESSAGES_COOKIE_NAME
