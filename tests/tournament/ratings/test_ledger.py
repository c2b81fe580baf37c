"""Every finished match counts exactly once."""

import random

import pytest

from tests.tournament.ratings.arena import (
    finished_match,
    make_pool,
    make_versions,
    random_matches,
)
from tournament.matches.models import Match, Status
from tournament.ratings.counters import Tally
from tournament.ratings.ledger import live_tallies, recount
from tournament.ratings.models import LedgerRow, PairCount, Pool, RatedMatch
from tournament.ratings.services import apply_match, rebuild, void_match

pytestmark = pytest.mark.django_db


def test_a_match_moves_the_counters_of_its_pair() -> None:
    """Blocks of two, one and no won games: three of six."""
    pool, (low, high) = make_pool(), make_versions(2)

    assert apply_match(finished_match(pool, [high, low], [2, 1, 1]))

    assert live_tallies(pool.pk) == {(low.pk, high.pk): Tally(4, 6, 1)}


def test_a_result_delivered_twice_counts_once() -> None:
    """The second delivery finds the ledger row and stops."""
    pool, versions = make_pool(), make_versions(2)
    match = finished_match(pool, versions, [2])
    apply_match(match)
    before = live_tallies(pool.pk)

    assert not apply_match(match)

    assert live_tallies(pool.pk) == before
    assert LedgerRow.objects.count() == 1


def test_the_ledger_stops_a_second_delivery_even_if_the_mark_was_lost() -> None:
    """The ledger's own constraint is what decides, not the flag that makes the sweep fast."""
    pool, versions = make_pool(), make_versions(2)
    match = finished_match(pool, versions, [2])
    apply_match(match)
    RatedMatch.objects.update(counted=False)
    before = live_tallies(pool.pk)

    assert not apply_match(match)

    assert live_tallies(pool.pk) == before
    assert not RatedMatch.objects.waiting().exists()


def test_a_match_that_counts_nowhere_changes_nothing() -> None:
    """A match without a pool, such as one that a person asked for."""
    pool, versions = make_pool(), make_versions(2)
    match = finished_match(pool, versions, [2])
    RatedMatch.objects.all().delete()

    assert not apply_match(match)

    assert not PairCount.objects.exists()


def test_shuffled_ledgers_leave_the_same_counters() -> None:
    """Sums do not know the order of what was added."""
    versions = make_versions(6)
    counters = []
    for order in range(3):
        pool = make_pool()
        matches = random_matches(pool, versions, 30)
        random.Random(order).shuffle(matches)
        for match in matches:
            apply_match(match)
        counters.append(live_tallies(pool.pk))

    assert counters[0] == counters[1] == counters[2]


def test_a_rebuild_from_the_matches_equals_the_live_counters() -> None:
    """What was added up live is what the matches say, voids and all."""
    pool = make_pool()
    matches = random_matches(pool, make_versions(6), 30)
    for match in matches:
        apply_match(match)
    void_match(matches[3])
    live = live_tallies(pool.pk)

    assert recount(pool.pk) == live
    PairCount.objects.update(games=1000)
    rebuild(pool)

    assert live_tallies(pool.pk) == live


def test_a_void_takes_a_match_out_once() -> None:
    """A second void of the same match changes nothing."""
    pool, versions = make_pool(), make_versions(2)
    kept, voided = finished_match(pool, versions, [2, 0]), finished_match(pool, versions, [1])
    apply_match(kept)
    before = live_tallies(pool.pk)
    apply_match(voided)

    assert [void_match(voided), void_match(voided)] == [True, False]

    assert live_tallies(pool.pk) == before


def test_a_match_that_never_counted_cannot_be_voided() -> None:
    """There is nothing to take out."""
    assert not void_match(finished_match(make_pool(), make_versions(2), [2]))


def test_only_finished_matches_wait_to_be_counted() -> None:
    """The sweep looks for results, not for matches on their way."""
    pool, versions = make_pool(), make_versions(2)
    finished, running = (finished_match(pool, versions, [2]) for _ in range(2))
    Match.objects.filter(pk=running.pk).update(status=Status.QUEUED)

    assert [rated.match for rated in RatedMatch.objects.waiting()] == [finished]


def test_pools_are_apart() -> None:
    """A match counts in its own pool alone."""
    first, second, versions = make_pool(), make_pool(), make_versions(2)
    apply_match(finished_match(first, versions, [2]))

    assert live_tallies(second.pk) == {}
    assert list(Pool.objects.behind()) == [first]
