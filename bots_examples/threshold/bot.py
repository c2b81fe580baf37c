"""Collect one suit and knock as soon as the hand reaches a fixed value."""

from thirtyone import Bot, Situation

KNOCK_AT = 27
KNOCK_WITH_TABLE_CARDS_AT = 25
KEEP_FROM = 19
WORTH_TAKING = 3
POINTS = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10}


class ThresholdBot(Bot):
    """Knock at a threshold; take a discard only when it helps by a few points."""

    forms = ("draw", "exchange")

    def turn(self, view: Situation) -> str:
        if view.form == "exchange":
            return self.turn_with_table_cards(view)
        hand = view.hand
        now = view.value(hand)
        if "knock" in view.legal and now >= KNOCK_AT:
            return "knock"
        top = view.discard
        if top is not None:
            gain = max(view.value(kept) for kept in swaps(hand, top)) - now
            needed = 1 if view.knocker is not None else WORTH_TAKING
            if gain >= needed:
                return "take"
        return "stock" if "stock" in view.legal else "take"

    def turn_with_table_cards(self, view: Situation) -> str:
        """Knock at the threshold, else take what promises most; in the last turn, the best."""
        if "knock" in view.legal and view.value(view.hand) >= KNOCK_WITH_TABLE_CARDS_AT:
            return "knock"
        if view.knocker is not None:
            return self.exchange(view)
        swaps = [action for action in view.legal if action != "knock"]
        return max(swaps, key=lambda action: promise(view, view.hand_after(action)))

    def choose(self, view: Situation) -> str:
        return "keep" if view.value(view.hand) >= KEEP_FROM else "replace"

    def discard(self, view: Situation) -> str:
        return max(view.discardable, key=lambda card: promise(view, view.without(card)))


def promise(view: Situation, kept: list[str]) -> tuple[float, int]:
    """Return what a hand is worth now and, for hands worth the same, what it could grow into."""
    suits = [card[1] for card in kept]
    best = max(suits.count(suit) for suit in suits)
    return view.value(kept), best * 100 + sum(points(card) for card in kept)


def points(card: str) -> int:
    """Return what a card adds to the sum of its suit."""
    return POINTS.get(card[0]) or int(card[0])


def swaps(hand: list[str], card: str) -> list[list[str]]:
    """Return the three hands that taking the card and giving up another can lead to."""
    return [[*hand[:place], *hand[place + 1 :], card] for place in range(len(hand))]


if __name__ == "__main__":
    ThresholdBot().run()
