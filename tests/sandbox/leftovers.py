"""Look for what a sandbox may have left on this machine."""

from __future__ import annotations

import time
from pathlib import Path

from sandbox.cgroups import find_tree
from sandbox.seats import runtime_mark


def processes_with(word: str) -> list[int]:
    """Return the processes of this machine that have a word in their command line."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if word.encode() in path.read_bytes():
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found


def uids_of(pid: int) -> set[int]:
    """Return the accounts, as the kernel counts them, that a process runs as."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("Uid:"):
            return {int(word) for word in line.split()[1:]}
    return set()


def wait_until_gone(word: str, within_s: float = 5.0) -> list[int]:
    """Return the processes with that word that are still there after so long."""
    deadline = time.monotonic() + within_s
    while (found := processes_with(word)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return found


def seats(runtime_dir: Path) -> list[str]:
    """Return the names of the seat folders."""
    return sorted(path.name for path in (runtime_dir / "seats").iterdir())


def groups(runtime_dir: Path) -> set[str]:
    """Return the names of the control groups of a runtime directory's seats."""
    tree = find_tree()
    if tree is None:
        return set()
    return {
        path.name
        for parent in tree.parents.values()
        for path in parent.glob(f"seat-{runtime_mark(runtime_dir)}-*")
    }
