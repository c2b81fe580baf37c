"""Seat folders: account numbers, notes, and who is an orphan."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.seats import orphans, prepare_runtime_dir, take_seat
from sandbox.verdicts import SandboxUnavailable
from sandbox.workers import is_alive, started_at, this_worker


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a prepared runtime directory."""
    return prepare_runtime_dir(tmp_path / "runtime")


def names(folder: Path, backend: str = "one") -> list[str]:
    return [seat.name for seat, _ in orphans(folder, backend, None)]


def test_seats_differ_and_are_freed(folder: Path) -> None:
    first, second = (take_seat(folder, "one", {}, 60) for _ in range(2))

    assert first.folder != second.folder
    assert (first.uid != second.uid) == (os.geteuid() == 0)
    first.release()
    assert not first.folder.exists()


def test_a_living_workers_seat_is_no_orphan(folder: Path) -> None:
    take_seat(folder, "one", {}, 60)

    assert names(folder) == []


def test_a_seat_whose_time_is_over_is_an_orphan(folder: Path) -> None:
    seat = take_seat(folder, "one", {}, -1)

    assert names(folder) == [seat.name]
    assert names(folder, "another") == []


def test_a_dead_workers_seat_is_an_orphan(folder: Path) -> None:
    seat = take_seat(folder, "one", {}, 60)
    boot, namespace, _, _ = this_worker().split("/")
    ended = subprocess.Popen(["true"])
    ended.wait()
    seat.note(worker=f"{boot}/{namespace}/{ended.pid}/1")

    assert names(folder) == [seat.name]


def test_a_seat_that_its_labels_deny_is_an_orphan(folder: Path) -> None:
    seat = take_seat(folder, "one", {"match": "7"}, 60)
    found = [seat.name for seat, _ in orphans(folder, "one", lambda labels: labels["match"] != "7")]

    assert found == [seat.name]


def test_a_folder_without_notes_is_an_orphan(folder: Path) -> None:
    (folder / "seats" / "7").mkdir()

    assert names(folder) == ["7"]


_KILLED_HALFWAY = """
import os, signal, sys
from pathlib import Path
from sandbox.seats import Seat, take_seat
kill = lambda *given, **named: os.kill(os.getpid(), signal.SIGKILL)
if sys.argv[2] == "making":
    Seat.note = kill
seat = take_seat(Path(sys.argv[1]), "one", {}, 60)
import shutil
shutil.rmtree = kill
seat.release()
"""


@pytest.mark.parametrize("moment", ["making", "removing"])
def test_a_worker_killed_while_it_makes_or_removes_a_seat_leaves_an_orphan(
    folder: Path, moment: str
) -> None:
    killed = subprocess.run([sys.executable, "-c", _KILLED_HALFWAY, folder, moment], check=False)

    assert killed.returncode == -signal.SIGKILL
    (found,) = orphans(folder, "one", None)
    found[0].release()
    assert list((folder / "seats").iterdir()) == []


def test_a_folder_that_a_living_worker_is_making_is_no_orphan(folder: Path) -> None:
    (folder / "seats" / f"{this_worker().replace('/', ':')}:0123").mkdir()

    assert names(folder) == []


def test_a_number_that_another_process_bears_now_is_not_the_worker() -> None:
    boot, namespace, pid, start = this_worker().split("/")

    assert is_alive(this_worker())
    assert not is_alive(f"{boot}/{namespace}/{pid}/{int(start) + 1}")
    assert not is_alive(f"another-boot/{namespace}/{pid}/{start}")
    assert is_alive(f"{boot}/999/{pid}/1")
    assert not is_alive("nonsense")
    assert started_at(os.getpid()) == int(start)


def test_a_runtime_directory_of_somebody_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")

    with pytest.raises(SandboxUnavailable, match="another account"):
        prepare_runtime_dir(tmp_path / "link")


def test_a_runtime_directory_that_cannot_be_made_is_our_failure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(SandboxUnavailable):
        prepare_runtime_dir(tmp_path / "file" / "below")
