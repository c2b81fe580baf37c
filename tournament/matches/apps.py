"""The app's place in the project."""

import sys

from django.apps import AppConfig
from django.core.checks import register


class MatchesConfig(AppConfig):
    """Configure tournament.matches."""

    name = "tournament.matches"
    label = "matches"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let `manage.py check` look for a sandbox; programs are started, too slow otherwise."""
        if sys.argv[1:2] == ["check"]:
            from tournament.matches.system_checks import check_sandbox

            register(check_sandbox, "sandbox")
