"""What lies between the referee and a program: lines out, lines in, and how it can end.

Nothing here opens a process. ``thirtyone.pipes`` does it for the author at home; the arena puts a
sandbox behind the same methods.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Protocol

from thirtyone.faults import FaultName


@dataclass(frozen=True, slots=True)
class Evidence:
    """Hold what the owner of a bot is told about a fault; for nobody else's eyes.

    Times are milliseconds, memory is bytes; None means that it was not measured. ``line_sent`` and
    ``line_received`` carry no newline. ``why`` says in English what was wrong with the line.
    """

    line_sent: bytes | None = None
    line_received: bytes | None = None
    allowed: tuple[str, ...] = ()
    wall_ms: int | None = None
    cpu_ms: int | None = None
    memory_peak_bytes: int | None = None
    exit_code: int | None = None
    signal: int | None = None
    stderr_tail: bytes = b""
    why: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the evidence ready for JSON and for any database, its bytes made readable."""
        data = asdict(self)
        for name in ("line_sent", "line_received", "stderr_tail"):
            data[name] = None if data[name] is None else readable(data[name])
        return {**data, "allowed": list(self.allowed)}


def readable(raw: bytes) -> str:
    """Return what a program wrote as text that can be stored and shown.

    Bytes that are no UTF-8, and control characters other than newline and tab, become escapes.
    """
    text = raw.decode("utf-8", "backslashreplace")
    return "".join(
        char if char.isprintable() or char in "\n\t" else ascii(char)[1:-1] for char in text
    )


class ChannelFault(Exception):
    """The program behind the channel is gone or broke a limit: its own fault, by name."""

    def __init__(self, name: FaultName, detail: Evidence | None = None) -> None:
        super().__init__(name.value)
        self.name = name
        self.detail = detail or Evidence()


class OurFault(Exception):
    """The infrastructure failed: no bot is charged, and the match is given back."""


class Channel(Protocol):
    """Carry lines to and from one running program."""

    def write_line(self, line: bytes) -> None:
        """Send one line (given without its newline) and never wait long for the program.

        A line that the program does not read may wait in a buffer. Raises ChannelFault.
        """

    def read_line(self, timeout_s: float) -> bytes | None:
        """Return the next line without its newline, or None when none came in time.

        A timeout of 0 asks for what is already there. Raises ChannelFault when the program ended.
        """

    def cpu_s(self) -> float:
        """Return the CPU seconds used since the start by all processes of the program."""

    def reset_output(self) -> None:
        """Give the program its whole output limit again; called before each game."""

    def close(self) -> None:
        """End the program and everything it started; may be called twice."""

    def stderr(self) -> bytes:
        """Return the last 64 KiB that it wrote to standard error, also after close."""
