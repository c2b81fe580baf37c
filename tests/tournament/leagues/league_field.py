"""Leagues and people for tests."""

from django.contrib.auth.models import Permission

from thirtyone.rules import preset
from tournament.accounts.models import User
from tournament.bots.models import Bot
from tournament.leagues.models import League
from tournament.leagues.services import create_league, join, start_league
from tournament.leagues.terms import LeagueTerms

TERMS = LeagueTerms(name="Tuesday league", rules=preset("norwegian"), blocks=3)


def make_organiser(name: str = "olga") -> User:
    """Return a person who may organise leagues."""
    person = User.objects.create_user(name)
    permissions = Permission.objects.filter(content_type__app_label="leagues")
    person.user_permissions.add(permissions.get(codename="organise_leagues"))
    return User.objects.get(pk=person.pk)


def running_league(*bots: Bot, terms: LeagueTerms = TERMS) -> League:
    """Return a running league of the installation's own with these bots, its first round due."""
    league = create_league(None, terms)
    for bot in bots:
        join(None, league, bot)
    return start_league(None, league, first_round_at_once=True)
