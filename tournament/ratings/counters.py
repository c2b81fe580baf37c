"""Turn a match's games into the whole numbers that ratings are made of. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

Pair = tuple[int, int]
"""Two version ids, the smaller first."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What the first of a pair scored against the second: 2 ahead, 1 tied, 0 behind, a game."""

    half_points: int = 0
    games: int = 0
    matches: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.half_points + other.half_points,
            self.games + other.games,
            self.matches + other.matches,
        )

    def __neg__(self) -> "Tally":
        return Tally(-self.half_points, -self.games, -self.matches)


def pair_half_points(first_place: int, second_place: int) -> int:
    """Return 2, 1 or 0 half-points for a place against another; place 1 is best."""
    return 1 + (second_place > first_place) - (second_place < first_place)


def block_tallies(
    result: Mapping[str, Any], entrants: Sequence[int]
) -> list[tuple[int, dict[Pair, Tally]]]:
    """Return each block's number and its pairs' tallies, in number order.

    `result` is `MatchResult.to_json()`; `entrants` holds the version ids in the order of the
    entrants. A tally's `matches` is 0 here. A version that sits in several seats meets only others.
    """
    blocks: dict[int, dict[Pair, Tally]] = {}
    for game in result["games"]:
        tallies = blocks.setdefault(game["block"], {})
        seated = sorted(zip(entrants, game["places"], strict=True))
        for (first, first_place), (second, second_place) in combinations(seated, 2):
            if first != second:
                halves = Tally(pair_half_points(first_place, second_place), 1)
                tallies[first, second] = tallies.get((first, second), Tally()) + halves
    return sorted(blocks.items())


def match_tallies(result: Mapping[str, Any], entrants: Sequence[int]) -> dict[Pair, Tally]:
    """Return a match's tallies, all blocks together, in sorted pair order."""
    pairs = sum_tallies(tallies for _, tallies in block_tallies(result, entrants))
    return {pair: tally + Tally(matches=1) for pair, tally in pairs.items()}


def sum_tallies(parts: Iterable[Mapping[Pair, Tally]]) -> dict[Pair, Tally]:
    """Add tallies up by pair, in sorted pair order."""
    total: dict[Pair, Tally] = {}
    for part in parts:
        for pair, tally in part.items():
            total[pair] = total.get(pair, Tally()) + tally
    return dict(sorted(total.items()))
