"""Build what the arena tells a bot, from its own view of the game and nothing else.

Every function returns a message ready for ``thirtyone.protocol.encode``. Requests get their number
and their list of legal actions from the player that sends them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from thirtyone.protocol import VERSION

if TYPE_CHECKING:
    from thirtyone.events import Event
    from thirtyone.rules import Rules
    from thirtyone.sitting import ClockLimits
    from thirtyone.view import View

Message = dict[str, Any]


def hello(rules: Rules, seats: int, seat: int, clock: ClockLimits) -> Message:
    """Say what will be played, and where the bot sits."""
    return {
        "type": "hello",
        "protocol": VERSION,
        "rules": rules.to_json(),
        "seats": seats,
        "seat": seat,
        "clock": {
            "start_ms": round(clock.start_s * 1000),
            "move_ms": round(clock.move_s * 1000),
            "bank_ms": round(clock.bank_s * 1000),
            "wall_ms": round(clock.wall_s * 1000),
        },
    }


def deal(view: View) -> Message:
    """Show the cards that a round begins with."""
    return {
        "type": "deal",
        "round": view.round,
        "dealer": view.dealer,
        "hand": list(view.hand),
        **_in_the_middle(view),
        "lives": list(view.lives),
        "active": list(view.active),
    }


def _in_the_middle(view: View) -> Message:
    """Show what lies between the players: the pile or the table cards, and the stock."""
    if view.rules.form == "draw":
        return {"discard": view.discard, "stock": view.stock}
    return {"table": list(view.table), "stock": view.stock}


def request(view: View, events: Sequence[Event], time: Mapping[str, int]) -> Message:
    """Ask the seat of the view for what it has to decide now.

    ``events`` are those since the seat was last told, ``time`` its clocks in milliseconds.
    """
    assert view.request is not None
    message: Message = {
        "type": view.request.value,
        "round": view.round,
        "dealer": view.dealer,
        "hand": list(view.hand),
        **_in_the_middle(view),
        "knocker": view.knocker,
        "lap": view.lap,
        "lives": list(view.lives),
        "active": list(view.active),
        "events": [event.to_json() for event in events],
        "time": dict(time),
    }
    if view.drawn is not None and view.drawn_from is not None:
        message["drawn"] = view.drawn
        message["from"] = view.drawn_from.value
    return message


def round_end(view: View, events: Sequence[Event]) -> Message:
    """Show all hands and what the round cost."""
    assert view.result is not None
    return {
        "type": "round_end",
        "round": view.round,
        **view.result.to_json(),
        "active": list(view.active),
        "events": [event.to_json() for event in events],
    }


def game_end(places: Sequence[int]) -> Message:
    """Say who came where, in seat order; 1 is best."""
    return {"type": "game_end", "places": list(places)}


def match_end() -> Message:
    """Say goodbye: the program is ended soon after."""
    return {"type": "match_end"}
