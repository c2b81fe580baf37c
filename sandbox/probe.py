"""Look around from inside a sandbox; the self-test runs this file as an untrusted program.

It imports nothing of this package. Its arguments say what to try; each answer is a line of JSON:
``facts`` is what can be seen and done; ``memory`` takes memory until it is stopped; ``forks``
counts how many processes it may start; ``spin`` uses CPU; any other word comes back.
"""

# Its start is waited for at every start of a worker: pathlib would be a third of that.
# ruff: noqa: PTH110, PTH112, PTH118, PTH108, PTH123, PTH208

import ctypes
import errno
import fcntl
import json
import os
import socket
import sys
import time
from collections.abc import Callable

_SECRETS = (
    "/home",
    "/root",
    "/etc/shadow",
    "/etc/ssh",
    "/var/lib/docker",
    "/var/log",
    "/var/run/docker.sock",
    "/run/docker.sock",
)
_CLONE_NEWUSER = 0x10000000
_FORKS = 400
_STEP = 8 * 1024 * 1024


def facts() -> dict[str, object]:
    """Return what this process is, sees and may do."""
    with open("/proc/self/status") as lines:
        status = dict(line.rstrip("\n").split(":\t", 1) for line in lines if ":\t" in line)
    return {
        "uid": os.getuid(),
        "groups": [group for group in os.getgroups() if group == 0],
        "capabilities": int(status["CapEff"], 16) | int(status["CapBnd"], 16),
        "no_new_privs": status["NoNewPrivs"] == "1",
        "seccomp": status["Seccomp"] == "2",
        "calls": calls(),
        "sysctls": sum(writable(path) for path in walk("/proc/sys")),
        "writable": [path for path in ("/", "/bot", "/usr", "/dev", "/opt") if creates(path)],
        "tmp_bytes": size("/tmp"),
        "shm_bytes": size("/dev/shm"),
        "interfaces": interfaces(),
        "network": network(),
        "seen": [path for path in _SECRETS if seen(path)],
        "processes": sum(name.isdigit() for name in os.listdir("/proc")),
        "descriptors": descriptors(),
        "environment": sorted(os.environ),
    }


def calls() -> list[str]:
    """Return the names of calls that ought to be refused and are not."""
    libc = ctypes.CDLL(None, use_errno=True)
    keyctl, io_uring_setup = (250, 425) if os.uname().machine == "x86_64" else (219, 425)
    tries: dict[str, Callable[[], int]] = {
        "unshare": lambda: libc.unshare(_CLONE_NEWUSER),
        "ptrace": lambda: libc.ptrace(0, 0, 0, 0),
        "mount": lambda: libc.mount(b"none", b"/tmp", b"tmpfs", 0, None),
        "keyctl": lambda: libc.syscall(keyctl, 0, -3, 0),
        "io_uring_setup": lambda: libc.syscall(io_uring_setup, 1, 0),
    }
    made = [name for name, call in tries.items() if call() != -1 or not refused()]
    with open("/proc/self/exe", "rb") as shared:
        try:
            fcntl.flock(shared, fcntl.LOCK_SH)
            made.append("flock")
        except OSError:
            pass
    return made


def refused() -> bool:
    """Say whether the last call failed because it is not allowed."""
    return ctypes.get_errno() in (errno.EPERM, errno.ENOSYS)


def walk(top: str) -> list[str]:
    """Return every file below a folder."""
    return [os.path.join(folder, name) for folder, _, names in os.walk(top) for name in names]


def writable(path: str) -> bool:
    """Say whether a file can be opened for writing; nothing is written."""
    try:
        os.close(os.open(path, os.O_WRONLY))
    except OSError:
        return False
    return True


def creates(folder: str) -> bool:
    """Say whether a file can be made in a folder."""
    path = os.path.join(folder, "probe")
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT))
    except OSError:
        return False
    os.unlink(path)
    return True


def size(folder: str) -> int:
    """Return how many bytes a folder can hold: 0 without a bound, -1 where there is none."""
    try:
        found = os.statvfs(folder)
    except OSError:
        return -1
    return found.f_blocks * found.f_frsize


def interfaces() -> list[str]:
    """Return the names of the network interfaces."""
    with open("/proc/net/dev") as lines:
        return [line.split(":")[0].strip() for line in lines if ":" in line]


def network() -> list[str]:
    """Return the kinds of socket that ought to be refused and are not, and abstract sockets."""
    made = []
    for family in (socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK, socket.AF_VSOCK):
        try:
            socket.socket(family, socket.SOCK_STREAM).close()
            made.append(family.name)
        except OSError:
            pass
    with open("/proc/net/unix") as lines:
        made += [line.split()[-1] for line in lines if "@" in line]
    return made


def seen(path: str) -> bool:
    """Say whether something is there to be read: a file, or a folder with anything in it."""
    try:
        if os.path.isdir(path):
            return bool(os.listdir(path))
        return (path.endswith(".sock") and os.path.exists(path)) or os.access(path, os.R_OK)
    except OSError:
        return False


def descriptors() -> list[int]:
    """Return the open descriptors besides the three streams."""
    found = []
    for descriptor in range(3, 256):
        try:
            os.fstat(descriptor)
            found.append(descriptor)
        except OSError:
            pass
    return found


def take_memory() -> None:
    """Take memory until somebody stops it."""
    held = []
    while True:
        held.append(bytearray(os.urandom(4096)) * (_STEP // 4096))


def count_forks() -> int:
    """Return how many children could be started at once."""
    children = []
    for _ in range(_FORKS):
        try:
            child = os.fork()
        except OSError:
            break
        if child == 0:
            time.sleep(60)
            os._exit(0)
        children.append(child)
    for child in children:
        os.kill(child, 9)
        os.waitpid(child, 0)
    return len(children)


def spin() -> float:
    """Use a fifth of a second of CPU in a child, and return what was used."""
    child = os.fork()
    if child == 0:
        while time.process_time() < 0.2:
            pass
        os._exit(0)
    os.waitpid(child, 0)
    return 0.2


if __name__ == "__main__":
    wanted = {"facts": facts, "memory": take_memory, "forks": count_forks, "spin": spin}
    for name in sys.argv[1:]:
        print(json.dumps(wanted[name]() if name in wanted else name), flush=True)
    sys.stdin.read()
