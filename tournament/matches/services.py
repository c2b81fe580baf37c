"""Change matches: queue and cancel them, show their progress; what workers need is re-exported.

Each service checks, changes within one transaction, and publishes `match:<id>` after the commit.
"""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from thirtyone.deal import SEED_BYTES
from thirtyone.rules import Rules, RulesError
from tournament.bots.models import BotVersion
from tournament.hints import publish_on_commit
from tournament.matches.dispatch import dispatch_on_commit
from tournament.matches.jobs import claim, fail, give_back, held, renew_lease, topics
from tournament.matches.models import Match, Seat, Status
from tournament.matches.refusals import LeaseLost, RulesNotPlayed, SeatsRefused, VersionNotActive
from tournament.matches.results import record_result

__all__ = [
    "cancel_match",
    "claim",
    "fail",
    "give_back",
    "publish_progress",
    "queue_match",
    "record_result",
    "renew_lease",
]

MOST_BLOCKS: Final = 500


@transaction.atomic
def queue_match(versions: Sequence[BotVersion], rules: Rules, blocks: int) -> Match:
    """Queue a match of active versions, in seat order, on a new secret seed.

    Its hash is public from now on, the seed when the match is finished. Raises VersionNotActive,
    RulesNotPlayed and SeatsRefused.
    """
    _check_entrants(versions, rules, blocks)
    seed = secrets.token_bytes(SEED_BYTES)
    match = Match.objects.create(
        rules=rules.to_json(),
        blocks=blocks,
        seed=seed,
        seed_sha256=hashlib.sha256(seed).hexdigest(),
        games_total=blocks * len(versions),
    )
    Seat.objects.bulk_create(
        Seat(match=match, number=number, version=version) for number, version in enumerate(versions)
    )
    dispatch_on_commit(match)
    publish_on_commit(*topics(match))
    return match


def _check_entrants(versions: Sequence[BotVersion], rules: Rules, blocks: int) -> None:
    for version in versions:
        if version.state != BotVersion.State.ACTIVE:
            raise VersionNotActive(str(version))
        if not version.plays.allows(rules):
            raise RulesNotPlayed(str(version), rules.name)
    try:
        rules.check_seats(len(versions))
    except RulesError as error:
        raise SeatsRefused(error.message) from error
    if not 1 <= blocks <= MOST_BLOCKS:
        raise SeatsRefused(
            _("A match has 1 to %(most)d blocks, not %(blocks)d.")
            % {"most": MOST_BLOCKS, "blocks": blocks}
        )


@transaction.atomic
def cancel_match(match: Match, reason: str) -> bool:
    """Take a match out of the queue; say whether it was still there. Running ones play on."""
    cancelled = Match.objects.filter(pk=match.pk, status=Status.QUEUED).update(
        status=Status.CANCELLED, reason=reason, finished_at=timezone.now()
    )
    if cancelled:
        publish_on_commit(*topics(match))
    return bool(cancelled)


def publish_progress(match: Match, games_done: int) -> None:
    """Show how many games of a claimed match are done; raises LeaseLost."""
    if not held(match).update(games_done=games_done):
        raise LeaseLost(str(match))
    publish_on_commit(*topics(match))
