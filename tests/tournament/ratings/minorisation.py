"""A slow and simple way to the best fit, against which the fast one is held."""

import math
from collections.abc import Mapping

import numpy as np
from scipy.optimize import brentq

from tournament.ratings.counters import Pair, Tally


def climb_by_minorisation(
    pairs: Mapping[Pair, Tally], anchor: int | None, virtual: float = 0.5
) -> dict[int, float]:
    """Return every ln p by Hunter's MM iteration, with the anchor or the mean at 0."""
    names = sorted({version for pair in pairs for version in pair})
    place = {version: number for number, version in enumerate(names)}
    wins = np.full(len(names), virtual)
    games = np.zeros((len(names), len(names)))
    for (first, second), tally in pairs.items():
        wins[place[first]] += tally.half_points / 2
        wins[place[second]] += tally.games - tally.half_points / 2
        games[place[first], place[second]] += tally.games
        games[place[second], place[first]] += tally.games
    strengths = np.zeros(len(names))
    for _ in range(200_000):
        p = np.exp(strengths)
        weights = (games / (p[:, None] + p[None, :])).sum(axis=1) + 2 * virtual / (p + 1)
        if anchor is None:
            after = _level(wins, weights)
        else:
            after = np.log(wins / weights)
            after[place[anchor]] = 0
        if np.abs(after - strengths).max() < 1e-14:
            break
        strengths = after
    return {version: float(strengths[number]) for version, number in place.items()}


def _level(wins: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Maximise the minorising function under a mean of 0, by way of its multiplier.

    The multiplier lies below the fewest wins, and is sought by how far, as a power of e.
    """
    above = wins - wins.min()

    def strengths(power: float) -> np.ndarray:
        return np.log((above + math.exp(power)) / weights)

    power = brentq(lambda power: float(strengths(power).mean()), -600, 600, xtol=1e-15)
    return strengths(power)
