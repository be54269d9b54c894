"""Tell Django that this package is an application (it holds the `demo` command; it has no models)."""

from django.apps import AppConfig

from dashboard import words


class DashboardConfig(AppConfig):
    """The web half of the product."""

    name = "dashboard"

    def ready(self) -> None:
        """Make texts of templates be looked up once a language."""
        words.remember()
