"""Look after the sandbox from the command line: ``python -m sandbox build|selftest|sweep``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sandbox.backends.base import Promise
from sandbox.choose import BACKENDS
from sandbox.images import build_image, image_names
from sandbox.seats import default_runtime_dir
from sandbox.verdicts import SandboxUnavailable


def main(arguments: list[str] | None = None) -> int:
    """Do one command and return the exit code: 0 when all went well, 1 when not."""
    parser = argparse.ArgumentParser(prog="python -m sandbox", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("build", help="build the Docker images that programs run in")
    for name, about in (
        ("selftest", "try what a backend promises, and say what does not hold"),
        ("sweep", "end programs that dead workers left behind"),
    ):
        command = commands.add_parser(name, help=about)
        command.add_argument("backend", nargs="?", choices=[*BACKENDS], help="all without it")
        command.add_argument("--runtime-dir", type=Path, default=default_runtime_dir())
    given = parser.parse_args(arguments)
    if given.command == "build":
        return _build()
    names = [given.backend] if given.backend else list(BACKENDS)
    act = _selftest if given.command == "selftest" else _sweep
    return max(act(name, given.runtime_dir) for name in names)


def _build() -> int:
    try:
        for name in image_names():
            build_image(name, print)
    except SandboxUnavailable as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _selftest(name: str, runtime_dir: Path) -> int:
    print(name)
    try:
        promises = BACKENDS[name](runtime_dir).selftest()
    except SandboxUnavailable as error:
        print(f"  cannot be used: {error}")
        return 1
    for promise in promises:
        print(f"  {_word(promise)}  {promise.name}  {promise.detail}".rstrip())
    return int(any(promise.needed and not promise.holds for promise in promises))


def _word(promise: Promise) -> str:
    if promise.holds:
        return "holds "
    return "BROKEN" if promise.needed else "lapses"


def _sweep(name: str, runtime_dir: Path) -> int:
    try:
        print(f"{name}: {BACKENDS[name](runtime_dir).sweep()} removed")
    except SandboxUnavailable as error:
        print(f"{name} cannot be used: {error}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
