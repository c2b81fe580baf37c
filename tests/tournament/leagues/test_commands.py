"""The commands that fill a new installation."""

import io

import pytest
from django.core.management import CommandError, call_command

from tests.tournament.leagues.league_field import TERMS
from tournament.accounts.models import User
from tournament.leagues.models import League, Round
from tournament.leagues.rounds import start_due_rounds
from tournament.leagues.services import create_league, edit_league, may_organise, stop_league
from tournament.leagues.terms import terms_of

pytestmark = pytest.mark.django_db


def seed() -> str:
    """Run seed_arena and return what it prints."""
    out = io.StringIO()
    call_command("seed_arena", stdout=out)
    return out.getvalue()


def test_a_new_installation_has_a_running_league_with_all_house_bots() -> None:
    """Its first round is due at once, and the threshold bot stands at 1500."""
    seed()

    league = League.objects.get()
    folders = set(league.entries.values_list("bot__house_folder", flat=True))
    assert folders >= {"random", "greedy", "threshold", "card_counting", "odds"}
    assert (league.is_default, league.state, league.cron) == (True, "running", "* * * * *")
    assert league.rules["name"] == "norwegian"
    assert league.pool.anchor.bot.house_folder == "threshold"
    assert len(start_due_rounds(league.next_round_at)) == 1


def test_seeding_twice_changes_nothing() -> None:
    """It runs at every start."""
    first = seed()
    before = League.objects.values().get()

    assert seed() == first

    assert League.objects.values().get() == before


def test_seeding_leaves_an_edited_and_stopped_league_alone() -> None:
    """What an organiser decided stays."""
    seed()
    league = League.objects.get()
    edit_league(None, league, TERMS)
    stop_league(None, league)
    league.entries.first().delete()
    entered = league.entries.count()

    seed()

    league = League.objects.get()
    assert (terms_of(league), league.state) == (TERMS, "stopped")
    assert league.entries.count() == entered
    assert not Round.objects.exists()


def test_a_person_becomes_an_organiser_by_command() -> None:
    """Twice does no harm; the permission is what the site asks for."""
    User.objects.create_user("olga")
    for _ in range(2):
        call_command("make_organiser", "olga", stdout=io.StringIO())

    olga = User.objects.get()
    assert may_organise(olga)
    assert create_league(olga, TERMS).organiser == olga


def test_an_unknown_person_cannot_become_an_organiser() -> None:
    """The message says what to do."""
    with pytest.raises(CommandError, match=r"'olga'; sign up"):
        call_command("make_organiser", "olga")
