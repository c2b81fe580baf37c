"""Hold one bubblewrapped program: learn its process, wait for it, and leave nothing of it."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
from collections.abc import Callable
from time import monotonic
from typing import Final

from sandbox.meters import Meter, TreeMeter
from sandbox.streams import Streams, wait_readable
from sandbox.verdicts import Exit, SandboxUnavailable

_START_S: Final = 10.0
_GONE_S: Final = 5.0
_HINT: Final = (
    " (user namespaces may be forbidden here: see kernel.unprivileged_userns_clone, "
    "user.max_user_namespaces and kernel.apparmor_restrict_unprivileged_userns)"
)


def read_child(outer: subprocess.Popen[bytes], status: int, streams: Streams) -> tuple[int, bytes]:
    """Wait for bubblewrap to name the first process of the namespace; return its number.

    Killing bubblewrap before that may leave strays; after it, killing that process ends all of
    them. Also returns what was read beyond it. Raises SandboxUnavailable with what bubblewrap said.
    """
    deadline = monotonic() + _START_S
    said = b""
    while b"\n" not in said:
        ready = wait_readable(status, deadline - monotonic())
        chunk = os.read(status, 4096) if ready else b""
        if not chunk:
            outer.kill()
            outer.wait()
            why = streams.stderr().decode("utf-8", "replace").strip() or "it said nothing"
            streams.close()
            os.close(status)
            hint = _HINT if "ermi" in why or "namespace" in why else ""
            raise SandboxUnavailable(f"bubblewrap did not start: {why}{hint}")
        said += chunk
    first, _, rest = said.partition(b"\n")
    return int(json.loads(first)["child-pid"]), rest


class Bwrapped:
    """One running program: bubblewrap outside, the first process of its namespace inside."""

    def __init__(
        self,
        outer: subprocess.Popen[bytes],
        child: int,
        status: int,
        said: bytes,
        meter: Meter,
        release: Callable[[], None],
    ) -> None:
        self._outer = outer
        self._meter = meter
        self._release = release
        self._status = status
        self._said = said
        self._left: Exit | None = None
        # Held open, a pidfd never means another process that came to bear the number.
        self._child: int | None = None
        with contextlib.suppress(ProcessLookupError):
            self._child = os.pidfd_open(child)

    def cpu_s(self) -> float:
        """Return the CPU seconds of all its processes so far."""
        return self._meter.cpu_s()

    def memory_peak_bytes(self) -> int | None:
        """Return the most memory that it has held."""
        return self._meter.memory_peak_bytes()

    def out_of_memory(self) -> bool:
        """Say whether the memory limit has struck."""
        return self._meter.out_of_memory()

    def wait(self, timeout_s: float) -> Exit | None:
        """Return how it left, or None where it is still there; raises SandboxUnavailable."""
        if self._left is None and self._reap(timeout_s):
            self._left = self._read_exit()
        return self._left

    def end(self) -> None:
        """Kill it and remove all that was set up for it; raises SandboxUnavailable."""
        if self._child is not None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._child, signal.SIGKILL)
        if not self._reap(_GONE_S):
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._outer.pid, signal.SIGKILL)
        gone = self._reap(_GONE_S)
        for descriptor in (self._child, self._status):
            if descriptor is not None:
                os.close(descriptor)
        self._release()
        if not gone:
            raise SandboxUnavailable("a program could not be killed")

    def _reap(self, timeout_s: float) -> bool:
        """Wait for bubblewrap to leave; it does so after every process of the namespace."""
        if self._outer.returncode is not None:
            return True
        outer = os.pidfd_open(self._outer.pid)
        try:
            if not wait_readable(outer, timeout_s):
                return False
        finally:
            os.close(outer)
        _, code, used = os.wait4(self._outer.pid, 0)
        self._outer.returncode = os.waitstatus_to_exitcode(code)
        if isinstance(self._meter, TreeMeter):
            self._meter.add_cpu(used.ru_utime + used.ru_stime)
        return True

    def _read_exit(self) -> Exit:
        """Read the exit code that bubblewrap wrote down once the program had been executed."""
        os.set_blocking(self._status, False)
        with contextlib.suppress(BlockingIOError):
            while chunk := os.read(self._status, 4096):
                self._said += chunk
        for line in self._said.splitlines():
            code = json.loads(line).get("exit-code")
            if code is not None:
                return read_exit_code(int(code))
        if self._meter.out_of_memory():
            return Exit(signal=signal.SIGKILL)
        raise SandboxUnavailable("bubblewrap ended before the program was executed")


def read_exit_code(code: int) -> Exit:
    """Read an exit code as shells do: 128 + a signal is that signal."""
    if code - 128 in set(signal.Signals):
        return Exit(signal=code - 128)
    return Exit(code=code)
