"""Say what a hand on the table is worth, as people read it."""

from __future__ import annotations

from thirtyone.game import GameState
from thirtyone.hands import hand_value, shown_value


def shown_worth(state: GameState, seat: int) -> float | str | None:
    """Return what a seat's cards are worth, fire by its name; None where it has not three.

    In a settled round that is what they counted, so a special hand that nobody declared is 30.
    """
    settled = state.round_result
    if settled is not None and settled.values[seat] is not None:
        return settled.values[seat]
    hand = state.hands[seat]
    return shown_value(hand_value(state.rules, hand)) if len(hand) == 3 else None
