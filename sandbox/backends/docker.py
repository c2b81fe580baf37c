"""Confine a program with the Docker engine, one container for each."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import docker

from sandbox.backends.base import IsLive, Promise
from sandbox.backends.docker_calls import Engine
from sandbox.backends.docker_container import Contained, meter_of, remove
from sandbox.images import image_tag
from sandbox.languages import BASE_ENVIRONMENT, language_of
from sandbox.limits import Limits
from sandbox.process import Process
from sandbox.program import Program
from sandbox.seats import Seat, orphans, prepare_runtime_dir, take_seat
from sandbox.seccomp import docker_profile
from sandbox.selftest import probe_backend
from sandbox.streams import Streams
from sandbox.verdicts import SandboxUnavailable
from sandbox.workers import this_worker

ROLE: Final = "knock-bot"
_FIRST_UID: Final = 1_900_000_000
_START_S: Final = 10.0
_GRACE_S: Final = 60
_STREAMS: Final = "/run/streams"
_MIB: Final = 1024 * 1024

# Opens the three FIFOs, says so with an empty line, and becomes the program.
_LAUNCH: Final = f'exec <{_STREAMS}/in >{_STREAMS}/out 2>{_STREAMS}/err; echo; exec "$@"'


class Docker:
    """Start programs in containers that have no network, no rights and nothing to write to."""

    name = "docker"

    def __init__(self, runtime_dir: Path) -> None:
        """Use a runtime directory, which the engine must see under the same path.

        Raises SandboxUnavailable where no engine answers or the image has not been built.
        """
        self._runtime_dir = prepare_runtime_dir(runtime_dir)
        self._engine = Engine()
        tag = image_tag("python")
        try:
            self._engine.call("look for an image", lambda api: api.inspect_image(tag))
        except docker.errors.NotFound:
            raise SandboxUnavailable(
                f"the image {tag} has not been built (python -m sandbox build)"
            ) from None

    def start(self, program: Program, limits: Limits, labels: Mapping[str, str]) -> Process:
        """Start a program; raises SandboxUnavailable."""
        language_of(program.language)  # refuses one that is not known
        seat = take_seat(self._runtime_dir, self.name, labels, limits.lifetime_s)
        container = f"{ROLE}-{seat.name}-{secrets.token_hex(4)}"
        try:
            seat.note(container=container)
            streams = _open_streams(seat, limits)
        except OSError as error:
            seat.release()
            raise SandboxUnavailable(f"cannot make a seat: {error.strerror}") from error
        try:
            settings = self._settings(program, limits, seat, labels)
            contained = self._run(container, settings, seat)
            _await_launch(streams)
        except BaseException as error:
            streams.close()
            remove(self._engine, container)
            seat.release()
            if isinstance(error, docker.errors.NotFound):
                raise SandboxUnavailable(f"the Docker engine misses something: {error}") from error
            raise
        return Process(streams, contained, limits)

    def selftest(self) -> list[Promise]:
        """Try each promise with a real program and return what was found."""
        return probe_backend(self, self._runtime_dir)

    def lapses(self) -> tuple[str, ...]:
        """Say in plain words what cannot be promised on this machine: nothing is known to."""
        return ()

    def sweep(self, is_live: IsLive | None = None) -> int:
        """Remove what dead workers left, or what ``is_live`` denies; return how many programs."""
        removed = 0
        for seat, notes in orphans(self._runtime_dir, self.name, is_live):
            if container := notes.get("container"):
                remove(self._engine, str(container))
            seat.release()
            removed += 1
        return removed + self._sweep_seatless()

    def _sweep_seatless(self) -> int:
        """Remove containers whose seat's folder is gone, and those that outlived their time."""
        wanted = {"label": [f"role={ROLE}", f"runtime={self._runtime_dir}"]}
        found = self._engine.call(
            "list programs", lambda api: api.containers(all=True, filters=wanted)
        )
        removed = 0
        for container in found:
            labels, now = container["Labels"], time.time()
            seat = self._runtime_dir / "seats" / labels.get("seat", "-")
            lost = not seat.is_dir() and container["Created"] < now - _GRACE_S
            if lost or float(labels.get("deadline", 0)) < now:
                remove(self._engine, container["Id"])
                removed += 1
        return removed

    def _run(self, name: str, settings: dict[str, Any], seat: Seat) -> Contained:
        host = self._engine.call(
            "prepare a program", lambda api: api.create_host_config(**settings.pop("host"))
        )
        made = self._engine.call(
            "make a container",
            lambda api: api.create_container(name=name, host_config=host, **settings),
            _START_S,
        )
        identity = made["Id"]
        self._engine.call("start a program", lambda api: api.start(identity), _START_S)
        state = self._engine.call(
            "say how a program is", lambda api: api.inspect_container(identity)
        )
        meter = meter_of(self._engine, identity, state["State"]["Pid"])
        return Contained(self._engine, identity, meter, seat.release)

    def _settings(
        self, program: Program, limits: Limits, seat: Seat, labels: Mapping[str, str]
    ) -> dict[str, Any]:
        language = language_of(program.language)
        user = _FIRST_UID + int(seat.name)
        lifetime = ["timeout", "-s", "KILL", str(limits.lifetime_s)]
        return {
            "image": image_tag(language.image),
            "entrypoint": [],
            "command": [*lifetime, "sh", "-c", _LAUNCH, "launch", *program.argv],
            "environment": {**BASE_ENVIRONMENT, **language.environment},
            "working_dir": "/bot",
            "user": f"{user}:{user}",
            "hostname": "sandbox",
            "network_disabled": True,
            "healthcheck": {"test": ["NONE"]},
            "labels": {
                **{f"for.{key}": value for key, value in labels.items()},
                "role": ROLE,
                "match": labels.get("match", labels.get("job", "")),
                "worker": this_worker(),
                "deadline": str(int(time.time()) + limits.lifetime_s + _GRACE_S),
                "runtime": str(self._runtime_dir),
                "seat": seat.name,
            },
            "host": _host_settings(program, limits, seat),
        }


