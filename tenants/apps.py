"""Tell Django that this package is an application (it holds management commands; it has no models)."""

from django.apps import AppConfig


class TenantsConfig(AppConfig):
    """The data half of the product."""

    name = "tenants"
