"""A league's round, really played."""

from dataclasses import replace

import pytest
from django.utils import timezone
from pytest_django import Settings

from tests.tournament.leagues.league_field import TERMS, running_league
from thirtyone.rules import preset
from tournament.bots.services import sync_house_bots
from tournament.leagues.rounds import start_due_rounds
from tournament.leagues.standings import table
from tournament.matches.models import Match, Seat
from tournament.matches.play import play_match
from tournament.ratings.ledger import live_tallies, recount
from tournament.ratings.models import LedgerRow
from tournament.ratings.tasks import refit


@pytest.mark.django_db(transaction=True)
def test_a_round_of_house_bots_is_played_and_enters_the_table(settings: Settings) -> None:
    """Each match counts as its result is stored; the table shows each bot's score in its match."""
    settings.KNOCK_SANDBOX = "none"
    short = replace(TERMS, rules=preset("norwegian", lives=1), blocks=2)
    league = running_league(*(version.bot for version in sync_house_bots()[:4]), terms=short)
    start_due_rounds(timezone.now())

    for match in Match.objects.order_by("created_at"):
        assert play_match(match.pk)

    assert set(LedgerRow.objects.values_list("match", flat=True)) == {
        match.pk for match in Match.objects.all()
    }
    assert live_tallies(league.pool_id) == recount(league.pool_id)
    refit(league.pool_id)
    rows = table(league)
    assert [(row.matches, row.games) for row in rows] == [(1, 4)] * len(rows)
    scores = dict(Seat.objects.values_list("version", "score"))
    assert {row.version.pk: row.score for row in rows} == pytest.approx(scores)
