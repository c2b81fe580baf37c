"""Reckon what others hold after so many turns in which they did not knock.

The others are taken to be collectors: they keep the best hand, take a discard that helps by three
points, and knock at a fixed value. Which value is not known, so several are reckoned with, each
counting for less the longer nobody has knocked at it.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

from patterns import Chances, Patterns, patterns

from thirtyone.rules import Rules

TURNS = 8  # later turns are like the last of these
KNOCKS_AT = tuple(range(20, 28))
WORTH_TAKING = 3
WORTH_TAKING_LAST = 1

Spread = list[float]
"""The chance of each level of value."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What is to be said of a player who begins a turn: his hand, or what becomes of it.

    ``knocks`` is the chance that he knocks, ``ends`` that he ends the round with a special hand.
    ``knocked`` is the hand that he knocks with, ``last`` the hand that he shows after a last turn.
    """

    knocks: float
    ends: float
    knocked: Spread
    last: Spread


@functools.lru_cache(maxsize=4)
def turns_of_others(rules: Rules) -> tuple[Turn, ...]:
    """Return what is to be said of others in each of their turns, from their first."""
    known = patterns(rules)
    usual = [_after_turn(known, hand, WORTH_TAKING) for hand in range(len(known.value))]
    last = last_turns(rules)
    least = rules.minimum_knock or 0
    fields = [_Field(known, max(at, least)) for at in KNOCKS_AT]
    turns = []
    for _ in range(TURNS):
        turns.append(_turn(known, fields, last))
        for field in fields:
            field.play(known, usual)
    return tuple(turns)


@functools.lru_cache(maxsize=4)
def last_turns(rules: Rules) -> tuple[tuple[tuple[int, float], ...], ...]:
    """Return for each pattern the levels that its last turn can lead to, with their chances."""
    known = patterns(rules)
    found = []
    for hand in range(len(known.value)):
        spread: Chances = {}
        for after, chance in _after_turn(known, hand, WORTH_TAKING_LAST).items():
            level = known.level[after]
            spread[level] = spread.get(level, 0.0) + chance
        found.append(tuple(spread.items()))
    return tuple(found)


def _after_turn(known: Patterns, hand: int, worth_taking: float) -> Chances:
    """Return the patterns that a collector's turn leads to, with their chances."""
    value, promised = known.value, known.promise

    def rank(pattern: int) -> tuple[float, int]:
        return value[pattern], promised[pattern]

    wanted = value[hand] + worth_taking
    own = rank(hand)
    chances: Chances = {}
    drawn: list[tuple[int, float]] = []
    from_stock = 1.0
    for draw in known.draws[hand]:
        best = max(draw.kept, key=rank)
        if value[best] >= wanted:
            chances[best] = chances.get(best, 0.0) + draw.offered
            from_stock -= draw.offered
        drawn.append((best if rank(best) > own else hand, draw.dealt))
    for best, chance in drawn:
        chances[best] = chances.get(best, 0.0) + chance * from_stock
    return chances


class _Field:
    """Where a collector who knocks at one value stands: the chance of each pattern."""

    def __init__(self, known: Patterns, at: float) -> None:
        self.at = at
        self.hands: Chances = {
            hand: chance for hand, chance in enumerate(known.frequency) if not known.special[hand]
        }
        self.ends = 0.0

    def play(self, known: Patterns, after: Sequence[Chances]) -> None:
        """Play a turn of those who do not knock; a special hand ends the round."""
        played: Chances = {}
        for hand, chance in self.hands.items():
            if known.value[hand] < self.at:
                for kept, share in after[hand].items():
                    played[kept] = played.get(kept, 0.0) + chance * share
        for hand in [hand for hand in played if known.special[hand]]:
            del played[hand]
        self.hands = played


def _turn(
    known: Patterns,
    fields: Sequence[_Field],
    last: Sequence[Sequence[tuple[int, float]]],
) -> Turn:
    """Sum up a turn over all fields, in proportion to the chance that they are still playing."""
    knocked, shown = [0.0] * len(known.levels), [0.0] * len(known.levels)
    ends = 0.0
    for field in fields:
        for hand, chance in field.hands.items():
            for level, share in last[hand]:
                shown[level] += chance * share
            if known.value[hand] >= field.at:
                knocked[known.level[hand]] += chance
            else:
                ends += chance * sum(
                    share for level, share in last[hand] if known.levels[level] >= 31
                )
    playing, knocking = sum(shown), sum(knocked)
    return Turn(
        knocking / playing,
        ends / playing,
        [chance / knocking for chance in knocked],
        [chance / playing for chance in shown],
    )
