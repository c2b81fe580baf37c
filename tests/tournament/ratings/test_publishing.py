"""What is published, and that it only moves forward."""

import random
from typing import Any
from unittest.mock import Mock

import pytest
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from tests.tournament.ratings.arena import (
    RULES,
    finished_match,
    make_pool,
    make_versions,
    random_matches,
)
from tournament import celery, hints
from tournament.bots.models import BotVersion
from tournament.hints import CHANNEL_PREFIX
from tournament.matches.models import Match
from tournament.ratings import publishing
from tournament.ratings.counters import Tally
from tournament.ratings.models import Pool, Rating
from tournament.ratings.publishing import Line, lines, refit
from tournament.ratings.services import apply_match, change_pool, rebuild, void_match
from tournament.ratings.tasks import tick

pytestmark = pytest.mark.django_db


def played(pool: Pool, matches: list[Match]) -> Pool:
    """Count the matches, publish, and return the pool as it is then."""
    for match in matches:
        apply_match(match)
    refit(pool.pk)
    return Pool.objects.get(pk=pool.pk)


def published(pool: Pool) -> list[tuple[Any, ...]]:
    """Return a pool's table as plain values."""
    fields = ("version", "rating", "rank", "games", "matches", "score")
    return list(Rating.objects.table(pool).values_list(*fields))


def test_the_anchor_stands_at_1500_and_the_better_bot_above_it() -> None:
    """Eight wins to two are 8.5 to 2.5 with the virtual halves: 400 · log10(3.4) ahead."""
    anchor, better = make_versions(2)
    pool = make_pool(anchor=anchor)

    played(pool, [finished_match(pool, [better, anchor], [2, 2, 2, 1, 1])])

    assert published(pool) == [
        (better.pk, 1712.6, 1, 10, 1, 0.8),
        (anchor.pk, 1500.0, 2, 10, 1, pytest.approx(0.2)),
    ]


@pytest.mark.parametrize("method", Pool.Method.values)
def test_published_ratings_are_rounded_to_a_tenth(method: str) -> None:
    """No page can show more than was published."""
    pool = make_pool(method=method)
    played(pool, random_matches(pool, make_versions(5), 20))

    ratings = [rating.rating for rating in Rating.objects.table(pool)]
    assert ratings == [round(rating, 1) for rating in ratings]
    assert len(set(ratings)) > 1


def test_shuffled_ledgers_give_the_same_table_to_the_last_digit() -> None:
    """Under `fit` the order in which results came does not matter at all."""
    versions = make_versions(6)
    tables = []
    for order in range(3):
        pool = make_pool(anchor=versions[0])
        matches = random_matches(pool, versions, 30)
        random.Random(order).shuffle(matches)
        played(pool, matches)
        tables.append(repr(published(pool)).encode())

    assert tables[0] == tables[1] == tables[2]


@pytest.mark.parametrize("method", Pool.Method.values)
def test_a_refit_without_news_publishes_nothing(method: str) -> None:
    """Of many messages in a row the first does the work."""
    pool = make_pool(method=method)
    pool = played(pool, random_matches(pool, make_versions(3), 5))

    assert not refit(pool.pk)

    assert Pool.objects.get(pk=pool.pk).published_version == pool.published_version == 1


def test_a_slow_refit_does_not_overwrite_a_newer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two refits the one that has seen more stays, though it ended first."""
    pool, versions = make_pool(), make_versions(2)
    apply_match(finished_match(pool, versions, [2]))
    fitted = publishing._fitted

    def overtaken(snapshot: Any) -> dict[int, float]:
        monkeypatch.setattr(publishing, "_fitted", fitted)
        played(pool, [finished_match(pool, versions, [0, 0, 0])])
        return fitted(snapshot)

    monkeypatch.setattr(publishing, "_fitted", overtaken)

    assert not refit(pool.pk)

    pool.refresh_from_db()
    assert pool.published_version == 1
    assert [row[3] for row in published(pool)] == [8, 8]


def test_a_refit_that_has_seen_more_follows_one_that_has_seen_less(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The faster one published an older state; the slower one is still news."""
    pool, versions = make_pool(), make_versions(2)
    apply_match(finished_match(pool, versions, [2]))
    older = publishing._take(pool.pk)
    assert older is not None
    apply_match(finished_match(pool, versions, [0, 0, 0]))
    newer = publishing._take(pool.pk)
    assert newer is not None

    for snapshot in (older, newer):
        table = lines(publishing._fitted(snapshot), snapshot.tallies, 2)
        assert publishing._publish(snapshot, table, {})

    assert [row[3] for row in published(pool)] == [8, 8]


def test_elo_follows_the_ledger_block_after_block() -> None:
    """A newcomer's first block moves it by 32, the next by less, each from where it stood."""
    pool, (low, high) = make_pool(method=Pool.Method.ELO), make_versions(2)

    played(pool, [finished_match(pool, [low, high], [2, 2])])

    k = 64 / (1 + 2 / 16)
    second = k * (1 - 1 / (1 + 10 ** (-64 / 400)))
    assert published(pool)[0][:2] == (low.pk, round(1532 + second, 1))


def test_elo_folded_in_pieces_equals_elo_folded_at_once() -> None:
    """Publishing after each match or once at the end leads to the same table."""
    versions = make_versions(5)
    pieces, whole = make_pool(method=Pool.Method.ELO), make_pool(method=Pool.Method.ELO)
    for match in random_matches(pieces, versions, 15):
        played(pieces, [match])
    played(whole, random_matches(whole, versions, 15))

    assert published(pieces) == published(whole)


