"""Tell workers apart and say whether one is still alive, so that what it left can be swept."""

from __future__ import annotations

import os
from pathlib import Path


def started_at(pid: int) -> int | None:
    """Return when a process started, in clock ticks since boot; None where there is none."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    fields = stat.rpartition(")")[2].split()
    return None if fields[0] in "ZX" else int(fields[19])


def this_worker() -> str:
    """Return the name of this process: unlike any other's, on this machine and after a reboot."""
    pid = os.getpid()
    return f"{_boot()}/{_pid_namespace()}/{pid}/{started_at(pid)}"


def is_alive(worker: str) -> bool:
    """Say whether the worker of that name lives; one out of sight counts as alive."""
    try:
        boot, namespace, pid, start = worker.split("/")
        if boot != _boot():
            return False
        if namespace != _pid_namespace():
            return True
        return started_at(int(pid)) == int(start)
    except ValueError:
        return False


def _boot() -> str:
    return Path("/proc/sys/kernel/random/boot_id").read_text().strip()


def _pid_namespace() -> str:
    return Path("/proc/self/ns/pid").readlink().name.strip("pid:[]")
