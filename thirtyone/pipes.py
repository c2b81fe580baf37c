"""Run a bot as a plain process of this machine: the author's kit at home, never the arena.

Nothing is confined here. Whoever uses it trusts the program.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic

from thirtyone.channel import ChannelFault, Evidence, OurFault
from thirtyone.faults import FaultName

LINE_BYTES = 8192
OUTPUT_BYTES = 1024 * 1024
STDERR_BYTES = 64 * 1024
_CHUNK = 65536
_GRACE_S = 5.0


class PipeChannel:
    """Talk to one process over its standard input and output."""

    def __init__(
        self,
        argv: Sequence[str],
        *,
        cwd: Path | None = None,
        environment: Mapping[str, str] | None = None,
        output_bytes: int = OUTPUT_BYTES,
    ) -> None:
        """Start the program; raises OurFault when the machine cannot start it."""
        try:
            self._process = subprocess.Popen(
                argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=cwd,
                env=None if environment is None else dict(environment),
                start_new_session=True,
            )
        except OSError as error:
            raise OurFault(f"cannot start {argv[0]}: {error.strerror}") from error
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._in, self._out = process.stdin.fileno(), process.stdout.fileno()
        self._err = process.stderr.fileno()
        for descriptor in (self._in, self._out, self._err):
            os.set_blocking(descriptor, False)
        self._unsent = bytearray()
        self._received = bytearray()
        self._lines: deque[bytes] = deque()
        self._left = self._limit = output_bytes
        self._ended = False
        self._closed = False
        self._stderr = bytearray()
        self._errors = [self._err]  # empty once it has ended

    def write_line(self, line: bytes) -> None:
        """Send one line; what the program does not read yet waits here.

        The waiting text stays small without a cap: a program that does not answer is soon asked
        nothing more.
        """
        self._unsent += line + b"\n"
        self._send()

    def read_line(self, timeout_s: float) -> bytes | None:
        """Return the next line, or None when none came within the limit; raises ChannelFault."""
        deadline = monotonic() + timeout_s
        while True:
            if self._lines:
                return self._lines.popleft()
            if self._ended:
                raise self._fault(FaultName.CRASHED)
            left = max(0.0, deadline - monotonic())
            writing = [self._in] if self._unsent else []
            readable, writable, _ = select.select([self._out, *self._errors], writing, [], left)
            if writable:
                self._send()
            if self._err in readable:
                self._receive_errors()
            if self._out in readable:
                self._receive()
            elif left == 0.0:
                return None

    def cpu_s(self) -> float:
        """Return the CPU seconds of the process and of the children that it has waited for."""
        try:
            stat = Path(f"/proc/{self._process.pid}/stat").read_text()
        except OSError:
            return 0.0
        fields = stat.rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")

    def reset_output(self) -> None:
        """Give the program its whole output limit again, as each game does."""
        self._left = self._limit

    def close(self) -> None:
        """Kill the process and its group; may be called twice."""
        if self._closed:
            return
        self._closed = True
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(_GRACE_S)
        self.stderr()
        self._errors.clear()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()

    def stderr(self) -> bytes:
        """Return the last 64 KiB of standard error, with what is waiting in the pipe."""
        # A program may write faster than this reads: twice the size is enough to have its end.
        for _ in range(2 + 2 * STDERR_BYTES // _CHUNK):
            if not self._receive_errors():
                break
        return bytes(self._stderr)

    def _send(self) -> None:
        try:
            while self._unsent:
                sent = os.write(self._in, self._unsent)
                del self._unsent[:sent]
        except BlockingIOError:
            pass
        except (BrokenPipeError, ValueError):
            self._unsent.clear()  # the end shows when its output is read

    def _receive(self) -> None:
        try:
            chunk = os.read(self._out, _CHUNK)
        except BlockingIOError:
            return
        if not chunk:
            self._ended = True
            return
        self._left -= len(chunk)
        self._received += chunk
        *lines, rest = self._received.split(b"\n")
        self._received = rest
        if self._left < 0 or len(rest) > LINE_BYTES or any(len(x) > LINE_BYTES for x in lines):
            raise self._fault(FaultName.TOO_MUCH_OUTPUT)
        self._lines.extend(bytes(line) for line in lines)

    def _fault(self, name: FaultName) -> ChannelFault:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        code = self._process.wait(_GRACE_S)
        self._ended = True
        self._lines.clear()
        return ChannelFault(
            name,
            Evidence(
                exit_code=code if code >= 0 else None,
                signal=-code if code < 0 else None,
                stderr_tail=self.stderr(),
            ),
        )

    def _receive_errors(self) -> bool:
        if not self._errors:
            return False
        try:
            chunk = os.read(self._err, _CHUNK)
        except BlockingIOError:
            return False
        if not chunk:
            self._errors.clear()
            return False
        self._stderr += chunk
        del self._stderr[:-STDERR_BYTES]
        return True
