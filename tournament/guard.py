"""Leave no process behind: two processes stand guard over each other and over all they started."""

import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
KILL_LIMIT_S = 10.0
_libc = ctypes.CDLL(None, use_errno=True)


def run_guarded(run: Callable[[], int], clear_up: Callable[[], None]) -> int:
    """Run a function in a child process and return its exit code, with nothing left running.

    Both processes adopt what their descendants orphan. Whichever of the two is killed, even by
    SIGKILL, the other ends all that is left and then calls `clear_up`. SIGINT, SIGTERM and SIGHUP
    to the parent ask the child to stop by SIGTERM; the second one ends everything at once.
    """
    adopt_orphans()
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        os._exit(_be_guarded(run, clear_up, parent))
    return _stand_guard(child, clear_up)


def end_with_parent(number: signal.Signals = signal.SIGKILL) -> None:
    """Have the kernel send this process a signal when the thread that started it ends."""
    _prctl(PR_SET_PDEATHSIG, number)


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends."""
    _prctl(PR_SET_CHILD_SUBREAPER, 1)


def end_descendants() -> None:
    """Kill every process that descends from this one, and wait until none is left.

    Gives up after ten seconds, as for a process that hangs in the kernel.
    """
    deadline = time.monotonic() + KILL_LIMIT_S
    while time.monotonic() < deadline:
        _reap()
        found = descendants(os.getpid())
        if not found:
            return
        for pid in found:
            _kill(pid, signal.SIGKILL)
        time.sleep(0.02)


def descendants(pid: int) -> set[int]:
    """Return the ids of all processes below one, by what /proc says now."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = path.read_text("utf-8", errors="replace")
        except OSError:
            continue  # it ended while we looked
        parent = int(text.rpartition(")")[2].split()[1])
        children.setdefault(parent, []).append(int(path.parent.name))
    found: set[int] = set()
    waiting = [pid]
    while waiting:
        for child in children.get(waiting.pop(), ()):
            if child not in found:
                found.add(child)
                waiting.append(child)
    return found


def _be_guarded(run: Callable[[], int], clear_up: Callable[[], None], parent: int) -> int:
    os.setsid()  # Ctrl-C at a terminal reaches the parent alone, which passes it on
    adopt_orphans()
    end_with_parent(signal.SIGTERM)
    if os.getppid() != parent:
        return 1
    code = 1
    try:
        code = run()
    finally:
        end_descendants()
        clear_up()
        sys.stdout.flush()
        sys.stderr.flush()
    return code


def _stand_guard(child: int, clear_up: Callable[[], None]) -> int:
    asked = 0

    def stop(number: int, frame: object) -> None:
        nonlocal asked
        asked += 1
        _kill(child, signal.SIGTERM if asked == 1 else signal.SIGKILL)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    end_descendants()
    if code < 0:
        clear_up()
    return abs(code)


def _reap() -> None:
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return  # there is none


def _kill(pid: int, number: signal.Signals) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return  # it is gone already, which is what was wanted


def _prctl(option: int, value: int) -> None:
    if _libc.prctl(option, value, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), f"prctl({option})")
