"""Judge hands of three cards."""

import functools
import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from thirtyone.cards import POINTS, SUITS

if TYPE_CHECKING:
    from thirtyone.rules import Rules

UNDECLARED: Final = 30
"""What a special hand counts that nobody declared."""

_COURT_AND_TEN: Final = "TJQK"
_MOST_KEPT: Final = 8192


class HandValues(dict[tuple[str, ...], float]):
    """Map a hand, as a tuple of three cards in any order, to what it is worth.

    Values are worked out when first asked for and kept, which makes every later look-up a plain
    dictionary access; past ``_MOST_KEPT`` hands no more are kept, so that memory stays bounded.
    ``specials`` holds every order of every hand that counts as special.
    """

    __slots__ = ("aces", "set_value", "specials")

    def __init__(self, set_value: float | None, aces: int | None) -> None:
        super().__init__()
        self.set_value = set_value
        self.aces = aces
        self.specials = _all_orders(_specials(aces is not None))

    def __missing__(self, cards: tuple[str, ...]) -> float:
        value = self._work_out(cards)
        if len(self) < _MOST_KEPT:
            self[cards] = value
        return value

    def _work_out(self, cards: tuple[str, ...]) -> float:
        if len(cards) != 3:
            raise ValueError(f"only hands of three cards are judged, not {' '.join(cards)!r}")
        first, second, third = cards
        if first[0] == second[0] == third[0]:
            if first[0] == "A" and self.aces is not None:
                return self.aces
            if self.set_value is not None:
                return self.set_value
        a, b, c = POINTS[first], POINTS[second], POINTS[third]
        if first[1] == second[1]:
            return a + b + c if second[1] == third[1] else max(a + b, c)
        if first[1] == third[1]:
            return max(a + c, b)
        return max(b + c, a) if second[1] == third[1] else max(a, b, c)


def _specials(with_aces: bool) -> list[tuple[str, ...]]:
    hands: list[tuple[str, ...]] = [
        ("A" + suit, one + suit, other + suit)
        for suit in SUITS
        for one, other in itertools.combinations(_COURT_AND_TEN, 2)
    ]
    if with_aces:
        hands.extend(itertools.combinations(("A" + suit for suit in SUITS), 3))
    return hands


def _all_orders(hands: list[tuple[str, ...]]) -> frozenset[tuple[str, ...]]:
    return frozenset(order for hand in hands for order in itertools.permutations(hand))


@functools.cache
def hand_values(set_value: float | None, aces: int | None) -> HandValues:
    """Return the shared table of values for one way of counting.

    ``set_value`` is what three of a kind count and ``aces`` what three aces count; None means
    that they are nothing of their own.
    """
    return HandValues(set_value, aces)


def points(card: str) -> int:
    """Return what a card adds to the sum of its suit."""
    return POINTS[card]


def hand_value(rules: "Rules", cards: Sequence[str]) -> float:
    """Return what three cards are worth under the rules, a special hand at its full value.

    Raises ValueError for a hand that has not three cards.
    """
    return rules.hands[tuple(cards)]


def is_special(rules: "Rules", cards: Sequence[str]) -> bool:
    """Tell whether three cards end the round: 31, or three aces where they count so."""
    return tuple(cards) in rules.hands.specials
