"""The folders that sandboxed programs are laid out in."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pytest_django import Settings

from tournament.matches.folders import program_folder, runtime_dir, sweep_folders

_HOLD = """
import sys
import django
django.setup()
from tournament.matches.folders import program_folder
with program_folder({"bot.py": b"secret"}) as folder:
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def own_runtime_dir(settings: Settings, tmp_path: Path) -> None:
    settings.KNOCK_SANDBOX_DIR = tmp_path / "seats"


def an_hour_later() -> float:
    return time.time() + 3600


def test_a_folder_in_use_is_never_swept_however_old() -> None:
    with program_folder({"bot.py": b"pass"}) as folder:
        assert sweep_folders(an_hour_later()) == 0
        assert (folder / "bot.py").read_bytes() == b"pass"

    assert not folder.exists()


def test_what_a_killed_worker_left_behind_is_swept_at_the_next_look() -> None:
    environment = {**os.environ, "KNOCK_SANDBOX_DIR": str(runtime_dir())}
    worker = subprocess.Popen(
        [sys.executable, "-c", _HOLD],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert worker.stdout is not None
    folder = Path(worker.stdout.readline().strip())
    assert sweep_folders(an_hour_later()) == 0
    worker.send_signal(signal.SIGKILL)
    worker.communicate()

    assert (folder / "bot.py").is_file()
    assert sweep_folders() == 0, "its worker may just have made it"
    assert sweep_folders(an_hour_later()) == 1
    assert not folder.exists()
