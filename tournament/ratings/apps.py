"""The app's place in the project."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Configure tournament.ratings."""

    name = "tournament.ratings"
    label = "ratings"
    default_auto_field = "django.db.models.BigAutoField"
