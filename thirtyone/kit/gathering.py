"""Gather the games of a match as they finish, and make one outcome of those that are complete."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from thirtyone.channel import Evidence
from thirtyone.kit.heats import Heat, Setting
from thirtyone.match import Fault, MatchResult, half_points
from thirtyone.outcome import BotLog, MatchOutcome
from thirtyone.record import GameRecord, Record


@dataclass(slots=True)
class Gathering:
    """What has been played so far, in whatever order it came."""

    setting: Setting
    games: dict[tuple[int, int], GameRecord] = field(default_factory=dict)
    heats: list[Heat] = field(default_factory=list)
    _complete: int = 0

    def add(self, game: GameRecord) -> None:
        """Take in one finished game."""
        self.games[game.block, game.rotation] = game

    def complete_blocks(self) -> int:
        """Return how many blocks from the first on are played from every seat."""
        while all((self._complete, turn) in self.games for turn in self._turns):
            self._complete += 1
        return self._complete

    def half_points_of_first(self, block: int) -> int:
        """Return the first bot's half-points in a complete block (see ``half_points``)."""
        return sum(half_points(self.games[block, turn].result.places)[0] for turn in self._turns)

    @property
    def _turns(self) -> range:
        return range(len(self.setting.programs))

    def outcome(self, names: Sequence[str], blocks: int) -> MatchOutcome:
        """Return the first so many blocks as a match."""
        games = tuple(self.games[block, turn] for turn in self._turns for block in range(blocks))
        plan = self.setting.plan
        logs = tuple(BotLog() for _ in self._turns)
        for heat in self.heats:
            logs = tuple(a.followed_by(b) for a, b in zip(logs, heat.logs, strict=True))
        return MatchOutcome(
            MatchResult(plan.entrants, tuple(game.result for game in games)),
            Record(plan.match_id, plan.rules, plan.seed.hex(), blocks, tuple(names), games),
            tuple((fault, self._evidence(fault)) for game in games for fault in game.faults),
            logs,
        )

    def _evidence(self, fault: Fault) -> Evidence:
        for heat in self.heats:
            for known, evidence in heat.evidence:
                if known == fault:
                    return evidence
        return Evidence()
