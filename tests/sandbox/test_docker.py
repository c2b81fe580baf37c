"""What holds for Docker alone: labels, sweeping, and an engine that fails."""

from __future__ import annotations

import contextlib
import os
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import docker
import pytest

from sandbox import Process, Program, ProgramEnded, SandboxUnavailable, choose
from sandbox.backends import docker_container
from sandbox.backends.docker import Docker
from sandbox.backends.docker_calls import Engine
from sandbox.choose import forget_trials
from tests.parts import require
from tests.sandbox.conftest import LIMITS, make_backend
from tests.sandbox.leftovers import seats

_SOON_S = 10.0
_WAITS = "print('started', flush=True)\ninput()"


@pytest.fixture
def client() -> Iterator[Any]:
    """Return a client of the engine's, beside the backend's own."""
    require("docker")
    with contextlib.closing(docker.from_env()) as client:
        yield client


@pytest.fixture
def containers(runtime_dir: Path, client: Any) -> Callable[[], list[Any]]:
    """Return a function that lists the containers of these tests."""

    def find() -> list[Any]:
        wanted = {"label": ["role=knock-bot", f"runtime={runtime_dir}"]}
        return list(client.containers.list(all=True, filters=wanted))

    return find


@pytest.fixture
def engine_backend(runtime_dir: Path) -> Docker:
    """Return the Docker backend."""
    backend = make_backend("docker", runtime_dir)
    assert isinstance(backend, Docker)
    return backend


@pytest.fixture
def running(engine_backend: Docker, program: Callable[..., Program]) -> Iterator[Process]:
    """Return a program that has started and waits."""
    process = engine_backend.start(program(_WAITS), LIMITS, {"role": "match", "match": "m-1"})
    assert process.read_line(_SOON_S) == b"started"
    yield process
    process.close()


@pytest.fixture(autouse=True)
def _no_choice_is_kept() -> Iterator[None]:
    forget_trials()
    yield
    forget_trials()


def test_a_container_says_whose_it_is(
    running: Process, containers: Callable[[], list[Any]], runtime_dir: Path
) -> None:
    (container,) = containers()
    labels = container.labels

    assert labels["match"] == "m-1"
    assert labels["for.role"] == "match"
    assert f"/{os.getpid()}/" in labels["worker"]
    assert time.time() < float(labels["deadline"]) < time.time() + LIMITS.lifetime_s + 120
    assert labels["seat"] in seats(runtime_dir)


def test_a_container_is_confined_as_it_should_be(
    running: Process, containers: Callable[[], list[Any]]
) -> None:
    (container,) = containers()
    host = container.attrs["HostConfig"]

    assert host["NetworkMode"] == "none"
    assert host["ReadonlyRootfs"] is True
    assert host["CapDrop"] == ["ALL"]
    assert host["Memory"] == host["MemorySwap"] == LIMITS.memory_bytes
    assert host["PidsLimit"] == LIMITS.processes
    assert host["LogConfig"]["Type"] == "none"
    assert all(not mount["RW"] for mount in container.attrs["Mounts"])
    assert int(container.attrs["Config"]["User"].split(":")[0]) > 65535


def test_nothing_is_left_after_close(
    running: Process, containers: Callable[[], list[Any]], runtime_dir: Path
) -> None:
    running.close()

    assert containers() == []
    assert seats(runtime_dir) == []


def test_a_container_ends_itself_when_its_time_is_over(
    engine_backend: Docker, program: Callable[..., Program]
) -> None:
    limits = type(LIMITS)(memory_mb=64, lifetime_s=1)
    process = engine_backend.start(program(_WAITS), limits, {})
    try:
        assert process.read_line(_SOON_S) == b"started"
        with pytest.raises(ProgramEnded) as caught:
            process.read_line(_SOON_S)
    finally:
        process.close()

    assert caught.value.evidence.exit.signal == 9


def test_a_flood_that_nobody_reads_can_be_ended(
    engine_backend: Docker, program: Callable[..., Program], containers: Callable[[], list[Any]]
) -> None:
    flood = "import os\nwhile True:\n    os.write(1, b'x' * 65536)\n    os.write(2, b'x' * 65536)"
    process = engine_backend.start(program(flood), LIMITS, {})
    time.sleep(0.5)
    process.close()

    assert containers() == []


def test_a_container_that_was_taken_away_is_our_failure(
    running: Process, containers: Callable[[], list[Any]]
) -> None:
    (container,) = containers()
    container.remove(force=True)

    with pytest.raises(SandboxUnavailable, match="removed"):
        running.read_line(_SOON_S)


def test_a_container_whose_seat_is_lost_is_swept_when_its_time_is_over(
    engine_backend: Docker, containers: Callable[[], list[Any]], runtime_dir: Path, client: Any
) -> None:
    image = client.images.list("knock-bot-python")[0]
    labels = {"role": "knock-bot", "runtime": str(runtime_dir), "seat": "x", "deadline": "1"}
    client.containers.create(image.id, ["true"], labels=labels)

    assert engine_backend.sweep() == 1
    assert containers() == []


def test_counters_come_from_the_engine_where_the_kernels_cannot_be_seen(
    engine_backend: Docker, program: Callable[..., Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(docker_container, "_group_of", lambda container, pid: None)
    source = """
        import sys, time
        while time.process_time() < 0.3: pass
        print("done", flush=True)
        sys.stdin.readline()
    """
    process = engine_backend.start(program(source), LIMITS, {})
    try:
        assert process.read_line(_SOON_S) == b"done"
        assert process.cpu_s() >= 0.3
        assert process.memory_peak_bytes()
    finally:
        process.close()


def test_it_says_that_no_engine_answers(runtime_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{runtime_dir}/no-engine.sock")
    choice = choose("docker", runtime_dir)

    assert choice.backend is None
    assert "the Docker engine could not answer" in choice.reasons[0]


def test_it_says_that_the_image_is_to_be_built(
    engine_backend: Docker, runtime_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandbox.backends.docker.image_tag", lambda name: f"knock-bot-{name}:gone")
    choice = choose("docker", runtime_dir)

    assert choice.backend is None
    assert "python -m sandbox build" in choice.reasons[0]


def test_an_engine_that_hangs_holds_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "engine.sock"
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(path))
        silent.listen()
        monkeypatch.setenv("DOCKER_HOST", f"unix://{path}")

        with pytest.raises(SandboxUnavailable, match=r"engine (did not|could not) answer"):
            Engine(call_s=0.3)
