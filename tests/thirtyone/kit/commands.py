"""Run the author's commands as an author does: as a process of their own."""

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True, slots=True)
class Said:
    """What a command printed, and its exit status."""

    status: int
    out: str
    err: str


def thirtyone(
    *argv: str, root: Path = ROOT, folder: Path | None = None, python: str = sys.executable
) -> Said:
    """Run a command of the kit in ``root`` with nothing in its environment but the path to it."""
    environment: Mapping[str, str] = {"PYTHONPATH": str(root), "PATH": os.environ["PATH"]}
    done = subprocess.run(
        [python, "-S", "-m", "thirtyone", *argv],
        cwd=folder or root,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return Said(done.returncode, done.stdout, done.stderr)
