"""Judge hands of three cards."""

import functools
import itertools
from collections.abc import Sequence
from typing import Final, Protocol

from thirtyone.cards import CARDS, POINTS, RANKS, SUITS

UNDECLARED: Final = 30
"""What a special hand counts that nobody declared."""

FIRE: Final = "fire"
FIRE_COUNTS: Final = 32
"""What fire counts where hands are compared as numbers; it is shown by its name."""

SUIT_ORDER: Final = "DHSC"
"""The suits from low to high, where hands of equal value are told apart."""

_ORDER: Final = {card: (SUIT_ORDER.index(card[1]), RANKS.index(card[0])) for card in CARDS}
"""Where a card stands among others: by suit, then by rank."""

_COURT_AND_TEN: Final = "TJQK"
_MOST_KEPT: Final = 8192

Strength = tuple[float, ...]


class HandValues(dict[tuple[str, ...], float]):
    """Map a hand, as a tuple of three cards in any order, to what it is worth.

    Values are worked out when first asked for and kept, which makes every later look-up a plain
    dictionary access; past ``_MOST_KEPT`` hands no more are kept, so that memory stays bounded.
    ``specials`` holds every order of every hand that counts as special.
    """

    __slots__ = ("aces", "set_value", "specials", "suit_order")

    def __init__(
        self, set_value: float | None, aces: float | str | None, suit_order: bool = False
    ) -> None:
        super().__init__()
        self.set_value = set_value
        self.aces = FIRE_COUNTS if isinstance(aces, str) else aces
        self.suit_order = suit_order
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
        one, two, three = POINTS[first], POINTS[second], POINTS[third]
        if first[1] == second[1]:
            return one + two + three if third[1] == first[1] else max(one + two, three)
        if third[1] == first[1]:
            return max(one + three, two)
        if third[1] == second[1]:
            return max(two + three, one)
        return max(one, two, three)

    def strength(self, cards: tuple[str, ...], value: float) -> Strength:
        """Return what a hand is compared by when it counts ``value``; more is better.

        Without the order of suits that is its value. With it no two hands of one deck are level:
        three of a kind stand above other hands of the same value and go by rank; the others go by
        the highest-ranking suit that reaches the best sum, then by the highest card of that suit.
        """
        if not self.suit_order:
            return (value,)
        if self.set_value is not None and _of_a_kind(cards):
            return (value, 1, RANKS.index(cards[0][0]))
        _, suit, rank = max([(_sum_in(cards, card[1]), *_ORDER[card]) for card in cards])
        return (value, 0, suit, rank)


def _of_a_kind(cards: tuple[str, ...]) -> bool:
    first, second, third = cards
    return first[0] == second[0] == third[0]


def _sum_in(cards: tuple[str, ...], suit: str) -> int:
    return sum([POINTS[card] for card in cards if card[1] == suit])


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
def hand_values(
    set_value: float | None, aces: float | str | None, suit_order: bool = False
) -> HandValues:
    """Return the shared table of values for one way of counting.

    ``set_value`` is what three of a kind count and ``aces`` what three aces count, a number or
    ``"fire"``; None means that they are nothing of their own.
    """
    return HandValues(set_value, aces, suit_order)


def shown_value(value: float) -> float | str:
    """Return a hand's value as people read it: ``"fire"``, or the number."""
    return FIRE if value == FIRE_COUNTS else value


def points(card: str) -> int:
    """Return what a card adds to the sum of its suit."""
    return POINTS[card]


class _Counting(Protocol):
    """Rules, as far as they say what hands are worth."""

    @property
    def hands(self) -> HandValues: ...


def hand_value(rules: _Counting, cards: Sequence[str]) -> float:
    """Return what three cards are worth under the rules, a special hand at its full value.

    Fire is 32 here, so that values can be compared; ``shown_value`` gives its name. Raises
    ValueError for a hand that has not three cards.
    """
    return rules.hands[tuple(cards)]


def is_special(rules: _Counting, cards: Sequence[str]) -> bool:
    """Tell whether three cards end the round: 31, or three aces where they count so."""
    return tuple(cards) in rules.hands.specials
