"""Control groups, version 1 and 2: what bounds and measures a program with all its processes."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sandbox.limits import Limits

MOUNT: Final = Path("/sys/fs/cgroup")
_NEEDED: Final = ("memory", "pids", "cpuacct")
_GONE_S: Final = 5.0


@dataclass(frozen=True, slots=True)
class Cgroup:
    """One group: its folder by controller; version 2 has the same folder for all of them."""

    version: int
    folders: Mapping[str, Path]

    @property
    def doors(self) -> tuple[Path, ...]:
        """Return the files through which a process enters, by writing 0 to each."""
        return tuple(dict.fromkeys(folder / "cgroup.procs" for folder in self.folders.values()))

    def cpu_s(self) -> float | None:
        """Return the CPU seconds of all processes that were ever in it; None once it is gone."""
        folder = self.folders["cpuacct"]
        if self.version == 1:
            used = _number(folder / "cpuacct.usage")
            return None if used is None else used / 1e9
        used = _field(folder / "cpu.stat", "usage_usec")
        return None if used is None else used / 1e6

    def memory_peak_bytes(self) -> int | None:
        """Return the most memory that was charged to it at once; None where that is not kept."""
        name = "memory.max_usage_in_bytes" if self.version == 1 else "memory.peak"
        return _number(self.folders["memory"] / name)

    def kills(self) -> int | None:
        """Return how many processes were killed for want of memory; None once it is gone."""
        name = "memory.oom_control" if self.version == 1 else "memory.events"
        return _field(self.folders["memory"] / name, "oom_kill")

    def kill(self) -> None:
        """Kill every process in it and wait until it is empty, for at most five seconds."""
        deadline = time.monotonic() + _GONE_S
        while (pids := self._pids()) and time.monotonic() < deadline:
            for pid in pids:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.002)

    def remove(self) -> bool:
        """Remove its folders, which must be empty of processes; say whether they are gone."""
        deadline = time.monotonic() + _GONE_S
        for folder in dict.fromkeys(self.folders.values()):
            while folder.exists():
                try:
                    folder.rmdir()
                except FileNotFoundError:
                    break
                except OSError:  # a process that is just being buried still counts
                    if time.monotonic() > deadline:
                        return False
                    time.sleep(0.002)
        return True

    def _pids(self) -> list[int]:
        with contextlib.suppress(OSError):
            return [int(word) for word in self.doors[0].read_text().split()]
        return []


@dataclass(frozen=True, slots=True)
class CgroupTree:
    """Where this account can make groups: the parent by controller."""

    version: int
    parents: Mapping[str, Path]

    def create(self, name: str, limits: Limits) -> Cgroup:
        """Make a group with the limits set; raises OSError."""
        group = self.find(name)
        for folder in dict.fromkeys(group.folders.values()):
            folder.mkdir()
        memory, pids = group.folders["memory"], group.folders["pids"]
        if self.version == 1:
            (memory / "memory.limit_in_bytes").write_text(str(limits.memory_bytes))
            with contextlib.suppress(OSError):  # there where the kernel counts swap
                (memory / "memory.memsw.limit_in_bytes").write_text(str(limits.memory_bytes))
        else:
            (memory / "memory.max").write_text(str(limits.memory_bytes))
            with contextlib.suppress(OSError):
                (memory / "memory.swap.max").write_text("0")
        (pids / "pids.max").write_text(str(limits.processes))
        return group

    def find(self, name: str) -> Cgroup:
        """Return the group of that name, whether or not it exists."""
        return Cgroup(self.version, {key: path / name for key, path in self.parents.items()})


def find_tree(mount: Path = MOUNT, parent: str = "knock") -> CgroupTree | None:
    """Return where groups can be made below ``mount``, or None where they cannot.

    Version 1 wants the controllers memory, pids and cpuacct each mounted under its own name;
    version 2 wants memory and pids to be ours to hand on.
    """
    if (mount / "cgroup.controllers").is_file():
        return _find_version_2(mount, parent)
    parents = {name: mount / name / parent for name in _NEEDED}
    if not all((mount / name / "cgroup.procs").is_file() for name in _NEEDED):
        return None
    try:
        for path in parents.values():
            path.mkdir(exist_ok=True)
    except OSError:
        return None
    if not all(os.access(path, os.W_OK) for path in parents.values()):
        return None
    return CgroupTree(1, parents)


def _find_version_2(mount: Path, parent: str) -> CgroupTree | None:
    for top in (mount, _own_folder(mount)):
        folder = top / parent
        try:
            folder.mkdir(exist_ok=True)
            for path in (top, folder):
                (path / "cgroup.subtree_control").write_text("+memory +pids")
        except OSError:
            continue
        return CgroupTree(2, dict.fromkeys(_NEEDED, folder))
    return None


def _own_folder(mount: Path) -> Path:
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/cgroup").read_text().splitlines():
            if line.startswith("0::"):
                return mount / line[3:].lstrip("/")
    return mount


def _number(path: Path) -> int | None:
    try:
        return int(path.read_text())
    except (OSError, ValueError):
        return None


def _field(path: Path, name: str) -> int | None:
    try:
        for line in path.read_text().splitlines():
            key, _, value = line.partition(" ")
            if key == name:
                return int(value)
    except (OSError, ValueError):
        return None
    return None
