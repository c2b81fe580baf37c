"""Rule sets in words, key by key."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from thirtyone.rules import Rules


@dataclass(frozen=True, slots=True)
class Row:
    """One key of a rule set: its name, what it is about, its value in words.

    `is_ruling` marks where the sources are silent or unclear and the site decided.
    """

    key: str
    about: str
    value: str
    is_ruling: bool


def _yes_no(value: Any) -> str:
    return _("yes") if value else _("no")


def _number(value: Any) -> str:
    return _("none") if value is None else str(value)


_WORDS: Final[dict[Any, Promise]] = {
    "plain": gettext_lazy("nothing special: the best suit counts"),
    "as_set": gettext_lazy("as any three of a kind"),
    "must": gettext_lazy("must be declared, else it counts 30"),
    "auto": gettext_lazy("shown by itself"),
    "others": gettext_lazy("every other player, one life"),
    "lowest": gettext_lazy("the lowest hand alone"),
    "free": gettext_lazy("the knocker goes free, the others pay"),
    "pays": gettext_lazy("the knocker pays like the others"),
    "draw": gettext_lazy("draw and discard"),
    "exchange": gettext_lazy("exchange with the table"),
    "fire": gettext_lazy("fire, which beats everything"),
    "one": gettext_lazy("one card"),
    "one,three": gettext_lazy("one card or all three"),
    "opponents": gettext_lazy("the others have one exchange, then the hands are shown"),
    "dealer_only": gettext_lazy("the dealer chooses, then the hands are shown"),
    "none": gettext_lazy("the hands are shown as dealt"),
    "a7": gettext_lazy("32, from seven to ace"),
    "a9": gettext_lazy("24, from nine to ace"),
    "a5": gettext_lazy("40, from five to ace"),
}


def _word(value: Any) -> str:
    known = _WORDS.get(str(value))
    if known is not None:
        return str(known)
    return value if isinstance(value, str) else number_format(value)


def _players(value: Any) -> str:
    return f"{value[0]}–{value[1]}"


_Key = tuple[str, Promise, Callable[[Any], str]]
_KEYS: Final[tuple[_Key, ...]] = (
    ("form", gettext_lazy("How a turn goes"), _word),
    ("deck", gettext_lazy("Cards in the deck"), _word),
    ("swap", gettext_lazy("A turn exchanges"), _word),
    ("dealers_choice", gettext_lazy("The dealer may change the hand dealt"), _yes_no),
    ("players", gettext_lazy("Players"), _players),
    ("lives", gettext_lazy("Lives at the start"), str),
    ("grace", gettext_lazy("May play on without lives, until the next loss"), _yes_no),
    ("overflow_kills", gettext_lazy("A double loss with one life left puts a player out"), _yes_no),
    ("three_of_a_kind", gettext_lazy("Three of a kind is worth"), _word),
    ("three_aces", gettext_lazy("Three aces are worth"), _word),
    ("declare", gettext_lazy("A hand of 31"), _word),
    ("dealt_special", gettext_lazy("When somebody is dealt a 31"), _word),
    ("special_costs", gettext_lazy("Who pays when a 31 ends the round"), _word),
    ("fire_costs", gettext_lazy("Who pays when fire ends the round"), _word),
    ("suit_order", gettext_lazy("Suits are ranked, so that no two hands are equal"), _yes_no),
    ("knocker_alone_lowest", gettext_lazy("Lives lost by a knocker who is alone lowest"), str),
    ("knocker_tied_lowest", gettext_lazy("A knocker who is tied lowest"), _word),
    ("minimum_knock", gettext_lazy("Points needed to knock"), _number),
    ("return_taken_discard", gettext_lazy("May put a taken discard straight back"), _yes_no),
    ("bus_length", gettext_lazy("Stops until a player leaves the bus"), _number),
    ("max_laps", gettext_lazy("Laps until the hands are shown without a knock"), str),
    ("max_rounds", gettext_lazy("Rounds until the lives decide"), str),
)
# Keys that have no value where the rules do not need them, and are then left out.
_NOT_EVERYWHERE: Final = frozenset(
    {
        "swap",
        "dealers_choice",
        "dealt_special",
        "fire_costs",
        "knocker_tied_lowest",
        "return_taken_discard",
    }
)
_RULINGS: Final[dict[str, frozenset[str]]] = {
    "norwegian": frozenset({"overflow_kills", "max_laps", "max_rounds"}),
    "finnish": frozenset(
        {"players", "return_taken_discard", "overflow_kills", "max_laps", "max_rounds"}
    ),
    "swedish": frozenset(
        {
            "deck",
            "players",
            "knocker_alone_lowest",
            "knocker_tied_lowest",
            "grace",
            "max_laps",
            "max_rounds",
        }
    ),
    "dutch": frozenset({"knocker_alone_lowest", "max_laps", "max_rounds"}),
    "schwimmen": frozenset({"fire_costs", "knocker_alone_lowest", "max_laps", "max_rounds"}),
    "widow": frozenset(
        {
            "three_of_a_kind",
            "three_aces",
            "declare",
            "special_costs",
            "dealt_special",
            "suit_order",
            "knocker_alone_lowest",
            "knocker_tied_lowest",
            "max_laps",
            "max_rounds",
        }
    ),
}


def rows(rules: Rules) -> list[Row]:
    """Return the keys of a rule set in words, most important first."""
    family = next((name for name in _RULINGS if rules.name.startswith(name)), "norwegian")
    rulings = _RULINGS[family]
    said = [(key, about, say, getattr(rules, key)) for key, about, say in _KEYS]
    return [
        Row(key, str(about), say(value), key in rulings)
        for key, about, say, value in said
        if value is not None or key not in _NOT_EVERYWHERE
    ]
