"""What a pass and a match leave behind: results for everybody, evidence for the owners."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from thirtyone.channel import Evidence
from thirtyone.match import Fault, MatchResult
from thirtyone.record import GameRecord, Record

FORFEITS_TO_GIVE_UP: Final = 3
STDERR_BYTES: Final = 64 * 1024


@dataclass(slots=True)
class Tally:
    """Count over a whole match what each entrant has forfeited, and keep its owner's evidence."""

    forfeits: list[int]
    evidence: list[tuple[Fault, Evidence]] = field(default_factory=list)

    @classmethod
    def of(cls, entrants: int) -> Tally:
        """Return an empty tally."""
        return cls([0] * entrants)

    @property
    def given_up(self) -> tuple[int, ...]:
        """The entrants that forfeit every game from now on."""
        return tuple(i for i, games in enumerate(self.forfeits) if games >= FORFEITS_TO_GIVE_UP)

    def note(self, fault: Fault, evidence: Evidence) -> None:
        """Enter one fault."""
        self.evidence.append((fault, evidence))
        if fault.forfeits:
            self.forfeits[fault.entrant] += 1


@dataclass(frozen=True, slots=True)
class BotLog:
    """What one entrant left behind in a pass or a match, for its owner.

    ``stderr`` is the end of its standard error, ``cpu_s`` the CPU seconds of its games and
    ``idle_cpu_s`` those of them spent while others were to move.
    """

    stderr: bytes = b""
    cpu_s: float = 0.0
    idle_cpu_s: float = 0.0

    def followed_by(self, later: BotLog) -> BotLog:
        """Return both logs as one."""
        return BotLog(
            (self.stderr + later.stderr)[-STDERR_BYTES:],
            self.cpu_s + later.cpu_s,
            self.idle_cpu_s + later.idle_cpu_s,
        )


@dataclass(frozen=True, slots=True)
class PassResult:
    """One pass: its games in block order, and the log of each entrant."""

    games: tuple[GameRecord, ...]
    logs: tuple[BotLog, ...]


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """A match that was played to its end.

    ``evidence`` (each fault with what its owner may see) and ``logs`` (by entrant) are private;
    ``result`` and ``record`` are public.
    """

    result: MatchResult
    record: Record
    evidence: tuple[tuple[Fault, Evidence], ...]
    logs: tuple[BotLog, ...]