def _host_settings(program: Program, limits: Limits, seat: Seat) -> dict[str, Any]:
    binds = {
        _streams_folder(seat): _STREAMS,
        program.folder: "/bot",
        **{folder: f"/opt/lib/{name}" for name, folder in program.libraries.items()},
    }
    return {
        "mounts": [
            docker.types.Mount(target, str(source.absolute()), type="bind", read_only=True)
            for source, target in binds.items()
        ],
        "network_mode": "none",
        "read_only": True,
        "cap_drop": ["ALL"],
        "security_opt": ["no-new-privileges:true", f"seccomp={docker_profile()}"],
        "ipc_mode": "none",
        "pids_limit": limits.processes,
        "mem_limit": limits.memory_bytes,
        "memswap_limit": limits.memory_bytes,
        "nano_cpus": 1_000_000_000,
        "log_config": docker.types.LogConfig(type="none"),
        "restart_policy": {"Name": "no"},
        "tmpfs": {
            "/tmp": f"rw,noexec,nosuid,nodev,size={limits.tmp_mb * _MIB},nr_inodes=4096,mode=1777"
        },
        "ulimits": [
            docker.types.Ulimit(name=name, soft=most, hard=most)
            for name, most in (
                ("nofile", limits.open_files),
                ("core", 0),
                ("fsize", limits.file_mb * _MIB),
                ("msgqueue", 0),
                ("memlock", 65536),
            )
        ],
    }


def _streams_folder(seat: Seat) -> Path:
    """Return where a seat's FIFOs are; nobody who may not list the seat's folder finds it."""
    return next(seat.folder.glob("streams-*"))


def _open_streams(seat: Seat, limits: Limits) -> Streams:
    """Make the three FIFOs and open this side of them; raises OSError."""
    folder = seat.folder / f"streams-{secrets.token_hex(16)}"
    folder.mkdir(0o711)
    folder.chmod(0o711)
    opened: list[int] = []
    # Input and errors are opened both ways: opening for writing alone wants a reader to be there,
    # and only the output is asked whether the program has ended.
    ways = {"in": os.O_RDWR, "out": os.O_RDONLY, "err": os.O_RDWR}
    try:
        for name, way in ways.items():
            path = folder / name
            os.mkfifo(path)
            if os.geteuid() == 0:
                uid = _FIRST_UID + int(seat.name)
                os.chown(path, uid, uid)
                path.chmod(0o600)
            else:
                path.chmod(0o666)
            opened.append(os.open(path, way | os.O_NONBLOCK | os.O_CLOEXEC))
    except OSError:
        for descriptor in opened:
            os.close(descriptor)
        raise
    return Streams(opened[0], opened[1], opened[2], limits)


def _await_launch(streams: Streams) -> None:
    """Wait until the container has opened the FIFOs; raises SandboxUnavailable."""
    deadline = time.monotonic() + _START_S
    while streams.next_line() is None:
        left = deadline - time.monotonic()
        if left <= 0 or streams.at_end:
            said = streams.stderr().decode("utf-8", "replace").strip()
            raise SandboxUnavailable(f"a container did not start its program {said}".strip())
        streams.turn(left)
    streams.received = False
    streams.reset_output()
