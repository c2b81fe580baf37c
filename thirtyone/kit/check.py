"""``check``: the same conformance check that the site runs on an upload."""

from __future__ import annotations

import argparse

from thirtyone.check import check
from thirtyone.forms import FORMS
from thirtyone.kit.command_line import FAILED, OK
from thirtyone.kit.output import as_json
from thirtyone.manifest import Plays
from thirtyone.programs import find
from thirtyone.rules import Form


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments."""
    bot = "a .py file, a folder, a quoted command line, or a house bot's name"
    parser.add_argument("bot", metavar="BOT", help=bot)
    parser.add_argument(
        "--form",
        action="append",
        choices=[form.value for form in FORMS],
        help="check this form (those that the bot says it plays)",
    )
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(options: argparse.Namespace) -> int:
    """Check a bot in each form that it says it plays, and print what was found."""
    program = find(options.bot)
    plays = Plays() if program.command else program.plays()
    if options.form:
        plays = Plays(tuple(map(Form, options.form)))
    report = check(program.player, plays)
    print(as_json(report.to_json()) if options.json else report.to_text(program.shell_line))
    return OK if report.passed else FAILED
