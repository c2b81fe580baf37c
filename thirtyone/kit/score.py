"""``score``: say what a hand is worth."""

from __future__ import annotations

import argparse

from thirtyone.hands import hand_value, shown_value
from thirtyone.kit.arguments import add_set, hand_of, rules_with
from thirtyone.kit.command_line import OK
from thirtyone.kit.output import as_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments."""
    parser.add_argument("rules", metavar="RULES", help="a rule set, such as norwegian")
    parser.add_argument("cards", nargs="+", metavar="CARD", help="rank then suit: AH, TC, 9S")
    parser.add_argument("--json", action="store_true", help="write JSON")
    add_set(parser)


def run(options: argparse.Namespace) -> int:
    """Print the value of three cards and nothing else."""
    rules = rules_with(options.rules, options.overrides)
    value = shown_value(hand_value(rules, hand_of(" ".join(options.cards), rules)))
    print(as_json(value) if options.json else value)
    return OK
