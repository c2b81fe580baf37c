"""Claim, hold and hand back work: every change is one conditional update of the job's row.

A claim raises `attempts`, so that the number names the claim: whoever writes as the holder of an
earlier one changes no row and is told so.
"""

import logging
import os
import socket
from datetime import datetime, timedelta
from typing import Final, TypeVar

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from tournament.bots.services import mark_waiting
from tournament.hints import publish_on_commit
from tournament.matches.models import Check, Job, Match, Status
from tournament.matches.refusals import LeaseLost

logger = logging.getLogger(__name__)

AnyJob = TypeVar("AnyJob", bound=Job)

LEASE: Final = timedelta(seconds=60)
ATTEMPTS: Final = 3
_REASON_LENGTH: Final = 2000


def worker_name() -> str:
    """Return a name by which an operator finds the process that holds a job."""
    return f"{socket.gethostname()}:{os.getpid()}"[:120]


def claim(job: Job, worker: str) -> bool:
    """Take a queued job; say whether it is the caller's now. Not to be called in a transaction.

    The job given then shows the claim, which later calls with it stand on.
    """
    now = timezone.now()
    taken = (
        _rows(job)
        .filter(status=Status.QUEUED)
        .update(
            status=Status.RUNNING,
            attempts=F("attempts") + 1,
            worker=worker,
            lease_until=now + LEASE,
            started_at=now,
            reason="",
        )
    )
    if not taken:
        return False
    job.refresh_from_db(fields=["status", "attempts", "worker", "lease_until", "started_at"])
    if job.worker != worker:  # lost and taken again by somebody else in between
        return False
    publish_on_commit(*topics(job))
    return True


def held(job: AnyJob) -> QuerySet[AnyJob]:
    """Return the job's row as long as the claim that the job shows is the one that counts."""
    return _rows(job).filter(status=Status.RUNNING, attempts=job.attempts)


def renew_lease(job: Job) -> None:
    """Hold a claimed job for another lease; raises LeaseLost."""
    if not held(job).update(lease_until=timezone.now() + LEASE):
        raise LeaseLost(str(job))


@transaction.atomic
def give_back(job: Job, reason: str) -> Status:
    """Queue a claimed job again after a failure of ours; after the last attempt it has failed.

    The tick sends it again, so that attempts lie apart. Raises LeaseLost.
    """
    if not release(job, held(job), reason):
        raise LeaseLost(str(job))
    return Status(job.status)


@transaction.atomic
def expire(job: Job, now: datetime) -> bool:
    """Give back a job whose holder has not been heard of; say whether it was still lost."""
    reason = f"The worker {job.worker} stopped answering."
    return release(job, held(job).filter(lease_until__lt=now), reason)


def release(job: Job, rows: "QuerySet[Job]", reason: str) -> bool:
    """Move a running job's row to queued, or to failed after the last attempt."""
    last = job.attempts >= ATTEMPTS
    status = Status.FAILED if last else Status.QUEUED
    values: dict[str, object] = {
        "status": status,
        "reason": reason[:_REASON_LENGTH],
        "lease_until": None,
        "dispatched_at": None,
    }
    if last:
        values["finished_at"] = timezone.now()
    if isinstance(job, Match):
        values["games_done"] = 0
    if not rows.update(**values):
        return False
    job.status = status
    logger.warning("%s of %s, attempt %d: %s", status, job, job.attempts, reason)
    if isinstance(job, Check):
        mark_waiting(job.version)
    publish_on_commit(*topics(job))
    return True


@transaction.atomic
def fail(job: Job, reason: str) -> None:
    """End a claimed job for good without a result; raises LeaseLost."""
    ended = held(job).update(
        status=Status.FAILED,
        reason=reason[:_REASON_LENGTH],
        lease_until=None,
        finished_at=timezone.now(),
    )
    if not ended:
        raise LeaseLost(str(job))
    publish_on_commit(*topics(job))


def note_waiting(job: Job, reason: str) -> None:
    """Write on a queued job why no worker takes it at this moment."""
    reason = reason[:_REASON_LENGTH]
    if _rows(job).filter(status=Status.QUEUED).exclude(reason=reason).update(reason=reason):
        publish_on_commit(*topics(job))


def topics(job: Job) -> tuple[str, ...]:
    """Return the topics under which a change of a job is published."""
    if isinstance(job, Check):
        return (f"version:{job.version_id}", f"bot:{job.version.bot_id}")
    return (f"match:{job.pk}",)


def _rows(job: AnyJob) -> QuerySet[AnyJob]:
    return type(job)._default_manager.filter(pk=job.pk)
