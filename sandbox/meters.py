"""Measure a running program: from its control group, or from /proc where there is none."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, Protocol

from sandbox.cgroups import Cgroup

_TICKS: Final = os.sysconf("SC_CLK_TCK")


class Meter(Protocol):
    """Read what a program has used; each value is the highest that was ever read."""

    def cpu_s(self) -> float:
        """Return the CPU seconds of all its processes."""

    def memory_peak_bytes(self) -> int | None:
        """Return the most memory that it held at once."""

    def out_of_memory(self) -> bool:
        """Say whether the memory limit has struck."""


class CgroupMeter:
    """Read the counters of a control group: nothing escapes them."""

    def __init__(self, group: Cgroup) -> None:
        self._group = group
        self._cpu_s = 0.0
        # Of a program that is gone at once, this look may be the only one.
        self._peak = group.memory_peak_bytes() or 0
        self._kills = 0

    def cpu_s(self) -> float:
        """Return the CPU seconds of all its processes, the ended ones too."""
        self._cpu_s = max(self._cpu_s, self._group.cpu_s() or 0.0)
        return self._cpu_s

    def memory_peak_bytes(self) -> int | None:
        """Return the most memory that was charged to it at once."""
        self._peak = max(self._peak, self._group.memory_peak_bytes() or 0)
        return self._peak or None

    def out_of_memory(self) -> bool:
        """Say whether a process was killed for want of memory."""
        self._kills = max(self._kills, self._group.kills() or 0)
        return self._kills > 0


class TreeMeter:
    """Add up the processes below one, as /proc shows them.

    What lapses: CPU of a process that nobody waited for, and memory held between two looks or in
    files of /tmp and /dev/shm.
    """

    def __init__(self, root: int, limit_bytes: int) -> None:
        self._root = root
        self._limit = limit_bytes
        self._cpu_s = 0.0
        self._peak = 0

    def cpu_s(self) -> float:
        """Return the CPU seconds of its processes and of those that were waited for."""
        ticks = 0
        for pid in _tree(self._root):
            fields = _stat(pid)
            ticks += sum(map(int, fields[11:15])) if fields else 0
        self._cpu_s = max(self._cpu_s, ticks / _TICKS)
        return self._cpu_s

    def memory_peak_bytes(self) -> int | None:
        """Return the most memory that was resident at a look."""
        held = sum(_own_bytes(pid) for pid in _tree(self._root))
        self._peak = max(self._peak, held)
        return self._peak or None

    def out_of_memory(self) -> bool:
        """Say whether it was seen to hold more than its limit."""
        return (self.memory_peak_bytes() or 0) > self._limit

    def add_cpu(self, cpu_s: float) -> None:
        """Take in what the kernel counted in the end.

        Its word on memory is of no use: it counts what the starting process held before the exec.
        """
        self._cpu_s = max(self._cpu_s, cpu_s)


def _tree(root: int) -> list[int]:
    """Return a process and all below it; orphans hang below the first process of a namespace."""
    found, waiting = [], [root]
    while waiting:
        pid = waiting.pop()
        found.append(pid)
        try:
            for task in Path(f"/proc/{pid}/task").iterdir():
                waiting += map(int, (task / "children").read_text().split())
        except OSError:
            continue  # it has just ended
    return found


def _stat(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _own_bytes(pid: int) -> int:
    """Return the memory that is no file's, what forks share divided among them."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return 1024 * sum(
            int(line.split()[1]) for line in lines if line.startswith(("Pss_Anon:", "Pss_Shmem:"))
        )
    except (OSError, ValueError):
        return 0
