"""Count the cards that are gone, and weigh each draw against the cards that are left."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

from thirtyone import Bot, Situation

CARDS = tuple(rank + suit for suit in "CDHS" for rank in "23456789TJQKA")
POINTS = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10}
KNOCK_AT = (21, 22, 23, 24, 25, 26)  # by lap: the others' hands get better too
MARGIN = 2.0  # points by which a discard must beat the mean draw: it shows the others a card
FEEDING = 0.03  # what a point given to a suit that the next seat collects costs
SAMPLES = 40  # hands imagined for the others before the last draw
DRAWS_A_TURN = 1.5  # a turn is worth more than one blind draw: there is a discard to choose
MOST_DRAWS = 12
KNOCKERS_HAVE = 22  # a hand of which others seem to knock

Hand = tuple[str, ...]
Values = Mapping[Hand, float]


class CardCountingBot(Bot):
    """Keep three lists: the cards that are gone, what each seat took, and how many turns it had."""

    def __init__(self) -> None:
        self.dead: set[str] = set()
        self.taken: dict[int, set[str]] = {}
        self.turns: dict[int, int] = {}

    def heard(self, view: Situation) -> None:
        if view.message["type"] == "deal":
            self.dead, self.taken, self.turns = {str(view.discard)}, {}, {}

    def turn(self, view: Situation) -> str:
        self.follow(view)
        hand, unseen = tuple(view.hand), self.unseen(view)
        stock = "stock" if "stock" in view.legal else None
        top = view.discard
        enough = KNOCK_AT[min(view.lap, len(KNOCK_AT) - 1)]
        if "knock" in view.legal and view.value(hand) >= enough:
            return "knock"
        if top is None or stock is None:
            return stock or "take"
        values = view.rules.hands
        taken = max(values[kept] for kept in triples((*hand, top))[:3])
        drawn = [best(values, (*hand, card)) for card in unseen]
        if view.knocker is None:
            return "take" if taken > mean(drawn) + MARGIN else stock
        others = [self.guess(view, unseen) for _ in range(SAMPLES)]

        def gain(value: float) -> float:
            return sum(outcome(view, value, shown, view.knocker) for shown in others)

        gains = {value: gain(value) for value in set(drawn)}
        return "take" if gain(taken) >= mean(gains[value] for value in drawn) else stock

    def discard(self, view: Situation) -> str:
        self.follow(view)
        unseen, values = self.unseen(view), view.rules.hands
        collected = {card[1] for card in self.taken.get(next_seat(view), ())}

        def worth(card: str) -> tuple[float, float]:
            kept = tuple(view.without(card))
            gift = FEEDING * points(card) if card[1] in collected else 0.0
            later = mean(best(values, (*kept, drawn)) for drawn in unseen)
            return values[kept] - gift, later

        if view.knocker is not None:
            return max(view.discardable, key=lambda card: view.value(view.without(card)))
        return max(view.discardable, key=worth)

    def guess(self, view: Situation, unseen: Sequence[str]) -> dict[int, float]:
        """Guess what each other seat will show: cards it took, and the best of what it drew."""
        shown = {}
        values = view.rules.hands
        for seat in view.active:
            if seat == view.seat:
                continue
            known = tuple(self.taken.get(seat, ()))[:3]
            draws = round(DRAWS_A_TURN * self.turns.get(seat, 0))
            for _ in range(8 if seat == view.knocker else 1):
                value = sampled(values, known, min(draws, MOST_DRAWS), unseen)
                if value >= KNOCKERS_HAVE:
                    break
            shown[seat] = value
        return shown

    def follow(self, view: Situation) -> None:
        """Note every card that moved since the last message."""
        for event in view.events:
            seat, did, card = event["seat"], event["did"], event.get("card")
            if did in ("stock", "take"):
                self.turns[seat] = self.turns.get(seat, 0) + 1
            if did == "take":
                self.taken.setdefault(seat, set()).add(card)
                self.dead.discard(card)
            elif did == "discard":
                self.taken.setdefault(seat, set()).discard(card)
                self.dead.add(card)
            elif did == "reshuffle":
                self.dead.clear()

    def unseen(self, view: Situation) -> list[str]:
        """Return the cards that may be in the stock or in a hand, as far as this seat knows."""
        seen = {*view.hand, *self.dead, view.discard}
        for cards in self.taken.values():
            seen |= cards
        return [card for card in CARDS if card not in seen]


def sampled(values: Values, known: Hand, draws: int, unseen: Sequence[str]) -> float:
    """Deal a hand that contains the known cards and improve it by so many draws."""
    needed = 3 - len(known)
    cards = random.sample(unseen, min(len(unseen), needed + draws))
    hand = (*known, *cards[:needed])
    value = values[hand]
    for card in cards[needed:]:
        a, b, c = hand
        for kept in ((b, c, card), (a, c, card), (a, b, card)):
            if values[kept] > value:
                hand, value = kept, values[kept]
    return value


def outcome(view: Situation, mine: float, others: dict[int, float], knocker: int | None) -> float:
    """Return the lives that a showdown wins: those that others lose, shared, less the own."""
    rules = view.rules
    lowest = min(mine, *others.values())
    losers = [seat for seat, value in others.items() if value == lowest]
    if mine > lowest:
        alone = len(losers) == 1 and losers[0] == knocker
        return (rules.knocker_alone_lowest if alone else len(losers)) / len(others)
    if knocker == view.seat:
        if not losers:
            return -float(rules.knocker_alone_lowest)
        if rules.knocker_tied_lowest == "free":
            return len(losers) / len(others)
    return len(losers) / len(others) - 1.0


def best(values: Values, four: Hand) -> float:
    """Return the value of the best three of four cards."""
    return max(values[kept] for kept in triples(four))


def triples(four: Hand) -> tuple[Hand, ...]:
    """Return the hands left by putting down each card, the last card's last."""
    a, b, c, d = four
    return (b, c, d), (a, c, d), (a, b, d), (a, b, c)


def mean(numbers: Iterable[float]) -> float:
    """Return the average; 0 of nothing."""
    found = list(numbers)
    return sum(found) / len(found) if found else 0.0


def next_seat(view: Situation) -> int:
    """Return who plays after this seat."""
    return min(view.active, key=lambda seat: (seat - view.seat - 1) % view.seats)


def points(card: str) -> int:
    """Return what a card adds to the sum of its suit."""
    return POINTS.get(card[0]) or int(card[0])


if __name__ == "__main__":
    CardCountingBot().run()
