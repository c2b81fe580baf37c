"""What organisers and owners can do with leagues."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from tests.tournament.leagues.league_field import TERMS, make_organiser, running_league
from tests.tournament.ratings.arena import make_version, make_versions
from thirtyone.rules import preset
from tournament.accounts.models import User
from tournament.bots.models import Bot, BotVersion
from tournament.leagues.models import Entry, League
from tournament.leagues.refusals import (
    AlreadyRunning,
    LeagueIsStopped,
    NotAnOrganiser,
    NotRunning,
    NotYourBot,
    RulesAreFixed,
    RulesNotPlayed,
    TermsRefused,
)
from tournament.leagues.rounds import start_due_rounds
from tournament.leagues.services import (
    create_league,
    edit_league,
    join,
    leave,
    may_organise,
    start_league,
    stop_league,
)
from tournament.leagues.terms import terms_of
from tournament.matches.models import Match, Status
from tournament.matches.services import claim
from tournament.ratings.models import Pool

pytestmark = pytest.mark.django_db


def test_an_organiser_makes_a_league_in_draft_with_a_pool_of_its_own() -> None:
    """Nothing is due until it is started."""
    organiser = make_organiser()

    league = create_league(organiser, TERMS)

    assert (league.state, league.slug, league.organiser) == ("draft", "tuesday-league", organiser)
    assert (league.pool.rules, league.pool.table_size) == (TERMS.rules.to_json(), 2)
    assert terms_of(League.objects.get()) == TERMS
    assert not League.objects.due(timezone.now() + timedelta(days=9)).exists()


def test_a_person_without_the_permission_makes_no_league() -> None:
    """The refusal says why, and nothing is left behind."""
    with pytest.raises(NotAnOrganiser, match="organiser"):
        create_league(User.objects.create_user("olaf"), TERMS)

    assert not League.objects.exists()
    assert not Pool.objects.exists()


def test_an_organiser_runs_no_league_of_another() -> None:
    """Neither editing nor starting nor stopping; an administrator may."""
    league = create_league(make_organiser(), TERMS)
    other = make_organiser("oscar")

    for change in (start_league, stop_league, lambda who, what: edit_league(who, what, TERMS)):
        with pytest.raises(NotAnOrganiser):
            change(other, league)

    assert not may_organise(other, league)
    assert may_organise(User.objects.create_superuser("root"), league)


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("name", " ", "1 to 60"),
        ("name", "x" * 61, "1 to 60"),
        ("about", "x" * 281, "280"),
        ("blocks", 0, "1 to 500"),
        ("blocks", 501, "1 to 500"),
        ("cron", "every minute", "five fields"),
        ("cron", "0 25 * * *", "hour, “25”"),
        ("time_zone", "Oslo", "Europe/Oslo"),
        ("method", "dice", "rating method"),
        ("rules", preset("norwegian", players=[3, 9]), "two"),
    ],
)
def test_a_wrong_term_is_named_with_its_field(field: str, value: object, says: str) -> None:
    """The form can show the message beside the field; nothing is stored."""
    with pytest.raises(TermsRefused) as refused:
        create_league(None, replace(TERMS, **{field: value}))

    assert list(refused.value.errors) == [field]
    assert says in refused.value.errors[field]
    assert not League.objects.exists()


def test_all_wrong_terms_are_named_at_once() -> None:
    """A form shows every mistake, not the first."""
    with pytest.raises(TermsRefused) as refused:
        create_league(None, replace(TERMS, name="", blocks=0, cron="*"))

    assert set(refused.value.errors) == {"name", "blocks", "cron"}


def test_a_name_is_given_once_whatever_its_case() -> None:
    """Two leagues that read alike would be mixed up; keeping its own name is fine."""
    league = create_league(None, TERMS)

    with pytest.raises(TermsRefused, match="already"):
        create_league(None, replace(TERMS, name="tuesday LEAGUE"))
    edit_league(None, league, replace(TERMS, blocks=4))

    assert League.objects.get().blocks == 4


def test_two_who_take_a_name_at_once_are_told_which_field_is_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The second passed the form's check before the first one was stored."""
    create_league(None, TERMS)
    monkeypatch.setattr("tournament.leagues.services.check_terms", lambda terms: None)

    with pytest.raises(TermsRefused) as refused:
        create_league(None, TERMS)

    assert list(refused.value.errors) == ["name"]
    assert Pool.objects.count() == 1


@pytest.mark.parametrize("name", ["New", "日曜日", "Tuesday, league!"])
def test_every_league_has_an_address_of_its_own(name: str) -> None:
    """Also names of no Latin letters, or such that read like a page of the site."""
    create_league(None, TERMS)

    league = create_league(None, replace(TERMS, name=name))

    assert league.slug not in {"", "new", "tuesday-league"}


def test_a_started_league_waits_for_its_schedules_next_moment() -> None:
    """Sundays at 20:00 in Oslo are 19:00 UTC in winter."""
    league = create_league(None, replace(TERMS, cron="0 20 * * SUN", time_zone="Europe/Oslo"))

    league = start_league(None, league, now=datetime(2026, 11, 30, 12, tzinfo=UTC))

    assert league.next_round_at == datetime(2026, 12, 6, 19, tzinfo=UTC)
    with pytest.raises(AlreadyRunning):
        start_league(None, league)


