"""Choose a turn of the exchange form by playing it out many times, as the cards may lie."""

from __future__ import annotations

from collections.abc import Sequence

from memory import Memory
from table_cards import Bill, Cards, Playout, cards_of

from thirtyone import Situation

OWN_KNOCK_AT = 27.0
SCOUTS = 8  # deals on which every action is tried
DEALS = 32  # deals on which the best of them are tried, those of the scouts included
FULL_TABLE = 4  # at a larger one a playout takes longer, and there are fewer of them
DOUBT = 0.05  # by so much an action has to beat the collector's, as the playouts go on like him
FINALISTS = 4


class Chooser:
    """Weigh the actions of one request against each other on the same imagined deals."""

    def __init__(self, view: Situation, memory: Memory) -> None:
        self.view, self.memory = view, memory
        self.cards: Cards = cards_of(view.rules)
        self.bill = Bill.of(view.rules)
        self.order = sorted(view.active, key=lambda seat: (seat - view.seat) % view.seats)
        self.fewer = FULL_TABLE / max(FULL_TABLE, len(self.order))
        self.hand = self.cards.mask(view.hand)
        self.table = self.cards.mask(view.table)

    def best(self) -> str:
        """Return the action that gains most."""
        sums = dict.fromkeys(self.view.legal, 0.0)
        scouts, deals = round(SCOUTS * self.fewer), round(DEALS * self.fewer)
        self.try_out(sums, scouts)
        plain = self.plain()
        if plain in sums:
            sums[plain] += deals * DOUBT
        ranked = sorted(sums, key=sums.__getitem__, reverse=True)[:FINALISTS]
        finals = {action: sums[action] for action in ranked}
        if len(finals) > 1:
            self.try_out(finals, deals - scouts)
        return max(finals, key=finals.__getitem__)

    def plain(self) -> str:
        """Return what a collector would do, as this seat does in every playout."""
        view, legal = self.view, self.view.legal
        if "knock" in legal and self.cards.value[self.hand] >= OWN_KNOCK_AT:
            return "knock"
        if not view.table:
            return ""
        choice = self.cards.collected if view.knocker is None else self.cards.strongest
        made = choice(self.hand, self.table)[0]
        return next(
            a for a in legal if self.cards.mask(view.hand_after(a)) == made and a != "knock"
        )

    def try_out(self, sums: dict[str, float], deals: int) -> None:
        """Add up what each action gains over so many deals."""
        for _ in range(deals):
            hands, knock_at, stock = self.memory.deal(self.cards, self.view.hand, self.order[1:])
            for action in sums:
                played = self.after(action, hands, stock)
                played.knock_at = [OWN_KNOCK_AT, *knock_at]
                played.finish()
                sums[action] += self.bill.gain(played, 0)

    def after(self, action: str, hands: Sequence[int], stock: Sequence[int]) -> Playout:
        """Return the round after an action, with these hands in the others' order."""
        hand, table = self.hand, self.table
        first = 1 % len(self.order)
        if action == "keep":
            table, stock = sum(stock[:3]), stock[3:]
        elif action == "replace":
            hand, table, stock = sum(stock[:3]), hand, stock[3:]
        elif action == "swap three":
            hand, table = table, hand
        elif action.startswith("swap "):
            _, given, _, taken = action.split()
            out, into = self.cards.bit[given], self.cards.bit[taken]
            hand, table = hand ^ out | into, table ^ into | out
        played = Playout(self.cards, [hand, *hands], (), stock, table, first)
        played.knocker, played.last = self.ending(action)
        ends = self.view.message["type"] == "turn" and hand in self.cards.specials
        played.special = 0 if ends else None
        if ends:
            played.last = ()
        return played

    def ending(self, action: str) -> tuple[int | None, list[int] | None]:
        """Return who has knocked and who still has a turn, as places in the order; None for all."""
        players = len(self.order)
        if self.view.message["type"] == "exchange":
            dealer = self.order.index(self.view.dealer)
            waiting = range(1, dealer + 1) if dealer else ()
            return None, [at for at in waiting if self.order[at] not in self.memory.shown]
        if action == "knock":
            return 0, list(range(1, players))
        if self.view.knocker is not None:
            knocker = self.order.index(self.view.knocker)
            return knocker, list(range(1, knocker))
        return None, None
