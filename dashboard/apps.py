"""Tell Django that this package is an application (it holds the `demo` command; it has no models)."""

from django.apps import AppConfig


class DashboardConfig(AppConfig):
    """The web half of the product."""

    name = "dashboard"
