"""The app's place in the project."""

from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    """Configure tournament.leagues."""

    name = "tournament.leagues"
    label = "leagues"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Ask to be told of what changes a league's page."""
        from tournament.bots.active import when_activated
        from tournament.leagues import news
        from tournament.matches import outcomes

        when_activated(news.version_changed)
        outcomes.on_finished(news.match_finished)
