"""Check an uploaded version in the sandbox, and tell `bots` what was found."""

import logging
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from sandbox import SandboxUnavailable
from thirtyone.channel import OurFault
from thirtyone.check import CheckReport, check
from thirtyone.players import LinePlayer
from tournament.bots.models import BotVersion
from tournament.bots.services import mark_checking, record_check
from tournament.matches.availability import (
    forget_choice,
    local_choice,
    local_state,
    waiting_text,
)
from tournament.matches.jobs import claim, give_back, held, note_waiting, worker_name
from tournament.matches.lease import Lease
from tournament.matches.models import Check, Status
from tournament.matches.programs import CLOCK, Stage, ready_programs, stage_for
from tournament.matches.refusals import LeaseLost

logger = logging.getLogger(__name__)

_LONGEST_S: Final = 60 * 60


def check_version(version_id: int) -> bool:
    """Check a waiting version to the end; say whether its outcome was stored by this call.

    The version waits where no sandbox is. A failure of ours gives the check back.
    """
    version = (
        BotVersion.objects.waiting().select_related("bot", "source").filter(pk=version_id).first()
    )
    if version is None:
        return False
    job, _ = Check.objects.get_or_create(version=version)
    job.version = version
    backend = local_choice().backend
    if backend is None:
        note_waiting(job, waiting_text(local_state()))
        return False
    if not claim(job, worker_name()):
        return False
    stage = stage_for(job, backend, _LONGEST_S)
    try:
        mark_checking(version)
        with Lease(job):
            _record(job, _report(version, stage))
    except LeaseLost:
        logger.warning("the %s was lost to another worker", job)
        return False
    except Exception as error:  # noqa: BLE001 - whatever failed is ours: a bot's failure is a finding
        _give_back(job, error)
        return False
    return True


def _report(version: BotVersion, stage: Stage) -> CheckReport:
    with ready_programs([version], stage) as (open_channel,):
        return check(lambda: LinePlayer(open_channel), version.forms, limits=CLOCK)


@transaction.atomic
def _record(job: Check, report: CheckReport) -> None:
    """Finish a claimed check with its outcome; raises LeaseLost."""
    ended = held(job).update(
        status=Status.FINISHED, finished_at=timezone.now(), lease_until=None, reason=""
    )
    if not ended:
        raise LeaseLost(str(job))
    found: dict[str, Any] = report.to_json()
    record_check(job.version, found, report.passed)


def _give_back(job: Check, error: Exception) -> None:
    if isinstance(error, OurFault):
        logger.warning("the %s: %s", job, error)
        if isinstance(error.__cause__, SandboxUnavailable):
            forget_choice()
    else:
        logger.error("the %s broke off", job, exc_info=error)
    try:
        give_back(job, f"{type(error).__name__}: {error}")
    except LeaseLost:
        logger.warning("the %s was lost to another worker", job)
