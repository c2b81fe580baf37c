"""The same promises where whoever starts programs is an ordinary user of the machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.parts import as_ordinary_user, require

_ROOT = Path(__file__).parents[2]
_WHAT_RUNS = ("sandbox", "tests/sandbox", "tests/parts.py")


@pytest.fixture
def readable_copy() -> Iterator[Path]:
    """Copy the sandbox and its tests to where any account can read them."""
    folder = Path(tempfile.mkdtemp(prefix="knock-ordinary-"))
    folder.chmod(0o755)
    ignore = shutil.ignore_patterns("__pycache__")
    for name in _WHAT_RUNS:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if (_ROOT / name).is_dir():
            shutil.copytree(_ROOT / name, folder / name, ignore=ignore)
        else:
            shutil.copy(_ROOT / name, folder / name)
    subprocess.run(["chmod", "-R", "a+rX", str(folder)], check=True)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def test_bubblewrap_keeps_its_promises_for_an_ordinary_user(readable_copy: Path) -> None:
    require("ordinary_user")
    # Neither the project's settings nor its cache: this child knows the sandbox alone.
    options = ["-q", "-p", "no:django", "-p", "no:cacheprovider", "-c", os.devnull]
    found = subprocess.run(
        as_ordinary_user(
            sys.executable,
            "-m",
            "pytest",
            *options,
            "--rootdir=.",
            "--import-mode=importlib",
            "tests/sandbox/test_confinement.py",
        ),
        cwd=readable_copy,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(readable_copy),
            "PYTHONDONTWRITEBYTECODE": "1",
            "KNOCK_TEST_SANDBOXES": "bubblewrap",
            **({"CI": os.environ["CI"]} if "CI" in os.environ else {}),
        },
        capture_output=True,
        text=True,
        check=False,
    )

    assert found.returncode == 0, found.stdout[-20_000:] + found.stderr[-2_000:]
    assert " passed" in found.stdout
