"""Tasks of the workers; each calls one function, and may be delivered twice."""

from uuid import UUID

from celery import shared_task
from celery.signals import worker_ready
from django.db import connections
from django.utils import timezone

from tournament.matches import checks, play, sweep


@shared_task(name="matches.play_match")
def play_match(match_id: str) -> None:
    """Play a queued match."""
    play.play_match(UUID(match_id))


@shared_task(name="matches.start_check")
def start_check(version_id: int) -> None:
    """Check an uploaded version."""
    checks.check_version(version_id)


@shared_task(name="matches.tick")
def tick() -> None:
    """Put right whatever got lost."""
    sweep.sweep(timezone.now())


@worker_ready.connect
def keep_house(**signal: object) -> None:
    """Sweep up, when a worker starts, what the one before it may have left behind."""
    sweep.keep_house()
    connections.close_all()
