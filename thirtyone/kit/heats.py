"""Play a long match at home in heats of a few blocks, in one process or in several at once.

A heat is played as the arena plays a match: fresh programs for each pass, one process a pass, and
what is forfeited is forfeited to its end. How a match is cut into heats depends on nothing but its
blocks, so that any number of jobs comes to the same games.
"""

from __future__ import annotations

import hmac
import multiprocessing
import random
import signal
import sys
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Final, NoReturn

from thirtyone.channel import Evidence, OurFault
from thirtyone.match import Fault, MatchPlan
from thirtyone.outcome import BotLog
from thirtyone.players import Player
from thirtyone.programs import Program
from thirtyone.record import GameRecord
from thirtyone.referee import play_match
from thirtyone.rules import Rules

BLOCKS_A_HEAT: Final = 10
MATCH_ID: Final = "offline"
_PATIENCE_S: Final = 15.0

OnGame = Callable[[GameRecord], None]


@dataclass(frozen=True, slots=True)
class Setting:
    """What is played: who, by which rules, on which seed, how many blocks."""

    programs: tuple[Program, ...]
    rules: Rules
    seed: bytes
    blocks: int
    in_process: bool = False

    @property
    def plan(self) -> MatchPlan:
        """The plan of the whole match; raises RulesError and ValueError where there is none."""
        return MatchPlan(MATCH_ID, self.rules, len(self.programs), self.blocks, self.seed)

    @property
    def heats(self) -> range:
        """The numbers of the heats."""
        return range(-(-self.blocks // BLOCKS_A_HEAT))

    def heat(self, number: int) -> MatchPlan:
        """Return the plan of one heat."""
        first = number * BLOCKS_A_HEAT
        blocks = min(BLOCKS_A_HEAT, self.blocks - first)
        return MatchPlan(MATCH_ID, self.rules, len(self.programs), blocks, self.seed, first)

    def chance(self, heat: int, rotation: int, entrant: int) -> str:
        """Return what seeds the random numbers of one bot in one pass of a heat."""
        label = f"thirtyone/chance/{heat}/{rotation}/{entrant}"
        return hmac.digest(self.seed, label.encode(), "sha256").hex()


@dataclass(frozen=True, slots=True)
class Heat:
    """What came of one heat beside its games, which were heard of one by one."""

    number: int
    evidence: tuple[tuple[Fault, Evidence], ...]
    logs: tuple[BotLog, ...]


def play_heat(setting: Setting, number: int, on_game: OnGame) -> Heat:
    """Play one heat in this process; raises OurFault."""

    def open_players(rotation: int) -> Sequence[Player]:
        if setting.in_process:
            return [program.in_process_player() for program in setting.programs]
        return [
            program.player(setting.chance(number, rotation, entrant))
            for entrant, program in enumerate(setting.programs)
        ]

    if setting.in_process:
        random.seed(setting.chance(number, 0, 0))
    outcome = play_match(setting.heat(number), open_players, on_game=on_game)
    return Heat(number, outcome.evidence, outcome.logs)


def play_heats(setting: Setting, jobs: int, on_game: OnGame) -> Generator[Heat, None, None]:
    """Play all heats and yield them in order; ``on_game`` hears of games in any order.

    Closing the generator ends what still plays. Raises OurFault.
    """
    jobs = min(jobs, len(setting.heats))
    if jobs < 2:
        for number in setting.heats:
            yield play_heat(setting, number, on_game)
        return
    crew = [_Hand(setting) for _ in range(jobs)]
    try:
        yield from _shared_out(crew, list(setting.heats), on_game)
    finally:
        for hand in crew:
            hand.dismiss()
        for hand in crew:
            hand.see_off()


def _shared_out(
    crew: Sequence[_Hand], waiting: list[int], on_game: OnGame
) -> Generator[Heat, None, None]:
    """Give each free hand the next heat; keep those that end early until it is their turn."""
    upcoming = waiting[0]
    done: dict[int, Heat] = {}
    for hand in crew:
        hand.give(waiting.pop(0))
    busy = {hand.line: hand for hand in crew}
    while busy:
        for line in wait(list(busy)):
            assert isinstance(line, Connection)
            said = busy[line].hear()
            if isinstance(said, GameRecord):
                on_game(said)
                continue
            done[said.number] = said
            if waiting:
                busy[line].give(waiting.pop(0))
            else:
                del busy[line]
        while upcoming in done:
            yield done.pop(upcoming)
            upcoming += 1


class _Hand:
    """One process that plays the heats that it is given."""

    def __init__(self, setting: Setting) -> None:
        fork, spawn = multiprocessing.get_context("fork"), multiprocessing.get_context("spawn")
        make = fork.Process if sys.platform == "linux" else spawn.Process
        self.line, far_end = multiprocessing.Pipe()
        self._process: BaseProcess = make(target=_work, args=(setting, far_end))
        self._process.start()
        far_end.close()

    def give(self, heat: int) -> None:
        """Have a heat played."""
        self.line.send(heat)

    def hear(self) -> GameRecord | Heat:
        """Return the next game or the end of the heat; raises OurFault."""
        try:
            said = self.line.recv()
        except (EOFError, OSError):
            raise OurFault("a job ended without a word") from None
        if isinstance(said, str):
            raise OurFault(said)
        assert isinstance(said, (GameRecord, Heat))
        return said

    def dismiss(self) -> None:
        """Tell the process to end its programs and itself."""
        self._process.terminate()

    def see_off(self) -> None:
        """Wait until it is gone."""
        self._process.join(_PATIENCE_S)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self.line.close()


def _work(setting: Setting, line: Connection) -> None:
    """Play heats until told to end; Ctrl-C is for the process that leads."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    try:
        while True:
            line.send(play_heat(setting, line.recv(), line.send))
    except OurFault as fault:
        line.send(str(fault))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # the process that leads is gone


def _leave(number: int, frame: object) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit(0)
