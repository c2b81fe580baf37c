"""``play``: play a match between bots on this machine."""

from __future__ import annotations

import argparse
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any, Final

from thirtyone.kit.arguments import add_set, rules_with
from thirtyone.kit.command_line import INTERRUPTED, OK
from thirtyone.kit.gathering import Gathering
from thirtyone.kit.heats import Setting, play_heats
from thirtyone.kit.output import as_json
from thirtyone.kit.progress import Progress
from thirtyone.kit.recording import Recording
from thirtyone.kit.refusal import Refusal
from thirtyone.kit.results import to_json, to_text
from thirtyone.offline import seed_from
from thirtyone.outcome import MatchOutcome
from thirtyone.programs import NoSuchBot, Program, find
from thirtyone.record import GameRecord
from thirtyone.rules import Rules
from thirtyone.sprt import Sprt, Verdict

_BLOCKS: Final = 10
_BLOCKS_OF_A_TEST: Final = 20_000
_MOST_BLOCKS: Final = 1_000_000
_MOST_JOBS: Final = 256
_TWO_NUMBERS: Final = re.compile(r"[+-]?[0-9]{1,6}(\.[0-9]{1,6})?,[+-]?[0-9]{1,6}(\.[0-9]{1,6})?")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments."""
    bot = "a .py file, a folder, a quoted command line, or a house bot's name"
    parser.add_argument("bots", nargs="+", metavar="BOT", help=bot)
    parser.add_argument("--rules", default="norwegian", help="a rule set (norwegian)")
    add_set(parser)
    parser.add_argument("--blocks", help=f"blocks to play ({_BLOCKS}); with --sprt at most so many")
    parser.add_argument("--seed", help="64 hexadecimal digits, or any text (random)")
    parser.add_argument("--jobs", default="1", help="play in so many processes at once (1)")
    parser.add_argument("--record", metavar="FILE", help="write the match to a file, for show")
    parser.add_argument("--json", action="store_true", help="write JSON")
    parser.add_argument(
        "--sprt",
        metavar="ELO0,ELO1",
        help="stop when it is decided whether the first bot is ELO1 or only ELO0 better",
    )
    parser.add_argument(
        "--in-process",
        action="store_true",
        help="call the bots' classes directly: fast, and without clocks",
    )
    parser.add_argument("--stderr", action="store_true", help="show what the bots wrote there")


def run(options: argparse.Namespace) -> int:
    """Play, print what came of it, and write the record."""
    test = None if options.sprt is None else _test(options.sprt)
    default = _BLOCKS if test is None else _BLOCKS_OF_A_TEST
    rules = rules_with(options.rules, options.overrides)
    setting = Setting(
        tuple(_entrant(bot, rules) for bot in options.bots),
        rules,
        seed_from(options.seed),
        default if options.blocks is None else _count("--blocks", options.blocks, _MOST_BLOCKS),
        options.in_process,
    )
    jobs = _count("--jobs", options.jobs, _MOST_JOBS)
    rules.check_seats(len(setting.programs))
    if options.in_process:
        for program in setting.programs:
            program.in_process_player()
    for option in ("record", "seed"):
        if getattr(options, option) == "":
            raise Refusal(f"--{option}: '' is not allowed")
    with Recording(options.record) as recording:
        played = _played(setting, jobs, test)
        if not played.blocks:
            print("thirtyone: stopped before a block was complete", file=sys.stderr)
            return INTERRUPTED
        outcome = played.gathering.outcome(_names(setting.programs), played.blocks)
        _tell(played, outcome, options)
        recording.keep(outcome.record)
    return INTERRUPTED if played.interrupted else OK


def _count(option: str, text: str, most: int) -> int:
    if text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= most:
        return int(text)
    raise Refusal(f"{option}: {text!r} is not allowed; 1 to {most} are")


def _test(text: str) -> Sprt:
    try:
        if not _TWO_NUMBERS.fullmatch(text):
            raise ValueError(text)
        elo0, elo1 = map(float, text.split(","))
        return Sprt(elo0, elo1)
    except ValueError:
        raise Refusal(
            f"--sprt {text!r}: write two Elo differences, the lower first, such as 0,10"
        ) from None


def _entrant(bot: str, rules: Rules) -> Program:
    program = find(bot)
    plays = program.plays()
    if not plays.allows(rules):
        raise NoSuchBot(
            f"{program.name} plays {plays.in_words()}, and {rules.name} is of the "
            f"{rules.form.value} form"
        )
    return program


def _names(programs: Sequence[Program]) -> list[str]:
    """Return the bots' names, with numbers where two are called the same."""
    names: list[str] = []
    for program in programs:
        alike = sum(other.name == program.name for other in programs[: len(names)])
        names.append(f"{program.name} ({alike + 1})" if alike else program.name)
    return names


