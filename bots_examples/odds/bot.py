"""Weigh every card that may come, and knock when that is worth more than going on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from exchange import Chooser
from memory import Memory
from opponents import TURNS, turns_of_others
from patterns import patterns
from plan import MOST_OTHERS, Plan, plan_for
from stakes import Stakes, steps
from table_cards import cards_of

from thirtyone import Bot, Situation, odds

Worth = Callable[[Sequence[str]], float]
"""What a hand of three cards is worth, in steps towards being out."""


class OddsBot(Bot):
    """Follow a plan for the round, and keep track of the cards that are gone or were taken."""

    forms = ("draw", "exchange")

    def __init__(self) -> None:
        self.gone: set[str] = set()
        self.taken: dict[int, set[str]] = {}
        self.memory = Memory()

    def receive(self, message: Mapping[str, Any]) -> str | None:
        """Hear a message; at hello there is time to make all plans."""
        answer = super().receive(message)
        if message["type"] == "hello" and self._known.form == "exchange":
            cards_of(self._known.rules())
        elif message["type"] == "hello":
            rules, seats = self._known.rules(), self._known.seats
            for others in range(1, min(seats - 1, MOST_OTHERS) + 1):
                for own_knock in range(1, rules.knocker_alone_lowest + 1):
                    plan_for(rules, others, own_knock)
        return answer

    def heard(self, view: Situation) -> None:
        if view.message["type"] == "deal":
            self.gone, self.taken = {str(view.discard)}, {}
            self.memory.start(view.table)
        elif view.message["type"] == "round_end" and view.form == "exchange":
            knocker = view.message["knocker"]
            self.memory.learn(cards_of(view.rules), knocker, view.message["hands"])

    def turn(self, view: Situation) -> str:
        if view.form == "exchange":
            return self.exchange(view)
        self.follow(view)
        worth = self.worth(view)
        on, action = self.draw(view, worth)
        if "knock" in view.legal:
            knock = self.plan(view).knock[Plan.lap(view.lap)]
            if knock[level_of(view)] > on:
                return "knock"
        return action

    def choose(self, view: Situation) -> str:
        return self.exchange(view)

    def exchange(self, view: Situation) -> str:
        """Choose an action of the exchange form."""
        self.memory.follow(view.events, cards_of(view.rules))
        return Chooser(view, self.memory).best()

    def draw(self, view: Situation, worth: Worth) -> tuple[float, str]:
        """Return what the better draw is worth, over all cards that may come, and its name."""
        hand, top = view.hand, view.discard
        take = max(map(worth, swaps(hand, top))) if top else float("-inf")
        if "stock" not in view.legal:
            return take, "take"
        own = worth(hand)
        cards = self.unseen(view)
        stock = sum(max(own, *map(worth, swaps(hand, card))) for card in cards) / len(cards)
        return (take, "take") if take > stock else (stock, "stock")

    def discard(self, view: Situation) -> str:
        self.follow(view)
        worth = self.worth(view)
        return max(
            view.discardable,
            key=lambda card: (worth(view.without(card)), value_without(view, card)),
        )

    def plan(self, view: Situation) -> Plan:
        """Return the plan for what this round can cost."""
        return plan_for(view.rules, len(view.active) - 1, own_knock(view))

    def worth(self, view: Situation) -> Worth:
        """Return the function that says what a hand is worth now, once it is kept."""
        known = patterns(view.rules)
        if view.knocker is None:
            kept = self.plan(view).kept[Plan.lap(view.lap)]
            return lambda hand: kept[known.of(hand)]
        shown = last_turn(view)
        return lambda hand: shown[known.level[known.of(hand)]]

    def follow(self, view: Situation) -> None:
        """Note every card that moved since the last message."""
        for event in view.events:
            seat, did, card = event["seat"], event["did"], event.get("card")
            if did == "take":
                self.taken.setdefault(seat, set()).add(card)
                self.gone.discard(card)
            elif did == "discard":
                self.taken.setdefault(seat, set()).discard(card)
                self.gone.add(card)
            elif did == "reshuffle":
                self.gone.clear()

    def unseen(self, view: Situation) -> tuple[str, ...]:
        """Return the cards that may lie in the stock, as far as this seat knows."""
        return odds.unseen(
            view.rules, {*view.hand, *self.gone, str(view.discard)}.union(*self.taken.values())
        )


def own_knock(view: Situation) -> int:
    """Return how many steps it costs to be lowest alone after an own knock."""
    return steps(view.rules, view.lives[view.seat], view.rules.knocker_alone_lowest)


def last_turn(view: Situation) -> list[float]:
    """Return for each level what it is worth to show it after the knock."""
    rules, knocker = view.rules, view.knocker
    turns = turns_of_others(rules)
    order = sorted(view.active, key=lambda seat: (seat - view.dealer - 1) % view.seats)
    own = order.index(view.seat)

    def turns_had(seat: int) -> int:
        """Return how many turns a seat had before the one with which its round ends."""
        had = view.lap + (order.index(seat) < own)
        since = (order.index(seat) - order.index(knocker)) % len(order)
        played = since < (own - order.index(knocker)) % len(order)
        return min(had - played, TURNS - 1)

    theirs = steps(rules, view.lives[knocker], rules.knocker_alone_lowest)
    stakes = Stakes(len(order) - 1, own_knock(view), theirs, rules.knocker_tied_lowest == "free")
    rest = [turns[turns_had(s)].last for s in order if s not in (view.seat, knocker)]
    return stakes.knocked(turns[turns_had(knocker)].knocked, rest)


def level_of(view: Situation) -> int:
    """Return the level of the hand's value."""
    known = patterns(view.rules)
    return known.level[known.of(view.hand)]


def value_without(view: Situation, card: str) -> float:
    """Return the value of the hand without one of its four cards."""
    return view.value(view.without(card))


def swaps(hand: Sequence[str], card: str) -> tuple[tuple[str, str, str], ...]:
    """Return the three hands that taking the card and giving up another can lead to."""
    one, two, three = hand
    return (two, three, card), (one, three, card), (one, two, card)


if __name__ == "__main__":
    OddsBot().run()
