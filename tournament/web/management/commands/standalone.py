"""The command behind `make run`."""

import fcntl
import os
import shutil
import signal
import socket
import sys
import tempfile
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournament import guard, standalone
from tournament.matches.winding_up import wind_up

START_LIMIT_S = 60.0


class Command(BaseCommand):
    """Start the site with everything it needs, print its address, and end all of it on Ctrl-C."""

    help = "Run web server, workers, scheduler and Redis on this machine until Ctrl-C."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the address to serve on."""
        parser.add_argument("--host", default=os.environ.get("KNOCK_HOST", "127.0.0.1"))
        parser.add_argument("--port", type=int, default=int(os.environ.get("KNOCK_PORT", "8000")))

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare, start, watch and stop, under guard."""
        host, port = options["host"], options["port"]
        _refuse_taken(host, port)
        lock = _lock(settings.DATA_DIR / "running.lock")
        # The system's folder for temporary files: the path of a socket must be short.
        folder = Path(tempfile.mkdtemp(prefix="knock-"))

        def clear_up() -> None:
            shutil.rmtree(folder, ignore_errors=True)
            wind_up(self._say)

        code = guard.run_guarded(lambda: self._run(folder, host, port), clear_up)
        os.close(lock)
        if code:
            sys.exit(code)

    def _run(self, folder: Path, host: str, port: int) -> int:
        supervisor = standalone.Supervisor(self._say)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, supervisor.request_stop)
        try:
            self._start(supervisor, folder, host, port)
            supervisor.watch()
            self._say("Ending")
        except standalone.CannotStart as error:
            self.stderr.write(str(error))
            return 1
        finally:
            supervisor.stop()
        return 0

    def _start(self, supervisor: standalone.Supervisor, folder: Path, host: str, port: int) -> None:
        environment = dict(os.environ)
        if "REDIS_URL" not in environment:
            supervisor.start(standalone.redis_service(folder, environment))
            environment["REDIS_URL"] = f"unix://{folder / 'redis.sock'}"
        standalone.prepare(environment)
        for service in standalone.site_services(host, port, environment):
            supervisor.start(service)
        address = f"http://{host}:{port}/"
        _wait_for(address, supervisor)
        if not supervisor.stopping:
            self._say(f"Knock is at {address}  (Ctrl-C ends it)")

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _lock(path: Path) -> int:
    """Hold the data directory for one site at a time; return the descriptor that holds it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise CommandError(
            f"Knock runs already with the data in {path.parent}. End it first, or give this one "
            "its own: KNOCK_DATA_DIR=/somewhere make run"
        ) from error
    return descriptor


def _refuse_taken(host: str, port: int) -> None:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} of {host} cannot be used ({error.strerror}). "
                "Choose another one: KNOCK_PORT=8080 make run"
            ) from error


def _wait_for(address: str, supervisor: standalone.Supervisor) -> None:
    deadline = time.monotonic() + START_LIMIT_S
    while not supervisor.stopping:
        if (ended := supervisor.ended()) is not None:
            raise standalone.CannotStart(f"{ended.name} ended at once; its message is above.")
        try:
            urllib.request.urlopen(address + "healthz", timeout=2).close()
        except (urllib.error.URLError, OSError) as error:
            if time.monotonic() > deadline:
                raise standalone.CannotStart(
                    f"The site did not answer within {START_LIMIT_S:.0f} s: {error}"
                ) from error
            time.sleep(0.2)
        else:
            return
