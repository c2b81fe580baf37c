"""Assemble the filter that bubblewrap hands to the kernel, with nothing but the standard library.

The program reads ``struct seccomp_data``: the call's number at 0, the processor at 4, the arguments
as 64-bit words from 16 (their low halves come first on both processors that are known).
"""

from __future__ import annotations

import errno
import platform
import struct
from collections.abc import Iterable, Iterator
from typing import Final

from sandbox.seccomp.allowlist import ABSENT, ALLOWED, CONDITIONS, Condition
from sandbox.seccomp.processors import PROCESSORS

_LOAD: Final = 0x20  # A = word at k
_AND: Final = 0x54  # A &= k
_EQUAL: Final = 0x15
_GREATER: Final = 0x25
_AT_LEAST: Final = 0x35
_RETURN: Final = 0x06

_NUMBER: Final = 0
_PROCESSOR: Final = 4
_ARGUMENTS: Final = 16

_ALLOW: Final = 0x7FFF0000
_ERRNO: Final = 0x00050000
_KILL: Final = 0x80000000
_X32: Final = 0x40000000  # calls of the x32 interface on x86_64 carry this bit

_Step = tuple[int, int, int, int]  # code, jump if true, jump if false, k


class UnknownProcessor(Exception):
    """No table of system calls is kept for this machine's processor."""


def filter_program(machine: str | None = None) -> bytes:
    """Return the filter as an array of ``struct sock_filter`` for a processor (this one's).

    Raises UnknownProcessor.
    """
    name = machine or platform.machine()
    processor = PROCESSORS.get({"arm64": "aarch64", "amd64": "x86_64"}.get(name, name))
    if processor is None:
        raise UnknownProcessor(f"no list of system calls for the processor {name}")
    numbers = processor.numbers
    steps = [
        _step(_LOAD, _PROCESSOR),
        _step(_EQUAL, processor.audit, 1, 0),
        _step(_RETURN, _KILL),
        _step(_LOAD, _NUMBER),
        _step(_AT_LEAST, _X32, 0, 1),
        _step(_RETURN, _ERRNO | errno.ENOSYS),
        *_allowing(numbers[call] for call in ALLOWED if call in numbers),
        *_absent(numbers[call] for call in ABSENT if call in numbers),
    ]
    for condition in CONDITIONS:
        steps += _conditional(numbers[condition.call], condition)
    steps.append(_step(_RETURN, _ERRNO | errno.EPERM))
    return b"".join(struct.pack("=HBBI", *step) for step in steps)


def _step(code: int, k: int, true: int = 0, false: int = 0) -> _Step:
    return code, true, false, k


def _ranges(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Join numbers that follow each other, so that the filter asks fewer questions."""
    first = last = None
    for number in sorted(numbers):
        if last is not None and number == last + 1:
            last = number
            continue
        if first is not None and last is not None:
            yield first, last
        first = last = number
    if first is not None and last is not None:
        yield first, last


def _allowing(numbers: Iterable[int]) -> Iterator[_Step]:
    for first, last in _ranges(numbers):
        yield _step(_AT_LEAST, first, 0, 2)
        yield _step(_GREATER, last, 1, 0)
        yield _step(_RETURN, _ALLOW)


def _absent(numbers: Iterable[int]) -> Iterator[_Step]:
    for number in numbers:
        yield _step(_EQUAL, number, 0, 1)
        yield _step(_RETURN, _ERRNO | errno.ENOSYS)


def _conditional(number: int, condition: Condition) -> list[_Step]:
    """Allow one call by an argument; a value that is not listed is refused at once."""
    tests: list[_Step] = []
    for value in condition.values:
        tests += [_step(_EQUAL, value, 0, 1), _step(_RETURN, _ALLOW)]
    body = [
        _step(_LOAD, _ARGUMENTS + 8 * condition.argument),
        _step(_AND, condition.mask),
        *tests,
        _step(_RETURN, _ERRNO | errno.EPERM),
    ]
    return [_step(_EQUAL, number, 0, len(body)), *body]
