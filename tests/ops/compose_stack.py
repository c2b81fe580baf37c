"""Bring compose.yaml up for a test, with images that a registry gives or that stand in for them."""

import os
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from sandbox.images import build_image
from tests.settings import ROOT

STAND_INS = Path(__file__).with_name("images")
BASE = "knock-test-base:local"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
PIP_CONFIGURATION = Path("/etc/pip.conf")


def compose_command() -> list[str] | None:
    """Return the compose command that is there: the engine's plugin or the older program."""
    plugin = subprocess.run(["docker", "compose", "version"], capture_output=True, check=False)
    if plugin.returncode == 0:
        return ["docker", "compose"]
    program = shutil.which("docker-compose")
    return [program] if program else None


def require_compose() -> list[str]:
    """Return the compose command; skip where there is none, under CI fail."""
    command = compose_command()
    if command is None:
        missing = "docker compose is missing: neither the plugin nor docker-compose is installed"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    return command


def prepare_images(folder: Path) -> None:
    """Build the bots' image, and see to those of database, Redis and the site's base."""
    build_image("python", print)
    for tag in ("postgres:17", "redis:8"):
        if not _has(tag) and not _pull(tag):
            _docker("build", "--quiet", "--tag", tag, str(STAND_INS / tag.partition(":")[0]))
    _build_base(folder)


def _build_base(folder: Path) -> None:
    """Give the site's base what this machine reaches package registries with."""
    recipe = ["FROM debian:trixie-slim"]
    # Apart from the distribution's own file, which installing packages makes anew.
    for path, place in ((CERTIFICATES, "/etc/machine.crt"), (PIP_CONFIGURATION, "/etc/pip.conf")):
        if path.exists():
            shutil.copy(path, folder / path.name)
            recipe.append(f"COPY {path.name} {place}")
    if CERTIFICATES.exists():
        recipe.append("ENV PIP_CERT=/etc/machine.crt")
    (folder / "Dockerfile").write_text("\n".join(recipe) + "\n")
    _docker("build", "--quiet", "--tag", BASE, str(folder))


def _has(tag: str) -> bool:
    return not subprocess.run(
        ["docker", "inspect", tag], capture_output=True, check=False
    ).returncode


def _pull(tag: str) -> bool:
    try:
        done = subprocess.run(
            ["docker", "pull", "--quiet", tag], capture_output=True, timeout=120, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def _docker(*arguments: str) -> None:
    subprocess.run(["docker", *arguments], check=True, stdout=subprocess.DEVNULL)


@dataclass(slots=True)
class Stack:
    """The services of compose.yaml under a project name of their own."""

    command: list[str]
    project: str
    environment: dict[str, str] = field(default_factory=dict)

    def run(self, *arguments: str) -> str:
        """Run one compose command and return what it printed; its messages go to the test's."""
        done = subprocess.run(
            [*self.command, "--project-name", self.project, *arguments],
            cwd=ROOT,
            env=os.environ | self.environment,
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            pytest.fail(f"compose {' '.join(arguments)}: {done.returncode}\n{done.stdout}")
        return done.stdout

    def health(self, service: str) -> str:
        """Return what the engine says of a service: starting, healthy or unhealthy."""
        container = self.run("ps", "--quiet", service).strip()
        form = "{{.State.Health.Status}}"
        return subprocess.run(
            ["docker", "inspect", "--format", form, container],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()

    def page(self, address: str) -> str:
        """Return a page of the site."""
        with urllib.request.urlopen(address, timeout=10) as answer:
            text: str = answer.read().decode()
        return text


def wait_until(holds: Callable[[], bool], what: str, within_s: float) -> None:
    """Look every second until something holds; fail the test where it does not in time."""
    deadline = time.monotonic() + within_s
    while not holds():
        if time.monotonic() > deadline:
            pytest.fail(f"{what}: not within {within_s:.0f} s")
        time.sleep(1)
