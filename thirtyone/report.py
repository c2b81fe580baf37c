"""What a check found, in a shape that can be stored and shown to the bot's owner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

from thirtyone.channel import Evidence
from thirtyone.faults import FaultName


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault: its name, where it happened, and how to see it again.

    ``reproduce`` are the lines that lead to it: given to the program on its standard input, they
    bring it to the same place, unless it goes by what happened in earlier rounds. It is empty
    where the fault answers no line.
    """

    name: FaultName
    where: str
    evidence: Mapping[str, Any]
    reproduce: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, name: FaultName, where: str, evidence: Evidence, reproduce: Sequence[str] = ()
    ) -> Self:
        """Return a finding with its evidence made readable."""
        return cls(name, where, evidence.to_json(), tuple(reproduce))

    def to_json(self) -> dict[str, Any]:
        """Return the finding ready for JSON."""
        return {**asdict(self), "name": self.name.value, "reproduce": list(self.reproduce)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read a finding back from what ``to_json`` wrote."""
        return cls(
            FaultName(data["name"]), data["where"], data["evidence"], tuple(data["reproduce"])
        )

    def to_paste(self, command: str = "python3 bot.py") -> str:
        """Return what brings a program to the fault when pasted into a shell; "" for nothing."""
        if not self.reproduce:
            return ""
        return "\n".join([f"{command} <<'END'", *self.reproduce, "END"])

    def to_text(self, command: str = "python3 bot.py") -> str:
        """Return the finding as lines for a terminal; ``command`` starts the program."""
        said = self.evidence
        rows = [
            ("why", said["why"]),
            ("sent", said["line_sent"]),
            ("allowed", ", ".join(said["allowed"])),
            ("received", said["line_received"]),
            ("exit code", said["exit_code"]),
            ("signal", said["signal"]),
            ("wall ms", said["wall_ms"]),
            ("stderr", said["stderr_tail"]),
        ]
        lines = [f"{self.name.value}: {self.where}"]
        lines += [f"  {label}: {value}" for label, value in rows if value not in (None, "")]
        if self.reproduce:
            lines += ["  to see it again, paste this into a shell:", self.to_paste(command)]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The outcome of a check: what was tried, and every fault that was found."""

    forms: tuple[str, ...]
    games: int
    positions: int
    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing was found; the score plays no part."""
        return not self.findings

    def to_json(self) -> dict[str, Any]:
        """Return the report ready for JSON."""
        return {
            "passed": self.passed,
            "forms": list(self.forms),
            "games": self.games,
            "positions": self.positions,
            "findings": [finding.to_json() for finding in self.findings],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read a report back from what ``to_json`` wrote."""
        findings = tuple(Finding.from_json(finding) for finding in data["findings"])
        return cls(tuple(data["forms"]), data["games"], data["positions"], findings)

    def to_text(self, command: str = "python3 bot.py") -> str:
        """Return the report as lines for a terminal; ``command`` starts the program."""
        tried = f"{self.games} games and {self.positions} positions ({', '.join(self.forms)} form)"
        if self.passed:
            return f"passed: no fault in {tried}"
        found = [finding.to_text(command) for finding in self.findings]
        return "\n\n".join([*found, f"rejected: {len(found)} fault(s) in {tried}"])