@dataclass(slots=True)
class _Played:
    """What was played, how many blocks of it count, and what a test says of them."""

    gathering: Gathering
    blocks: int = 0
    test: Sprt | None = None
    counts: tuple[int, ...] = ()
    llr: float = 0.0
    interrupted: bool = False

    @property
    def verdict(self) -> Verdict:
        """What the test says of the blocks that count."""
        return Verdict.UNDECIDED if self.test is None else self.test.verdict(self.llr)

    def take_in(self) -> None:
        """Count the blocks that are complete, one after the other until the test is decided."""
        while self.blocks < self.gathering.complete_blocks():
            if self.test is not None:
                if self.verdict is not Verdict.UNDECIDED:
                    return
                outcome = self.gathering.half_points_of_first(self.blocks)
                self.counts = tuple(n + (i == outcome) for i, n in enumerate(self.counts))
                self.llr = self.test.llr(self.counts)
            self.blocks += 1


def _played(setting: Setting, jobs: int, test: Sprt | None) -> _Played:
    """Play until all blocks are played, the test is decided, or Ctrl-C is pressed."""
    bots = len(setting.programs)
    gathering = Gathering(setting)
    played = _Played(gathering, test=test, counts=(0,) * (2 * bots * (bots - 1) + 1))
    bar = Progress(sys.stderr, setting.blocks * bots, "games")

    def on_game(game: GameRecord) -> None:
        gathering.add(game)
        bar.show(len(gathering.games), _llr_line(played, ", "))

    try:
        with _interruptible(), closing(play_heats(setting, jobs, on_game)) as heats:
            for heat in heats:
                gathering.heats.append(heat)
                played.take_in()
                if played.verdict is not Verdict.UNDECIDED:
                    break
    except KeyboardInterrupt:
        played.interrupted = True
        played.take_in()
    finally:
        bar.clear()
    return played


@contextmanager
def _interruptible() -> Iterator[None]:
    """Raise KeyboardInterrupt at the first Ctrl-C or SIGTERM; a second does not disturb the end."""

    def leave(number: int, frame: FrameType | None) -> None:
        for each in before:
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt

    before: dict[signal.Signals, Any] = {}
    try:
        for each in (signal.SIGINT, signal.SIGTERM):
            before[each] = signal.signal(each, leave)
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _tell(played: _Played, outcome: MatchOutcome, options: argparse.Namespace) -> None:
    if options.json:
        print(as_json({**to_json(outcome, options.stderr), **_test_json(played)}))
        return
    if played.interrupted:
        print(f"Stopped: these are the {played.blocks} blocks that were complete.")
    print(to_text(outcome, options.stderr))
    if played.test is not None:
        print(_test_text(played))


def _llr_line(played: _Played, before: str = "") -> str:
    test = played.test
    if test is None:
        return ""
    return f"{before}LLR {played.llr:+.2f} ({test.lower:.2f} to {test.upper:.2f})"


def _test_text(played: _Played) -> str:
    test, bots = played.test, len(played.gathering.setting.programs)
    assert test is not None
    first = played.gathering.setting.programs[0].name
    seen = ", ".join(map(str, played.counts))
    if bots == 2:
        observed = f"a block, both games on the same cards; by score 0, ½, 1, 1½, 2: {seen}"
    else:
        observed = f"a block, {first}'s mean score against the {bots - 1} others; counts: {seen}"
    said = {
        Verdict.H0: f"H0 accepted: {first} is rather {test.elo0:+g} Elo than {test.elo1:+g}.",
        Verdict.H1: f"H1 accepted: {first} is rather {test.elo1:+g} Elo than {test.elo0:+g}.",
        Verdict.UNDECIDED: "Undecided: more blocks are needed.",
    }[played.verdict]
    return (
        f"\nSequential test of {first}, Elo {test.elo0:+g} against {test.elo1:+g}, "
        f"alpha = beta = {test.alpha:g}\n"
        f"One observation is {observed}\n"
        f"{_llr_line(played)} after {played.blocks} blocks\n{said}"
    )


def _test_json(played: _Played) -> dict[str, Any]:
    test = played.test
    if test is None:
        return {}
    return {
        "sprt": {
            "elo0": test.elo0,
            "elo1": test.elo1,
            "alpha": test.alpha,
            "beta": test.beta,
            "llr": played.llr,
            "lower": test.lower,
            "upper": test.upper,
            "verdict": played.verdict.value,
            "blocks": played.blocks,
            "counts": list(played.counts),
        }
    }
