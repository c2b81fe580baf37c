"""Spell the actions of both forms: what a bot answers and what a record holds."""

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

KEEP: Final = "keep"
REPLACE: Final = "replace"
CHOICE: Final = (KEEP, REPLACE)

SWAP_THREE: Final = "swap three"
SWAP: Final = {
    card: {other: f"swap {card} for {other}" for other in CARDS if other != card} for card in CARDS
}
"""The exchange of one card, by the card put down and then by the one taken from the table."""
READ_SWAP: Final[dict[str, tuple[str, str]]] = {
    action: (card, other) for card, row in SWAP.items() for other, action in row.items()
}
