"""Fill a new installation: the house bots and a league in which they play."""

from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.core.management.base import BaseCommand
from django.db import transaction

from thirtyone.rules import preset
from tournament.bots.models import BotVersion
from tournament.bots.services import sync_house_bots
from tournament.leagues.models import League
from tournament.leagues.services import create_league, join, start_league
from tournament.leagues.terms import LeagueTerms

ANCHOR = "threshold"
"""The folder of the house bot that stands at 1500."""


class Command(BaseCommand):
    """Sync the house bots and open the default league with them; safe to run at every start."""

    help = "Bring the house bots up to date and make sure that there is a default league with them."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        """Leave alone what is there: a default league that was edited or stopped stays so."""
        _wait_for_others()
        versions = sync_house_bots()
        league = League.objects.filter(is_default=True).first() or _open_league(versions)
        if league.state != League.State.STOPPED:
            for version in versions:
                join(None, league, version.bot)
        self.stdout.write(f"{league.name}: {league.entries.count()} bots, {league.state}")


def _wait_for_others() -> None:
    """Let one process seed at a time, by a row that every migrated database has."""
    ContentType.objects.select_for_update().get(app_label="leagues", model="league")


def _open_league(versions: list[BotVersion]) -> League:
    """Make and start the default league, anchored on a house bot if it is there."""
    terms = LeagueTerms(
        name="Open league",
        about="Every bot is welcome. A round starts every minute.",
        rules=preset("norwegian"),
    )
    anchors = [version for version in versions if version.bot.house_folder == ANCHOR]
    anchor = anchors[0] if anchors else None
    league = create_league(None, terms, anchor=anchor, is_default=True)
    for version in versions:
        join(None, league, version.bot)
    return start_league(None, league, first_round_at_once=True)
