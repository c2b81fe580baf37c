"""Pass on to a league's page what happened below: a version's check, a match's end."""

from tournament.bots.models import BotVersion
from tournament.hints import publish_on_commit
from tournament.leagues.models import Entry, Fixture
from tournament.matches.models import Match


def version_changed(version: BotVersion) -> None:
    """Hint at each league in which a version that became active or was rejected is entered."""
    leagues = Entry.objects.filter(bot=version.bot_id).values_list("league_id", flat=True)
    publish_on_commit(*(f"league:{league}" for league in leagues))


def match_finished(match: Match) -> None:
    """Hint at the league that a finished match belongs to."""
    leagues = Fixture.objects.filter(match=match).values_list("round__league_id", flat=True)
    publish_on_commit(*(f"league:{league}" for league in leagues))
