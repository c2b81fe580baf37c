"""Write bubblewrap's command line: what a program sees, and as whom it runs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from sandbox.host import find_bubblewrap, find_python, find_tool
from sandbox.languages import BASE_ENVIRONMENT, language_of
from sandbox.limits import Limits
from sandbox.program import Program
from sandbox.seats import Seat

_MIB: Final = 1024 * 1024
_INSIDE: Final = "65534"
# The loader's cache is all of /etc that a program needs.
_FROM_ETC: Final = ("ld.so.cache", "alternatives")
_LINKS: Final = ("bin", "sbin", "lib", "lib64", "lib32")


def bwrap_command(
    runtime_dir: Path,
    program: Program,
    limits: Limits,
    seat: Seat,
    *,
    status: int,
    seccomp: int,
    has_group: bool,
) -> list[str]:
    """Return the whole command, from the dropping of rights to the program.

    ``status`` and ``seccomp`` are descriptors that it inherits. Raises SandboxUnavailable.
    """
    return [
        *_dropping(seat),
        *_limiting(limits, has_group),
        str(find_bubblewrap(runtime_dir)),
        *("--unshare-all", "--unshare-user", "--disable-userns"),
        *("--die-with-parent", "--new-session", "--hostname", "sandbox"),
        *("--uid", _INSIDE, "--gid", _INSIDE, "--cap-drop", "ALL"),
        *_host_view(),
        *_own_view(program, limits),
        *_environment(program.language),
        *("--seccomp", str(seccomp), "--json-status-fd", str(status)),
        "--",
        # Counted in the namespace: set before it, launches fail when other seats are busy.
        *(find_tool("prlimit"), f"--nproc={limits.processes}", "--"),
        *_program_argv(program),
    ]


def _dropping(seat: Seat) -> list[str]:
    """Drop root for good before bubblewrap starts: inside it, kernel uid 0 would stay uid 0."""
    if os.geteuid() != 0:
        return [find_tool("setpriv"), "--no-new-privs", "--"]
    return [
        find_tool("setpriv"),
        *("--reuid", str(seat.uid), "--regid", str(seat.gid), "--clear-groups"),
        *("--no-new-privs", "--inh-caps=-all", "--bounding-set=-all", "--"),
    ]


def _limiting(limits: Limits, has_group: bool) -> list[str]:
    # A refused allocation looks like any error of the program, a kill by the group does not: where
    # there is a group, it is to strike first.
    data = limits.memory_bytes * (2 if has_group else 1)
    return [
        find_tool("prlimit"),
        f"--data={data}",
        f"--fsize={limits.file_mb * _MIB}",
        f"--nofile={limits.open_files}",
        *("--core=0", "--msgqueue=0", "--memlock=65536", "--rtprio=0", "--nice=0"),
        "--",
    ]


def _host_view() -> list[str]:
    view = ["--ro-bind", "/usr", "/usr"]
    for name in _LINKS:
        path = Path("/") / name
        if path.is_symlink():
            view += ["--symlink", str(path.readlink()), str(path)]
        elif path.is_dir():
            view += ["--ro-bind", str(path), str(path)]
    for name in _FROM_ETC:
        view += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    prefix = find_python()[1]
    if prefix is not None:
        view += ["--ro-bind", str(prefix), str(prefix)]
    return view


def _own_view(program: Program, limits: Limits) -> list[str]:
    view = [
        *("--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys"),
        *("--dev", "/dev", "--size", str(limits.shm_mb * _MIB), "--perms", "1777"),
        *("--tmpfs", "/dev/shm", "--remount-ro", "/dev"),
        *("--size", str(limits.tmp_mb * _MIB), "--perms", "1777", "--tmpfs", "/tmp"),
        *("--ro-bind", str(program.folder), "/bot"),
    ]
    for name, folder in program.libraries.items():
        view += ["--ro-bind", str(folder), f"/opt/lib/{name}"]
    return [*view, "--remount-ro", "/", "--chdir", "/bot"]


def _environment(language: str) -> list[str]:
    words = ["--clearenv"]
    for name, value in {**BASE_ENVIRONMENT, **language_of(language).environment}.items():
        words += ["--setenv", name, value]
    return words


def _program_argv(program: Program) -> tuple[str, ...]:
    first, *rest = program.argv
    if first == language_of(program.language).command == "python3":
        first = find_python()[0]
    return first, *rest
