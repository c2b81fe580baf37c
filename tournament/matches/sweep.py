"""Find what got lost: leases that ran out, jobs never sent, uploads never checked, strays.

All of it is safe to run twice and by several workers at once.
"""

import logging
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from itertools import chain
from typing import Final

from django.db.models import Q, QuerySet
from kombu.exceptions import OperationalError

from tournament.bots.models import BotVersion
from tournament.matches.availability import local_choice, report_host, sandbox_state
from tournament.matches.dispatch import dispatch, send
from tournament.matches.folders import sweep_folders
from tournament.matches.jobs import AnyJob, expire
from tournament.matches.models import Check, Job, Match, Status
from tournament.matches.programs import site_label

logger = logging.getLogger(__name__)

_SEND_AT_ONCE: Final = 500
# A message may get lost after it was sent: the jobs that should be next are sent again.
_NEXT_IN_LINE: Final = 20
_SENT_LONG_AGO: Final = timedelta(minutes=2)
# A job with a reason was turned down by a worker without a sandbox; another one may take it.
_TURNED_DOWN_AGO: Final = timedelta(seconds=5)
_FRESH_UPLOAD: Final = timedelta(seconds=5)
_FAILED_CHECK_RESTS: Final = timedelta(hours=1)


def sweep(now: datetime) -> None:
    """Put right whatever is out of order at this moment."""
    keep_house()
    expire_leases(now)
    requeue_failed_checks(now)
    try:
        send_queued(now)
        send_unchecked(now)
    except OperationalError as error:
        logger.warning("the broker cannot be reached, queued jobs wait for it: %s", error)


def keep_house() -> None:
    """Let the others know what this machine plays with, and end its strays."""
    report_host()
    sweep_sandboxes()


def expire_leases(now: datetime) -> int:
    """Give back every job whose lease has run out; return how many."""
    lost: Iterable[Job] = chain(
        Match.objects.filter(status=Status.RUNNING, lease_until__lt=now),
        Check.objects.filter(status=Status.RUNNING, lease_until__lt=now).select_related("version"),
    )
    return sum(expire(job, now) for job in lost)


def requeue_failed_checks(now: datetime) -> int:
    """Try again, an hour later, the checks that have failed by our fault; return how many."""
    rested = Check.objects.filter(status=Status.FAILED, finished_at__lt=now - _FAILED_CHECK_RESTS)
    return rested.update(status=Status.QUEUED, finished_at=None, dispatched_at=None)


def send_queued(now: datetime) -> int:
    """Send jobs that were never sent, and again those next in line; return how many.

    Jobs that can only wait, because no worker has a sandbox, are sent once. Raises kombu's
    OperationalError where the broker cannot be reached.
    """
    sent = 0
    has_sandbox = sandbox_state().backend is not None
    matches = Match.objects.filter(status=Status.QUEUED)
    checks = Check.objects.filter(status=Status.QUEUED).select_related("version")
    playable = matches if has_sandbox else matches.of_the_house()
    checkable = checks if has_sandbox else checks.none()
    for job in chain(
        checks.filter(dispatched_at=None).order_by("created_at")[:_SEND_AT_ONCE],
        matches.filter(dispatched_at=None).order_by("created_at")[:_SEND_AT_ONCE],
        _overdue(checkable, now),
        _overdue(playable, now),
    ):
        dispatch(job)
        sent += 1
    return sent


def _overdue(queued: "QuerySet[AnyJob]", now: datetime) -> list[AnyJob]:
    sent = queued.filter(dispatched_at__isnull=False).order_by("created_at")[:_NEXT_IN_LINE]
    return [job for job in sent if _is_overdue(job, now)]


def _is_overdue(job: Job, now: datetime) -> bool:
    patience = _TURNED_DOWN_AGO if job.reason else _SENT_LONG_AGO
    return job.dispatched_at is not None and job.dispatched_at < now - patience


def send_unchecked(now: datetime) -> int:
    """Send the checks of uploads that no worker has heard of; return how many."""
    unheard = BotVersion.objects.waiting().filter(
        check_job=None, created_at__lt=now - _FRESH_UPLOAD
    )
    ids = list(unheard.order_by("pk").values_list("pk", flat=True)[:_SEND_AT_ONCE])
    for version_id in ids:
        send("matches.start_check", version_id)
    return len(ids)


def sweep_sandboxes() -> int:
    """End sandboxes of this machine that belong to no running job; return how many."""
    removed = sweep_folders()
    backend = local_choice().backend
    if backend is None:
        return removed
    return removed + backend.sweep(_is_live)


def _is_live(labels: Mapping[str, str]) -> bool:
    """Say whether the job that a sandbox was started for is still being worked on.

    What another installation started on this machine is none of our business.
    """
    if labels.get("site") != site_label():
        return True
    model = Check if labels.get("role") == "check" else Match
    running = Q(pk=labels["job"], attempts=labels["attempt"], status=Status.RUNNING)
    return bool(model._default_manager.filter(running).exists())
