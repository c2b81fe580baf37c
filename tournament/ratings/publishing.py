"""Compute a pool's ratings and publish them as one whole, only ever forward."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournament.hints import publish_on_commit
from tournament.ratings.counters import Pair, Tally, block_tallies
from tournament.ratings.elo import Fold, Standing, fold_block
from tournament.ratings.ledger import counted_matches, high_water_mark, live_tallies
from tournament.ratings.models import LedgerRow, Pool, Rating
from tournament.ratings.services import lock_pool


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """A pool, its ledger's mark, and the counters at that mark."""

    pool: Pool
    mark: int
    tallies: Mapping[Pair, Tally]


@dataclass(frozen=True, slots=True)
class Line:
    """One version's line of a table: rating on the Elo scale, rounded to 0.1; rank from 1."""

    version: int
    rating: float
    rank: int
    games: int
    matches: int
    score: float


def refit(pool_id: int) -> bool:
    """Publish a pool's ratings if its ledger has moved on; return whether this call did it.

    No lock is held while the ratings are computed. Of two that compute at once the one that has
    seen more wins, in whichever order they end.
    """
    snapshot = _take(pool_id)
    if snapshot is None:
        return False
    fold: dict[str, Any] = {}
    if snapshot.pool.method == Pool.Method.ELO:
        folded = _fold(snapshot)
        ratings = {version: standing.rating for version, standing in folded.standings.items()}
        fold = folded.to_json()
    else:
        ratings = _fitted(snapshot)
    return _publish(snapshot, lines(ratings, snapshot.tallies, snapshot.pool.table_size), fold)


def lines(
    ratings: Mapping[int, float], tallies: Mapping[Pair, Tally], table_size: int
) -> list[Line]:
    """Return the lines of a table in rank order; versions with equal published ratings share."""
    played: dict[int, Tally] = {}
    for (first, second), tally in tallies.items():
        mirrored = Tally(2 * tally.games - tally.half_points, tally.games, tally.matches)
        played[first] = played.get(first, Tally()) + tally
        played[second] = played.get(second, Tally()) + mirrored
    published = {version: round(ratings[version], 1) for version in played}
    ordered = sorted(published, key=lambda version: (-published[version], version))
    ranks: dict[float, int] = {}
    for rank, version in enumerate(ordered, 1):
        ranks.setdefault(published[version], rank)
    return [
        Line(
            version=version,
            rating=published[version],
            rank=ranks[published[version]],
            games=played[version].games // (table_size - 1),
            matches=played[version].matches // (table_size - 1),
            score=played[version].half_points / (2 * played[version].games),
        )
        for version in ordered
    ]


@transaction.atomic
def _take(pool_id: int) -> _Snapshot | None:
    pool = lock_pool(pool_id)
    mark = high_water_mark(pool_id)
    if mark <= pool.published_ledger_id and pool.revision == pool.published_revision:
        return None
    return _Snapshot(pool, mark, live_tallies(pool_id))


def _fitted(snapshot: _Snapshot) -> dict[int, float]:
    # Imported where it is needed: the web process never fits, and SciPy is large.
    from tournament.ratings.fit import fit, to_elo

    strengths = fit(snapshot.tallies, snapshot.pool.anchor_id)
    return {version: to_elo(strength) for version, strength in strengths.items()}


def _fold(snapshot: _Snapshot) -> Fold:
    """Fold the ledger's new rows on; from the start where one of them voids an older one."""
    pool, mark = snapshot.pool, snapshot.mark
    fold = Fold.from_json(pool.fold)
    news = LedgerRow.objects.filter(pool=pool, id__gt=fold.ledger_id, id__lte=mark)
    if news.filter(kind=LedgerRow.Kind.VOID).exists():
        fold = Fold(0, {})
    standings: Mapping[int, Standing] = fold.standings
    for match in counted_matches(pool.pk, after=fold.ledger_id, upto=mark):
        for _, tallies in block_tallies(match.result, match.entrants):
            standings = fold_block(standings, tallies)
    return Fold(mark, standings)


@transaction.atomic
def _publish(snapshot: _Snapshot, table: list[Line], fold: dict[str, Any]) -> bool:
    pool = lock_pool(snapshot.pool.pk)
    if pool.revision != snapshot.pool.revision:
        return False  # whoever raised it has sent a refit of its own
    shown = (pool.published_revision, pool.published_ledger_id)
    if shown >= (snapshot.pool.revision, snapshot.mark):
        return False
    Rating.objects.filter(pool=pool).exclude(version__in=[line.version for line in table]).delete()
    Rating.objects.bulk_create(
        [
            Rating(
                pool=pool,
                version_id=line.version,
                rating=line.rating,
                rank=line.rank,
                games=line.games,
                matches=line.matches,
                score=line.score,
            )
            for line in table
        ],
        update_conflicts=True,
        unique_fields=["pool", "version"],
        update_fields=["rating", "rank", "games", "matches", "score"],
    )
    pool.published_revision, pool.published_ledger_id = pool.revision, snapshot.mark
    pool.fold = fold
    pool.published_version += 1
    pool.published_at = timezone.now()
    pool.save()
    publish_on_commit(f"pool:{pool.pk}")
    return True
