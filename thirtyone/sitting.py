"""One bot at the table: its clock, its faults, and what it has been told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from thirtyone import messages
from thirtyone.channel import Evidence
from thirtyone.faults import FaultName
from thirtyone.players import Answer, Player
from thirtyone.protocol import READY
from thirtyone.rules import Rules
from thirtyone.view import View

STRIKES_TO_FORFEIT: Final = 3
COUNTED: Final = frozenset({FaultName.ILLEGAL_ACTION, FaultName.UNREADABLE_REPLY, FaultName.LATE})
"""The faults that get the default move and are counted; any other forfeits the game at once."""


@dataclass(frozen=True, slots=True)
class ClockLimits:
    """Hold a bot's time, in seconds.

    ``start_s`` is wall time to get ready and ``move_s`` to answer. For a whole game there are
    ``bank_s`` of CPU time, and ``wall_s`` of wall time while it is asked: without the second, one
    that sleeps through every move would cost no CPU time and hold its table for hours.
    """

    start_s: float = 5.0
    move_s: float = 1.0
    bank_s: float = 10.0
    wall_s: float = 30.0

    def longest_s(self, entrants: int, games: int) -> float:
        """Return the wall time that bots can take for some games, whatever they do, in seconds."""
        return entrants * games * (self.start_s + self.wall_s + self.move_s)


@dataclass(frozen=True, slots=True)
class Failure:
    """Say what a bot did wrong just now, and whether that forfeits the game."""

    name: FaultName
    forfeits: bool
    evidence: Evidence


class Sitting:
    """Ask one bot in one seat, for one pass, and judge it by its clock.

    ``cpu_s`` adds up the CPU seconds of its games and ``idle_cpu_s`` those of them that it spent
    while others were to move.
    """

    def __init__(
        self, player: Player, seat: int, rules: Rules, seats: int, limits: ClockLimits
    ) -> None:
        self.seat = seat
        self._player = player
        self._limits = limits
        self._hello = messages.hello(rules, seats, seat, limits)
        self._ready = False
        self._strikes = 0
        self._told = 0
        self._last_ms = 0
        self._cpu_at_start_s = 0.0
        self._cpu_seen_s = 0.0
        self._wall_ms = 0
        self.cpu_s = 0.0
        self.idle_cpu_s = 0.0

    def begin_game(self) -> Failure | None:
        """Get the bot ready for a game: started if it does not run, with a fresh clock."""
        self._strikes = 0
        self._wall_ms = 0
        if not self._player.running:
            self._ready = False
            self._player.open()
        if not self._ready:
            answer = self._player.ask(self._hello, (READY,), self._limits.start_s)
            if answer.fault is not None:
                return self._never_ready(answer)
            self._ready = True
            self._last_ms = answer.wall_ms
        self._player.new_game()
        self._cpu_at_start_s = self._cpu_seen_s = self._player.cpu_s()
        return None

    def _never_ready(self, answer: Answer) -> Failure:
        assert answer.fault is not None
        self._player.close()
        name = FaultName.DID_NOT_START if answer.fault is FaultName.LATE else answer.fault
        return Failure(name, True, answer.evidence or Evidence())

    def deal(self, view: View) -> None:
        """Tell the bot of a new round."""
        self._told = 0
        self._player.tell(messages.deal(view))

    def decide(self, view: View) -> tuple[str | None, int, Failure | None]:
        """Ask the bot for its decision; return the action, its wall time in ms, and a failure.

        The action is None where the default move is to be played.
        """
        self._read_cpu(idle=True)
        if self._spent is not None:
            return None, 0, self._out_of_time(self._spent, Evidence(allowed=view.legal))
        news = view.events[self._told :]
        self._told = len(view.events)
        request = messages.request(view, news, self._time())
        answer = self._player.ask(request, view.legal, self._limits.move_s)
        self._last_ms = answer.wall_ms
        self._wall_ms += answer.wall_ms
        if answer.fault is not None and answer.fault not in COUNTED:
            return None, answer.wall_ms, Failure(answer.fault, True, answer.evidence or Evidence())
        self._read_cpu()
        if self._spent is not None:
            failure = self._out_of_time(self._spent, answer.evidence or Evidence())
            return None, answer.wall_ms, failure
        if answer.fault is None:
            return answer.action, answer.wall_ms, None
        self._strikes += 1
        forfeits = self._strikes >= STRIKES_TO_FORFEIT
        failure = Failure(answer.fault, forfeits, answer.evidence or Evidence())
        return None, answer.wall_ms, failure

    def _time(self) -> dict[str, int]:
        """Return what the bot is told of its time, in milliseconds."""
        limits = self._limits
        return {
            "bank_ms": max(0, round(limits.bank_s * 1000) - self._cpu_ms),
            "wall_ms": max(0, round(limits.wall_s * 1000) - self._wall_ms),
            "move_ms": round(limits.move_s * 1000),
            "last_ms": self._last_ms,
        }

    @property
    def _cpu_ms(self) -> int:
        return round((self._cpu_seen_s - self._cpu_at_start_s) * 1000)

    @property
    def _spent(self) -> str | None:
        """Say which clock of the game has run out, if one has."""
        if self._cpu_ms > self._limits.bank_s * 1000:
            return "CPU time"
        return "wall time" if self._wall_ms > self._limits.wall_s * 1000 else None

    def _read_cpu(self, idle: bool = False) -> None:
        """Read the bot's CPU clock; ``idle`` says that it was not its turn since the last time."""
        now = self._player.cpu_s()
        spent = max(0.0, now - self._cpu_seen_s)
        self.cpu_s += spent
        if idle:
            self.idle_cpu_s += spent
        self._cpu_seen_s = now

    def _out_of_time(self, clock: str, evidence: Evidence) -> Failure:
        evidence = replace(
            evidence,
            cpu_ms=self._cpu_ms,
            wall_ms=self._wall_ms,
            why=f"the {clock} of the game is used up",
            stderr_tail=self._player.stderr(),
        )
        self._player.close()
        return Failure(FaultName.OUT_OF_TIME, True, evidence)

    def round_end(self, view: View) -> None:
        """Show the bot what a round came to."""
        self._player.tell(messages.round_end(view, view.events[self._told :]))

    def game_end(self, places: Sequence[int]) -> None:
        """Tell the bot who came where."""
        self._player.tell(messages.game_end(places))

    def leave(self) -> None:
        """End the bot: the match is over for it."""
        self._player.tell(messages.match_end())
        self._player.close()

    def stderr(self) -> bytes:
        """Return the end of the bot's standard error."""
        return self._player.stderr()
