"""The bot author's kit: ``python3 -m thirtyone play|check|rules|score``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence

from thirtyone import offline
from thirtyone.cards import parse_cards
from thirtyone.channel import OurFault
from thirtyone.check import check
from thirtyone.hands import hand_value, is_special
from thirtyone.positions import POSITIONS
from thirtyone.programs import NoSuchBot, find
from thirtyone.rules import PRESETS, Form, RulesError, preset

OK, FAILED, USAGE = 0, 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 the check found faults, 2 bad input."""
    options = _parser().parse_args(argv)
    command: Callable[[argparse.Namespace], int] = options.command
    try:
        return command(options)
    except (NoSuchBot, RulesError, OurFault, ValueError) as error:
        print(f"thirtyone: {error}", file=sys.stderr)
        return USAGE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="thirtyone", description="Write and try bots for 31.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    bot_help = "a house bot's name, a folder with bot.py, a .py file or an executable"

    playing = commands.add_parser("play", help="play a match between bots")
    playing.add_argument("bots", nargs="+", metavar="BOT", help=bot_help)
    playing.add_argument("--blocks", type=int, default=10, help="blocks to play (10)")
    playing.add_argument("--seed", help="64 hexadecimal digits, or any text (random)")
    playing.add_argument(
        "--in-process",
        action="store_true",
        help="call the bots' classes in this process: fast, and without clocks",
    )
    playing.set_defaults(command=_play)

    checking = commands.add_parser("check", help="check that a bot keeps to the protocol")
    checking.add_argument("bot", metavar="BOT", help=bot_help)
    checking.add_argument("--form", action="append", choices=[form.value for form in POSITIONS])
    checking.set_defaults(command=_check)

    ruling = commands.add_parser("rules", help="list the rule sets, or show one")
    ruling.add_argument("name", nargs="?", metavar="RULES")
    ruling.set_defaults(command=_rules)

    scoring = commands.add_parser("score", help="say what hands are worth")
    scoring.add_argument("hands", nargs="+", metavar="HAND", help="three cards, such as 'AH KH 5S'")
    scoring.set_defaults(command=_score)

    for command in (playing, scoring):
        command.add_argument("--rules", default="norwegian", help="a rule set (norwegian)")
    for command in (playing, checking, ruling, scoring):
        command.add_argument("--json", action="store_true", help="write JSON")
    return parser


def _play(options: argparse.Namespace) -> int:
    programs = [find(bot) for bot in options.bots]
    rules, seed = preset(options.rules), offline.seed_from(options.seed)
    outcome = offline.play(programs, rules, options.blocks, seed, options.in_process)
    print(_json(offline.to_json(outcome)) if options.json else offline.to_text(outcome))
    return OK


def _check(options: argparse.Namespace) -> int:
    report = check(find(options.bot).player, options.form or [Form.DRAW])
    print(_json(report.to_json()) if options.json else report.to_text())
    return OK if report.passed else FAILED


def _rules(options: argparse.Namespace) -> int:
    if options.name is None:
        names = list(PRESETS)
        print(_json(names) if options.json else "\n".join(names))
        return OK
    values = preset(options.name).to_json()
    if options.json:
        print(_json(values))
        return OK
    width = max(map(len, values))
    for key, value in values.items():
        print(f"{key:<{width}}  {value if isinstance(value, str) else json.dumps(value)}")
    return OK


def _score(options: argparse.Namespace) -> int:
    rules = preset(options.rules)
    hands = [parse_cards(hand) for hand in options.hands]
    values = [hand_value(rules, hand) for hand in hands]
    if options.json:
        print(_json(values))
        return OK
    for hand, value in zip(hands, values, strict=True):
        print(f"{' '.join(hand)}  {value}{'  special' if is_special(rules, hand) else ''}")
    return OK


def _json(value: object) -> str:
    return json.dumps(value, indent=2)


if __name__ == "__main__":
    raise SystemExit(main())
