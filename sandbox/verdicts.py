"""How a program can end, and what is not its fault."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """Name what ended a program; all of these are its own doing."""

    CRASHED = "crashed"
    OUT_OF_MEMORY = "out_of_memory"
    TOO_MUCH_OUTPUT = "too_much_output"
    DID_NOT_START = "did_not_start"


@dataclass(frozen=True, slots=True)
class Exit:
    """Tell how the main process left: its exit code, or the signal that ended it.

    Both are None when it had to be taken away before it left by itself. A program that exits with
    a code above 128 looks like one that a signal ended.
    """

    code: int | None = None
    signal: int | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """Hold what is known of a program that ended; for its owner, not for the public.

    ``memory_peak_bytes`` is None where it could not be measured. ``why`` is in English and may be
    empty.
    """

    exit: Exit
    cpu_s: float
    memory_peak_bytes: int | None
    stderr: bytes
    why: str = ""


class ProgramEnded(Exception):
    """The program is gone, or was ended because it broke a limit."""

    def __init__(self, verdict: Verdict, evidence: Evidence) -> None:
        super().__init__(f"{verdict}: {evidence.why}" if evidence.why else verdict.value)
        self.verdict = verdict
        self.evidence = evidence


class SandboxUnavailable(Exception):
    """The sandbox itself failed (daemon gone, disk full, not installed); no program is to blame."""
