"""Step by step Elo."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.ratings.counters import Tally
from tournament.ratings.elo import (
    Fold,
    Standing,
    expected_score,
    fold_block,
    k_factor,
    rating_change,
)


@pytest.mark.parametrize(
    ("ahead", "expected"),
    [
        (10, 0.514387),
        (20, 0.528751),
        (50, 0.571463),
        (100, 0.640065),
        (200, 0.759747),
        (400, 0.909091),
    ],
)
def test_a_lead_promises_its_share(ahead: float, expected: float) -> None:
    """The Elo curve's published values."""
    assert expected_score(1500 + ahead, 1500) == pytest.approx(expected, abs=5e-7)


def test_five_games_of_a_1613_player_give_the_published_rating() -> None:
    """The classic example: 2.5 points of five at K = 32 a game lead to 1601."""
    opponents = [1609, 1477, 1388, 1586, 1720]

    expected = sum(expected_score(1613, opponent) for opponent in opponents)
    change = rating_change(1613, [(opponent, 0.5) for opponent in opponents], k=32 * 5)

    assert expected == pytest.approx(2.866566, abs=5e-7)
    assert 1613 + change == pytest.approx(1601.27, abs=5e-3)


def table_of(ratings: list[float], places: list[int], k: float) -> list[float]:
    """Return the ratings after one game at one table."""
    return [
        rating
        + rating_change(
            rating,
            [
                (other, 1.0 if place < other_place else 0.0)
                for seat, (other, other_place) in enumerate(zip(ratings, places, strict=True))
                if seat != own
            ],
            k,
        )
        for own, (rating, place) in enumerate(zip(ratings, places, strict=True))
    ]


def test_four_equals_at_a_table_part_evenly() -> None:
    """Places one to four move four equals by 16, a third of it, and as far down."""
    after = table_of([1500] * 4, [1, 2, 3, 4], k=32)

    assert after == pytest.approx([1516, 1505.3333, 1494.6667, 1484], abs=5e-5)


def test_three_at_a_table_move_by_the_published_steps() -> None:
    """The favourite comes last, the middle first."""
    after = table_of([1600, 1500, 1400], [3, 1, 2], k=32)

    assert after == pytest.approx([1577.60301, 1516, 1406.39699], abs=5e-6)


def test_a_newcomer_moves_far_and_an_old_hand_little() -> None:
    """K starts at 64, halves after 16 games, and never falls below 2."""
    assert [k_factor(games) for games in (0, 16, 48, 496, 10_000)] == [64, 32, 16, 2, 2]


def test_a_block_counts_its_mean_score_once() -> None:
    """Two won games of a block move equals by half of K each, not twice that."""
    after = fold_block({}, {(1, 2): Tally(4, 2)})

    assert after == {1: Standing(1532, 2), 2: Standing(1468, 2)}


def test_a_block_moves_everybody_from_the_ratings_before_it() -> None:
    """At a table of three each change is reckoned before any is made."""
    before = {1: Standing(1600, 496), 2: Standing(1500, 496), 3: Standing(1400, 496)}
    block = {(1, 2): Tally(0, 3), (1, 3): Tally(0, 3), (2, 3): Tally(6, 3)}

    after = fold_block(before, block)

    steps = table_of([1600, 1500, 1400], [3, 1, 2], k=2)
    assert [standing.rating for standing in after.values()] == pytest.approx(steps)
    assert [standing.games for standing in after.values()] == [499] * 3


@given(st.dictionaries(st.integers(1, 99), st.floats(-1e4, 1e4).map(lambda r: Standing(r, 7))))
def test_a_fold_is_kept_to_the_last_bit(standings: dict[int, Standing]) -> None:
    """What is written down between two publications is exactly what was reckoned."""
    fold = Fold(12, standings)

    kept = Fold.from_json(json.loads(json.dumps(fold.to_json())))

    assert kept == fold
