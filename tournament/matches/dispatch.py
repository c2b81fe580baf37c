"""Send jobs to the workers. A message is a hint: the tick sends again what got lost."""

from django.db import transaction
from django.utils import timezone

from tournament.celery import app
from tournament.matches.models import Check, Job, Match, Status


def dispatch_on_commit(job: Job) -> None:
    """Send a queued job once the open transaction has committed.

    A broker that cannot be reached is logged by Django; the row stays undispatched for the tick.
    """

    def dispatch_job() -> None:  # a plain function: Django logs it by its name
        dispatch(job)

    transaction.on_commit(dispatch_job, robust=True)


def dispatch(job: Job) -> None:
    """Send a queued job now and note when; raises what the broker's client raises."""
    if isinstance(job, Match):
        send("matches.play_match", str(job.pk))
    elif isinstance(job, Check):
        send("matches.start_check", job.version_id)
    now = timezone.now()
    type(job)._default_manager.filter(pk=job.pk, status=Status.QUEUED).update(dispatched_at=now)


def send(task: str, *args: object) -> None:
    """Send a task by name without trying again; raises what the broker's client raises."""
    app.send_task(task, args=args, retry=False)
