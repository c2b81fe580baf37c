"""Bring an installation up to date before it serves."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from tournament.matches.availability import sandbox_state


class Command(BaseCommand):
    """Migrate the database, collect static files, seat the house bots; harmless to repeat."""

    help = "Bring the database, the static files and the house bots up to date."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Do each step and say so."""
        self._say("Preparing the database and the pages")
        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        self._say("Seating the house bots")
        call_command("seed_arena", verbosity=0)
        state = sandbox_state()
        if state.backend is not None:
            self._say(f"Bots play in {state.backend}; the data is in {settings.DATA_DIR}")
            return
        self._say("No sandbox: only the house bots play, and uploads wait.")
        for reason in state.reasons:
            self._say(f"  {reason}")

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
