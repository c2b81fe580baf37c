"""The league's table."""

from dataclasses import replace

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.tournament.leagues.league_field import TERMS, running_league
from tests.tournament.ratings.arena import finished_match, make_version, make_versions
from tournament.leagues.services import leave
from tournament.leagues.standings import table
from tournament.ratings.models import Rating
from tournament.ratings.publishing import refit
from tournament.ratings.services import apply_match

pytestmark = pytest.mark.django_db


def test_the_table_is_in_the_order_of_the_published_ratings() -> None:
    """Everybody's line says what was published; who has not played comes last, unrated."""
    winner, loser, newcomer = make_versions(3)
    league = running_league(newcomer.bot, loser.bot, winner.bot)
    apply_match(finished_match(league.pool, [winner, loser], [2, 2]))
    refit(league.pool_id)

    rows = table(league)

    assert [(row.rank, row.version, row.matches, row.games, row.score) for row in rows] == [
        (1, winner, 1, 4, 1.0),
        (2, loser, 1, 4, 0.0),
        (None, newcomer, 0, 0, None),
    ]
    assert [row.rating for row in rows[:2]] == [r.rating for r in Rating.objects.table(league.pool)]
    assert [row.is_rated for row in rows] == [True, True, False]


def test_a_counted_match_shows_when_it_is_published() -> None:
    """The table never shows what no other page shows."""
    versions = make_versions(2)
    league = running_league(*(version.bot for version in versions))
    apply_match(finished_match(league.pool, versions, [2]))

    assert [row.is_rated for row in table(league)] == [False, False]


def test_a_new_version_starts_unrated_and_the_old_one_stays_in_the_pool() -> None:
    """One line a bot, by its newest active version."""
    old, rival = make_versions(2)
    league = running_league(old.bot, rival.bot)
    apply_match(finished_match(league.pool, [old, rival], [2]))
    refit(league.pool_id)
    new = make_version(old.bot, 2)
    make_version(rival.bot, 2, "rejected")

    rows = table(league)

    assert [(row.rank, row.version) for row in rows] == [(1, rival), (None, new)]
    assert Rating.objects.filter(pool=league.pool, version=old).exists()


def test_bots_that_wait_for_their_check_or_have_left_have_no_line() -> None:
    """A line appears when the check has passed."""
    waiting, gone = make_versions(1, "waiting")[0], make_versions(1)[0]
    league = running_league(waiting.bot, gone.bot)
    leave(None, league, gone.bot)

    assert table(league) == []


def test_equal_ratings_share_a_rank() -> None:
    """Two that won one game each are both first, and the next one is third."""
    versions = make_versions(3)
    league = running_league(*(version.bot for version in versions))
    for version, rating in zip(versions, (1500.0, 1510.0, 1510.0), strict=True):
        Rating.objects.create(
            pool=league.pool, version=version, rating=rating, rank=9, games=2, matches=1, score=0.5
        )

    assert [row.rank for row in table(league)] == [1, 1, 3]


def test_the_table_takes_three_queries_whatever_its_size(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    """Versions, bots, owners and ratings come at once."""
    for number, size in enumerate((2, 12)):
        versions = make_versions(size)
        league = running_league(
            *(version.bot for version in versions), terms=replace(TERMS, name=f"League {number}")
        )
        apply_match(finished_match(league.pool, versions[:2], [2]))
        refit(league.pool_id)

        with django_assert_num_queries(3):
            owners = [row.bot.owner.username for row in table(league)]

        assert len(owners) == size
