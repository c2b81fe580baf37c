"""Reckon with cards that nobody has shown: what a draw gives, and who may hold less.

Everything is exact: every card, or every hand, that the unseen cards allow is counted. Values are
those of ``thirtyone.hands.hand_value``; a distribution maps a value to its probability.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from thirtyone.cards import DECKS
from thirtyone.rules import Rules

Distribution = dict[float, float]


class Lowest(NamedTuple):
    """How a value compares with the lowest of other hands; the three add up to 1."""

    lower: float
    level: float
    higher: float


def unseen(rules: Rules, seen: Iterable[str]) -> tuple[str, ...]:
    """Return the cards of the rules' deck that are not among those seen, in the deck's order."""
    known = frozenset(seen)
    return tuple(card for card in DECKS[rules.deck] if card not in known)


def best_of(rules: Rules, cards: Sequence[str]) -> tuple[float, tuple[str, ...]]:
    """Return the best value of three of the cards, and those three; raises ValueError for fewer."""
    if len(cards) < 3:
        raise ValueError(f"a hand has three cards, not {len(cards)}")
    hands = rules.hands
    return max(
        ((hands[kept], kept) for kept in itertools.combinations(cards, 3)),
        key=lambda found: found[0],
    )


def after_draw(rules: Rules, hand: Sequence[str], cards: Sequence[str]) -> Distribution:
    """Return the distribution of the best hand after drawing one of the cards and discarding.

    ``hand`` has three cards and ``cards`` are those that may come, each as likely as the others.
    Raises ValueError where there is none.
    """
    return _shares(Counter(best_of(rules, (*hand, card))[0] for card in cards))


def dealt(rules: Rules, cards: Sequence[str]) -> Distribution:
    """Return the distribution of three cards dealt from the cards: up to 22,100 hands.

    Raises ValueError where there are fewer than three.
    """
    hands = rules.hands
    return _shares(Counter(hands[hand] for hand in itertools.combinations(cards, 3)))


def mean(distribution: Mapping[float, float]) -> float:
    """Return the mean of a distribution."""
    return sum(value * chance for value, chance in distribution.items())


def chance_of_at_least(distribution: Mapping[float, float], value: float) -> float:
    """Return the probability of a value or more."""
    return sum(chance for found, chance in distribution.items() if found >= value)


def against_lowest(value: float, others: Sequence[Mapping[float, float]]) -> Lowest:
    """Compare a value with the lowest of other hands, each given by its distribution.

    The hands are taken to be independent, which is exact for one and close for more: they share a
    deck. Raises ValueError where there are no others.
    """
    if not others:
        raise ValueError("there is nobody to compare with")
    none_below = none_below_or_level = 1.0
    for distribution in others:
        none_below *= sum(chance for found, chance in distribution.items() if found >= value)
        none_below_or_level *= sum(
            chance for found, chance in distribution.items() if found > value
        )
    return Lowest(none_below_or_level, none_below - none_below_or_level, 1.0 - none_below)


def _shares(counts: Mapping[float, int]) -> Distribution:
    total = sum(counts.values())
    if not total:
        raise ValueError("there are too few cards to draw from")
    return {value: counts[value] / total for value in sorted(counts)}
