"""Tell in plain English what happened at the table; seats count from 1 for people."""

from collections.abc import Iterable
from typing import Final

from thirtyone.events import Event, EventKind
from thirtyone.game import EndReason, GameState

_TELLING: Final = {
    EventKind.KNOCK: "Seat {seat} knocks.",
    EventKind.STOCK: "Seat {seat} draws {card} from the stock.",
    EventKind.TAKE: "Seat {seat} takes {card}.",
    EventKind.DISCARD: "Seat {seat} discards {card}.",
    EventKind.DECLARE: "Seat {seat} declares.",
    EventKind.RESHUFFLE: "The discards become the new stock.",
    EventKind.FORFEIT: "Seat {seat} forfeits.",
    EventKind.KEEP: "Seat {seat} keeps the hand dealt. On the table: {cards}.",
    EventKind.REPLACE: "Seat {seat} takes three new cards. On the table: {cards}.",
    EventKind.SWAP: "Seat {seat} swaps {card} for {took}.",
    EventKind.SWAP_THREE: "Seat {seat} swaps all three. On the table: {cards}.",
    EventKind.PASS: "Seat {seat} passes.",
    EventKind.REFRESH: "Everybody has passed. On the table: {cards}.",
}
_SHOWN: Final = "Seat {seat} shows {cards}."
"""What is told of a declaration that shows its cards, as the exchange form's do."""

_ENDING: Final = {
    EndReason.SHOWDOWN: "The hands are shown.",
    EndReason.MAX_LAPS: "The laps are up and the hands are shown.",
    EndReason.STOCK_OUT: "No cards are left for the table and the hands are shown.",
    EndReason.SPECIAL: "The round ends at once.",
    EndReason.DEALT_SPECIAL: "The cards dealt end the round.",
    EndReason.FORFEIT: "Nobody is left to play against.",
}


def tell_event(happened: Event) -> str:
    """Tell one event; a card that may not be seen is "a card"."""
    shown = happened.kind is EventKind.DECLARE and happened.cards
    telling = _SHOWN if shown else _TELLING[happened.kind]
    return telling.format(
        seat=happened.seat + 1,
        card=happened.card or "a card",
        took=happened.took,
        cards=" ".join(happened.cards),
    )


def tell_events(events: Iterable[Event]) -> str:
    """Tell several events in order."""
    return " ".join(tell_event(happened) for happened in events)


def tell_deal(state: GameState) -> str:
    """Tell that a round was dealt, and what followed at once."""
    if state.play is None:
        return "The game was over before a card was dealt."
    dealer = state.play.seating.dealer + 1
    parts = [f"Round {state.round + 1}: seat {dealer} deals."]
    if state.play.open_cards and not any(happened.cards for happened in state.events):
        parts.append(f"On the table: {' '.join(state.play.open_cards)}.")
    parts.append(tell_events(state.events))
    if state.round_result is not None:
        parts.append(tell_result(state))
    return " ".join(part for part in parts if part)


def tell_result(state: GameState) -> str:
    """Tell how a settled round came out."""
    result = state.round_result
    if result is None:
        return ""
    parts = [_ENDING[result.reason]]
    if result.void:
        parts.append("The round is void.")
    else:
        parts.extend(
            f"Seat {seat + 1} loses {lost}." for seat, lost in enumerate(result.lost) if lost
        )
    parts.extend(f"Seat {seat + 1} is out." for seat in result.out)
    return " ".join(parts)
