"""Fit Bradley–Terry ratings to all results of a pool by maximum likelihood. Pure.

A version's strength is ln p; the chance that i places ahead of j is p_i / (p_i + p_j). Everybody
is given half a virtual win and half a virtual loss, against the anchor or, where there is none,
against the field's (geometric) mean, which keeps every strength finite and every field connected.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csc_matrix, diags
from scipy.sparse.linalg import splu

from tournament.ratings.counters import Pair, Tally

ELO_A_UNIT = 400 / math.log(10)
"""Points on the Elo scale to one unit of ln p."""

CENTRE = 1500.0
"""Where the anchor or the field's mean stands on the Elo scale."""

VIRTUAL = 0.5
"""The virtual wins, and as many virtual losses, that everybody is given."""

_CLOSE = 1e-12
_CLOSE_ENOUGH = 1e-9
_LONGEST_STEP = 2.0
_MOST_STEPS = 200

Vector = np.ndarray[tuple[int], np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class _Field:
    """Results as arrays: for each pair, who met, the wins each way, and who is free to move."""

    first: np.ndarray[tuple[int], np.dtype[np.intp]]
    second: np.ndarray[tuple[int], np.dtype[np.intp]]
    wins: Vector  # of first over second, a tie counting half
    losses: Vector
    size: int
    anchor: int | None
    virtual: float

    def likelihood(self, strengths: Vector) -> float:
        """Return the logarithm of the likelihood, virtual games included."""
        apart = strengths[self.first] - strengths[self.second]
        real = self.wins * np.logaddexp(0, -apart) + self.losses * np.logaddexp(0, apart)
        virtual = np.logaddexp(0, -strengths) + np.logaddexp(0, strengths)
        return -float(real.sum() + self.virtual * virtual.sum())

    def gradient(self, strengths: Vector) -> Vector:
        """Return how the likelihood changes with each strength."""
        ahead = _logistic(strengths[self.first] - strengths[self.second])
        surplus = self.wins - (self.wins + self.losses) * ahead
        return (
            np.bincount(self.first, surplus, self.size)
            - np.bincount(self.second, surplus, self.size)
            + self.virtual
            - 2 * self.virtual * _logistic(strengths)
        )

    def information(self, strengths: Vector) -> csc_matrix:
        """Return the negative Hessian: sparse, symmetric and positive definite."""
        ahead = _logistic(strengths[self.first] - strengths[self.second])
        weight = (self.wins + self.losses) * ahead * (1 - ahead)
        level = _logistic(strengths)
        own = (
            np.bincount(self.first, weight, self.size)
            + np.bincount(self.second, weight, self.size)
            + 2 * self.virtual * level * (1 - level)
        )
        rows = np.concatenate([self.first, self.second])
        columns = np.concatenate([self.second, self.first])
        shape = (self.size, self.size)
        across = csc_matrix((np.concatenate([weight, weight]), (rows, columns)), shape=shape)
        return csc_matrix(diags(own) - across)

    def step(self, strengths: Vector) -> Vector:
        """Return Newton's step: with the anchor still, or along fields with the same mean."""
        information, gradient = self.information(strengths), self.gradient(strengths)
        if self.anchor is not None:
            free = np.delete(np.arange(self.size), self.anchor)
            step = np.zeros(self.size)
            if free.size:
                step[free] = splu(information[free][:, free].tocsc()).solve(gradient[free])
            return step
        solved = splu(information)
        plain, level = solved.solve(gradient), solved.solve(np.ones(self.size))
        return np.asarray(plain - plain.sum() / level.sum() * level)


def fit(
    pairs: Mapping[Pair, Tally], anchor: int | None = None, *, virtual: float = VIRTUAL
) -> dict[int, float]:
    """Return every version's ln p, the anchor or the field's mean at 0, within 1e-9.

    `pairs` maps (first, second) to what first scored against second. The result depends on the
    sums alone, not on the order of the mapping. The anchor is in it also where it has not played.
    `virtual` may be 0 where there is an anchor and everybody has both won and lost against the
    rest, directly or by way of others; elsewhere there would be no best fit.
    """
    met = sorted((pair, tally) for pair, tally in pairs.items() if tally.games)
    names = sorted({v for pair, _ in met for v in pair}.union([] if anchor is None else [anchor]))
    if not names:
        return {}
    place = {version: number for number, version in enumerate(names)}
    field = _Field(
        first=np.array([place[first] for (first, _), _ in met], dtype=np.intp),
        second=np.array([place[second] for (_, second), _ in met], dtype=np.intp),
        wins=np.array([t.half_points / 2 for _, t in met], dtype=np.float64),
        losses=np.array([t.games - t.half_points / 2 for _, t in met], dtype=np.float64),
        size=len(names),
        anchor=None if anchor is None else place[anchor],
        virtual=virtual,
    )
    strengths = _climb(field)
    return {version: float(strengths[number]) for version, number in place.items()}


def to_elo(strength: float) -> float:
    """Put a strength on the Elo scale."""
    return CENTRE + ELO_A_UNIT * strength


def _climb(field: _Field) -> Vector:
    """Take Newton's steps to the top, shortened where they would overshoot.

    The likelihood is strictly concave, so the top is one; close to it steps shrink quadratically,
    and one below 1e-12 leaves an error far below 1e-9. With very many games rounding may keep steps
    above that; they have then stopped shrinking.
    """
    strengths: Vector = np.zeros(field.size)
    height, last = field.likelihood(strengths), math.inf
    for _ in range(_MOST_STEPS):
        step = field.step(strengths)
        longest = float(np.abs(step).max())
        if longest < _CLOSE or last / 2 <= longest < _CLOSE_ENOUGH:
            return strengths
        scale = min(1.0, _LONGEST_STEP / longest)
        slack = 1e-12 * (1 + abs(height))  # what rounding may hide when the step is tiny
        while (reached := field.likelihood(strengths + scale * step)) < height - slack:
            scale /= 2
        strengths, height, last = strengths + scale * step, reached, longest
    raise ArithmeticError(f"no best fit within {_MOST_STEPS} steps; the last was {longest:.1e}")


def _logistic(x: Vector) -> Vector:
    return np.asarray(0.5 * (1 + np.tanh(x / 2)))
