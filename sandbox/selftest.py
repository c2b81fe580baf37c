"""Try what a backend promises, with a real program, before it is trusted with an upload."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sandbox import probe
from sandbox.backends.base import Promise
from sandbox.limits import Limits
from sandbox.program import Program
from sandbox.verdicts import ProgramEnded, SandboxUnavailable, Verdict

if TYPE_CHECKING:
    from sandbox.backends.base import Backend

_LIMITS: Final = Limits(memory_mb=96, processes=24, lifetime_s=120)
_WAIT_S: Final = 20.0
_LABELS: Final = {"role": "selftest"}
_SLACK: Final = 4096 * 4
_STARTS: Final = "a program starts and answers"


def probe_backend(backend: Backend, runtime_dir: Path) -> list[Promise]:
    """Return each promise and whether it holds; one that could not be tried does not hold."""
    folder = _probe_folder(runtime_dir)
    try:
        return [*_look_around(backend, folder), _try_memory(backend, folder)]
    except ProgramEnded as error:
        said = error.evidence.stderr.decode("utf-8", "replace").strip()
        return [Promise(_STARTS, False, f"{error}: {said[-500:]}")]
    except (SandboxUnavailable, ValueError) as error:
        return [Promise(_STARTS, False, str(error))]


def _look_around(backend: Backend, folder: Path) -> Iterator[Promise]:
    mark = f"mark-{secrets.token_hex(16)}"
    program = Program(folder, ("python3", "/bot/probe.py", mark, "facts", "forks", "spin"))
    process = backend.start(program, _LIMITS, _LABELS)
    try:
        marked, uids = _answer(process.read_line(_WAIT_S)), _uids_from_outside(mark)
        facts, forks, spun = (_answer(process.read_line(_WAIT_S)) for _ in range(3))
        cpu_s = process.cpu_s()
    finally:
        process.close()
    yield Promise(_STARTS, marked == mark)
    # In a user namespace it sees its number there; where it can be seen from outside, that counts.
    yield _none("it is not root", [0] if 0 in (uids or {facts["uid"]}) else facts["groups"])
    yield from _judge(facts)
    yield Promise(
        "the number of processes is bounded",
        forks < _LIMITS.processes,
        f"{forks} children of at most {_LIMITS.processes}",
    )
    yield Promise("CPU can be read", cpu_s >= spun * 0.9, f"{cpu_s:.2f} s of {spun} s or more")


def _uids_from_outside(mark: str) -> set[int]:
    """Return the kernel's account numbers of the processes with a mark in their command."""
    found: set[int] = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "cmdline").read_bytes():
                status = (folder / "status").read_text()
                found.update(int(word) for word in status.split("Uid:")[1].split("\n")[0].split())
        except OSError:
            continue
    return found


def _answer(line: bytes | None) -> Any:
    if line is None:
        raise SandboxUnavailable("the probe did not answer in time")
    return json.loads(line)


def _judge(facts: dict[str, Any]) -> Iterator[Promise]:
    yield Promise("it has no capabilities", facts["capabilities"] == 0)
    yield Promise("it cannot gain rights", bool(facts["no_new_privs"]))
    yield Promise("the filter of system calls is loaded", bool(facts["seccomp"]))
    yield _none("dangerous system calls are refused", facts["calls"])
    yield Promise("no kernel setting can be written", facts["sysctls"] == 0, f"{facts['sysctls']}")
    yield _none("it cannot write outside /tmp and /dev/shm", facts["writable"])
    yield _sized("/tmp is bounded", facts["tmp_bytes"], _LIMITS.tmp_mb)
    yield _sized("/dev/shm is bounded", facts["shm_bytes"], _LIMITS.shm_mb)
    yield _none("there is no network", [*facts["network"], *(set(facts["interfaces"]) - {"lo"})])
    yield _none("it sees nothing private of the host", facts["seen"])
    yield Promise("it sees no other processes", facts["processes"] < 8, f"{facts['processes']}")
    yield _none("it inherits no descriptors", facts["descriptors"])


def _none(name: str, found: list[Any]) -> Promise:
    return Promise(name, not found, ", ".join(map(str, found)))


def _sized(name: str, size: int, limit_mb: int) -> Promise:
    if size == -1:
        return Promise(name, True, "there is none")
    limit = limit_mb * 1024 * 1024
    return Promise(name, 0 < size <= limit + _SLACK, f"{size} bytes of {limit}")


def _try_memory(backend: Backend, folder: Path) -> Promise:
    name = "memory is bounded"
    program = Program(folder, ("python3", "/bot/probe.py", "memory"))
    process = backend.start(program, _LIMITS, _LABELS)
    try:
        process.read_line(_WAIT_S)
    except ProgramEnded as ended:
        return Promise(name, ended.verdict is Verdict.OUT_OF_MEMORY, str(ended))
    finally:
        process.close()
    return Promise(name, False, "a program took all that it wanted")


def _probe_folder(runtime_dir: Path) -> Path:
    """Write the probe to where an account without rights can read it."""
    folder = runtime_dir / "selftest"
    source = Path(probe.__file__).read_bytes()
    copy = folder / "probe.py"
    try:
        folder.mkdir(exist_ok=True)
        folder.chmod(0o755)
        if not copy.exists() or copy.read_bytes() != source:
            new = copy.with_suffix(".new")
            new.write_bytes(source)
            new.chmod(0o644)
            new.rename(copy)
    except OSError as error:
        raise SandboxUnavailable(f"cannot write to {runtime_dir}: {error.strerror}") from error
    return folder
