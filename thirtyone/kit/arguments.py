"""Read what several commands take: rules and what differs from them, cards, seats."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from enum import Enum
from typing import Any, Final

from thirtyone.cards import DECKS, parse_cards
from thirtyone.kit.refusal import Refusal
from thirtyone.rules import KEYS, Rules, preset

_WORDS: Final = {"true": True, "yes": True, "false": False, "no": False, "none": None}
# Plain digits alone: int() and float() read more than a person would write.
_WHOLE: Final = re.compile(r"-?[0-9]{1,20}")
_DECIMAL: Final = re.compile(r"-?[0-9]{1,20}\.[0-9]{1,20}")


def add_set(parser: argparse.ArgumentParser) -> None:
    """Let a command change keys of its rules."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        dest="overrides",
        help="change one key of the rules; may be given again (see `rules NAME`)",
    )


def rules_with(name: str, overrides: Sequence[str]) -> Rules:
    """Return a preset with the keys changed that ``--set`` names; raises RulesError, Refusal."""
    values: dict[str, Any] = {}
    for override in overrides:
        key, equals, text = override.partition("=")
        if not equals or not key:
            raise Refusal(f"--set {override!r}: write key=value, such as lives=5")
        if key == "name":
            raise Refusal("--set name: the name is that of the preset")
        if key in values:
            raise Refusal(f"--set {key}: is given twice")
        values[key] = value_of(key, text)
    return preset(name, **values)


def value_of(key: str, text: str) -> Any:
    """Return the value that a text stands for under a key; what it may be is for the rules to say.

    A list is written with commas, a range such as the players' with a hyphen or a comma.
    """
    known = KEYS.get(key)
    for choice in getattr(known, "choices", ()):
        if text == (choice.value if isinstance(choice, Enum) else choice):
            return choice
    if "," in text:
        return tuple(value_of(key, part.strip()) for part in text.split(","))
    if key == "players" and "-" in text:
        return tuple(value_of(key, part) for part in text.split("-"))
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if _WHOLE.fullmatch(text):
        return int(text)
    return float(text) if _DECIMAL.fullmatch(text) else text


def hand_of(text: str, rules: Rules) -> tuple[str, ...]:
    """Return a hand of three cards of the rules' deck; raises Refusal."""
    cards = cards_of(text, rules)
    if len(cards) != 3:
        raise Refusal(f"{text!r} is no hand: a hand has three cards, such as 'AH KH 5S'")
    return cards


def cards_of(text: str, rules: Rules) -> tuple[str, ...]:
    """Return the cards that a text names, all of the rules' deck; raises Refusal."""
    try:
        cards = parse_cards(text)
    except ValueError as error:
        raise Refusal(str(error)) from None
    for card in cards:
        if card not in DECKS[rules.deck]:
            raise Refusal(f"{card} is not in the deck of {rules.name} ({rules.deck})")
    return cards


def seat_of(text: str, seats: int) -> int:
    """Return a seat, counted from 0, that a person counted from 1; raises Refusal."""
    if text.isascii() and text.isdigit() and 1 <= int(text) <= seats:
        return int(text) - 1
    raise Refusal(f"there is no seat {text!r}; the seats are 1 to {seats}")
