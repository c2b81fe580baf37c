"""The app's place in the project."""

from django.apps import AppConfig


class CompetitionsConfig(AppConfig):
    """Configure tournament.competitions."""

    name = "tournament.competitions"
    label = "competitions"
    default_auto_field = "django.db.models.BigAutoField"
