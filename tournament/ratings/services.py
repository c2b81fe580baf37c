"""Change rating pools: make them, take matches into their counters exactly once, rebuild them.

Counters change under the lock of the pool's row, so that ledger ids follow the order of commits.
Whoever changes them sends `ratings.refit`, which publishes (tournament.ratings.publishing).
"""

from collections.abc import Mapping

from django.db import transaction
from django.db.models import F

from thirtyone.rules import Rules
from tournament.bots.models import BotVersion
from tournament.celery import send_on_commit
from tournament.matches.models import Match
from tournament.ratings.counters import Pair, Tally, match_tallies
from tournament.ratings.ledger import recount
from tournament.ratings.models import LedgerRow, PairCount, Pool, RatedMatch


def create_pool(
    name: str,
    rules: Rules,
    table_size: int,
    *,
    method: str = Pool.Method.FIT,
    anchor: BotVersion | None = None,
) -> Pool:
    """Make an empty pool; `anchor` is the version that stands at 1500 under the method `fit`."""
    return Pool.objects.create(
        name=name,
        rules=rules.to_json(),
        table_size=table_size,
        method=method,
        anchor=anchor,
    )


@transaction.atomic
def change_pool(pool: Pool, *, name: str, rules: Rules, method: str) -> None:
    """Give a pool another name, method or, before its first match, other rules."""
    pool = lock_pool(pool.pk)
    pool.name, pool.rules = name, rules.to_json()
    if method != pool.method:
        pool.method, pool.fold, pool.revision = method, {}, pool.revision + 1
        send_on_commit("ratings.refit", pool.pk)
    pool.save()


def rate_when_finished(pool: Pool, match: Match) -> None:
    """Say, in the transaction that queues a match, which pool it will count in."""
    RatedMatch.objects.create(pool=pool, match=match)


@transaction.atomic
def apply_match(match: Match) -> bool:
    """Take a finished match into its pool's counters; return whether this call did it.

    A match that is rated nowhere, or is in the ledger already, changes nothing.
    """
    rated = RatedMatch.objects.filter(match=match, counted=False).first()
    if rated is None:
        return False
    pool = lock_pool(rated.pool_id)
    entered = _enter(pool, match, LedgerRow.Kind.RESULT, sign=1)
    RatedMatch.objects.filter(pk=rated.pk).update(counted=True)
    return entered


def count_finished(match: Match) -> None:
    """Count a match that has just finished, in its result's transaction."""
    apply_match(match)


@transaction.atomic
def void_match(match: Match) -> bool:
    """Take a counted match out again by a row of its own; return whether this call did it.

    A match that has not been counted, or is void already, changes nothing.
    """
    counted = LedgerRow.objects.filter(match=match, kind=LedgerRow.Kind.RESULT).first()
    if counted is None:
        return False
    return _enter(lock_pool(counted.pool_id), match, LedgerRow.Kind.VOID, sign=-1)


@transaction.atomic
def rebuild(pool: Pool) -> None:
    """Reckon a pool's counters anew from its matches, and let its table follow."""
    pool = lock_pool(pool.pk)
    PairCount.objects.filter(pool=pool).delete()
    _add(pool, recount(pool.pk))
    Pool.objects.filter(pk=pool.pk).update(fold={}, revision=pool.revision + 1)
    send_on_commit("ratings.refit", pool.pk)


def lock_pool(pool_id: int) -> Pool:
    """Return a pool with its row locked until the open transaction ends."""
    return Pool.objects.select_for_update(no_key=True).get(pk=pool_id)


def _enter(pool: Pool, match: Match, kind: LedgerRow.Kind, sign: int) -> bool:
    """Insert a ledger row and change the counters by it; the caller holds the pool's lock."""
    _, entered = LedgerRow.objects.get_or_create(match=match, kind=kind, defaults={"pool": pool})
    if not entered:
        return False
    seats = match.seats.order_by("number").values_list("version", flat=True)
    assert match.result is not None, "a finished match has a result"
    tallies = match_tallies(match.result, tuple(seats))
    _add(pool, {pair: tally if sign > 0 else -tally for pair, tally in tallies.items()})
    send_on_commit("ratings.refit", pool.pk)
    return True


def _add(pool: Pool, tallies: Mapping[Pair, Tally]) -> None:
    """Add to the counters, pair by pair in sorted order."""
    pairs = sorted(tallies)
    PairCount.objects.bulk_create(
        [PairCount(pool=pool, first_id=first, second_id=second) for first, second in pairs],
        ignore_conflicts=True,
    )
    for first, second in pairs:
        tally = tallies[first, second]
        PairCount.objects.filter(pool=pool, first=first, second=second).update(
            half_points=F("half_points") + tally.half_points,
            games=F("games") + tally.games,
            matches=F("matches") + tally.matches,
        )
