"""Seat folders: one for each running program, and with it an account number of its own.

They lie in the runtime directory, which is never below a private home: an account without rights
must be able to pass through it. A seat's notes say who started it, so that it can be swept.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import secrets
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sandbox.verdicts import SandboxUnavailable
from sandbox.workers import is_alive, this_worker

# Above what systemd, containers and subordinate ids use.
_FIRST_UID: Final = 1_900_000_000
_SEATS: Final = 100_000
_NOTES: Final = "seat.json"


def default_runtime_dir() -> Path:
    """Return the folder for seats of this account where none is set."""
    return Path(tempfile.gettempdir()) / f"knock-sandbox-{os.geteuid()}"


def prepare_runtime_dir(path: Path) -> Path:
    """Make the runtime directory and return it; raises SandboxUnavailable where it is not ours."""
    try:
        path.mkdir(mode=0o711, parents=True, exist_ok=True)
        found = path.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
            raise SandboxUnavailable(f"{path} belongs to another account; remove it")
        path.chmod(0o711)
        (path / "seats").mkdir(mode=0o711, exist_ok=True)
        (path / "seats").chmod(0o711)
    except OSError as error:
        raise SandboxUnavailable(f"cannot use {path}: {error.strerror}") from error
    return path


def runtime_mark(path: Path) -> str:
    """Return a short word for a runtime directory, for names that the whole machine shares."""
    return hashlib.sha256(str(path.absolute()).encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat's folder and the account that its program runs as (as root, nobody else's)."""

    folder: Path
    uid: int
    gid: int

    @property
    def name(self) -> str:
        """Return a name that no other seat of this runtime directory has."""
        return self.folder.name

    def note(self, **facts: Any) -> None:
        """Write facts down beside those already noted."""
        notes = self.folder / _NOTES
        old = json.loads(notes.read_text()) if notes.exists() else {}
        new = notes.with_suffix(".new")
        new.touch(0o600)
        new.write_text(json.dumps({**old, **facts}))
        new.rename(notes)

    def release(self) -> None:
        """Remove the folder, and so free the account number."""
        passing = _passing(self.folder.parent)
        try:
            self.folder.rename(passing)
        except OSError:  # it was swept, or is one that is passing itself
            passing = self.folder
        shutil.rmtree(passing, ignore_errors=True)


def _passing(seats: Path) -> Path:
    """Return a path for a folder that is being made or removed; its name says by whom."""
    return seats / f"{this_worker().replace('/', ':')}:{secrets.token_hex(8)}"


def take_seat(
    runtime_dir: Path, backend: str, labels: Mapping[str, str], lifetime_s: float
) -> Seat:
    """Return a fresh seat; raises SandboxUnavailable, as when the disk is full."""
    making = Seat(_passing(runtime_dir / "seats"), -1, -1)
    try:
        making.folder.mkdir(mode=0o711)
        making.folder.chmod(0o711)
        making.note(
            backend=backend,
            worker=this_worker(),
            labels=dict(labels),
            deadline=time.time() + lifetime_s,
        )
        return _placed(making.folder)
    except OSError as error:
        shutil.rmtree(making.folder, ignore_errors=True)
        raise SandboxUnavailable(f"cannot write to {runtime_dir}: {error.strerror}") from error


def _placed(made: Path) -> Seat:
    """Move a folder, notes and all, to a number that nobody has: so a seat is never half made."""
    while True:
        number = secrets.randbelow(_SEATS)
        folder = made.with_name(str(number))
        try:
            made.rename(folder)
        except OSError as error:
            if error.errno in (errno.EEXIST, errno.ENOTEMPTY):  # taken
                continue
            raise
        if os.geteuid() == 0:
            return Seat(folder, _FIRST_UID + number, _FIRST_UID + number)
        return Seat(folder, os.geteuid(), os.getegid())


def orphans(
    runtime_dir: Path,
    backend: str,
    is_live: Callable[[Mapping[str, str]], bool] | None,
) -> Iterator[tuple[Seat, dict[str, Any]]]:
    """Yield each seat of a backend, with its notes, that nobody looks after any more.

    That is one whose worker is dead, whose time is over, or whose labels ``is_live`` denies. A
    folder that a dead worker was making or removing is yielded without notes.
    """
    for folder in sorted((runtime_dir / "seats").iterdir()):
        if not folder.name.isdecimal():
            if not is_alive(folder.name.rpartition(":")[0].replace(":", "/")):
                yield Seat(folder, -1, -1), {}
            continue
        notes = _notes_of(folder)
        if notes is None or notes.get("backend") not in (backend, None):
            continue
        live = (
            is_alive(notes.get("worker", ""))
            and time.time() < notes.get("deadline", 0.0)
            and (is_live is None or is_live(notes.get("labels", {})))
        )
        if not live:
            yield Seat(folder, -1, -1), notes


def _notes_of(folder: Path) -> dict[str, Any] | None:
    """Return a seat's notes, none at all where they are damaged; None where the seat is gone."""
    try:
        notes: dict[str, Any] = json.loads((folder / _NOTES).read_text())
    except FileNotFoundError:
        return {} if folder.is_dir() else None
    except (OSError, ValueError):
        return {}
    return notes
