"""The app's place in the project."""

from django.apps import AppConfig


class LiveConfig(AppConfig):
    """Configure tournament.live."""

    name = "tournament.live"
    label = "live"
    default_auto_field = "django.db.models.BigAutoField"