def test_a_running_league_follows_a_new_schedule_at_once() -> None:
    """The next moment is that of the schedule as edited."""
    league = start_league(None, create_league(None, TERMS))

    league = edit_league(None, league, replace(TERMS, cron="0 0 1 1 *"))

    assert (league.next_round_at.month, league.next_round_at.day) == (1, 1)


def test_an_edit_that_keeps_the_schedule_keeps_the_next_moment() -> None:
    """A round that is due is not lost to a new description."""
    league = running_league()
    due_at = league.next_round_at

    assert edit_league(None, league, replace(TERMS, about="New words")).next_round_at == due_at


def test_rules_can_change_until_the_first_round() -> None:
    """The pool's ratings would otherwise mix two games."""
    league = create_league(None, TERMS)
    swedish = replace(TERMS, rules=preset("swedish"))
    edit_league(None, league, swedish)
    assert Pool.objects.get().rules == preset("swedish").to_json()
    for version in make_versions(2):
        join(None, league, version.bot)
    league = start_league(None, league, first_round_at_once=True)
    start_due_rounds(timezone.now())

    with pytest.raises(RulesAreFixed) as refused:
        edit_league(None, league, TERMS)

    assert list(refused.value.errors) == ["rules"]
    assert edit_league(None, league, replace(swedish, blocks=7)).blocks == 7


def test_another_rating_method_asks_for_another_table() -> None:
    """The pool is behind until it has been published by the new method."""
    league = create_league(None, TERMS)

    edit_league(None, league, replace(TERMS, method="elo"))

    assert [pool.method for pool in Pool.objects.behind()] == ["elo"]


def test_stopping_cancels_what_is_queued_and_lets_running_matches_finish() -> None:
    """No round starts any more; the matches say why they were not played."""
    league = running_league(*(version.bot for version in make_versions(4)))
    start_due_rounds(timezone.now())
    playing, queued = Match.objects.order_by("pk")
    assert claim(playing, "worker")

    league = stop_league(None, league)

    playing.refresh_from_db()
    queued.refresh_from_db()
    assert (playing.status, queued.status) == (Status.RUNNING, Status.CANCELLED)
    assert "stopped" in queued.reason
    assert start_due_rounds(timezone.now() + timedelta(days=1)) == []
    with pytest.raises(NotRunning):
        stop_league(None, league)


def test_a_stopped_league_goes_on_where_it_was() -> None:
    """The same bots, and the next number."""
    league = running_league(*(version.bot for version in make_versions(2)))
    start_due_rounds(timezone.now())
    stop_league(None, league)

    start_league(None, league, first_round_at_once=True)

    assert [r.number for r in start_due_rounds(timezone.now())] == [2]


def test_an_owner_enters_a_bot_once_and_withdraws_it() -> None:
    """Entering it twice, or withdrawing it twice, changes nothing."""
    league, (version,) = create_league(None, TERMS), make_versions(1)
    bot, owner = version.bot, version.bot.owner

    assert join(owner, league, bot) == join(owner, league, bot)
    assert Entry.objects.count() == 1
    leave(owner, league, bot)
    leave(owner, league, bot)

    assert not Entry.objects.exists()


def test_a_bot_that_waits_for_its_check_may_join() -> None:
    """Its owner ticks the league while uploading."""
    league = create_league(None, TERMS)
    (version,) = make_versions(1, state=BotVersion.State.WAITING)

    assert join(version.bot.owner, league, version.bot).bot == version.bot


def test_nobody_enters_or_withdraws_anothers_bot() -> None:
    """Not even the league's organiser."""
    organiser, (version,) = make_organiser(), make_versions(1)
    league = create_league(organiser, TERMS)

    for change in (join, leave):
        with pytest.raises(NotYourBot):
            change(organiser, league, version.bot)


def test_an_organiser_enters_house_bots() -> None:
    """They belong to nobody; a person who is no organiser may not."""
    organiser = make_organiser()
    league = create_league(organiser, TERMS)
    house = Bot.objects.create(name="Greedy", slug="greedy", house_folder="greedy")

    join(organiser, league, house)

    assert [entry.bot for entry in league.entries.all()] == [house]
    with pytest.raises(NotYourBot):
        leave(User.objects.create_user("olaf"), league, house)


def test_a_bot_joins_only_where_its_form_is_played() -> None:
    """A bot that plays the exchange form alone has no place in a league of the draw form."""
    league, (version,) = create_league(None, TERMS), make_versions(1)
    make_version(version.bot, 2, forms=["exchange"])

    with pytest.raises(RulesNotPlayed, match="rules of this league, norwegian"):
        join(version.bot.owner, league, version.bot)


def test_a_bot_that_names_its_rules_joins_where_they_are_played_and_nowhere_else() -> None:
    league, (version,) = create_league(None, TERMS), make_versions(1)
    make_version(version.bot, 2, rule_sets=["swedish"])
    with pytest.raises(RulesNotPlayed):
        join(version.bot.owner, league, version.bot)

    make_version(version.bot, 3, rule_sets=["swedish", "norwegian"])
    join(version.bot.owner, league, version.bot)


def test_nobody_joins_a_stopped_league() -> None:
    """It is not among the open ones either."""
    league = stop_league(None, running_league())
    (version,) = make_versions(1)

    with pytest.raises(LeagueIsStopped):
        join(version.bot.owner, league, version.bot)

    assert not League.objects.open().exists()
