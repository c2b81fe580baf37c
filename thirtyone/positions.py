"""Situations that every bot must survive, set up by hand; the bot under test sits in seat 0."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from thirtyone.cards import DECKS
from thirtyone.game import GameState, new_game
from thirtyone.rules import Declare, Form, Rules, preset

_PLAIN_SEED: Final = hashlib.sha256(b"a deal without a special").digest()
_SPECIAL_SEED: Final = hashlib.sha256(b"751").digest()
"""The seed of a deal that gives seat 0 of two a hand of 31; a test holds it to that."""
_DUTCH_SPECIAL_SEED: Final = hashlib.sha256(b"91").digest()
"""The same for the deck of 32 cards."""
_DEALER_SEED: Final = hashlib.sha256(b"1").digest()
"""The seed of a deal by seat 0 of two without a special; a test holds it to that."""


_SHOWN: Final = {"seat": 1, "did": "declare", "cards": ["AS", "KS", "QS"]}


@dataclass(frozen=True, slots=True)
class Position:
    """A situation, and what the others do in it before they play default moves.

    ``hands`` by seat, empty for a seat that is out, none at all for what ``seed`` deals to two;
    ``pile`` and the ``top`` of the stock have their top card last, ``table`` are the table cards,
    and ``whole_stock`` says that the stock holds nothing more. ``set_up`` overwrites fields of
    the round as ``GameState.to_json`` names them. ``declare`` is set where the position exists
    only under such rules, ``dealers_choice`` where the dealer must have one.
    """

    name: str
    hands: tuple[str, ...] = ()
    pile: str = ""
    table: str = ""
    top: str = ""
    whole_stock: bool = False
    set_up: Mapping[str, Any] = field(default_factory=dict)
    script: tuple[str, ...] = ()
    declare: Declare | None = None
    dealers_choice: bool = False
    seed: bytes = _SPECIAL_SEED

    def exists_under(self, rules: Rules) -> bool:
        """Tell whether the position can come about under the rules."""
        declares = self.declare in (None, rules.declare)
        return declares and (not self.dealers_choice or bool(rules.dealers_choice))

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        return len(self.hands) or 2

    def state(self, rules: Rules) -> GameState:
        """Return the game at this position."""
        if not self.hands:
            return new_game(rules, 2, self.seed)
        out = [seat for seat, hand in enumerate(self.hands) if not hand]
        data = new_game(rules, len(self.hands), _PLAIN_SEED, out).to_json()
        hands = [hand.split() for hand in self.hands]
        pile, table, top = self.pile.split(), self.table.split(), self.top.split()
        used = {card for cards in (*hands, pile, table, top) for card in cards}
        rest = [card for card in DECKS[rules.deck] if card not in used]
        middle: dict[str, Any]
        if rules.form is Form.DRAW:
            middle = {"pile": pile, "stock": ([] if self.whole_stock else rest) + top}
        elif self.whole_stock:
            middle = {"open_cards": table, "stock": top, "gone": rest, "choosing": False}
        else:
            middle = {"open_cards": table, "stock": rest + top, "choosing": False}
        data["play"].update({"hands": hands, **middle, "to_act": 0, **self.set_up})
        return GameState.from_json(data)


DRAW: Final = (
    Position("a special hand is dealt"),
    Position(
        "the last turn after a knock",
        ("KH 5H 2C", "AS 9S 3D"),
        pile="7D",
        set_up={"knocker": 1},
    ),
    Position(
        "the last turn after a knock, with nothing but the discard to draw",
        ("KH 5H 2C", "AS 9S 3D"),
        pile="9H",
        whole_stock=True,
        set_up={"knocker": 1},
    ),
    Position("a discard worth taking", ("AH KH 2C", "9S 8D 3D"), pile="9H"),
    Position("a discard that makes 31", ("AH KH 2C", "9S 8D 3D"), pile="QH"),
    Position("a card from the stock that makes 31", ("AH KH 2C", "9S 8D 3D"), "4D", top="QH"),
    Position(
        "a special hand passed over before",
        ("AH KH QH", "9S 8D 3D"),
        pile="4D",
        top="5C",
        declare=Declare.MUST,
    ),
    Position(
        "an empty stock, so that the discards are shuffled",
        ("AH 5D 2C", "9S 8D 3D"),
        pile="4D 5S 6C 7H 8S 9C TD",
        whole_stock=True,
    ),
    Position(
        "the last lap before the cap",
        ("AH 5D 2C", "9S 8D 3D"),
        pile="4D",
        set_up={"turns": 59},
    ),
    Position(
        "a table of four with one out, and a knock by another",
        ("KH 5H 2C", "", "AS 9S 3D", "7C 7S 8D"),
        pile="4D",
        set_up={"to_act": 3},
        script=("knock",),
    ),
)

EXCHANGE: Final = (
    Position("a special hand is dealt", dealers_choice=True, seed=_DUTCH_SPECIAL_SEED),
    Position("the dealer chooses", dealers_choice=True, seed=_DEALER_SEED),
    Position(
        "another player was dealt a special hand, and one exchange is left",
        ("KH 8H 7C", "AS KS QS"),
        table="9H TC 7D",
        set_up={
            "asked": [0],
            "events": [{"seat": 1, "did": "declare", "cards": ["AS", "KS", "QS"]}],
        },
        dealers_choice=True,
    ),
    Position("a swap that makes 31", ("AH KH 7C", "9S 8D 7D"), table="QH TC 9C"),
    Position("three aces within reach", ("AH AD 7C", "9S 8D 7D"), table="AC TC 9D"),
    Position(
        "the last turn after a knock",
        ("KH 8H 7C", "AS 9S 7D"),
        table="9C TD JD",
        set_up={"knocker": 1},
    ),
    Position(
        "the others have passed, so that one more pass brings new table cards",
        ("KH 8H 7C", "AS 9S 7D"),
        table="9C TD JD",
        set_up={"passes": 1, "turns": 1},
    ),
    Position(
        "the others have passed, and no new table cards are left",
        ("KH 8H 7C", "AS 9S 7D"),
        table="9C TD JD",
        top="QC JC",
        whole_stock=True,
        set_up={"passes": 1, "turns": 1},
    ),
    Position(
        "the last lap before the cap",
        ("KH 8H 7C", "AS 9S 7D"),
        table="9C TD JD",
        set_up={"turns": 59},
    ),
    Position(
        "a table of four with one out, and a knock by another",
        ("KH 8H 7C", "", "AS 9S 7D", "7S 8C 8D"),
        table="9C TD JD",
        set_up={"to_act": 3},
        script=("knock",),
    ),
)

POSITIONS: Final[Mapping[Form, tuple[Position, ...]]] = {
    Form.DRAW: DRAW,
    Form.EXCHANGE: EXCHANGE,
}
RULES: Final[Mapping[Form, tuple[Rules, ...]]] = {
    Form.DRAW: (preset("norwegian"), preset("swedish")),
    Form.EXCHANGE: (preset("dutch-a7"), preset("widow")),
}
"""The rules by which the positions of a form are played, which differ in what they ask."""
