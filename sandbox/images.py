"""Build the images that programs run in, with a registry or without one."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import docker

from sandbox.backends.docker_calls import connect
from sandbox.verdicts import SandboxUnavailable

RECIPES: Final = Path(__file__).with_name("images")
_BUILD_S: Final = 900
_PULL_S: Final = 120
_FAILED: Final = "the image could not be built"


def image_tag(name: str) -> str:
    """Return the tag of a language's image; a changed recipe has another tag."""
    return f"knock-bot-{name}:{hashlib.sha256(_recipe(name).read_bytes()).hexdigest()[:12]}"


def image_names() -> tuple[str, ...]:
    """Return the names of all images that there are recipes for."""
    return tuple(sorted(path.parent.name for path in RECIPES.glob("*/Dockerfile")))


def build_image(name: str, say: Callable[[str], None]) -> str:
    """Build an image unless it is there, and return its tag; ``say`` is told what goes on.

    The base image is pulled; where no registry answers it is made from Debian's packages, which
    takes root and debootstrap. Raises SandboxUnavailable.
    """
    tag = image_tag(name)
    try:
        client = connect(_BUILD_S)
    except (docker.errors.DockerException, OSError) as error:
        raise SandboxUnavailable(f"no Docker engine answers: {error}") from error
    try:
        if _is_there(client, tag):
            say(f"{tag} is there already")
            return tag
        _ensure_base(client, _base_of(name), say)
        say(f"Building {tag}")
        _build(client, name, tag)
    except (docker.errors.DockerException, OSError) as error:
        raise SandboxUnavailable(f"{_FAILED}: {error}") from error
    finally:
        client.close()
    say(f"Built {tag}")
    return tag


def _recipe(name: str) -> Path:
    return RECIPES / name / "Dockerfile"


def _base_of(name: str) -> str:
    lines = _recipe(name).read_text().splitlines()
    return next(line.split()[1] for line in lines if line.startswith("FROM "))


def _is_there(client: Any, tag: str) -> bool:
    try:
        client.images.get(tag)
    except docker.errors.ImageNotFound:
        return False
    return True


def _ensure_base(client: Any, base: str, say: Callable[[str], None]) -> None:
    if _is_there(client, base):
        return
    say(f"Pulling {base}")
    try:
        with contextlib.closing(connect(_PULL_S)) as client_for_pulling:
            client_for_pulling.images.pull(base)
    except (docker.errors.DockerException, OSError) as error:
        say(f"No registry gave it ({error}); making it from Debian's packages")
        _make_base(client, base)


def _make_base(client: Any, base: str) -> None:
    """Import a minimal Debian under the tag of the base image; raises SandboxUnavailable."""
    debootstrap = shutil.which("debootstrap", path="/usr/sbin:/usr/bin:/sbin:/bin")
    if debootstrap is None or os.geteuid() != 0:
        raise SandboxUnavailable(
            f"{_FAILED}: no registry gives {base}, and to make it here takes root and debootstrap "
            "(apt install debootstrap)"
        )
    repository, _, version = base.partition(":")
    suite = version.removesuffix("-slim")
    with tempfile.TemporaryDirectory(prefix="knock-image-") as folder:
        tree, archive = Path(folder) / "tree", Path(folder) / "tree.tar"
        _run([debootstrap, "--variant=minbase", suite, str(tree)])
        _run(
            [
                "tar",
                "--numeric-owner",
                "-C",
                str(tree),
                "--exclude=./var/cache/apt/archives/*.deb",
                "--one-file-system",
                "-cf",
                str(archive),
                ".",
            ]
        )
        client.api.import_image_from_file(str(archive), repository=repository, tag=version)
    if not _is_there(client, base):
        raise SandboxUnavailable(f"{_FAILED}: the engine did not take {base}")


def _run(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_BUILD_S)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SandboxUnavailable(f"{_FAILED}: {error}") from error
    if done.returncode:
        end = "\n".join((done.stdout + done.stderr).strip().splitlines()[-5:])
        raise SandboxUnavailable(f"{_FAILED}: {command[0]} failed: {end}")


def _build(client: Any, name: str, tag: str) -> None:
    said: list[str] = []
    steps = client.api.build(
        path=str(RECIPES / name),
        tag=tag,
        rm=True,
        forcerm=True,
        decode=True,
        labels={"role": "knock-bot-image"},
    )
    for step in steps:
        said.append(step.get("stream", ""))
        if "error" in step:
            end = "\n".join("".join(said).strip().splitlines()[-5:])
            raise SandboxUnavailable(f"{_FAILED}: {step['error']}\n{end}")
