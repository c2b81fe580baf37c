"""Name the cards and the decks.

A card is two characters, rank then suit: ``AH`` is the ace of hearts, ``TC`` the ten of clubs.
"""

from collections.abc import Iterable
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDHS"

_LOWEST_RANK: Final = {"52": "2", "a5": "5", "a7": "7", "a9": "9"}


def _cards_from(lowest: str) -> tuple[str, ...]:
    ranks = RANKS[RANKS.index(lowest) :]
    return tuple(rank + suit for suit in SUITS for rank in ranks)


DECKS: Final[dict[str, tuple[str, ...]]] = {
    name: _cards_from(lowest) for name, lowest in _LOWEST_RANK.items()
}
"""The decks by name, each in the order in which a shuffle begins: C, D, H, S, low rank to high."""

CARDS: Final = DECKS["52"]

POINTS: Final[dict[str, int]] = {
    card: 11 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0]) for card in CARDS
}
"""What each card is worth within its suit: pips, 10 for a court card, 11 for an ace."""


def parse_cards(text: str | Iterable[str]) -> tuple[str, ...]:
    """Read cards from text such as ``"AH KH 5S"`` or from single codes.

    Raises ValueError for a word that is no card and for a card named twice.
    """
    cards = tuple(text.split() if isinstance(text, str) else text)
    for card in cards:
        if card not in POINTS:
            raise ValueError(f"{card!r} is no card; write rank then suit, such as AH, TC or 9S")
    if len(set(cards)) != len(cards):
        raise ValueError(f"a card is named twice in {' '.join(cards)}")
    return cards
