"""``settle``: say what the final hands of a round cost, as JSON."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Any

from thirtyone.hands import is_special
from thirtyone.kit.arguments import add_set, hand_of, rules_with, seat_of
from thirtyone.kit.command_line import OK
from thirtyone.kit.refusal import Refusal
from thirtyone.rules import Rules
from thirtyone.settle import Settlement, settle


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments."""
    parser.add_argument("rules", metavar="RULES", help="a rule set, such as norwegian")
    parser.add_argument(
        "hands", nargs="+", metavar="HAND", help="three cards as one argument: 'KH 5H 2C'"
    )
    parser.add_argument("--knocker", metavar="SEAT", help="who knocked, from 1 (nobody)")
    parser.add_argument("--declared", metavar="SEAT,…", help="who declared a special hand (nobody)")
    parser.add_argument("--lives", metavar="3,3,…", help="lives by seat, 0 is on grace (all)")
    add_set(parser)


def run(options: argparse.Namespace) -> int:
    """Print values, losses, lives, who is out, and whether the round is void."""
    rules = rules_with(options.rules, options.overrides)
    hands = _hands(options.hands, rules)
    settlement = settle(
        rules,
        hands,
        None if options.lives is None else _lives(options.lives, len(hands), rules),
        None if options.knocker is None else seat_of(options.knocker, len(hands)),
        [] if options.declared is None else _declared(options.declared, hands, rules),
    )
    print(json.dumps(to_json(rules, settlement)))
    return OK


def to_json(rules: Rules, settlement: Settlement) -> dict[str, Any]:
    """Return a settlement in seat order, with seats counted from 1, ready for JSON."""
    return {
        "values": list(settlement.values),
        "lost": list(settlement.lost),
        "lives" if rules.bus_length is None else "position": list(settlement.lives),
        "out": [seat + 1 for seat in settlement.out],
        "void": settlement.void,
    }


def _hands(texts: Sequence[str], rules: Rules) -> list[tuple[str, ...]]:
    hands = [hand_of(text, rules) for text in texts]
    rules.check_seats(len(hands))
    seen: set[str] = set()
    for hand in hands:
        for card in hand:
            if card in seen:
                raise Refusal(f"{card} is in two hands")
            seen.add(card)
    return hands


def _lives(text: str, seats: int, rules: Rules) -> list[int]:
    parts = text.split(",")
    least = 0 if rules.grace or rules.bus_length is not None else 1
    most = 9 if rules.bus_length is None else rules.bus_length - 1
    for part in parts:
        if not (part.isascii() and part.isdigit() and least <= int(part) <= most):
            raise Refusal(f"--lives: {part!r} is not allowed; {least} to {most} are")
    if len(parts) != seats:
        raise Refusal(f"--lives: {seats} hands need {seats} numbers, not {len(parts)}")
    return [int(part) for part in parts]


def _declared(text: str, hands: Sequence[tuple[str, ...]], rules: Rules) -> list[int]:
    seats: list[int] = []
    for part in text.split(","):
        seat = seat_of(part.strip(), len(hands))
        if not is_special(rules, hands[seat]):
            raise Refusal(f"--declared: seat {seat + 1} holds {' '.join(hands[seat])}, no special")
        if seat in seats:
            raise Refusal(f"--declared: seat {seat + 1} is named twice")
        seats.append(seat)
    return seats
