"""Folders that sandboxes read: the files of the programs, and a copy of the engine's library.

They lie in the runtime directory, where an account without rights can read them by their path but
cannot list them: the name of a program's folder is random, and the folder is gone after the match.
"""

import fcntl
import hashlib
import os
import secrets
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings

import thirtyone
from sandbox import default_runtime_dir

_OURS_TO_LIST: Final = 0o711
_READABLE: Final = 0o755
# Between making a folder and locking it a worker needs a moment.
_FRESH_S: Final = 60


def runtime_dir() -> Path:
    """Return the directory that sandboxes are run from; settings.KNOCK_SANDBOX_DIR moves it."""
    chosen: Path | None = settings.KNOCK_SANDBOX_DIR
    return chosen or default_runtime_dir()


@contextmanager
def program_folder(files: Mapping[str, bytes]) -> Iterator[Path]:
    """Write a program's files to a folder of their own, and remove it in the end.

    The folder is locked as long as its worker lives, so that others know when it is left behind.
    """
    parent = _own_folder("programs")
    folder = parent / secrets.token_hex(16)
    folder.mkdir(_READABLE)
    folder.chmod(_READABLE)
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _write(folder, files)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def library_folder() -> Path:
    """Return a copy of the `thirtyone` package that any account can read, made once a content."""
    files = _library_files()
    folder = _own_folder("libraries") / _content_name(files) / "thirtyone"
    if not folder.is_dir():
        making = folder.parent.with_name(secrets.token_hex(16))
        making.mkdir(_READABLE)
        making.chmod(_READABLE)
        _write(making, {f"thirtyone/{path}": content for path, content in files.items()})
        try:
            making.rename(folder.parent)
        except OSError:  # another worker was first, with the same content
            shutil.rmtree(making, ignore_errors=True)
    return folder


def sweep_folders(now_s: float | None = None) -> int:
    """Remove program folders that a worker left behind when it was killed; return how many."""
    deadline = (time.time() if now_s is None else now_s) - _FRESH_S
    return sum(_remove_if_left(path, deadline) for path in _own_folder("programs").iterdir())


def _remove_if_left(folder: Path, deadline: float) -> bool:
    try:
        if folder.lstat().st_mtime > deadline:
            return False
        lock = os.open(folder, os.O_RDONLY | os.O_NOFOLLOW)
    except FileNotFoundError:  # its worker or another sweep has just removed it
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    else:
        shutil.rmtree(folder, ignore_errors=True)
        return True
    finally:
        os.close(lock)


@cache
def _library_files() -> dict[str, bytes]:
    root = Path(thirtyone.__file__).parent
    return {
        path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*.py"))
    }


def _content_name(files: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(f"{path}\0{len(files[path])}\0".encode() + files[path])
    return digest.hexdigest()[:32]


def _own_folder(name: str) -> Path:
    """Return a folder in the runtime directory that is ours alone to write.

    Raises PermissionError where somebody else has made it before.
    """
    folder = runtime_dir() / name
    for path in (folder.parent, folder):
        path.mkdir(_OURS_TO_LIST, parents=True, exist_ok=True)
        found = path.lstat()
        if path.is_symlink() or found.st_uid != os.geteuid():
            raise PermissionError(f"{path} belongs to another account; remove it")
    folder.chmod(_OURS_TO_LIST)
    return folder


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        path = folder / name
        for parent in reversed(path.relative_to(folder).parents[:-1]):
            (folder / parent).mkdir(exist_ok=True)
            (folder / parent).chmod(_READABLE)
        path.write_bytes(content)
        path.chmod(0o644)
