"""Step by step Elo, a block at a time. Pure.

Ratings are on the Elo scale; scores lie between 0 (lost) and 1 (won).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from tournament.ratings.counters import Pair, Tally

START = 1500.0
"""Where every version begins."""


def expected_score(rating: float, opponent: float) -> float:
    """Return the score that a rating promises against another."""
    return float(1 / (1 + 10 ** ((opponent - rating) / 400)))


def k_factor(games: int) -> float:
    """Return the most that a block can move a version that has played so many games before it."""
    return max(2.0, 64 / (1 + games / 16))


def rating_change(rating: float, meetings: Sequence[tuple[float, float]], k: float) -> float:
    """Return how far a block moves a rating: K/(n − 1) · Σ (score − expected score).

    `meetings` holds, for each of the n − 1 opponents, its rating before the block and the score
    against it.
    """
    gained = sum(score - expected_score(rating, opponent) for opponent, score in meetings)
    return k / len(meetings) * gained


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a version stands: its rating, unrounded, and the games it has played."""

    rating: float = START
    games: int = 0


@dataclass(frozen=True, slots=True)
class Fold:
    """All ratings after the ledger row `ledger_id`; folding on from here equals starting anew."""

    ledger_id: int
    standings: Mapping[int, Standing]

    def to_json(self) -> dict[str, Any]:
        """Return the fold ready for JSON; floats survive it to the last bit."""
        ratings = {str(v): [s.rating, s.games] for v, s in sorted(self.standings.items())}
        return {"ledger_id": self.ledger_id, "ratings": ratings}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read a fold back; an empty mapping is the beginning."""
        ratings = data.get("ratings", {})
        standings = {int(v): Standing(float(r[0]), int(r[1])) for v, r in ratings.items()}
        return cls(int(data.get("ledger_id", 0)), standings)


def fold_block(
    standings: Mapping[int, Standing], tallies: Mapping[Pair, Tally]
) -> dict[int, Standing]:
    """Return the standings after one block, all changes reckoned from those before it."""
    meetings: dict[int, list[tuple[int, Tally]]] = {}
    for (first, second), tally in sorted(tallies.items()):
        meetings.setdefault(first, []).append((second, tally))
        mirrored = Tally(2 * tally.games - tally.half_points, tally.games)
        meetings.setdefault(second, []).append((first, mirrored))
    after = dict(standings)
    for version, met in meetings.items():
        before = standings.get(version, Standing())
        scores = [
            (standings.get(other, Standing()).rating, tally.half_points / (2 * tally.games))
            for other, tally in met
        ]
        change = rating_change(before.rating, scores, k_factor(before.games))
        played = max(tally.games for _, tally in met)
        after[version] = Standing(before.rating + change, before.games + played)
    return after
