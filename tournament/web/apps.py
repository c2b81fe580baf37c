"""The app's place in the project."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """Configure tournament.web."""

    name = "tournament.web"
    label = "web"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the live parts of the pages known."""
        from tournament.web import fragments

        fragments.register_all()
