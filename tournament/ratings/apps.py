"""The app's place in the project."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Configure tournament.ratings."""

    name = "tournament.ratings"
    label = "ratings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Ask to be told, within the result's transaction, of each match that finishes."""
        from tournament.matches import outcomes
        from tournament.ratings.services import count_finished

        outcomes.on_finished(count_finished)
