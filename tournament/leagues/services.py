"""Change leagues: make, edit, start and stop them, enter and withdraw bots.

Each service checks, changes within one transaction, and publishes `league:<id>` after the commit.
Every service that changes a league's schedule or state locks the league's row first.
"""

import uuid
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from thirtyone.rules import Rules
from tournament.accounts.models import User
from tournament.bots.models import Bot, BotVersion
from tournament.hints import publish_on_commit
from tournament.leagues.calendar import read_schedule
from tournament.leagues.models import Entry, Fixture, League
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
from tournament.leagues.terms import SEATS, LeagueTerms, check_terms, name_problem
from tournament.matches.models import Match, Status
from tournament.matches.services import cancel_match
from tournament.ratings.services import change_pool, create_pool

ORGANISE = "leagues.organise_leagues"
_TAKEN_BY_PAGES = {"new"}


def may_organise(person: User, league: League | None = None) -> bool:
    """Say whether a person may make leagues, or run this one.

    A league is run by its own organiser; one that nobody owns by anyone with the permission.
    """
    if not person.has_perm(ORGANISE):
        return False
    return league is None or person.is_superuser or league.organiser_id in {None, person.pk}


def check_organiser(person: User | None, league: League | None = None) -> None:
    """Refuse a person who may not run a league; None is the installation itself.

    Raises NotAnOrganiser.
    """
    if person is not None and not may_organise(person, league):
        raise NotAnOrganiser


@transaction.atomic
def create_league(
    organiser: User | None,
    terms: LeagueTerms,
    *,
    anchor: BotVersion | None = None,
    is_default: bool = False,
) -> League:
    """Make a league in draft, with a rating pool of its own.

    `anchor` is the version that stands at 1500; without one the field's mean does.
    Raises NotAnOrganiser and TermsRefused.
    """
    check_organiser(organiser)
    check_terms(terms)
    name = terms.name.strip()
    pool = create_pool(name, terms.rules, SEATS, method=terms.method, anchor=anchor)
    league = League(
        name=name, slug=_free_slug(name), organiser=organiser, pool=pool, is_default=is_default
    )
    _set_terms(league, terms)
    _save_named(league)
    publish_on_commit(f"league:{league.pk}")
    return league


@transaction.atomic
def edit_league(organiser: User | None, league: League, terms: LeagueTerms) -> League:
    """Give a league new terms; a running one follows its new schedule from now on.

    The address stays. Raises NotAnOrganiser, TermsRefused, and RulesAreFixed where a league that
    has played would get other rules.
    """
    league = _locked(league)
    check_organiser(organiser, league)
    schedule = check_terms(terms, league)
    if league.last_round and terms.rules.to_json() != league.rules:
        raise RulesAreFixed
    before = (league.cron, league.time_zone)
    _set_terms(league, terms)
    if league.state == League.State.RUNNING and before != (league.cron, league.time_zone):
        league.next_round_at = schedule.next_after(timezone.now())
    _save_named(league)
    change_pool(league.pool, name=league.name, rules=terms.rules, method=terms.method)
    publish_on_commit(f"league:{league.pk}")
    return league


@transaction.atomic
def start_league(
    organiser: User | None,
    league: League,
    *,
    now: datetime | None = None,
    first_round_at_once: bool = False,
) -> League:
    """Let a league's rounds start by its schedule, the first one at once if asked to.

    Raises NotAnOrganiser and AlreadyRunning.
    """
    league = _locked(league)
    check_organiser(organiser, league)
    if league.state == League.State.RUNNING:
        raise AlreadyRunning
    now = now or timezone.now()
    schedule = read_schedule(league.cron, league.time_zone)
    league.state = League.State.RUNNING
    league.next_round_at = now if first_round_at_once else schedule.next_after(now)
    league.passed_over, league.passed_over_at = "", None
    league.save()
    publish_on_commit(f"league:{league.pk}")
    return league


@transaction.atomic
def stop_league(organiser: User | None, league: League) -> League:
    """Start no more rounds; queued matches are cancelled, running ones are finished and counted.

    Raises NotAnOrganiser and NotRunning.
    """
    league = _locked(league)
    check_organiser(organiser, league)
    if league.state != League.State.RUNNING:
        raise NotRunning
    league.state = League.State.STOPPED
    league.next_round_at = None
    league.save()
    queued = Fixture.objects.filter(round__league=league, match__status=Status.QUEUED)
    for match in Match.objects.filter(fixture__in=queued).order_by("pk"):
        cancel_match(match, _("The league was stopped before this match began."))
    publish_on_commit(f"league:{league.pk}")
    return league


@transaction.atomic
def join(person: User | None, league: League, bot: Bot) -> Entry:
    """Enter a bot into an open league; entering it twice changes nothing.

    What is paired from the next round on is its newest active version, so a bot whose first
    version still waits for its check may join. Raises NotYourBot, LeagueIsStopped, RulesNotPlayed.
    """
    _check_hand(person, league, bot)
    if _locked(league).state == League.State.STOPPED:
        raise LeagueIsStopped
    newest = bot.versions.exclude(state=BotVersion.State.REJECTED).order_by("-number").first()
    rules = Rules.from_json(league.rules)
    if newest is not None and not newest.plays.allows(rules):
        raise RulesNotPlayed(bot.name, rules.name)
    entry, made = Entry.objects.get_or_create(league=league, bot=bot)
    if made:
        publish_on_commit(f"league:{league.pk}")
    return entry


@transaction.atomic
def leave(person: User | None, league: League, bot: Bot) -> None:
    """Withdraw a bot from the next round on; what it has played stays counted.

    Withdrawing a bot that is not entered changes nothing. Raises NotYourBot.
    """
    _check_hand(person, league, bot)
    if Entry.objects.filter(league=league, bot=bot).delete()[0]:
        publish_on_commit(f"league:{league.pk}")


def _check_hand(person: User | None, league: League, bot: Bot) -> None:
    """Refuse a person who may not enter this bot: owners may theirs, organisers the house's."""
    if person is None or (bot.owner_id is not None and bot.owner_id == person.pk):
        return
    if not (bot.is_house and may_organise(person, league)):
        raise NotYourBot


def _locked(league: League) -> League:
    return League.objects.select_for_update(of=("self",), no_key=True).get(pk=league.pk)


def _set_terms(league: League, terms: LeagueTerms) -> None:
    league.name = terms.name.strip()
    league.about = terms.about
    league.rules = terms.rules.to_json()
    league.blocks = terms.blocks
    league.cron = " ".join(terms.cron.split())
    league.time_zone = terms.time_zone


def _save_named(league: League) -> None:
    try:
        with transaction.atomic():
            league.save()
    except IntegrityError:
        # Somebody else may have taken the name since it was checked.
        if problem := name_problem(league.name, league):
            raise TermsRefused({"name": problem}) from None
        raise


def _free_slug(name: str) -> str:
    slug = slugify(name)[:60] or "league"
    if slug in _TAKEN_BY_PAGES or League.objects.filter(slug=slug).exists():
        return f"{slug}-{uuid.uuid4().hex[:6]}"
    return slug
