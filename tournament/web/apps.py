"""The app's place in the project."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """Configure tournament.web."""

    name = "tournament.web"
    label = "web"
    default_auto_field = "django.db.models.BigAutoField"
