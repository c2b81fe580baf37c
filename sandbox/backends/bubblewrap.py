"""Confine a program with bubblewrap: namespaces, a filter, limits, a control group."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from sandbox.backends.base import IsLive, Promise
from sandbox.backends.bwrap_command import bwrap_command
from sandbox.backends.bwrap_process import Bwrapped, read_child
from sandbox.cgroups import Cgroup, CgroupTree, find_tree
from sandbox.host import check_readable
from sandbox.languages import language_of
from sandbox.launcher import spawn
from sandbox.limits import Limits
from sandbox.meters import CgroupMeter, TreeMeter
from sandbox.process import Process
from sandbox.program import Program
from sandbox.seats import Seat, orphans, prepare_runtime_dir, runtime_mark, take_seat
from sandbox.seccomp import UnknownProcessor, filter_program
from sandbox.selftest import probe_backend
from sandbox.streams import Streams
from sandbox.verdicts import SandboxUnavailable
from sandbox.workers import started_at

_NO_CGROUP: Final = (
    "no control group can be made here: memory is bounded for each process and added up only while "
    "an answer is waited for, and CPU is added up from /proc, which misses processes that nobody "
    "waited for"
)
_ONE_ACCOUNT: Final = "all programs run as the account that starts them, apart only by namespaces"


class Bubblewrap:
    """Start programs with bubblewrap; as root each seat gets an account number of its own."""

    name = "bubblewrap"

    def __init__(self, runtime_dir: Path, cgroups: CgroupTree | None = None) -> None:
        """Use a runtime directory, and the control groups that can be made here."""
        self._runtime_dir = prepare_runtime_dir(runtime_dir)
        self._cgroups = cgroups or find_tree()

    def start(self, program: Program, limits: Limits, labels: Mapping[str, str]) -> Process:
        """Start a program; raises SandboxUnavailable."""
        language = language_of(program.language)
        for path in (program.folder, *program.libraries.values()):
            if os.geteuid() == 0:
                check_readable(path, "the program's folder")
            elif not os.access(path, os.R_OK | os.X_OK):
                raise SandboxUnavailable(f"{path} is not there, or cannot be read")
        seat = take_seat(self._runtime_dir, self.name, labels, limits.lifetime_s)
        group: Cgroup | None = None
        try:
            group = self._make_group(seat, limits)
            streams, confinement = self._launch(program, limits, seat, group)
        except BaseException:
            _clear(seat, group)
            raise
        return Process(streams, confinement, limits, language.memory_marks)

    def selftest(self) -> list[Promise]:
        """Try each promise with a real program and return what was found."""
        lapses = (
            Promise("a limit of this machine", False, text, needed=False) for text in self.lapses()
        )
        return [*probe_backend(self, self._runtime_dir), *lapses]

    def lapses(self) -> tuple[str, ...]:
        """Say in plain words what cannot be promised on this machine."""
        return tuple(
            text
            for text, lapsed in (
                (_NO_CGROUP, self._cgroups is None),
                (_ONE_ACCOUNT, os.geteuid() != 0),
            )
            if lapsed
        )

    def sweep(self, is_live: IsLive | None = None) -> int:
        """Remove what dead workers left, or what ``is_live`` denies; return how many programs."""
        removed = 0
        for seat, notes in orphans(self._runtime_dir, self.name, is_live):
            _kill_noted(notes)
            _clear(seat, self._cgroups.find(_group_name(seat)) if self._cgroups else None)
            removed += 1
        return removed

    def _make_group(self, seat: Seat, limits: Limits) -> Cgroup | None:
        if self._cgroups is None:
            return None
        try:
            return self._cgroups.create(_group_name(seat), limits)
        except OSError as error:
            _clear_group(self._cgroups.find(_group_name(seat)))
            raise SandboxUnavailable(f"cannot make a control group: {error.strerror}") from error

    def _launch(
        self, program: Program, limits: Limits, seat: Seat, group: Cgroup | None
    ) -> tuple[Streams, Bwrapped]:
        theirs: list[int] = []
        ours: list[int] = []
        try:
            stdin, to_stdin = os.pipe()
            from_stdout, stdout = os.pipe()
            from_stderr, stderr = os.pipe()
            from_status, status = os.pipe()
            theirs += [stdin, stdout, stderr, status, _filter_file()]
            ours += [to_stdin, from_stdout, from_stderr, from_status]
            for stream in (stdin, stdout, stderr):  # so that /dev/stdout and its like can be opened
                os.fchown(stream, seat.uid, seat.gid)
            argv = bwrap_command(
                self._runtime_dir,
                program,
                limits,
                seat,
                status=status,
                seccomp=theirs[-1],
                has_group=group is not None,
            )
            outer = spawn(
                argv,
                doors=group.doors if group else (),
                streams=(stdin, stdout, stderr),
                keep=(status, theirs[-1]),
            )
        except OSError as error:
            _close(ours)
            raise SandboxUnavailable(f"cannot start a program: {error.strerror}") from error
        except SandboxUnavailable:
            _close(ours)
            raise
        finally:
            _close(theirs)
        streams = Streams(to_stdin, from_stdout, from_stderr, limits)
        child, rest = read_child(outer, from_status, streams)
        seat.note(child=child, child_started_at=started_at(child))
        meter = CgroupMeter(group) if group else TreeMeter(child, limits.memory_bytes)
        return streams, Bwrapped(
            outer, child, from_status, rest, meter, lambda: _clear(seat, group)
        )


def _group_name(seat: Seat) -> str:
    return f"seat-{runtime_mark(seat.folder.parents[1])}-{seat.name}"


def _filter_file() -> int:
    """Return a descriptor from which bubblewrap reads the filter of system calls."""
    try:
        program = filter_program()
    except UnknownProcessor as error:
        raise SandboxUnavailable(str(error)) from error
    descriptor = os.memfd_create("seccomp")
    os.write(descriptor, program)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _close(descriptors: Sequence[int]) -> None:
    for descriptor in descriptors:
        os.close(descriptor)


def _clear(seat: Seat, group: Cgroup | None) -> None:
    if group is not None:
        _clear_group(group)
    seat.release()


def _clear_group(group: Cgroup) -> None:
    group.kill()
    group.remove()


def _kill_noted(notes: Mapping[str, Any]) -> None:
    """Kill the first process of an orphan's namespace, if the number still means that process."""
    child = notes.get("child")
    if not isinstance(child, int) or started_at(child) != notes.get("child_started_at"):
        return
    try:
        descriptor = os.pidfd_open(child)
    except OSError:
        return
    try:
        if started_at(child) == notes.get("child_started_at"):
            signal.pidfd_send_signal(descriptor, signal.SIGKILL)
    except ProcessLookupError:
        pass
    finally:
        os.close(descriptor)
