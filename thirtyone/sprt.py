"""Decide between two Elo differences, block by block: a sequential test over blocks.

The generalised sequential probability ratio test for any outcomes with scores between 0 and 1. A
block in which both bots had both seats is one observation: its games share their cards, so they
are no observations of their own. The likelihoods are the largest that a distribution over the
outcomes seen can reach with the mean score that each hypothesis expects (empirical likelihood, as
Michel Van den Bergh set out for the testing of chess programs). docs/authors/kit.md says how to
use it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

_NEVER_SEEN: Final = 1e-3
"""The count of an outcome that has not come yet, so that nothing is taken to be impossible."""
_HALVINGS: Final = 60


class Verdict(StrEnum):
    """What the test says so far."""

    H0 = "H0"
    H1 = "H1"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Sprt:
    """Two hypotheses on the first bot's Elo difference, and how often each may be refused wrongly.

    ``alpha`` is the chance to accept ``elo1`` where ``elo0`` holds, ``beta`` the other way round.
    Raises ValueError for hypotheses or chances that make no test.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -2000 <= self.elo0 < self.elo1 <= 2000:
            raise ValueError("the first Elo difference must be below the second")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("alpha and beta lie between 0 and 0.5")

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[int]) -> float:
        """Return the log-likelihood ratio of H1 to H0.

        ``counts`` says how often each outcome was seen, the worst first, the outcomes' scores
        evenly spaced from 0 to 1: five for the pairs of games of two bots.
        """
        total = sum(counts)
        if not total:
            return 0.0
        scores = [place / (len(counts) - 1) for place in range(len(counts))]
        weights = [count or _NEVER_SEEN for count in counts]
        chances = [weight / sum(weights) for weight in weights]
        tilt0 = _tilt(chances, scores, expected_score(self.elo0))
        tilt1 = _tilt(chances, scores, expected_score(self.elo1))
        mean0, mean1 = expected_score(self.elo0), expected_score(self.elo1)
        return total * sum(
            chance * (math.log1p(tilt0 * (score - mean0)) - math.log1p(tilt1 * (score - mean1)))
            for chance, score in zip(chances, scores, strict=True)
        )

    def verdict(self, llr: float) -> Verdict:
        """Say what a log-likelihood ratio decides."""
        if llr >= self.upper:
            return Verdict.H1
        return Verdict.H0 if llr <= self.lower else Verdict.UNDECIDED


def expected_score(elo: float) -> float:
    """Return the score that a difference on the Elo scale stands for."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """Return the difference on the Elo scale that a score between 0 and 1 stands for."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


def _tilt(chances: Sequence[float], scores: Sequence[float], mean: float) -> float:
    """Return x with sum p(s-m)/(1+x(s-m)) = 0: p/(1+x(s-m)) is the likeliest with mean m."""
    low, high = -1 / (scores[-1] - mean), -1 / (scores[0] - mean)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        slope = sum(
            chance * (score - mean) / (1 + middle * (score - mean))
            for chance, score in zip(chances, scores, strict=True)
        )
        low, high = (middle, high) if slope > 0 else (low, middle)
    return (low + high) / 2
