"""Spell the actions of the draw form: what a bot answers and what a record holds."""

from typing import Final

from thirtyone.cards import CARDS

KNOCK: Final = "knock"
STOCK: Final = "stock"
TAKE: Final = "take"
DECLARE: Final = "declare"
PASS: Final = "pass"

ANYTHING: Final = (KNOCK, STOCK, TAKE)
DRAWS: Final = (STOCK, TAKE)
NO_STOCK: Final = (KNOCK, TAKE)
DRAWS_NO_STOCK: Final = (TAKE,)
ON_DEALT_SPECIAL: Final = (DECLARE, PASS)

DISCARD: Final = {card: f"discard {card}" for card in CARDS}
DISCARD_AND_DECLARE: Final = {card: f"discard {card} declare" for card in CARDS}
READ_DISCARD: Final[dict[str, tuple[str, bool]]] = {
    **{action: (card, False) for card, action in DISCARD.items()},
    **{action: (card, True) for card, action in DISCARD_AND_DECLARE.items()},
}

DECLARING: Final = frozenset(DISCARD_AND_DECLARE.values())
