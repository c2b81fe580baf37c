"""Reckon rating counters anew from the matches."""

from typing import Any

from django.core.management.base import BaseCommand

from tournament.ratings.models import Pool
from tournament.ratings.publishing import refit
from tournament.ratings.services import rebuild


class Command(BaseCommand):
    """Rebuild every pool's counters from its matches and publish its table again."""

    help = "Reckon every pool's counters anew from its matches and publish its ratings again."

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild pool by pool; results that come in meanwhile wait for their pool."""
        for pool in Pool.objects.order_by("pk"):
            rebuild(pool)
            refit(pool.pk)
            self.stdout.write(f"{pool.name}: {pool.ledger.count()} ledger rows")
