"""Take a command line apart, run its command, and turn every refusal into one line and a status."""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Final, NoReturn

OK, FAILED, REFUSED = 0, 1, 2
INTERRUPTED: Final = 128 + signal.SIGINT
CUT_OFF: Final = 128 + 13
"""The status of a command whose reader went away, as a shell reports SIGPIPE."""

COMMANDS: Final = {
    "rules": "list the rule sets, or show one",
    "score": "say what a hand is worth",
    "settle": "say who loses lives at the end of a round",
    "play": "play a match between bots",
    "check": "check that a bot keeps to the protocol",
    "show": "watch a recorded game step by step",
    "verify": "play a record again and compare",
    "new": "write a ready bot into a new folder",
}
"""Each command is the module of that name in this package."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {_one_line(message)}", file=sys.stderr)
        raise SystemExit(REFUSED)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status.

    0 is done, 1 found something wrong (check, verify), 2 bad input, 130 ended by Ctrl-C.
    """
    if sys.stdout is None:
        _complain("standard output is closed")
        return REFUSED
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = _run(sys.argv[1:] if argv is None else list(argv))
        sys.stdout.flush()
    except BrokenPipeError:
        _give_up_output()
        return CUT_OFF
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        _give_up_output()
        _complain(f"{error.filename or 'standard output'}: {error.strerror or error}")
        return REFUSED
    return status


def _run(argv: list[str]) -> int:
    argv = _with_negative_values(argv)
    options = _parser(argv).parse_args(argv)
    command: Callable[[argparse.Namespace], int] = options.run
    try:
        return command(options)
    except Exception as error:
        if not isinstance(error, _refusals()):
            raise
        _complain(str(error))
        return REFUSED


def _with_negative_values(argv: Sequence[str]) -> list[str]:
    """Write ``--sprt -5,0`` as ``--sprt=-5,0``, which would else be taken for an option."""
    words: list[str] = []
    for word in argv:
        if words and re.fullmatch(r"--[a-z][a-z-]*", words[-1]) and re.match(r"-[0-9]", word):
            words[-1] += f"={word}"
        else:
            words.append(word)
    return words


def _refusals() -> tuple[type[Exception], ...]:
    """Return what says that the input was bad; loaded only where something went wrong."""
    from thirtyone.channel import OurFault
    from thirtyone.kit.refusal import Refusal
    from thirtyone.packing import UnreadableRecord
    from thirtyone.programs import NoSuchBot
    from thirtyone.rules import RulesError

    return Refusal, NoSuchBot, RulesError, UnreadableRecord, OurFault


def _parser(argv: list[str]) -> _Parser:
    """Return the parser, with the arguments of the one command that is called."""
    parser = _Parser(prog="thirtyone", description="Write and try bots for the card game 31.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    called = next((word for word in argv if not word.startswith("-")), None)
    for name, purpose in COMMANDS.items():
        command = commands.add_parser(
            name, help=purpose, description=purpose.capitalize() + ".", allow_abbrev=False
        )
        if name == called:
            module = import_module(f"thirtyone.kit.{name}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return parser


def _complain(message: str) -> None:
    if sys.stderr is not None:
        print(f"thirtyone: {_one_line(message)}", file=sys.stderr)


def _one_line(message: str) -> str:
    return " ".join(message.split())


def _give_up_output() -> None:
    """Let what still waits in the buffers go nowhere, so that Python's own end says nothing."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
