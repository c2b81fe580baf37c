"""Cards drawn as cards."""

from typing import Any, Final

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

register = template.Library()

RANKS: Final = {
    "A": gettext_lazy("ace"),
    "K": gettext_lazy("king"),
    "Q": gettext_lazy("queen"),
    "J": gettext_lazy("jack"),
    "T": "10",
}
SUITS: Final = {
    "S": gettext_lazy("spades"),
    "H": gettext_lazy("hearts"),
    "D": gettext_lazy("diamonds"),
    "C": gettext_lazy("clubs"),
}


def spoken(card: str) -> str:
    """Return a card's name in the reader's language, for example "9 of clubs"."""
    return _("%(rank)s of %(suit)s") % {
        "rank": RANKS.get(card[0], card[0]),
        "suit": SUITS[card[1]],
    }


@register.inclusion_tag("web/card.html")
def card(code: str) -> dict[str, Any]:
    """Draw the card with a code such as "TH"."""
    return {
        "code": code,
        "rank": "10" if code[0] == "T" else code[0],
        "suit": code[1],
        "name": spoken(code),
    }
