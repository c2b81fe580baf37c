"""Try what a backend promises, with a real program in it."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Protocol

from sandbox.backends.base import Promise
from sandbox.limits import Limits
from sandbox.process import Process
from sandbox.program import Program
from sandbox.verdicts import ProgramEnded, SandboxUnavailable, Verdict

_LIMITS: Final = Limits(memory_mb=48, processes=16, lifetime_s=60)
_LABELS: Final = {"role": "selftest"}
_ANSWER_S: Final = 10.0


class Starter(Protocol):
    """What can be tried: something that starts programs."""

    def start(self, program: Program, limits: Limits, labels: Mapping[str, str]) -> Process:
        """Start a program."""


def probe_backend(backend: Starter, runtime_dir: Path) -> list[Promise]:
    """Return each promise and whether it holds; one alone, "starts", where nothing could start."""
    with _probe_program(runtime_dir) as program:
        try:
            seen = json.loads(_ask(backend, program, "look"))
            return [*_from_inside(seen), *_limits(backend, program)]
        except (SandboxUnavailable, ProgramEnded, ValueError) as error:
            return [Promise("starts", False, _tell(error))]


def broken_promises(promises: list[Promise]) -> tuple[str, ...]:
    """Return a sentence for each promise that is needed and does not hold."""
    return tuple(
        f"{promise.name}: {promise.detail}"
        for promise in promises
        if promise.needed and not promise.holds
    )


@contextmanager
def _probe_program(runtime_dir: Path) -> Iterator[Program]:
    folder = Path(tempfile.mkdtemp(prefix="probe-", dir=runtime_dir))
    try:
        folder.chmod(0o755)
        (folder / "bot.py").write_bytes(Path(__file__).with_name("probe.py").read_bytes())
        (folder / "bot.py").chmod(0o644)
        yield Program(folder, ("python3", "/bot/bot.py"))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _ask(backend: Starter, program: Program, task: str) -> bytes:
    process = backend.start(program, _LIMITS, _LABELS)
    try:
        process.write_line(task.encode())
        answer = process.read_line(_ANSWER_S)
    finally:
        process.close()
    if answer is None:
        raise SandboxUnavailable(f"a test program did not answer within {_ANSWER_S:.0f} seconds")
    return answer


def _from_inside(seen: dict[str, Any]) -> Iterator[Promise]:
    def promise(name: str, holds: bool, *keys: str) -> Promise:
        return Promise(
            name, holds, "" if holds else ", ".join(f"{key} {seen[key]}" for key in keys)
        )

    yield promise("is not root", seen["uid"] != 0 and 0 not in seen["groups"], "uid", "groups")
    yield promise("has no capabilities", seen["capabilities"] == 0, "capabilities")
    yield promise("cannot gain rights", seen["no_new_privileges"], "no_new_privileges")
    yield promise("system calls are filtered", seen["seccomp"], "seccomp")
    yield promise("kernel settings are closed", not seen["writable_settings"], "writable_settings")
    yield promise("files are read-only", not seen["writable_root"], "writable_root")
    yield promise(
        "no network",
        not seen["internet_sockets"] and set(seen["interfaces"]) <= {"lo"},
        "internet_sockets",
        "interfaces",
    )
    yield promise(
        "host files are hidden",
        not seen["private_folders"] and not seen["secrets"],
        "private_folders",
        "secrets",
    )
    yield promise("processes are hidden", len(seen["processes"]) <= 4, "processes")
    yield promise("nothing is inherited", len(seen["descriptors"]) <= 4, "descriptors")
    yield promise(
        "temporary files are bounded",
        0 < seen["tmp_bytes"] <= _LIMITS.tmp_mb << 20
        and (seen["shm_bytes"] or 0) <= _LIMITS.shm_mb << 20,
        "tmp_bytes",
        "shm_bytes",
    )


def _limits(backend: Starter, program: Program) -> Iterator[Promise]:
    yield _memory_limit(backend, program)
    started = int(_ask(backend, program, f"fork {4 * _LIMITS.processes}"))
    holds = started <= _LIMITS.processes
    yield Promise("processes are limited", holds, "" if holds else f"{started} were started")


def _memory_limit(backend: Starter, program: Program) -> Promise:
    name = "memory is limited"
    try:
        held = int(_ask(backend, program, f"hold {4 * _LIMITS.memory_mb}"))
    except ProgramEnded as ended:
        holds = ended.verdict == Verdict.OUT_OF_MEMORY
        return Promise(name, holds, "" if holds else _tell(ended))
    return Promise(name, False, f"{held} MiB were held, {_LIMITS.memory_mb} are allowed")


def _tell(error: Exception) -> str:
    if not isinstance(error, ProgramEnded):
        return str(error)
    end = error.evidence.stderr.decode("utf-8", "backslashreplace").strip().rpartition("\n")[2]
    return f"{error} {end}".strip()
