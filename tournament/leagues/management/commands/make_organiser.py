"""Let a person run leagues."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import Permission
from django.core.management.base import BaseCommand, CommandError

from tournament.accounts.models import User


class Command(BaseCommand):
    """Grant a person the permission leagues.organise_leagues; granting it twice changes nothing."""

    help = "Let a person create, schedule, start and stop leagues on the site."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the name that the person signs in with."""
        parser.add_argument("username")

    def handle(self, *args: Any, **options: Any) -> None:
        """Grant the permission."""
        username = options["username"]
        person = User.objects.filter(username=username).first()
        if person is None:
            raise CommandError(f"nobody is called {username!r}; sign up on the site first")
        organise = Permission.objects.get(
            content_type__app_label="leagues", codename="organise_leagues"
        )
        person.user_permissions.add(organise)
        self.stdout.write(f"{username} is an organiser")
