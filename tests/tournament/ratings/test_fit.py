"""The best fit to all results."""

import math
import random

import choix
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.ratings.minorisation import climb_by_minorisation
from tournament.ratings.counters import Pair, Tally
from tournament.ratings.fit import fit, to_elo

FOUR = [[0, 2, 0, 1], [3, 0, 5, 0], [0, 3, 0, 1], [4, 0, 3, 0]]
JOURNALS = [[0, 730, 498, 221], [33, 0, 68, 17], [320, 813, 0, 142], [284, 276, 325, 0]]


def tallies(wins: list[list[int]]) -> dict[Pair, Tally]:
    """Return pair tallies of a table of wins, row over column."""
    size = len(wins)
    return {
        (i, j): Tally(2 * wins[i][j], wins[i][j] + wins[j][i])
        for i in range(size)
        for j in range(i + 1, size)
        if wins[i][j] + wins[j][i]
    }


@st.composite
def fields(draw: st.DrawFn) -> dict[Pair, Tally]:
    """Draw a field of two to seven with some pairs that met, evenly or not."""
    size = draw(st.integers(2, 7))
    pairs = [(i, j) for i in range(size) for j in range(i + 1, size)]
    met = draw(st.lists(st.sampled_from(pairs), min_size=1, unique=True))
    drawn = {}
    for pair in met:
        games = draw(st.integers(1, 200))
        drawn[pair] = Tally(draw(st.integers(0, 2 * games)), games)
    return drawn


def test_four_players_get_the_published_strengths() -> None:
    """The strengths with geometric mean 1 are those of the literature."""
    strengths = fit(tallies(FOUR), anchor=0, virtual=0)
    mean = sum(strengths.values()) / 4

    ratios = [math.exp(strengths[i] - mean) for i in range(4)]

    assert ratios == pytest.approx([0.63983, 1.04331, 0.65981, 2.27038], abs=5e-6)


def test_another_library_fits_the_same_strengths() -> None:
    """Choix, which knows nothing of ours, agrees."""
    outcomes = [(i, j) for i in range(4) for j in range(4) for _ in range(FOUR[i][j])]
    theirs = choix.opt_pairwise(4, outcomes, tol=1e-12)

    strengths = fit(tallies(FOUR), anchor=0, virtual=0)

    ours = np.array([strengths[i] for i in range(4)])
    assert ours - ours.mean() == pytest.approx(theirs - theirs.mean(), abs=1e-6)


def test_four_journals_get_the_published_abilities() -> None:
    """Citations between four journals give the abilities of the literature."""
    strengths = fit(tallies(JOURNALS), anchor=0, virtual=0)

    assert list(strengths.values()) == pytest.approx([0, -2.94907, -0.47957, 0.26895], abs=5e-6)


@settings(max_examples=40, deadline=None)
@given(pairs=fields(), anchored=st.booleans())
def test_the_fit_meets_the_slow_iteration_within_a_billionth(
    pairs: dict[Pair, Tally], anchored: bool
) -> None:
    """Whatever the field, Newton's optimum is the one that the MM iteration creeps up to."""
    anchor = min(pairs)[0] if anchored else None

    strengths = fit(pairs, anchor)

    slow = climb_by_minorisation(pairs, anchor)
    assert list(strengths) == list(slow)
    for version, strength in strengths.items():
        assert strength == pytest.approx(slow[version], abs=1e-9)


def test_a_sparse_field_is_fitted_as_exactly() -> None:
    """A long chain of single games, on which the slow iteration takes thousands of steps."""
    chain = {(i, i + 1): Tally(2 * (i % 3 > 0), 1) for i in range(60)}

    strengths = fit(chain, anchor=0)

    slow = climb_by_minorisation(chain, anchor=0)
    assert max(abs(strengths[v] - slow[v]) for v in slow) < 1e-9


def test_the_order_of_the_pairs_changes_no_bit() -> None:
    """Shuffled counters give exactly equal numbers."""
    source = random.Random(31)
    pairs = {(i, j): Tally(source.randint(0, 40), 20) for i in range(12) for j in range(i + 1, 12)}
    expected = fit(pairs)
    for _ in range(5):
        items = list(pairs.items())
        source.shuffle(items)

        assert fit(dict(items)) == expected


def test_a_bot_that_always_wins_stays_finite_and_rises_with_its_games() -> None:
    """The virtual half loss keeps an unbeaten bot on the scale."""
    short, long = (fit({(1, 2): Tally(2 * n, n)}, anchor=1)[2] for n in (10, 1000))

    assert -20 < long < short < -1


def test_nobody_has_met_the_anchor_and_the_field_still_hangs_together() -> None:
    """An anchor without games stands at 1500, and two equal strangers do too."""
    strengths = fit({(1, 2): Tally(10, 10)}, anchor=3)

    assert {v: to_elo(s) for v, s in strengths.items()} == pytest.approx(
        {1: 1500, 2: 1500, 3: 1500}
    )


def test_without_an_anchor_the_mean_stands_at_1500() -> None:
    """The ratings of a field without an anchor average 1500."""
    strengths = fit(tallies(JOURNALS))

    assert sum(map(to_elo, strengths.values())) / 4 == pytest.approx(1500, abs=1e-9)


def test_a_million_games_beside_one_are_fitted() -> None:
    """Counts far apart, where rounding is worst, still end in one answer."""
    pairs = {
        (1, 2): Tally(1_000_100, 1_000_000),
        (2, 3): Tally(1, 1),
        (3, 4): Tally(900_000, 10**6),
    }

    strengths = fit(pairs, anchor=1)

    assert strengths[1] == 0
    assert strengths[2] == pytest.approx(math.log(999_901 / 1_000_101), abs=1e-5)


def test_an_empty_pool_has_no_ratings() -> None:
    """No results and no anchor: nothing to fit."""
    assert fit({}) == {}
