"""Say what happened at the table."""

import functools
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class EventKind(StrEnum):
    """What a seat did, or what happened on its turn."""

    KNOCK = "knock"
    STOCK = "stock"
    TAKE = "take"
    DISCARD = "discard"
    DECLARE = "declare"
    RESHUFFLE = "reshuffle"
    FORFEIT = "forfeit"
    KEEP = "keep"
    REPLACE = "replace"
    SWAP = "swap"
    SWAP_THREE = "swap_three"
    PASS = "pass"
    REFRESH = "refresh"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened; ``card`` is the card that moved, where one did and may be seen.

    In a swap ``card`` goes down on the table and ``took`` comes from it. ``cards`` are the three
    that lie on the table from then on or, where a dealt special is shown, the hand that is shown.
    ``public`` is the same event as everybody but its own seat sees it: a card drawn from the
    stock is left out.
    """

    kind: EventKind
    seat: int
    card: str | None = None
    took: str | None = None
    cards: tuple[str, ...] = ()
    public: "Event" = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        hides = self.kind is EventKind.STOCK and self.card is not None
        object.__setattr__(self, "public", event(self.kind, self.seat) if hides else self)

    def to_json(self) -> dict[str, Any]:
        """Return the event as ``{"seat": 1, "did": "take", "card": "9H"}``; no card, no key."""
        data: dict[str, Any] = {"seat": self.seat, "did": self.kind.value}
        if self.card is not None:
            data["card"] = self.card
        if self.took is not None:
            data["took"] = self.took
        if self.cards:
            data["cards"] = list(self.cards)
        return data

    @staticmethod
    def from_json(data: dict[str, Any]) -> "Event":
        """Read an event back from what ``to_json`` wrote."""
        kind = EventKind(data["did"])
        cards = data.get("cards")
        if cards is not None:
            return Event(kind, data["seat"], cards=tuple(cards))
        return event(kind, data["seat"], data.get("card"), data.get("took"))


@functools.cache
def event(kind: EventKind, seat: int, card: str | None = None, took: str | None = None) -> Event:
    """Return the one shared instance of an event; there are few and they are met often.

    Events with three cards are too many to keep: they are made with ``Event``.
    """
    return Event(kind, seat, card, took)
