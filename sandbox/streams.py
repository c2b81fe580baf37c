"""The three streams of a running program, line by line and without ever waiting for it."""

from __future__ import annotations

import contextlib
import os
import select
from collections import deque
from typing import Final

from sandbox.limits import Limits

_CHUNK: Final = 65536


def wait_readable(descriptor: int, timeout_s: float) -> bool:
    """Wait at most so long until a descriptor can be read, and say whether it can."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(max(0.0, timeout_s) * 1000))


class Streams:
    """Own the ends of a program's standard input, output and error that the referee holds.

    Nothing is read before somebody asks, so a program that floods its output waits at a full pipe.
    """

    def __init__(self, stdin: int, stdout: int, stderr: int, limits: Limits) -> None:
        self._in, self._out, self._err = stdin, stdout, stderr
        self._limits = limits
        self._unsent = bytearray()
        self._partial = bytearray()
        self._lines: deque[bytes] = deque()
        self._left = limits.output_bytes
        self._stderr = bytearray()
        self._closed = False
        self.received = False  # anything on standard output, ever
        self.at_end = False
        self.overflow = ""  # which limit of the output was broken
        self._poll = select.poll()
        for descriptor in (stdin, stdout, stderr):
            os.set_blocking(descriptor, False)
        self._poll.register(stdout, select.POLLIN)
        self._poll.register(stderr, select.POLLIN)

    def queue(self, line: bytes) -> None:
        """Add one line to what is to be sent, and send what fits."""
        self._unsent += line + b"\n"
        self._send()

    @property
    def unsent(self) -> int:
        """Return how many bytes the program has not taken yet."""
        return len(self._unsent)

    def next_line(self) -> bytes | None:
        """Return the oldest line that has been received whole, without its newline."""
        return self._lines.popleft() if self._lines else None

    def reset_output(self) -> None:
        """Give the program its whole output limit again."""
        self._left = self._limits.output_bytes

    def turn(self, timeout_s: float) -> bool:
        """Move what can be moved, waiting at most so long for something; say whether it did."""
        if self._closed:
            return False
        if self._unsent:
            self._poll.register(self._in, select.POLLOUT)
        try:
            events = self._poll.poll(max(0.0, timeout_s) * 1000)
        finally:
            if self._unsent:
                self._poll.unregister(self._in)
        for descriptor, _ in events:
            if descriptor == self._in:
                self._send()
            elif descriptor == self._out:
                self._receive()
            else:
                self._receive_errors()
        return bool(events)

    def stderr(self) -> bytes:
        """Return the end of standard error, with what is waiting in the pipe."""
        # A program may write faster than this reads: twice the ring is enough to have its end.
        for _ in range(2 + 2 * self._limits.stderr_bytes // _CHUNK):
            if self._closed or not self._receive_errors():
                break
        return bytes(self._stderr)

    def close(self) -> None:
        """Give the descriptors back; may be called twice."""
        if self._closed:
            return
        self._closed = True
        self._unsent.clear()
        for descriptor in (self._in, self._out, self._err):
            os.close(descriptor)

    def _send(self) -> None:
        try:
            while self._unsent:
                sent = os.write(self._in, self._unsent[:_CHUNK])
                del self._unsent[:sent]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self._unsent.clear()  # its end shows when its output is read

    def _receive(self) -> None:
        try:
            chunk = os.read(self._out, _CHUNK)
        except BlockingIOError:
            return
        if not chunk:
            self.at_end = True
            self._poll.unregister(self._out)
            return
        self.received = True
        self._left -= len(chunk)
        self._partial += chunk
        if b"\n" in chunk:
            *lines, rest = self._partial.split(b"\n")
            self._partial = rest
            self._lines.extend(bytes(line) for line in lines)
        self._look_at_limits()

    def _look_at_limits(self) -> None:
        longest = max(map(len, (*self._lines, self._partial)), default=0)
        if longest > self._limits.line_bytes:
            self.overflow = f"a line of more than {self._limits.line_bytes} bytes"
        elif self._left < 0:
            self.overflow = f"more than {self._limits.output_bytes} bytes of output"

    def _receive_errors(self) -> bool:
        try:
            chunk = os.read(self._err, _CHUNK)
        except BlockingIOError:
            return False
        if not chunk:
            with contextlib.suppress(KeyError):
                self._poll.unregister(self._err)
            return False
        self._stderr += chunk
        del self._stderr[: -self._limits.stderr_bytes]
        return True
