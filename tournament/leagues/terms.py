"""What an organiser decides about a league, and whether it makes one."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from thirtyone.rules import Rules, RulesError
from tournament.leagues.calendar import Schedule, ScheduleRefused, read_schedule
from tournament.leagues.models import League
from tournament.leagues.refusals import TermsRefused
from tournament.ratings.models import Pool

MAX_BLOCKS = 500
SEATS = 2


@dataclass(frozen=True, slots=True)
class LeagueTerms:
    """A league's name, its rules, and when and how long it plays."""

    name: str
    rules: Rules
    about: str = ""
    blocks: int = 10
    cron: str = "* * * * *"
    time_zone: str = "UTC"
    method: str = Pool.Method.FIT


def terms_of(league: League) -> LeagueTerms:
    """Return the terms that a league has now."""
    return LeagueTerms(
        name=league.name,
        rules=Rules.from_json(league.rules),
        about=league.about,
        blocks=league.blocks,
        cron=league.cron,
        time_zone=league.time_zone,
        method=league.pool.method,
    )


def check_terms(terms: LeagueTerms, league: League | None = None) -> Schedule:
    """Return the schedule of terms that make a league; raises TermsRefused.

    `league` is the one that would get the terms, if it is there already.
    """
    errors: dict[str, str] = {}
    if problem := name_problem(terms.name, league):
        errors["name"] = problem
    if len(terms.about) > 280:
        errors["about"] = _("Say it in at most 280 characters.")
    if not 1 <= terms.blocks <= MAX_BLOCKS:
        errors["blocks"] = _("A match has 1 to %(most)d blocks.") % {"most": MAX_BLOCKS}
    if terms.method not in Pool.Method.values:
        errors["method"] = _("Choose one of the two rating methods.")
    try:
        terms.rules.check_seats(SEATS)
    except RulesError:
        errors["rules"] = _("These rules are not played by two.")
    try:
        schedule = read_schedule(terms.cron, terms.time_zone)
    except ScheduleRefused as refused:
        errors[refused.field] = refused.message
    if errors:
        raise TermsRefused(errors)
    return schedule


def name_problem(name: str, league: League | None = None) -> str:
    """Say why a league cannot have a name, its own name excepted; empty if it can."""
    if not name.strip() or len(name) > 60:
        return _("A league's name has 1 to 60 characters.")
    taken = League.objects.filter(name__iexact=name.strip())
    if league is not None:
        taken = taken.exclude(pk=league.pk)
    return _("There is already a league of this name.") if taken.exists() else ""
