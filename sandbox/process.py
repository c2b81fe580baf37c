"""One running program, behind the same methods whichever backend holds it."""

from __future__ import annotations

import threading
from time import monotonic
from typing import Final, Protocol

from sandbox.limits import Limits
from sandbox.streams import Streams
from sandbox.verdicts import Evidence, Exit, ProgramEnded, SandboxUnavailable, Verdict

_LOOK_S: Final = 0.1  # how often the memory is looked at while lines come and go
_LEAVE_S: Final = 2.0  # from the end of the output to the end of the program
_NEAR: Final = 0.9  # of the memory limit: an exit from up there is for want of memory
_COULD_NOT_EXECUTE: Final = (126, 127)


class Confinement(Protocol):
    """What a backend keeps of one program."""

    def cpu_s(self) -> float:
        """Return the CPU seconds of all its processes so far."""

    def memory_peak_bytes(self) -> int | None:
        """Return the most memory that it has held, or None where it is not known."""

    def out_of_memory(self) -> bool:
        """Say whether the memory limit has struck."""

    def wait(self, timeout_s: float) -> Exit | None:
        """Return how it left, or None where it is still there; raises SandboxUnavailable."""

    def end(self) -> None:
        """Kill it and remove all that was set up for it; raises SandboxUnavailable."""


class Process:
    """A program that was started; ``exit`` is how it left, once it has."""

    def __init__(
        self,
        streams: Streams,
        confinement: Confinement,
        limits: Limits,
        memory_marks: tuple[bytes, ...] = (),
    ) -> None:
        self.exit: Exit | None = None
        self._streams = streams
        self._confinement = confinement
        self._limits = limits
        self._memory_marks = memory_marks
        self._ended: ProgramEnded | None = None
        self._closed = False
        self._lock = threading.Lock()
        self._looked_at = monotonic()
        self._cpu_s = 0.0
        self._peak: int | None = None
        self._stderr = b""

    def write_line(self, line: bytes, timeout_s: float = 0.0) -> None:
        """Send one line, given without its newline; wait at most so long for it to be taken.

        What is not taken stays here and is sent while lines are read. Raises ProgramEnded where
        that is already known, SandboxUnavailable, and ValueError after close.
        """
        self._still_open()
        self._streams.queue(line)
        deadline = monotonic() + timeout_s
        while self._streams.unsent and not self._streams.at_end and not self._streams.overflow:
            left = deadline - monotonic()
            if left <= 0:
                return
            self._streams.turn(left)

    def read_line(self, timeout_s: float) -> bytes | None:
        """Return the next line without its newline, or None when none came in time.

        Zero seconds ask for what is already there. Raises ProgramEnded, SandboxUnavailable, and
        ValueError after close.
        """
        self._still_open()
        deadline = monotonic() + timeout_s
        late = False
        while True:
            self._look_at_memory()
            if self._streams.overflow:
                raise self._end(Verdict.TOO_MUCH_OUTPUT, self._streams.overflow)
            line = self._streams.next_line()
            if line is not None:
                return line
            if self._streams.at_end:
                raise self._end_by_itself()
            if late:  # however much else there is to be read
                return None
            left = deadline - monotonic()
            late = left <= 0
            self._streams.turn(min(left, _LOOK_S))

    def reset_output(self) -> None:
        """Give the program its whole output limit again."""
        self._streams.reset_output()

    def cpu_s(self) -> float:
        """Return the CPU seconds used since the start by all its processes; also after close."""
        if not self._closed:
            self._cpu_s = max(self._cpu_s, self._confinement.cpu_s())
        return self._cpu_s

    def memory_peak_bytes(self) -> int | None:
        """Return the most memory that it held at once, or None where it is not known."""
        if not self._closed:
            self._peak = self._confinement.memory_peak_bytes() or self._peak
        return self._peak

    def stderr(self) -> bytes:
        """Return the last bytes that it wrote to standard error; also after close."""
        if not self._closed:
            self._stderr = self._streams.stderr()
        return self._stderr

    def close(self) -> None:
        """Kill it with everything that it started, and leave nothing behind; may be called twice.

        Raises SandboxUnavailable where that failed.
        """
        with self._lock:
            if self._closed:
                return
            self.cpu_s()
            self.memory_peak_bytes()
            self.stderr()
            self._closed = True
            try:
                self._confinement.end()
            finally:
                self._streams.close()

    def _still_open(self) -> None:
        if self._ended is not None:
            raise self._ended
        if self._closed:
            raise ValueError("this process has been closed")

    def _look_at_memory(self) -> None:
        now = monotonic()
        if now - self._looked_at < _LOOK_S:
            return
        self._looked_at = now
        if self._confinement.out_of_memory():
            raise self._end(Verdict.OUT_OF_MEMORY, self._memory_text())

    def _end_by_itself(self) -> ProgramEnded:
        # Counters of a container vanish soon after it, so they are read before anything else.
        struck = self._confinement.out_of_memory()
        self.memory_peak_bytes()
        try:
            self.exit = self._confinement.wait(_LEAVE_S)
        except SandboxUnavailable:
            self.close()
            raise
        if struck or self._confinement.out_of_memory() or self._left_from_the_top():
            return self._end(Verdict.OUT_OF_MEMORY, self._memory_text())
        if self.exit is None:
            return self._end(Verdict.CRASHED, "it closed its standard output")
        if self.exit.code in _COULD_NOT_EXECUTE and not self._streams.received:
            return self._end(Verdict.DID_NOT_START, "its command could not be executed")
        return self._end(Verdict.CRASHED, "")

    def _left_from_the_top(self) -> bool:
        """Say whether it failed for want of memory without having been killed for it."""
        if self.exit is None or self.exit.code == 0:
            return False
        if (self.memory_peak_bytes() or 0) >= _NEAR * self._limits.memory_bytes:
            return True
        last = self.stderr().strip().rpartition(b"\n")[2]
        return any(last.startswith(mark) for mark in self._memory_marks)

    def _memory_text(self) -> str:
        return f"more than {self._limits.memory_mb} MiB of memory"

    def _end(self, verdict: Verdict, why: str) -> ProgramEnded:
        try:
            self.close()
        except SandboxUnavailable as error:
            why = f"{why}; {error}".strip("; ")
        evidence = Evidence(self.exit or Exit(), self._cpu_s, self._peak, self._stderr, why)
        self._ended = ProgramEnded(verdict, evidence)
        return self._ended
