"""Rounds start when they are due, once, and pair everybody in turn."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest
from django.utils import timezone

from tests.tournament.leagues.league_field import TERMS, running_league
from tests.tournament.ratings.arena import make_version, make_versions
from tournament.bots.models import BotVersion
from tournament.leagues.models import Fixture, League, Round
from tournament.leagues.rounds import start_due_rounds
from tournament.leagues.services import create_league, join, leave, start_league
from tournament.leagues.tasks import tick
from tournament.matches.models import Match, Status
from tournament.ratings.models import RatedMatch

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def league_of(versions: list[BotVersion]) -> League:
    """Return a league that plays a round a minute from noon on."""
    league = create_league(None, TERMS)
    for version in versions:
        join(None, league, version.bot)
    return start_league(None, league, now=NOON - MINUTE)


def finish_everything() -> None:
    """Let every match be over, here by being cancelled."""
    Match.objects.update(status=Status.CANCELLED, lease_until=None)


def paired(round_: Round) -> list[tuple[int, ...]]:
    """Return the version ids of each match of a round."""
    fixtures = Fixture.objects.filter(round=round_).order_by("pk")
    return [tuple(f.match.seats.values_list("version", flat=True)) for f in fixtures]


def test_no_round_starts_before_its_moment() -> None:
    """A second early is early."""
    league_of(make_versions(2))

    assert start_due_rounds(NOON - timedelta(seconds=1)) == []


def test_a_due_round_queues_its_matches_and_says_where_they_count() -> None:
    """The matches have the league's rules and blocks, and count in its pool."""
    versions = make_versions(4)
    league = league_of(versions)

    (started,) = start_due_rounds(NOON)

    assert (started.league, started.number, started.due_at) == (league, 1, NOON)
    assert sorted(v for pair in paired(started) for v in pair) == [v.pk for v in versions]
    for match in Match.objects.all():
        assert (match.rules, match.blocks, match.status) == (league.rules, 3, Status.QUEUED)
        assert match.rated.pool == league.pool
    assert League.objects.get().next_round_at == NOON + MINUTE


def test_looking_twice_starts_one_round() -> None:
    """The second look finds the league already on to its next moment."""
    league_of(make_versions(2))

    assert [len(start_due_rounds(NOON)), len(start_due_rounds(NOON))] == [1, 0]
    assert RatedMatch.objects.count() == 1


def test_a_scheduler_that_read_an_old_state_starts_nothing() -> None:
    """The claim is on the moment as it was read."""
    from tournament.leagues.rounds import _start_if_due

    stale = league_of(make_versions(2))
    start_due_rounds(NOON)
    finish_everything()

    assert _start_if_due(stale, NOON) is None
    assert Round.objects.count() == 1


@pytest.mark.parametrize("size", [2, 4, 5])
def test_in_a_cycle_of_rounds_everybody_meets_everybody_once(size: int) -> None:
    """With an odd field one sits out in turn."""
    versions = make_versions(size)
    league_of(versions)
    met = []
    for minute in range(size - 1 + size % 2):
        (started,) = start_due_rounds(NOON + minute * MINUTE)
        met += [tuple(sorted(pair)) for pair in paired(started)]
        finish_everything()

    assert sorted(met) == list(combinations([version.pk for version in versions], 2))


def test_the_newest_active_version_is_paired_from_the_next_round_on() -> None:
    """A version that waits, was rejected or suspended is passed by."""
    first, second = make_versions(2)
    league_of([first, second])
    newest = make_version(first.bot, 2)
    for number, state in enumerate(("waiting", "rejected", "suspended"), 3):
        make_version(first.bot, number, state)

    (started,) = start_due_rounds(NOON)

    assert paired(started) == [(newest.pk, second.pk)]


def test_a_bot_whose_new_version_plays_another_form_sits_out() -> None:
    """Its older version is not brought back."""
    versions = make_versions(3)
    league_of(versions)
    make_version(versions[1].bot, 2, forms=["exchange"])

    (started,) = start_due_rounds(NOON)

    assert paired(started) == [(versions[0].pk, versions[2].pk)]


def test_a_bot_that_left_is_not_paired() -> None:
    """From the next round on."""
    versions = make_versions(3)
    league = league_of(versions)
    leave(None, league, versions[0].bot)

    (started,) = start_due_rounds(NOON)

    assert paired(started) == [(versions[1].pk, versions[2].pk)]


def test_a_moment_is_passed_over_while_the_last_round_is_being_played() -> None:
    """Rounds do not pile up; the organiser sees why, until the next round starts."""
    league = league_of(make_versions(2))
    start_due_rounds(NOON)

    assert start_due_rounds(NOON + MINUTE) == []

    league.refresh_from_db()
    assert league.passed_over == League.PassedOver.STILL_PLAYING
    assert league.passed_over_at == NOON + MINUTE
    assert league.next_round_at == NOON + 2 * MINUTE
    finish_everything()
    (started,) = start_due_rounds(NOON + 2 * MINUTE)
    league.refresh_from_db()
    assert (started.number, league.passed_over, league.passed_over_at) == (2, "", None)


@pytest.mark.parametrize("bots", [0, 1])
def test_fewer_than_two_bots_play_no_round(bots: int) -> None:
    """The league says so in a plain sentence, and tries again at the next moment."""
    league = league_of(make_versions(bots))

    assert start_due_rounds(NOON) == []

    league.refresh_from_db()
    assert "fewer than two bots" in league.get_passed_over_display()
    assert league.next_round_at == NOON + MINUTE
    assert not Round.objects.exists()


def test_moments_missed_while_the_server_was_down_collapse_into_one() -> None:
    """After an hour there is one round, and the next moment lies ahead."""
    league = league_of(make_versions(2))
    late = NOON + timedelta(hours=1, seconds=20)

    (started,) = start_due_rounds(late)
    finish_everything()

    assert started.due_at == NOON
    assert start_due_rounds(late) == []
    league.refresh_from_db()
    assert league.next_round_at == NOON + timedelta(hours=1, minutes=1)


def test_a_league_that_cannot_play_holds_up_no_other(caplog: pytest.LogCaptureFixture) -> None:
    """A league with unreadable rules is logged and keeps its moment; the other plays."""
    versions = make_versions(2)
    bots = [version.bot for version in versions]
    broken = running_league(*bots)
    League.objects.filter(pk=broken.pk).update(rules={"name": "whist", "form": "draw"})
    sound = running_league(*bots, terms=replace(TERMS, name="Wednesday league"))

    rounds = start_due_rounds(timezone.now())

    assert [started.league for started in rounds] == [sound]
    assert f"league {broken.pk}" in caplog.text
    assert League.objects.due(timezone.now()).get() == broken


def test_the_tick_starts_what_is_due() -> None:
    """The task of the scheduler does it by the clock of now."""
    running_league(*(version.bot for version in make_versions(2)))

    tick()
    tick()

    assert Round.objects.count() == 1
