"""Decide what a seat or a spectator may see of a game."""

from typing import Any, NamedTuple

from thirtyone.events import Event, EventKind
from thirtyone.game import GameState
from thirtyone.rounds import Request
from thirtyone.rules import Rules
from thirtyone.standing import RoundResult


class View(NamedTuple):
    """What one seat sees, or everybody where ``seat`` is None.

    ``request`` is what this seat is asked for now, and ``legal`` what it may answer; both are
    empty when it is not its turn. ``hand`` is its own, a card just drawn last. ``discard`` is the
    top of the pile, ``table`` the three table cards of the exchange form, ``stock`` the number of
    cards in the stock. ``drawn`` and ``drawn_from`` (``stock``
    or ``take``) are set while this seat has to discard. ``to_act`` is None when the round is over
    and while others are asked about dealt specials. ``events`` are those of the round, oldest
    first, the card of others' draws from the stock left out; ``result`` has all hands, once the
    round is over.
    """

    seat: int | None
    request: Request | None
    rules: Rules
    players: int
    round: int
    dealer: int | None
    to_act: int | None
    hand: tuple[str, ...]
    discard: str | None
    table: tuple[str, ...]
    stock: int
    drawn: str | None
    drawn_from: EventKind | None
    knocker: int | None
    lap: int
    lives: tuple[int, ...]
    active: tuple[int, ...]
    forfeited: tuple[int, ...]
    events: tuple[Event, ...]
    legal: tuple[str, ...]
    result: RoundResult | None
    places: tuple[int, ...] | None

    def to_json(self) -> dict[str, Any]:
        """Return the view ready for JSON."""
        return {
            "seat": self.seat,
            "request": None if self.request is None else self.request.value,
            "rules": self.rules.to_json(),
            "players": self.players,
            "round": self.round,
            "dealer": self.dealer,
            "to_act": self.to_act,
            "hand": list(self.hand),
            "discard": self.discard,
            "table": list(self.table),
            "stock": self.stock,
            "drawn": self.drawn,
            "drawn_from": None if self.drawn_from is None else self.drawn_from.value,
            "knocker": self.knocker,
            "lap": self.lap,
            "lives": list(self.lives),
            "active": list(self.active),
            "forfeited": list(self.forfeited),
            "events": [happened.to_json() for happened in self.events],
            "legal": list(self.legal),
            "result": None if self.result is None else self.result.to_json(),
            "places": None if self.places is None else list(self.places),
        }


def view(state: GameState, seat: int | None) -> View:
    """Return what a seat may see of a state; None is a spectator, who sees what everybody may.

    Nothing else of a state may reach a bot or a page while a game is played.
    """
    table, standing, play, result = state
    if seat is not None and not 0 <= seat < table.players:
        raise ValueError(f"there is no seat {seat} at a table of {table.players}")
    if play is None:
        return _without_cards(state, seat)
    asked = seat is not None and play.to_act == seat
    discarding = asked and play.drawn is not None
    # As the constructor does, without its Python frame: this is done for every decision.
    return tuple.__new__(
        View,
        (
            seat,
            play.request if asked else None,
            table.rules,
            table.players,
            standing.round,
            play.seating.dealer,
            play.to_act if asked or not play.asks_in_secret else None,
            play.hands[seat] if seat is not None else (),
            play.discard,
            play.open_cards,
            len(play.stock),
            play.drawn if discarding else None,
            (EventKind.TAKE if play.taken else EventKind.STOCK) if discarding else None,
            play.knocker,
            play.turns // len(play.seating.seats),
            standing.lives,
            standing.active,
            standing.forfeited,
            play.seen_by(seat),
            play.legal_actions() if asked else (),
            result,
            standing.places,
        ),
    )


def _without_cards(state: GameState, seat: int | None) -> View:
    """Show a game that was over before any card was dealt."""
    table, standing = state.table, state.standing
    return View(
        seat=seat,
        request=None,
        rules=table.rules,
        players=table.players,
        round=standing.round,
        dealer=None,
        to_act=None,
        hand=(),
        discard=None,
        table=(),
        stock=0,
        drawn=None,
        drawn_from=None,
        knocker=None,
        lap=0,
        lives=standing.lives,
        active=standing.active,
        forfeited=standing.forfeited,
        events=(),
        legal=(),
        result=None,
        places=standing.places,
    )
