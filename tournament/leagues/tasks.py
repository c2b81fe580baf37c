"""The leagues' place in the minute's tick."""

from celery import shared_task
from django.utils import timezone

from tournament.leagues.rounds import start_due_rounds


@shared_task(name="leagues.tick")
def tick() -> None:
    """Start the rounds that are due."""
    start_due_rounds(timezone.now())
