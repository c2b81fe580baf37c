"""The app's place in the project."""

from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    """Configure tournament.leagues."""

    name = "tournament.leagues"
    label = "leagues"
    default_auto_field = "django.db.models.BigAutoField"
