"""Read a pool's ledger: which matches count, and what they came to."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Max

from tournament.matches.models import Seat
from tournament.ratings.counters import Pair, Tally, match_tallies, sum_tallies
from tournament.ratings.models import LedgerRow, PairCount

_BATCH = 200


@dataclass(frozen=True, slots=True)
class CountedMatch:
    """A match that counts: its ledger row, its result as stored, its version ids by entrant."""

    ledger_id: int
    match_id: UUID
    result: dict[str, Any]
    entrants: tuple[int, ...]


def high_water_mark(pool_id: int) -> int:
    """Return the id of a pool's newest ledger row, 0 for none.

    Rows enter under the pool's lock, so that no lower id can appear later.
    """
    newest = LedgerRow.objects.filter(pool_id=pool_id).aggregate(newest=Max("id"))["newest"]
    return newest or 0


def counted_matches(pool_id: int, after: int, upto: int) -> Iterator[CountedMatch]:
    """Return the matches of rows after one id and up to another, in ledger order, voids left out.

    A match is left out if it is void at `upto`, wherever its own row stands.
    """
    rows = LedgerRow.objects.filter(pool_id=pool_id, id__lte=upto)
    voided = set(rows.filter(kind=LedgerRow.Kind.VOID).values_list("match_id", flat=True))
    results = rows.filter(kind=LedgerRow.Kind.RESULT, id__gt=after).order_by("id")
    ids = [row for row in results.values_list("id", "match_id") if row[1] not in voided]
    for start in range(0, len(ids), _BATCH):
        batch = ids[start : start + _BATCH]
        matches = [match_id for _, match_id in batch]
        found = dict(results.filter(match__in=matches).values_list("match_id", "match__result"))
        seated: dict[UUID, list[int]] = {}
        for seat in Seat.objects.filter(match__in=matches).order_by("match", "number"):
            seated.setdefault(seat.match_id, []).append(seat.version_id)
        for ledger_id, match_id in batch:
            result = found[match_id]
            assert result is not None, "a counted match has a result"
            yield CountedMatch(ledger_id, match_id, result, tuple(seated[match_id]))


def recount(pool_id: int) -> dict[Pair, Tally]:
    """Return what a pool's counters must be, reckoned anew from its matches."""
    upto = high_water_mark(pool_id)
    matches = counted_matches(pool_id, after=0, upto=upto)
    return sum_tallies(match_tallies(match.result, match.entrants) for match in matches)


def live_tallies(pool_id: int) -> dict[Pair, Tally]:
    """Return a pool's counters as they stand, pairs that have nothing left out."""
    counts = PairCount.objects.filter(pool_id=pool_id, matches__gt=0)
    return {
        (first, second): Tally(half_points, games, matches)
        for first, second, half_points, games, matches in counts.order_by(
            "first", "second"
        ).values_list("first", "second", "half_points", "games", "matches")
    }
