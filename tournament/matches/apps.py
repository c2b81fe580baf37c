"""The app's place in the project."""

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """Configure tournament.matches."""

    name = "tournament.matches"
    label = "matches"
    default_auto_field = "django.db.models.BigAutoField"
