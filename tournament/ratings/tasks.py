"""Publish ratings when the ledger moves on, and find what was missed."""

import logging

from celery import shared_task

from tournament.ratings import publishing
from tournament.ratings.models import Pool, RatedMatch
from tournament.ratings.services import apply_match

logger = logging.getLogger(__name__)


@shared_task(name="ratings.refit")
def refit(pool_id: int) -> None:
    """Publish a pool's ratings; of many messages in a row the first does the work."""
    publishing.refit(pool_id)


@shared_task(name="ratings.tick")
def tick() -> None:
    """Count finished matches that were missed, and publish what has not been."""
    for rated in RatedMatch.objects.waiting().select_related("match"):
        try:
            apply_match(rated.match)
        except Exception:  # one result that cannot be read holds up no other
            logger.exception("match %s could not be counted", rated.match_id)
    for pool_id in Pool.objects.behind().order_by("pk").values_list("pk", flat=True):
        try:
            publishing.refit(pool_id)
        except Exception:
            logger.exception("the ratings of pool %s could not be published", pool_id)
