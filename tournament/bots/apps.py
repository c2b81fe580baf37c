"""The app's place in the project."""

from django.apps import AppConfig


class BotsConfig(AppConfig):
    """Configure tournament.bots."""

    name = "tournament.bots"
    label = "bots"
    default_auto_field = "django.db.models.BigAutoField"
