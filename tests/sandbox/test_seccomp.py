"""The filter of system calls: one list, the same answers from both of its forms."""

from __future__ import annotations

import errno
import json
import struct

import pytest

from sandbox.seccomp import UnknownProcessor, docker_profile, filter_program
from sandbox.seccomp.allowlist import ABSENT, ALLOWED, CONDITIONS
from sandbox.seccomp.processors import PROCESSORS, Processor

_AF_INET, _AF_UNIX, _AF_NETLINK, _AF_VSOCK = 2, 1, 16, 40
_CLONE_NEWUSER, _CLONE_THREAD = 0x10000000, 0x00010000
_DANGEROUS = """
    flock ptrace process_vm_readv process_vm_writev io_uring_setup io_uring_enter keyctl add_key
    bpf perf_event_open userfaultfd mount umount2 pivot_root setns unshare inotify_add_watch
    fanotify_init mincore open_by_handle_at sched_setscheduler setpriority seccomp shmget msgget
    semget mq_open kexec_load init_module setuid setgid chroot reboot quotactl vmsplice
"""
_ALLOW, _EPERM, _ENOSYS, _KILL = "allow", "EPERM", "ENOSYS", "kill"


def answer(processor: Processor, number: int, *arguments: int, audit: int | None = None) -> str:
    """Run the filter as the kernel would, and return what it says of a call."""
    padded = (*arguments, *([0] * (6 - len(arguments))))
    data = struct.pack("<IIQ6Q", number, processor.audit if audit is None else audit, 0, *padded)
    program = list(struct.iter_unpack("=HBBI", filter_program(processor.name)))
    place = accumulator = 0
    while True:
        code, true, false, k = program[place]
        place += 1
        if code == 0x20:
            accumulator = struct.unpack_from("<I", data, k)[0]
        elif code == 0x54:
            accumulator &= k
        elif code == 0x06:
            return {
                0x7FFF0000: _ALLOW,
                0x50000 | errno.EPERM: _EPERM,
                0x50000 | errno.ENOSYS: _ENOSYS,
                0x80000000: _KILL,
            }[k]
        else:
            holds = {0x15: accumulator == k, 0x25: accumulator > k, 0x35: accumulator >= k}[code]
            place += true if holds else false


@pytest.fixture(params=sorted(PROCESSORS))
def processor(request: pytest.FixtureRequest) -> Processor:
    """Return each processor in turn."""
    return PROCESSORS[request.param]


def test_exactly_the_listed_calls_pass(processor: Processor) -> None:
    conditional = {processor.numbers[condition.call] for condition in CONDITIONS}
    passing = {
        number
        for number in range(600)
        if number not in conditional and answer(processor, number) == _ALLOW
    }

    assert passing == {processor.numbers[name] for name in ALLOWED if name in processor.numbers}


@pytest.mark.parametrize(
    ("call", "arguments", "expected"),
    [
        ("socket", (_AF_UNIX,), _ALLOW),
        ("socket", (_AF_INET,), _EPERM),
        ("socket", (_AF_NETLINK,), _EPERM),
        ("socket", (_AF_VSOCK,), _EPERM),
        ("socket", (_AF_INET | 1 << 32,), _EPERM),
        ("socketpair", (_AF_UNIX,), _ALLOW),
        ("clone", (_CLONE_THREAD,), _ALLOW),
        ("clone", (_CLONE_NEWUSER,), _EPERM),
        ("clone", (_CLONE_THREAD | _CLONE_NEWUSER,), _EPERM),
        ("clone3", (), _ENOSYS),
        ("fcntl", (0, 2), _ALLOW),
        ("fcntl", (0, 6), _EPERM),
        ("fcntl", (0, 37), _EPERM),
        ("fcntl", (0, 1024), _EPERM),
        ("ioctl", (0, 0x5401), _ALLOW),
        ("ioctl", (0, 0x5412), _EPERM),
        ("prctl", (15,), _ALLOW),
        ("prctl", (22,), _EPERM),
    ],
)
def test_arguments_decide(
    processor: Processor, call: str, arguments: tuple[int, ...], expected: str
) -> None:
    assert answer(processor, processor.numbers[call], *arguments) == expected


def test_a_foreign_processors_calls_kill(processor: Processor) -> None:
    assert answer(processor, processor.numbers["read"], audit=0x40000003) == _KILL


def test_the_x32_interface_is_absent() -> None:
    assert answer(PROCESSORS["x86_64"], 0x40000000) == _ENOSYS


@pytest.mark.parametrize("call", _DANGEROUS.split())
def test_dangerous_calls_are_on_no_list(call: str) -> None:
    assert call not in {*ALLOWED, *ABSENT, *(condition.call for condition in CONDITIONS)}


def test_docker_gets_the_same_list() -> None:
    profile = json.loads(docker_profile())
    allowed = {
        name
        for rule in profile["syscalls"]
        if rule["action"] == "SCMP_ACT_ALLOW" and "args" not in rule
        for name in rule["names"]
    }
    values = {
        (rule["names"][0], rule["args"][0]["index"], rule["args"][0]["valueTwo"])
        for rule in profile["syscalls"]
        if "args" in rule
    }

    assert profile["defaultAction"] == "SCMP_ACT_ERRNO"
    assert allowed == set(ALLOWED)
    assert values == {
        (condition.call, condition.argument, value)
        for condition in CONDITIONS
        for value in condition.values
    }


def test_an_unknown_processor_is_refused_by_name() -> None:
    with pytest.raises(UnknownProcessor, match="s390x"):
        filter_program("s390x")
