"""A real sandbox for each test, and programs to run in it."""

from __future__ import annotations

import os
import shutil
import tempfile
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from sandbox import Backend, Limits, Process, Program
from sandbox.backends.bubblewrap import Bubblewrap
from sandbox.choose import BACKENDS
from sandbox.host import find_bubblewrap
from sandbox.images import build_image
from sandbox.verdicts import SandboxUnavailable
from tests.parts import require

# The same tests run again as an ordinary user, for whom Docker is not of interest.
_NAMES = os.environ.get("KNOCK_TEST_SANDBOXES", "docker bubblewrap").split()
LIMITS = Limits(memory_mb=64, processes=24, lifetime_s=120)


@pytest.fixture(scope="session")
def runtime_dir() -> Iterator[Path]:
    """Return a runtime directory of these tests alone, which any account can pass through."""
    path = Path(tempfile.mkdtemp(prefix="knock-sandbox-test-"))
    path.chmod(0o711)
    yield path
    shutil.rmtree(path, ignore_errors=True)


def make_backend(name: str, runtime_dir: Path) -> Backend:
    """Return a backend by its name; skips where this machine cannot have it."""
    if name == "docker":
        require("docker")
        build_image("python", print)
    else:
        try:
            find_bubblewrap(runtime_dir)
        except SandboxUnavailable as error:
            if os.environ.get("CI"):
                pytest.fail(str(error))
            pytest.skip(str(error))
    return BACKENDS[name](runtime_dir)


@pytest.fixture(scope="session", params=_NAMES)
def backend(request: pytest.FixtureRequest, runtime_dir: Path) -> Backend:
    """Return each backend in turn."""
    return make_backend(request.param, runtime_dir)


@pytest.fixture
def bubblewrap(runtime_dir: Path) -> Bubblewrap:
    """Return the bubblewrap backend."""
    backend = make_backend("bubblewrap", runtime_dir)
    assert isinstance(backend, Bubblewrap)
    return backend


@pytest.fixture
def program(runtime_dir: Path) -> Callable[..., Program]:
    """Return a function that writes a program and gives it a word to be recognised by."""

    def write(source: str, *words: str) -> Program:
        folder = runtime_dir / "programs" / uuid4().hex
        folder.mkdir(parents=True)
        folder.parent.chmod(0o711)
        folder.chmod(0o755)
        (folder / "bot.py").write_text(textwrap.dedent(source))
        (folder / "bot.py").chmod(0o644)
        return Program(folder, ("python3", "/bot/bot.py", *words))

    return write


@pytest.fixture
def start(backend: Backend, program: Callable[..., Program]) -> Iterator[Callable[..., Process]]:
    """Return a function that starts a program from its source; all are closed in the end."""
    started: list[Process] = []

    def run(source: str, *words: str, **limits: Any) -> Process:
        process = backend.start(
            program(source, *words), replace(LIMITS, **limits), {"role": "test"}
        )
        started.append(process)
        return process

    yield run
    for process in started:
        process.close()
