"""Hold one running container: measure it, wait for it, and leave nothing of it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import docker

from sandbox.backends.bwrap_process import read_exit_code
from sandbox.backends.docker_calls import Engine
from sandbox.cgroups import MOUNT, Cgroup
from sandbox.meters import CgroupMeter, Meter
from sandbox.verdicts import Exit, SandboxUnavailable

_LOOK_S: Final = 0.02


class Contained:
    """One container that was started."""

    def __init__(
        self, engine: Engine, container: str, meter: Meter, release: Callable[[], None]
    ) -> None:
        self._engine = engine
        self._container = container
        self._meter = meter
        self._release = release
        self._state: dict[str, Any] = {}

    def cpu_s(self) -> float:
        """Return the CPU seconds of all its processes so far."""
        return self._meter.cpu_s()

    def memory_peak_bytes(self) -> int | None:
        """Return the most memory that it has held."""
        return self._meter.memory_peak_bytes()

    def out_of_memory(self) -> bool:
        """Say whether the memory limit has struck."""
        return bool(self._state.get("OOMKilled")) or self._meter.out_of_memory()

    def wait(self, timeout_s: float) -> Exit | None:
        """Return how it left, or None where it is still there; raises SandboxUnavailable."""
        deadline = time.monotonic() + timeout_s
        while True:
            self._state = self._inspect()
            if not self._state.get("Running"):
                return read_exit_code(int(self._state["ExitCode"]))
            if time.monotonic() > deadline:
                return None
            time.sleep(_LOOK_S)

    def end(self) -> None:
        """Kill and remove it; raises SandboxUnavailable, and then a later sweep finds it."""
        remove(self._engine, self._container)
        self._release()

    def _inspect(self) -> dict[str, Any]:
        try:
            found = self._engine.call(
                "say how a program is", lambda api: api.inspect_container(self._container)
            )
        except docker.errors.NotFound as error:
            raise SandboxUnavailable("a container was removed while its program ran") from error
        state: dict[str, Any] = found["State"]
        return state


def remove(engine: Engine, container: str) -> None:
    """Kill a container and remove it; none of that name is as good. Raises SandboxUnavailable."""
    with contextlib.suppress(docker.errors.NotFound):
        with contextlib.suppress(SandboxUnavailable):  # it may have ended, or be hard to kill
            engine.call("kill a program", lambda api: api.kill(container))
        engine.call(
            "remove a program", lambda api: api.remove_container(container, v=True, force=True)
        )


def meter_of(engine: Engine, container: str, pid: int) -> Meter:
    """Return what measures a container: its control group if it can be seen from here."""
    group = _group_of(container, pid)
    return CgroupMeter(group) if group else EngineMeter(engine, container)


class EngineMeter:
    """Ask the engine for the counters; slower, but works wherever the engine runs."""

    def __init__(self, engine: Engine, container: str) -> None:
        self._engine = engine
        self._container = container
        self._cpu_s = 0.0
        self._peak = 0

    def cpu_s(self) -> float:
        """Return the CPU seconds of all its processes; raises SandboxUnavailable."""
        self._look()
        return self._cpu_s

    def memory_peak_bytes(self) -> int | None:
        """Return the most memory that it was seen to hold; raises SandboxUnavailable."""
        self._look()
        return self._peak or None

    def out_of_memory(self) -> bool:
        """Say False: the engine tells it only with the end of the program."""
        return False

    def _look(self) -> None:
        try:
            stats = self._engine.call(
                "measure a program",
                lambda api: api.stats(self._container, stream=False, one_shot=True),
            )
        except docker.errors.NotFound:
            return
        used = stats.get("cpu_stats", {}).get("cpu_usage", {}).get("total_usage", 0)
        memory = stats.get("memory_stats", {})
        self._cpu_s = max(self._cpu_s, used / 1e9)
        self._peak = max(self._peak, memory.get("max_usage", memory.get("usage", 0)))


def _group_of(container: str, pid: int) -> Cgroup | None:
    """Return a container's control group as the kernel of this machine shows it."""
    try:
        lines = Path(f"/proc/{pid}/cgroup").read_text().splitlines()
    except OSError:
        return None
    paths = {
        name: path.lstrip("/")
        for _, names, path in (line.split(":", 2) for line in lines)
        for name in names.split(",")
        if container in path
    }
    if (MOUNT / "cgroup.controllers").is_file():
        version, folders = 2, dict.fromkeys(("memory", "cpuacct"), MOUNT / paths.get("", "-"))
    else:
        version = 1
        folders = {name: MOUNT / name / paths.get(name, "-") for name in ("memory", "cpuacct")}
    if not all(folder.is_dir() for folder in folders.values()):
        return None
    return Cgroup(version, folders)