@pytest.mark.parametrize("method", Pool.Method.values)
def test_a_void_leaves_the_table_as_if_the_match_had_not_been(method: str) -> None:
    """Under `elo` what came after is reckoned anew."""
    versions = make_versions(4)
    voided, never = make_pool(method=method), make_pool(method=method)
    matches = random_matches(voided, versions, 12)
    played(voided, matches)
    void_match(matches[5])
    refit(voided.pk)
    others = random_matches(never, versions, 12)
    played(never, others[:5] + others[6:])

    assert published(voided) == published(never)


@pytest.mark.parametrize("method", Pool.Method.values)
def test_a_rebuild_gives_the_same_table(method: str) -> None:
    """Reckoned anew from the matches, not a digit differs."""
    pool = make_pool(method=method)
    played(pool, random_matches(pool, make_versions(5), 20))
    before = published(pool)
    Rating.objects.update(rating=0)

    rebuild(pool)
    assert refit(pool.pk)

    assert published(pool) == before


def test_another_method_is_published_without_a_new_match() -> None:
    """An organiser who changes the method sees it in the table."""
    pool = make_pool(anchor=None)
    played(pool, random_matches(pool, make_versions(4), 10))
    before = published(pool)

    change_pool(pool, name="A pool", rules=RULES, method=Pool.Method.ELO)
    assert refit(pool.pk)

    assert published(pool) != before
    assert [row[3:] for row in sorted(published(pool))] == [row[3:] for row in sorted(before)]


def test_a_refit_by_the_old_method_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The method changed while it was being computed; what follows is by the new one."""
    pool, versions = make_pool(), make_versions(2)
    apply_match(finished_match(pool, versions, [2]))
    fitted = publishing._fitted

    def overtaken(snapshot: Any) -> dict[int, float]:
        change_pool(pool, name="A pool", rules=RULES, method=Pool.Method.ELO)
        return fitted(snapshot)

    monkeypatch.setattr(publishing, "_fitted", overtaken)

    assert not refit(pool.pk)
    assert refit(pool.pk)

    assert [row[1] for row in published(pool)] == [1532.0, 1468.0]


def test_equal_ratings_share_a_rank() -> None:
    """Two that cannot be told apart are both second."""
    tallies = {(1, 2): Tally(4, 4, 1), (1, 3): Tally(4, 4, 1)}

    table = lines({1: 1600.04, 2: 1500.02, 3: 1499.96}, tallies, 2)

    assert [(line.version, line.rank, line.rating) for line in table] == [
        (1, 1, 1600.0),
        (2, 2, 1500.0),
        (3, 2, 1500.0),
    ]


def test_at_a_larger_table_games_are_games_and_not_pairs() -> None:
    """At a table of three each game is two pairs for everybody."""
    tallies = {(1, 2): Tally(6, 3, 1), (1, 3): Tally(6, 3, 1), (2, 3): Tally(3, 3, 1)}

    table = lines({1: 1600, 2: 1500, 3: 1500}, tallies, 3)

    assert table[0] == Line(version=1, rating=1600, rank=1, games=3, matches=1, score=1.0)
    assert table[1] == Line(version=2, rating=1500, rank=2, games=3, matches=1, score=0.25)


def test_the_tick_counts_and_publishes_what_was_missed() -> None:
    """A result whose message was lost is in the table after the tick; a second tick is idle."""
    pool, versions = make_pool(), make_versions(2)
    finished_match(pool, versions, [2, 2])

    tick()
    tick()

    pool.refresh_from_db()
    assert pool.published_version == 1
    assert [row[3] for row in published(pool)] == [4, 4]


def test_the_page_is_told_after_the_table_has_changed(
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    """A counted match asks for a refit, which hints at the pool; without news it is mute."""
    sent: list[tuple[Any, ...]] = []
    monkeypatch.setattr(
        celery.app, "send_task", lambda name, args, retry: sent.append((name, *args))
    )
    monkeypatch.setattr(hints, "_client", lambda: Mock(publish=lambda *hint: sent.append(hint)))
    pool, versions = make_pool(), make_versions(2)
    match = finished_match(pool, versions, [2])

    with django_capture_on_commit_callbacks(execute=True):
        apply_match(match)
    with django_capture_on_commit_callbacks(execute=True):
        refit(pool.pk)
        refit(pool.pk)

    assert sent == [("ratings.refit", pool.pk), (f"{CHANNEL_PREFIX}pool:{pool.pk}", b"")]


def test_the_table_takes_one_query_whatever_its_size(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    """Bots and owners come with it."""
    for bots in (2, 6):
        pool = make_pool()
        played(pool, random_matches(pool, make_versions(bots), 12))
        with django_assert_num_queries(1):
            names = [r.version.bot.owner.username for r in Rating.objects.table(pool)]
        assert len(names) == bots


def test_versions_that_have_not_played_are_not_rated() -> None:
    """Only what has met somebody has a line; an idle anchor has none."""
    idle, *others = make_versions(3)
    pool = make_pool(anchor=idle)

    played(pool, [finished_match(pool, others, [2])])

    assert {row[0] for row in published(pool)} == {version.pk for version in others}
    assert BotVersion.objects.count() == 3
