"""Start the rounds that are due, each exactly once however many schedulers look."""

import logging
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from thirtyone.rules import Rules
from tournament.bots.models import BotVersion
from tournament.competitions.formats.round_robin import berger_round
from tournament.hints import publish_on_commit
from tournament.leagues.calendar import read_schedule
from tournament.leagues.models import Entry, Fixture, League, Round
from tournament.matches.services import queue_match
from tournament.ratings.services import rate_when_finished

logger = logging.getLogger(__name__)


def start_due_rounds(now: datetime) -> list[Round]:
    """Start a round in each running league whose moment has come; return the rounds started.

    Moments missed while nobody looked collapse into one. Safe to run twice and in several places
    at once: whoever moves the league on to its next moment starts the round.
    """
    rounds = []
    for league in League.objects.due(now).order_by("pk"):
        try:
            started = _start_if_due(league, now)
        except Exception:  # one league that cannot play holds up no other
            logger.exception("no round of league %s could be started", league.pk)
        else:
            rounds += [started] if started else []
    return rounds


@transaction.atomic
def _start_if_due(league: League, now: datetime) -> Round | None:
    due_at = league.next_round_at
    claimed = League.objects.filter(
        pk=league.pk,
        state=League.State.RUNNING,
        next_round_at=due_at,
        cron=league.cron,
        time_zone=league.time_zone,
    ).update(next_round_at=read_schedule(league.cron, league.time_zone).next_after(now))
    if not claimed or due_at is None:
        return None
    league.refresh_from_db()
    publish_on_commit(f"league:{league.pk}")
    versions = paired_versions(league)
    if Fixture.objects.filter(round__league=league).unfinished().exists():
        _pass_over(league, due_at, League.PassedOver.STILL_PLAYING)
        return None
    if len(versions) < 2:
        _pass_over(league, due_at, League.PassedOver.TOO_FEW)
        return None
    return _start_round(league, due_at, versions)


def paired_versions(league: League) -> list[BotVersion]:
    """Return what would be paired now: each entry's newest active version, in order of entry.

    Entries whose newest active version does not play the league's rules are left out.
    """
    rules = Rules.from_json(league.rules)
    ids = Entry.objects.filter(league=league).newest_active()
    versions = BotVersion.objects.in_bulk(ids)
    return [versions[pk] for pk in ids if versions[pk].plays.allows(rules)]


def _start_round(league: League, due_at: datetime, versions: Sequence[BotVersion]) -> Round:
    number = league.last_round + 1
    League.objects.filter(pk=league.pk).update(
        last_round=number, passed_over="", passed_over_at=None
    )
    started = Round.objects.create(league=league, number=number, due_at=due_at)
    rules = Rules.from_json(league.rules)
    for pair in berger_round(versions, number - 1).pairs:
        match = queue_match(pair, rules, league.blocks)
        Fixture.objects.create(round=started, match=match)
        rate_when_finished(league.pool, match)
    return started


def _pass_over(league: League, due_at: datetime, reason: League.PassedOver) -> None:
    League.objects.filter(pk=league.pk).update(passed_over=reason, passed_over_at=due_at)
