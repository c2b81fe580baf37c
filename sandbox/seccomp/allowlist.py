"""The system calls that a program may make: one list, used by every backend.

What is not named here fails with EPERM; the calls of ABSENT fail with ENOSYS, as on an older
kernel, so that the C library falls back to a call whose arguments a filter can see.

Left out on purpose: other networks than AF_UNIX, namespaces and mounts, tracing, io_uring,
keyrings, BPF, and everything by which two sandboxes could signal each other over a shared read-only
file (locks, leases, inotify, fanotify, mincore).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_FILES: Final = """
    access chdir chmod chown close close_range copy_file_range creat dup dup2 dup3 faccessat
    faccessat2 fadvise64 fallocate fchdir fchmod fchmodat fchown fchownat fdatasync fgetxattr
    flistxattr fstat fstatfs fsync ftruncate futimesat getcwd getdents getdents64 getxattr lchown
    lgetxattr link linkat listxattr llistxattr lseek lstat mkdir mkdirat newfstatat open openat
    pread64 preadv pwrite64 pwritev read readlink readlinkat readv rename renameat renameat2 rmdir
    sendfile stat statfs statx symlink symlinkat sync_file_range truncate umask unlink unlinkat
    utime utimensat utimes write writev
"""
_WAITING: Final = """
    epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_pwait2 epoll_wait eventfd eventfd2
    pause pipe pipe2 poll ppoll pselect6 select signalfd signalfd4 timerfd_create timerfd_gettime
    timerfd_settime
"""
_MEMORY: Final = """
    brk madvise membarrier memfd_create mlock mmap mprotect mremap msync munlock munmap pkey_alloc
    pkey_free pkey_mprotect
"""
_PROCESSES: Final = """
    arch_prctl execve execveat exit exit_group fork futex futex_waitv get_robust_list getegid
    geteuid getgid getgroups getpgid getpgrp getpid getppid getpriority getresgid getresuid
    getrlimit getrusage getsid gettid getuid kill pidfd_open pidfd_send_signal
    restart_syscall rseq rt_sigaction rt_sigpending rt_sigprocmask rt_sigqueueinfo rt_sigreturn
    rt_sigsuspend rt_sigtimedwait sched_get_priority_max sched_get_priority_min sched_getaffinity
    sched_getattr sched_getparam sched_getscheduler sched_rr_get_interval sched_yield
    set_robust_list set_tid_address setpgid setrlimit setsid sigaltstack tgkill times tkill vfork
    wait4 waitid
"""
_CLOCKS: Final = """
    alarm clock_getres clock_gettime clock_nanosleep getitimer gettimeofday nanosleep setitimer
    time timer_create timer_delete timer_getoverrun timer_gettime timer_settime
"""
_MACHINE: Final = "capget getcpu getrandom sysinfo uname"
_LOCAL_SOCKETS: Final = """
    accept accept4 bind connect getpeername getsockname getsockopt listen recvfrom recvmmsg
    recvmsg sendmmsg sendmsg sendto setsockopt shutdown
"""

ALLOWED: Final[tuple[str, ...]] = tuple(
    sorted(
        " ".join((_FILES, _WAITING, _MEMORY, _PROCESSES, _CLOCKS, _MACHINE, _LOCAL_SOCKETS)).split()
    )
)
ABSENT: Final[tuple[str, ...]] = ("clone3", "openat2", "preadv2", "pwritev2")

_NAMESPACE_FLAGS: Final = 0x7E020000  # CLONE_NEW{NS,CGROUP,UTS,IPC,USER,PID,NET}
_AF_UNIX: Final = 1
# dup, close-on-exec and status flags, seals; no locks, leases, notices, owners or pipe sizes
_FCNTL: Final = (0, 1, 2, 3, 4, 1030, 1032, 1033, 1034)
# is it a terminal, and how large; how much can be read; blocking; close-on-exec
_IOCTL: Final = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
# death signal, dumpable, name, no_new_privs, timer slack (read), name of a mapping
_PRCTL: Final = (1, 2, 3, 15, 16, 30, 38, 39, 0x53564D41)


@dataclass(frozen=True, slots=True)
class Condition:
    """Allow a call when ``argument & mask`` is one of ``values`` (the low 32 bits are compared)."""

    call: str
    argument: int
    values: tuple[int, ...]
    mask: int = 0xFFFFFFFF


CONDITIONS: Final[tuple[Condition, ...]] = (
    Condition("clone", 0, (0,), _NAMESPACE_FLAGS),
    Condition("fcntl", 1, _FCNTL),
    Condition("ioctl", 1, _IOCTL),
    Condition("personality", 0, (0, 0xFFFFFFFF)),
    Condition("prctl", 0, _PRCTL),
    Condition("prlimit64", 0, (0,)),  # of itself, never of the process that holds the sandbox
    Condition("socket", 0, (_AF_UNIX,)),
    Condition("socketpair", 0, (_AF_UNIX,)),
)
