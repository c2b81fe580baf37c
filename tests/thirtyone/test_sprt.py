"""The sequential test: known values, a case worked by hand, and its rates of error."""

import math
import random

import pytest

from thirtyone.sprt import Sprt, Verdict, elo_of, expected_score


@pytest.mark.parametrize(
    ("hypotheses", "counts", "llr"),
    [
        ((0, 3), (4063, 8620, 4307), 2.99129),
        ((0.5, 2.5), (39, 8843, 26675, 9240, 44), 0.55552),
    ],
)
def test_the_ratio_is_that_of_known_tests(
    hypotheses: tuple[float, float], counts: tuple[int, ...], llr: float
) -> None:
    assert Sprt(*hypotheses).llr(counts) == pytest.approx(llr, abs=1e-5)


def test_the_bounds_are_those_of_wald() -> None:
    test = Sprt(0, 10)

    assert (test.lower, test.upper) == pytest.approx((-2.94444, 2.94444), abs=1e-5)
    assert [test.verdict(x) for x in (-3, -2.9, 2.9, 3)] == [
        Verdict.H0, Verdict.UNDECIDED, Verdict.UNDECIDED, Verdict.H1,
    ]  # fmt: skip


def test_with_two_outcomes_it_is_the_plain_ratio_of_two_coins() -> None:
    """60 wins and 40 losses: the likeliest coin with a mean of s is s itself."""
    test, (p0, p1) = Sprt(0, 100), (expected_score(0), expected_score(100))

    by_hand = 60 * math.log(p1 / p0) + 40 * math.log((1 - p1) / (1 - p0))

    assert test.llr((40, 60)) == pytest.approx(by_hand, abs=1e-9)


def test_nothing_seen_says_nothing_and_mirrored_results_say_the_opposite() -> None:
    assert Sprt(0, 10).llr((0, 0, 0, 0, 0)) == 0
    assert Sprt(-10, 10).llr((3, 20, 50, 30, 9)) == pytest.approx(
        -Sprt(-10, 10).llr((9, 30, 50, 20, 3))
    )


@pytest.mark.parametrize("hypotheses", [(10, 0), (5, 5), (math.nan, 3), (0, 9999)])
def test_hypotheses_that_make_no_test_are_refused(hypotheses: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="Elo"):
        Sprt(*hypotheses)


def test_elo_and_score_are_two_names_of_one_thing() -> None:
    assert [expected_score(elo) for elo in (10, 100, 400)] == pytest.approx(
        [0.514387, 0.640065, 0.909091], abs=1e-6
    )
    assert elo_of(expected_score(37)) == pytest.approx(37)
    assert (elo_of(1), elo_of(0)) == (math.inf, -math.inf)


def runs_to(verdict: Verdict, mean: float, test: Sprt, runs: int) -> int:
    """Count the simulated tests that end in a verdict when blocks have this mean score."""
    chance = random.Random(31)
    shape = [0.1, 0.25, 0.3, 0.25, 0.1]
    tilt = (mean - 0.5) / sum(w * (i / 4 - 0.5) ** 2 for i, w in enumerate(shape))
    weights = [w * (1 + tilt * (i / 4 - 0.5)) for i, w in enumerate(shape)]
    ended = 0
    for _ in range(runs):
        counts = [0] * 5
        while (found := test.verdict(test.llr(counts))) is Verdict.UNDECIDED:
            for outcome in chance.choices(range(5), weights, k=4):
                counts[outcome] += 1
        ended += found is verdict
    return ended


def test_it_errs_about_as_seldom_as_it_says() -> None:
    """300 tests each way at 5%: 15 errors expected, and 27 or more come once in 500 times."""
    test, runs = Sprt(0, 80), 300

    wrong_h1 = runs_to(Verdict.H1, expected_score(0), test, runs)
    wrong_h0 = runs_to(Verdict.H0, expected_score(80), test, runs)

    assert 2 <= wrong_h1 < 27
    assert 2 <= wrong_h0 < 27
