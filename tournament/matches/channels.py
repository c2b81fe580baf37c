"""Let the referee talk to a sandboxed program."""

from typing import Final

from sandbox import Process, ProgramEnded, SandboxUnavailable
from thirtyone.channel import ChannelFault, Evidence, OurFault
from thirtyone.faults import FaultName

# A program that reads nothing must not hold the referee up; what it misses makes it late.
_WRITE_TIMEOUT_S: Final = 1.0


class SandboxChannel:
    """A channel of the engine over a process of the sandbox."""

    def __init__(self, process: Process) -> None:
        self._process = process

    def write_line(self, line: bytes) -> None:
        """Send one line, given without its newline; raises ChannelFault and OurFault."""
        try:
            self._process.write_line(line, _WRITE_TIMEOUT_S)
        except ProgramEnded as ended:
            raise self._fault(ended) from ended
        except SandboxUnavailable as error:
            raise OurFault(str(error)) from error

    def read_line(self, timeout_s: float) -> bytes | None:
        """Return the next line, or None when none came in time; raises ChannelFault, OurFault."""
        try:
            return self._process.read_line(timeout_s)
        except ProgramEnded as ended:
            raise self._fault(ended) from ended
        except SandboxUnavailable as error:
            raise OurFault(str(error)) from error

    def cpu_s(self) -> float:
        """Return the CPU seconds that all processes of the program have used."""
        return self._process.cpu_s()

    def reset_output(self) -> None:
        """Give the program its whole output limit again."""
        self._process.reset_output()

    def close(self) -> None:
        """End the program with everything that it started."""
        self._process.close()

    def stderr(self) -> bytes:
        """Return the end of what it wrote to standard error."""
        return self._process.stderr()

    def _fault(self, ended: ProgramEnded) -> ChannelFault:
        left = self._process.exit
        return ChannelFault(
            FaultName(ended.verdict.value),
            Evidence(
                memory_peak_bytes=self._process.memory_peak_bytes(),
                exit_code=None if left is None else left.code,
                signal=None if left is None else left.signal,
                stderr_tail=self._process.stderr(),
            ),
        )
