"""compose.yaml brings the whole site up, and bots play in containers beside it."""

import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.ops.compose_stack import BASE, Stack, prepare_images, require_compose, wait_until
from tests.ops.site import free_port
from tests.parts import require

SERVICES = {"web", "worker", "scheduler", "database", "redis"}
FINISHED = (
    "from tournament.matches.models import Match;"
    "print(Match.objects.filter(status='finished').count())"
)
BACKEND = (
    "from tournament.matches.availability import sandbox_state; print(sandbox_state().backend)"
)


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[tuple[Stack, str]]:
    """The site brought up by compose, and its address."""
    require("docker")
    command = require_compose()
    prepare_images(tmp_path)
    port = free_port()
    # The engine looks for the seats on the machine itself, so they get a place that both know.
    seats = tempfile.mkdtemp(prefix="knock-seats-")
    stack = Stack(
        command,
        f"knocktest{secrets.token_hex(4)}",
        {
            "POSTGRES_PASSWORD": secrets.token_hex(16),
            "KNOCK_SECRET_KEY": secrets.token_hex(32),
            "KNOCK_BASE_IMAGE": BASE,
            "KNOCK_VERSION": "test",
            "KNOCK_LISTEN": f"127.0.0.1:{port}",
            "KNOCK_SEATS": seats,
        },
    )
    try:
        stack.run("build", "web")
        stack.run("up", "--detach")
        yield stack, f"http://127.0.0.1:{port}/"
    except BaseException:
        print(stack.run("logs", "--tail", "40"))
        raise
    finally:
        stack.run("down", "--volumes", "--timeout", "10")
        shutil.rmtree(seats, ignore_errors=True)


@pytest.mark.real
def test_one_command_brings_up_every_service_and_bots_play_in_containers(
    stack: tuple[Stack, str],
) -> None:
    """All five services turn healthy, a match of the first league finishes, a page shows it."""
    site, address = stack
    assert set(site.run("config", "--services").split()) == SERVICES

    for service in sorted(SERVICES):
        wait_until(partial(is_healthy, site, service), f"{service} is healthy", 180)
    wait_until(lambda: int(ask(site, FINISHED)) > 0, "a match has been played", 180)

    assert ask(site, BACKEND) == "docker"
    assert "Open league" in site.page(address + "leagues/")


def is_healthy(site: Stack, service: str) -> bool:
    return site.health(service) == "healthy"


def ask(site: Stack, code: str) -> str:
    """Return the last word that a piece of code prints in the web server's container."""
    python = ["python", "manage.py", "shell", "--no-imports", "-c", code]
    return site.run("exec", "-T", "web", *python).split()[-1]


@pytest.mark.real
def test_compose_refuses_to_start_without_its_secrets(tmp_path: Path) -> None:
    """A missing password is named before anything starts; the file itself holds none."""
    require("docker")
    command = require_compose()
    nothing = tmp_path / "nothing.env"
    nothing.touch()

    done = subprocess.run(
        [*command, "--project-name", "knocktest", "--env-file", str(nothing), "config"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode != 0
    assert "make .env writes it" in done.stderr
