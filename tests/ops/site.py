"""The whole site as `make run` starts it, for a test."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.settings import ROOT

READY = "Knock is at "


def free_port() -> int:
    """Return a port of this machine that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@dataclass(slots=True)
class Site:
    """A running site: its process, its address, the data it keeps, and what it has printed."""

    process: subprocess.Popen[str]
    address: str
    data: Path
    said: list[str] = field(default_factory=list)

    def wait_for_line(self, words: str, within_s: float = 90) -> str:
        """Return the first printed line that contains some words."""
        deadline = monotonic() + within_s
        while monotonic() < deadline:
            for line in list(self.said):
                if words in line:
                    return line
            if self.process.poll() is not None:
                sleep(0.2)
                pytest.fail(f"the site ended ({self.process.returncode}):\n" + "".join(self.said))
            sleep(0.05)
        pytest.fail(f"no line with {words!r} within {within_s:.0f} s:\n" + "".join(self.said))

    def stop(self, number: signal.Signals = signal.SIGINT) -> int:
        """Send a signal as a terminal would, and return the exit code."""
        self.process.send_signal(number)
        return self.process.wait(timeout=60)


@contextmanager
def running_site(data: Path, **environment: str) -> Iterator[Site]:
    """Run the site on a free port with data of its own, until the context ends."""
    port = free_port()
    clean = {key: value for key, value in os.environ.items() if key not in _TESTS_OWN}
    process = subprocess.Popen(
        [sys.executable, "manage.py", "standalone"],
        cwd=ROOT,
        env=clean
        | {"KNOCK_DATA_DIR": str(data), "KNOCK_PORT": str(port), "KNOCK_TICK_S": "1"}
        | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    site = Site(process, f"http://127.0.0.1:{port}/", data)
    assert process.stdout is not None

    def listen() -> None:
        for line in process.stdout or ():
            site.said.append(line)

    listener = threading.Thread(target=listen)
    listener.start()
    try:
        yield site
    finally:
        if process.poll() is None:
            site.stop(signal.SIGTERM)
        listener.join(timeout=10)
        process.stdout.close()


# The site is to run as a person's would, not as the tests' settings would have it.
_TESTS_OWN = frozenset({"DJANGO_SETTINGS_MODULE", "REDIS_URL", "DATABASE_URL"})
