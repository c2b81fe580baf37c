"""Start child processes from one thread that lives as long as this process.

bubblewrap asks to die with its parent, and the kernel takes the starting *thread* for the parent: a
program that was started from a short-lived thread would die with that thread.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from sandbox.verdicts import SandboxUnavailable

_THREADS: Final[dict[int, ThreadPoolExecutor]] = {}  # by process: a fork has no threads

# Steps into the control groups named before "--", then becomes the command that follows it.
_ENTER: Final = 'while [ "$1" != -- ]; do echo 0 > "$1" || exit 97; shift; done; shift; exec "$@"'


def spawn(
    argv: Sequence[str],
    *,
    doors: Sequence[Path],
    streams: tuple[int, int, int],
    keep: Sequence[int],
) -> subprocess.Popen[bytes]:
    """Start a command that enters ``doors`` first, with streams and the descriptors of ``keep``.

    Raises SandboxUnavailable.
    """
    return _thread().submit(_spawn, argv, doors, streams, keep).result()


def _thread() -> ThreadPoolExecutor:
    return _THREADS.setdefault(
        os.getpid(), ThreadPoolExecutor(max_workers=1, thread_name_prefix="sandbox-launcher")
    )


def _spawn(
    argv: Sequence[str], doors: Sequence[Path], streams: tuple[int, int, int], keep: Sequence[int]
) -> subprocess.Popen[bytes]:
    stdin, stdout, stderr = streams
    try:
        return subprocess.Popen(
            ["/bin/sh", "-c", _ENTER, "sandbox", *map(str, doors), "--", *argv],
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            pass_fds=tuple(keep),
            cwd="/",
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"},
            start_new_session=True,
        )
    except OSError as error:
        raise SandboxUnavailable(f"cannot start a process: {error.strerror}") from error
