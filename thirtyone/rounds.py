"""Say what every form of a round shares: the table it is played at and who sits where."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, Self

from thirtyone.deal import Deals
from thirtyone.events import Event
from thirtyone.plain import as_lists, as_tuples
from thirtyone.rules import Rules


class EndReason(StrEnum):
    """Why a round is over."""

    SHOWDOWN = "showdown"
    SPECIAL = "special"
    DEALT_SPECIAL = "dealt_special"
    MAX_LAPS = "max_laps"
    STOCK_OUT = "stock_out"
    FORFEIT = "forfeit"


class Request(StrEnum):
    """What a seat is asked for."""

    DECLARE = "declare"
    TURN = "turn"
    DISCARD = "discard"
    CHOOSE = "choose"
    EXCHANGE = "exchange"


class IllegalAction(ValueError):
    """An action that the rules do not allow now; ``allowed`` lists those that they do."""

    def __init__(self, action: str, allowed: Sequence[str]) -> None:
        super().__init__(f"{action!r} is not allowed; allowed: {', '.join(allowed) or 'nothing'}")
        self.action = action
        self.allowed = tuple(allowed)


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same for a whole game; ``out_from_start`` are seats that never played."""

    rules: Rules
    players: int
    deals: Deals
    out_from_start: tuple[int, ...] = ()


class Seating(NamedTuple):
    """What stays the same for one round: who plays it, and in which order.

    ``seats`` in ascending order, ``clockwise`` from the forehand, ``following`` the next player
    of each seat (-1 where a seat is out), ``turns_allowed`` the turns until the laps are up.
    """

    round: int
    dealer: int
    seats: tuple[int, ...]
    clockwise: tuple[int, ...]
    following: tuple[int, ...]
    turns_allowed: int

    @property
    def forehand(self) -> int:
        """The player who begins: the next one after the dealer."""
        return self.clockwise[0]

    def end_of_turn(self, seat: int, knocker: int | None, turns: int) -> EndReason | None:
        """Tell whether the round ends with a seat's turn, the ``turns``-th of the round.

        It does where the next player is the one who knocked, and where the laps are up and nobody
        has knocked.
        """
        if self.following[seat] == knocker:
            return EndReason.SHOWDOWN
        if knocker is None and turns == self.turns_allowed:
            return EndReason.MAX_LAPS
        return None

    @classmethod
    def of_round(cls, table: Table, round_number: int, seats: tuple[int, ...]) -> Self:
        """Seat a round for the players still in.

        The dealer is the first dealer moved on by one seat a round or, where that seat is out,
        the next player clockwise.
        """
        turn = (table.deals.first_dealer() + round_number) % table.players
        dealer, clockwise, following = _order(table.players, turn, seats)
        turns = table.rules.max_laps * len(seats)
        return cls(round_number, dealer, seats, clockwise, following, turns)


@functools.lru_cache(maxsize=4096)
def _order(
    places: int, turn: int, seats: tuple[int, ...]
) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """Return who deals when it is a seat's turn to, the players clockwise from the forehand, and
    the next player of each seat."""
    from_turn = sorted(seats, key=lambda seat: (seat - turn) % places)
    clockwise = (*from_turn[1:], from_turn[0])
    following = [-1] * places
    for place, seat in enumerate(clockwise):
        following[seat] = clockwise[(place + 1) % len(clockwise)]
    return from_turn[0], clockwise, tuple(following)


_NOT_KEPT = ("table", "seating", "legal")


def round_to_json(play: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a round ready for JSON, without its table and seating and without what
    follows from the others."""
    data = {name: value for name, value in play.items() if name not in _NOT_KEPT}
    return as_lists({**data, "events": [happened.to_json() for happened in data["events"]]})


def round_from_json(data: Mapping[str, Any]) -> dict[str, Any]:
    """Read the fields of a round back from what ``round_to_json`` wrote."""
    values = as_tuples({**data, "events": ()})
    values["events"] = tuple(Event.from_json(happened) for happened in data["events"])
    values["ended"] = None if data["ended"] is None else EndReason(data["ended"])
    return values
