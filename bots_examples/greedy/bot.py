"""Make the hand as good as it can be now, and knock only when it is almost perfect."""

from thirtyone import Bot, Situation

KNOCK_AT = 29


class GreedyBot(Bot):
    """Take what helps at once; never think of the others."""

    forms = ("draw", "exchange")

    def turn(self, view: Situation) -> str:
        if view.form == "exchange":
            return self.turn_with_table_cards(view)
        hand = view.hand
        now = view.value(hand)
        if "knock" in view.legal and now >= KNOCK_AT:
            return "knock"
        top = view.discard
        if top is not None and max(view.value(kept) for kept in swaps(hand, top)) > now:
            return "take"
        return "stock" if "stock" in view.legal else "take"

    def turn_with_table_cards(self, view: Situation) -> str:
        """Make the best hand there is, and pass when none is better."""
        now = view.value(view.hand)
        if "knock" in view.legal and now >= KNOCK_AT:
            return "knock"
        best = self.exchange(view)
        return best if view.value(view.hand_after(best)) > now else "pass"

    def discard(self, view: Situation) -> str:
        return max(view.discardable, key=lambda card: view.value(view.without(card)))


def swaps(hand: list[str], card: str) -> list[list[str]]:
    """Return the three hands that taking the card and giving up another can lead to."""
    return [[*hand[:place], *hand[place + 1 :], card] for place in range(len(hand))]


if __name__ == "__main__":
    GreedyBot().run()
