"""Remember what the exchange form shows of other hands, and deal the rest as it may lie.

A swap shows a card that is in a hand from then on and one that was in it before; a swap of three
shows a whole hand. What a player left undone counts too: he had less than he knocks with, and of
all exchanges he wanted the one that he made.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from table_cards import Cards

TRIES = 12  # deals of one hand before the last is taken as it is
KNOCK_AT = (22, 25, 27, 28, 29, 30)  # what others may knock at, as long as nothing else is known


@dataclass(slots=True)
class Habit:
    """Between which values a player has been seen to begin to knock, over the whole match."""

    above: float = 0.0
    at_most: float = 99.0

    def values(self) -> list[float]:
        """Return the values that he may knock at."""
        fitting = [at for at in KNOCK_AT if self.above < at <= self.at_most]
        return fitting or [min(self.at_most, max(KNOCK_AT) + 1)]

    def knocked(self, value: float) -> None:
        """Note that he knocked with a value; what speaks against it was another habit."""
        self.at_most = min(self.at_most, value)
        if self.above >= self.at_most:
            self.above = 0.0

    def waited(self, value: float) -> None:
        """Note that he did not knock with a value."""
        self.above = max(self.above, value)
        if self.above >= self.at_most:
            self.at_most = 99.0


@dataclass(slots=True)
class Seen:
    """What is known of one hand: cards in it, those in it when its last turn began, and what the
    table showed then and after; ``knocked`` and ``moved`` say how that turn went."""

    now: set[str] = field(default_factory=set)
    before: set[str] = field(default_factory=set)
    table_before: tuple[str, ...] = ()
    moved: bool = False
    knocked: bool = False


class Memory:
    """Follow the cards of a round of the exchange form from what is told of it."""

    def __init__(self) -> None:
        self.habits: dict[int, Habit] = {}
        self.hands: dict[int, Seen] = {}
        self.table: list[str] = []
        self.gone: set[str] = set()
        self.shown: set[int] = set()
        self.knocked = False

    def start(self, table: Iterable[str]) -> None:
        """Begin a round with these table cards, none where the dealer is still to choose."""
        self.hands, self.table, self.gone, self.shown = {}, list(table), set(), set()
        self.knocked = False

    def of(self, seat: int) -> Seen:
        """Return what is known of a seat's hand."""
        return self.hands.setdefault(seat, Seen())

    def follow(self, events: Iterable[Mapping[str, Any]], worth: Cards) -> None:
        """Note what happened since the last message."""
        for event in events:
            did, seen, cards = event["did"], self.of(event["seat"]), list(event.get("cards", ()))
            if did in ("swap", "swap_three", "pass", "knock"):
                seen.before, seen.table_before = set(seen.now), tuple(self.table)
                seen.moved, seen.knocked = True, did == "knock"
                self.knocked |= seen.knocked
            if did == "swap":
                given, took = event["card"], event["took"]
                seen.before.add(given)
                seen.now = seen.now - {given} | {took}
                self.table[self.table.index(took)] = given
            elif did == "swap_three":
                seen.before, seen.now, self.table = set(cards), set(self.table), cards
            if seen.moved and len(seen.before) == 3 and not self.knocked:
                value = worth.value[worth.mask(seen.before)]
                self.habits.setdefault(event["seat"], Habit()).waited(value)
            if did == "refresh":
                self.gone.update(self.table)
                self.table = cards
            elif did in ("keep", "replace"):
                self.table = cards
            elif did == "declare":
                seen.now, seen.moved = set(cards), False
                self.shown.add(event["seat"])

    def deal(
        self, cards: Cards, own: Iterable[str], others: Sequence[int]
    ) -> tuple[list[int], list[float], list[int]]:
        """Return a hand for each of the others, what each knocks at, and the stock.

        Hands and cards are bits. They go well with what each was seen to do, as far as a few tries
        find such.
        """
        known = {*own, *self.table, *self.gone}.union(*(seen.now for seen in self.hands.values()))
        rest = [cards.bit[card] for card in cards.deck if card not in known]
        hands: list[int] = []
        knock_at: list[float] = []
        for seat in others:
            seen, values = self.of(seat), self.habits.setdefault(seat, Habit()).values()
            sure, missing = cards.mask(seen.now), 3 - len(seen.now)
            for _ in range(TRIES):
                dealt = random.sample(rest, missing) if missing else []
                hidden, at = sum(dealt), random.choice(values)
                if self._goes_with(cards, seen, sure | hidden, hidden, at):
                    break
            hands.append(sure | hidden)
            knock_at.append(at)
            rest = [card for card in rest if not card & hidden]
        random.shuffle(rest)
        return hands, knock_at, rest

    def learn(self, cards: Cards, knocker: int | None, hands: Sequence[Sequence[str]]) -> None:
        """Take from a showdown that its knocker knocks at his value, or at less."""
        if knocker is not None:
            value = cards.value[cards.mask(hands[knocker])]
            self.habits.setdefault(knocker, Habit()).knocked(value)

    def _goes_with(
        self, cards: Cards, seen: Seen, hand: int, hidden: int, knocks_at: float
    ) -> bool:
        """Tell whether a collector with this hand would have played his last turn as he did."""
        if not seen.moved:
            return True
        if seen.knocked:
            return cards.value[hand] >= knocks_at
        before = cards.mask(seen.before)
        if len(seen.before) < 3:
            before |= hidden
        if before not in cards.value or cards.value[before] >= knocks_at:
            return False
        return cards.collected(before, cards.mask(seen.table_before))[0] == hand
