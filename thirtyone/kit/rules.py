"""``rules``: list the rule sets, or show every key of one."""

from __future__ import annotations

import argparse

from thirtyone.kit.arguments import add_set, rules_with
from thirtyone.kit.command_line import OK
from thirtyone.kit.output import as_json, spoken
from thirtyone.kit.refusal import Refusal
from thirtyone.rules import KEYS, PRESETS, Form


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="a rule set")
    parser.add_argument("--json", action="store_true", help="write JSON")
    add_set(parser)


def run(options: argparse.Namespace) -> int:
    """Print the names of all rule sets, or the keys of one."""
    if options.name is None:
        if options.overrides:
            raise Refusal("--set: name the rule set whose keys are to change")
        print(as_json(list(PRESETS)) if options.json else "\n".join(PRESETS))
        return OK
    rules = rules_with(options.name, options.overrides)
    values = rules.to_json()
    if options.json:
        print(as_json(values))
        return OK
    width = max(map(len, values))
    for key, value in values.items():
        allowed = KEYS[key].allowed if key in KEYS else ""
        print(f"{key:<{width}}  {spoken(value):<8}  {allowed}".rstrip())
    print(f"\n{rules.name} is played in the {Form(rules.form).value} form.")
    return OK
