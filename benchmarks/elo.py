"""Put a few players on the Elo scale by maximum likelihood, with intervals from the blocks.

The model is Bradley–Terry, with half a virtual win and half a virtual loss each against a player of
1500, as the site's ratings have it (docs/ratings.md).
"""

import functools
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

CENTRE: Final = 1500.0
A_UNIT: Final = 400 / math.log(10)
GAMES_A_BLOCK: Final = 2
DRAWN_ANEW: Final = 200
_VIRTUAL: Final = 0.5
_STEPS: Final = 300


@dataclass(frozen=True, slots=True)
class Pairing:
    """What the first of two players scored in each block, between 0 and 1."""

    first: int
    second: int
    scores: tuple[float, ...]


def elo_of(players: int, pairings: Sequence[Pairing]) -> list[float]:
    """Return the likeliest ratings, their mean at 1500."""
    strength = [0.0] * players
    games = [(p.first, p.second, sum(p.scores), len(p.scores)) for p in pairings]
    for _ in range(_STEPS):
        wanted = [0.0] * players
        weight = [0.0] * players
        for player, own in enumerate(strength):
            expected = _logistic(own)
            wanted[player] += _VIRTUAL - 2 * _VIRTUAL * expected
            weight[player] += 2 * _VIRTUAL * expected * (1 - expected)
        for first, second, won, blocks in games:
            expected = _logistic(strength[first] - strength[second])
            surplus = GAMES_A_BLOCK * (won - blocks * expected)
            spread = GAMES_A_BLOCK * blocks * expected * (1 - expected)
            for player, sign in ((first, 1), (second, -1)):
                wanted[player] += sign * surplus
                weight[player] += spread
        strength = [
            own + max(-1.0, min(1.0, 0.7 * gain / slope))
            for own, gain, slope in zip(strength, wanted, weight, strict=True)
        ]
    middle = sum(strength) / players
    return [CENTRE + A_UNIT * (own - middle) for own in strength]


def intervals(players: int, pairings: Sequence[Pairing]) -> list[tuple[float, float]]:
    """Return the 95% interval of each rating, by drawing the blocks of every pairing anew."""
    return list(_intervals(players, tuple(pairings)))


@functools.lru_cache(maxsize=1)
def _intervals(players: int, pairings: tuple[Pairing, ...]) -> tuple[tuple[float, float], ...]:
    chance = random.Random(0)
    found = []
    for _ in range(DRAWN_ANEW):
        anew = [
            Pairing(p.first, p.second, tuple(chance.choices(p.scores, k=len(p.scores))))
            for p in pairings
        ]
        found.append(elo_of(players, anew))
    cut = max(1, DRAWN_ANEW // 40)
    ends = []
    for player in range(players):
        ratings = sorted(ratings[player] for ratings in found)
        ends.append((ratings[cut - 1], ratings[-cut]))
    return tuple(ends)


def _logistic(apart: float) -> float:
    return 1 / (1 + math.exp(-apart))
