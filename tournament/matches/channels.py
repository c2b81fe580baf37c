"""Let the referee talk to a sandboxed program."""

from collections.abc import Iterator
from contextlib import contextmanager

from sandbox import Process, ProgramEnded, SandboxUnavailable
from thirtyone.channel import ChannelFault, Evidence, OurFault
from thirtyone.faults import FaultName


class SandboxChannel:
    """A channel of the engine over a process of the sandbox."""

    def __init__(self, process: Process) -> None:
        self._process = process

    def write_line(self, line: bytes) -> None:
        """Send one line, given without its newline; what is not taken at once waits.

        Raises ChannelFault and OurFault.
        """
        with _told():
            self._process.write_line(line)

    def read_line(self, timeout_s: float) -> bytes | None:
        """Return the next line, or None when none came in time; raises ChannelFault, OurFault."""
        with _told():
            return self._process.read_line(timeout_s)

    def cpu_s(self) -> float:
        """Return the CPU seconds that all processes of the program have used; raises OurFault."""
        with _told():
            return self._process.cpu_s()

    def reset_output(self) -> None:
        """Give the program its whole output limit again."""
        self._process.reset_output()

    def close(self) -> None:
        """End the program with everything that it started; raises OurFault."""
        with _told():
            self._process.close()

    def stderr(self) -> bytes:
        """Return the end of what it wrote to standard error."""
        return self._process.stderr()


@contextmanager
def _told() -> Iterator[None]:
    """Put what the sandbox says into the engine's words."""
    try:
        yield
    except ProgramEnded as ended:
        raise _fault(ended) from ended
    except SandboxUnavailable as error:
        raise OurFault(str(error)) from error


def _fault(ended: ProgramEnded) -> ChannelFault:
    found = ended.evidence
    return ChannelFault(
        FaultName(ended.verdict.value),
        Evidence(
            memory_peak_bytes=found.memory_peak_bytes,
            exit_code=found.exit.code,
            signal=found.exit.signal,
            stderr_tail=found.stderr,
            why=found.why,
        ),
    )
