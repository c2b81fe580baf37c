"""Play a round of the exchange form to its end, fast: hands and table cards are sets of bits."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from patterns import promise

from thirtyone import odds
from thirtyone.rules import Rules

MOST_TURNS = 40  # a playout that goes on for longer is settled where it stands
MOST_KEPT = 40_000  # exchanges that are remembered, of each kind

Exchange = tuple[int, int]
"""A hand and the table cards, after a turn."""


class Cards:
    """The hands of a deck as sums of bits: what they are worth, and what a collector swaps."""

    def __init__(self, rules: Rules) -> None:
        self.deck = odds.unseen(rules, ())
        self.bit = {card: 1 << place for place, card in enumerate(self.deck)}
        self.single = rules.swap != "three"
        self.whole = rules.swap != "one"
        self.value: dict[int, float] = {}
        self.strength: dict[int, tuple[float, ...]] = {}
        self.three: dict[int, tuple[int, ...]] = {}
        self._wish: dict[int, tuple[float, int]] = {}
        self.specials = set()
        for hand in itertools.combinations(self.deck, 3):
            mask = self.mask(hand)
            self.value[mask] = rules.hands[hand]
            self.strength[mask] = rules.hands.strength(hand, rules.hands[hand])
            self.three[mask] = tuple(self.bit[card] for card in hand)
            self._wish[mask] = (rules.hands[hand], promise(hand))
            if hand in rules.hands.specials:
                self.specials.add(mask)
        self._found: dict[Exchange, Exchange] = {}
        self._last: dict[Exchange, Exchange] = {}

    def mask(self, cards: Iterable[str]) -> int:
        """Return some cards as bits."""
        return sum(self.bit[card] for card in cards)

    def exchanges(self, hand: int, table: int) -> list[Exchange]:
        """Return all that a turn can make of a hand and the table, the pass first."""
        found = [(hand, table)]
        if self.single:
            for given in self.three[hand]:
                for taken in self.three[table]:
                    found.append((hand ^ given | taken, table ^ taken | given))
        if self.whole:
            found.append((table, hand))
        return found

    def collected(self, hand: int, table: int) -> Exchange:
        """Return the exchange of a collector: the best hand, and of those the most promising."""
        key = hand, table
        found = self._found.get(key)
        if found is None:
            found = max(self.exchanges(hand, table), key=lambda made: self._wish[made[0]])
            if len(self._found) < MOST_KEPT:
                self._found[key] = found
        return found

    def strongest(self, hand: int, table: int) -> Exchange:
        """Return the exchange of a last turn: the hand that is highest at the showdown."""
        key = hand, table
        found = self._last.get(key)
        if found is None:
            found = max(self.exchanges(hand, table), key=lambda made: self.strength[made[0]])
            if len(self._last) < MOST_KEPT:
                self._last[key] = found
        return found


@functools.lru_cache(maxsize=4)
def cards_of(rules: Rules) -> Cards:
    """Return the hands of the rules' deck; worked out once a process."""
    return Cards(rules)


@dataclass(slots=True)
class Playout:
    """A round with every card known, to be played out by collectors with a knock value each.

    Players count from 0 in their order round the table. ``last`` are those that still have one
    turn, in order, once somebody has knocked or everybody was shown a dealt special.
    """

    cards: Cards
    hands: list[int]
    knock_at: Sequence[float]
    stock: Sequence[int]
    table: int
    to_act: int
    knocker: int | None = None
    last: Sequence[int] | None = None
    special: int | None = None

    def finish(self) -> None:
        """Play the round to its end."""
        if self.last is None:
            self._play_on()
        for player in self.last or ():
            if self.special is None:
                self._exchange(player, self.cards.strongest)

    def _play_on(self) -> None:
        players, passes, left = len(self.hands), 0, list(self.stock)
        for _ in range(MOST_TURNS):
            player, hand = self.to_act, self.hands[self.to_act]
            self.to_act = (player + 1) % players
            if self.cards.value[hand] >= self.knock_at[player]:
                self.knocker = player
                self.last = [(player + ahead) % players for ahead in range(1, players)]
                return
            self._exchange(player, self.cards.collected)
            if self.special is not None:
                return
            passes = passes + 1 if self.hands[player] == hand else 0
            if passes == players:
                if len(left) < 3:
                    return
                self.table, passes = sum(left[:3]), 0
                del left[:3]

    def _exchange(self, player: int, choice: Callable[[int, int], Exchange]) -> None:
        self.hands[player], self.table = choice(self.hands[player], self.table)
        if self.hands[player] in self.cards.specials:
            self.special = player


@dataclass(frozen=True, slots=True)
class Bill:
    """What a finished round costs, as the rules have it."""

    knocker_alone: float
    tied_knocker_free: bool
    special_spares_all_but_lowest: bool

    @classmethod
    def of(cls, rules: Rules) -> Bill:
        """Return the bill of a rule set."""
        return cls(
            rules.knocker_alone_lowest,
            rules.knocker_tied_lowest == "free",
            rules.special_costs == "lowest",
        )

    def gain(self, played: Playout, player: int) -> float:
        """Return what a player gains: what others lose, in equal shares, less what he loses."""
        others = len(played.hands) - 1
        if played.special is not None and not self.special_spares_all_but_lowest:
            return 1.0 if played.special == player else (others - 1) / others - 1
        strength = [played.cards.strength[hand] for hand in played.hands]
        lowest = min(strength)
        losers = [at for at, found in enumerate(strength) if found == lowest]
        lost = dict.fromkeys(losers, 1.0)
        if played.special is None and played.knocker in lost:
            if len(losers) == 1:
                lost[played.knocker] = self.knocker_alone
            elif self.tied_knocker_free:
                del lost[played.knocker]
        own = lost.pop(player, 0.0)
        return sum(lost.values()) / others - own
