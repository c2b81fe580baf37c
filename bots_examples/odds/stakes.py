"""Put a price on the end of a round: what it costs this seat, and what it costs the others.

The unit is one step towards being out. A player with one life left is on grace after a loss of one
life or of two, so to him both are one step, and the knock that may cost two lives is cheap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from opponents import Spread

from thirtyone.rules import Rules


def steps(rules: Rules, lives: int, lost: int) -> int:
    """Return how many steps a loss takes a player with so many lives (or at that bus stop)."""
    if rules.bus_length is not None:
        return min(lost, max(1, rules.bus_length - lives))
    return lost if lives >= lost or (rules.overflow_kills and lives) else min(lost, 1)


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a round is played for by one seat among others.

    ``own_knock`` is what it costs to be lowest alone after knocking, ``their_knock`` what it costs
    another; any other loss is one step. Each of the ``others`` counts for an equal share.
    """

    others: int
    own_knock: float
    their_knock: float
    tied_knocker_free: bool

    @property
    def share(self) -> float:
        """Return what it is worth that one of the others loses a step."""
        return 1 / self.others

    def knocking(self, shown: Sequence[Spread]) -> list[float]:
        """Return for each level what a knock is worth when the others will show such hands."""
        above = [_above(spread) for spread in shown]
        return [self._knocking(level, shown, above) for level in range(len(shown[0]))]

    def _knocking(self, level: int, shown: Sequence[Spread], above: Sequence[Spread]) -> float:
        all_higher = prod(chance[level] for chance in above)
        none_lower, tied = 1.0, 0.0
        for spread, chance in zip(shown, above, strict=True):
            together = spread[level] + chance[level]
            none_lower *= together
            tied += spread[level] / together if together else 0.0
        level_chance = none_lower - all_higher
        tied_losses = max(level_chance, tied * none_lower)
        worth = (1 - none_lower) * self.share - all_higher * self.own_knock
        worth += tied_losses * self.share
        return worth if self.tied_knocker_free else worth - level_chance

    def knocked(self, knocker: Spread, shown: Sequence[Spread]) -> list[float]:
        """Return for each level what it is worth to show it after another's knock.

        ``knocker`` is the hand that he knocked with, ``shown`` what the rest will show.
        """
        over, above = _above(knocker), [_above(spread) for spread in shown]
        worths, knocker_alone = [], 0.0
        for level, even in enumerate(knocker):
            rest_higher = prod(chance[level] for chance in above)
            rest_none_lower = prod(
                spread[level] + chance[level] for spread, chance in zip(shown, above, strict=True)
            )
            rest_tied = rest_none_lower - rest_higher
            lower = 1 - (over[level] + even) * rest_none_lower
            worth = knocker_alone * self.their_knock * self.share
            worth += max(0.0, lower - knocker_alone) * self.share
            worth -= over[level] * rest_higher
            worth -= even * rest_higher * (1 - (0 if self.tied_knocker_free else self.share))
            worth -= (over[level] + even) * rest_tied * (1 - self.share)
            worths.append(worth)
            knocker_alone += even * rest_higher
        return worths


def _above(spread: Spread) -> Spread:
    """Return for each level the chance of a higher one."""
    left, above = sum(spread), []
    for chance in spread:
        left -= chance
        above.append(max(0.0, left))
    return above
