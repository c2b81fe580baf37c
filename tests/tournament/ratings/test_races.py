"""Results that arrive at the same moment, on each of the databases."""

from pathlib import Path

import pytest

from tests.tournament.ratings.racing import run_race

SET_UP = """
from tests.tournament.ratings.arena import make_pool, make_versions, random_matches
random_matches(make_pool(), make_versions(5), 12)
"""
COUNT_AND_PUBLISH = """
import os, random
from tournament.matches.models import Match
from tournament.ratings.models import Pool
from tournament.ratings.publishing import refit
from tournament.ratings.services import apply_match
matches = list(Match.objects.all())
random.Random(os.getpid()).shuffle(matches)
counted = 0
for match in matches:
    counted += apply_match(match)
    refit(Pool.objects.get().pk)
print(counted)
"""
LOOK = """
from tournament.ratings.ledger import high_water_mark, live_tallies, recount
from tournament.ratings.models import Pool, Rating
pool = Pool.objects.get()
assert live_tallies(pool.pk) == recount(pool.pk)
assert pool.published_ledger_id == high_water_mark(pool.pk)
print(pool.ledger.count(), sum(r.matches for r in Rating.objects.table(pool)))
"""


@pytest.mark.real
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_results_delivered_everywhere_at_once_count_once(database: str, tmp_path: Path) -> None:
    """Four workers deliver and publish the same twelve results, each in its own order.

    Each result has one ledger row, and the table shown at the end holds every match.
    """
    _, counted, shown = run_race(
        database, tmp_path, ("once", SET_UP), ("race", COUNT_AND_PUBLISH), ("once", LOOK)
    )

    assert sum(map(int, counted)) == 12
    assert shown == "12 24"
