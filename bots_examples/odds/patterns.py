"""Sort the hands of a deck into patterns: hands that differ in nothing but the names of suits.

A deck of 52 cards has 22,100 hands and 1,755 patterns, few enough to reckon with all of them.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from thirtyone import odds
from thirtyone.rules import Rules

POINTS = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10}
SELDOM_OFFERED = 18  # a card is left on the pile about in proportion to 18 less its points

Chances = dict[int, float]


class Draw(NamedTuple):
    """One way in which a draw can turn out: which patterns can be kept, and how likely it is.

    ``kept`` has the pattern for each card given up, ``dealt`` the chance that the stock gives
    such a card and ``offered`` the chance that the discard pile does.
    """

    kept: tuple[int, int, int]
    dealt: float
    offered: float


class Patterns:
    """All patterns of a deck, by number: how often each is dealt, its value, and its draws.

    ``levels`` are the values that occur, from low to high; ``level`` has each pattern's place
    among them, so that a distribution of values is a list as long as ``levels``.
    """

    def __init__(self, rules: Rules) -> None:
        deck = odds.unseen(rules, ())
        self.bit = {card: 1 << place for place, card in enumerate(deck)}
        self._of: dict[int, int] = {}
        examples: list[tuple[str, ...]] = []
        numbers: dict[tuple[str, ...], int] = {}
        for hand in itertools.combinations(deck, 3):
            number = numbers.setdefault(_ranks_by_suit(hand), len(examples))
            if number == len(examples):
                examples.append(hand)
            self._of[self.bit[hand[0]] | self.bit[hand[1]] | self.bit[hand[2]]] = number
        dealt = Counter(self._of.values())
        self.frequency = [dealt[number] / len(self._of) for number in range(len(examples))]
        self.value = [rules.hands[hand] for hand in examples]
        self.special = [hand in rules.hands.specials for hand in examples]
        self.levels = sorted(set(self.value))
        place = {value: at for at, value in enumerate(self.levels)}
        self.level = [place[value] for value in self.value]
        self.promise = [promise(hand) for hand in examples]
        self.draws = [self._draws(hand, deck) for hand in examples]

    def of(self, hand: Sequence[str]) -> int:
        """Return the pattern of three cards."""
        bit = self.bit
        return self._of[bit[hand[0]] | bit[hand[1]] | bit[hand[2]]]

    def _draws(self, hand: tuple[str, ...], deck: Sequence[str]) -> tuple[Draw, ...]:
        of, bit = self._of, self.bit
        one, two, three = (bit[card] for card in hand)
        pairs = two | three, one | three, one | two
        times: Counter[tuple[int, int, int, int]] = Counter()
        for card in deck:
            if card not in hand:
                new = bit[card]
                kept = (of[pairs[0] | new], of[pairs[1] | new], of[pairs[2] | new])
                times[*kept, points(card)] += 1
        total = len(deck) - 3
        offers = sum(n * (SELDOM_OFFERED - key[3]) for key, n in times.items())
        return tuple(
            Draw((a, b, c), n / total, n * (SELDOM_OFFERED - of_card) / offers)
            for (a, b, c, of_card), n in times.items()
        )


@functools.lru_cache(maxsize=4)
def patterns(rules: Rules) -> Patterns:
    """Return the patterns of a deck, with the values of the rules; worked out once a process."""
    return Patterns(rules)


def points(card: str) -> int:
    """Return what a card adds to the sum of its suit."""
    return POINTS.get(card[0]) or int(card[0])


def promise(hand: Sequence[str]) -> int:
    """Return what tells hands of one value apart: cards of one suit first, then points."""
    suits = [card[1] for card in hand]
    return 100 * max(map(suits.count, suits)) + sum(map(points, hand))


def _ranks_by_suit(hand: Sequence[str]) -> tuple[str, ...]:
    ranks: dict[str, str] = {}
    for card in hand:
        ranks[card[1]] = ranks.get(card[1], "") + card[0]
    return tuple(sorted("".join(sorted(held)) for held in ranks.values()))
