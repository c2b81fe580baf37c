"""What is to be run in a sandbox."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Program:
    """Name a program to run: its files, its command line and the libraries that it may import.

    ``folder`` is seen read-only at /bot, which is also the working directory; each library's folder
    at /opt/lib/NAME. On the host, any account must be able to read them. ``argv`` holds paths of
    the sandbox, as in ("python3", "/bot/bot.py"). ``language`` is a name of sandbox.languages.
    """

    folder: Path
    argv: tuple[str, ...]
    libraries: Mapping[str, Path] = field(default_factory=dict)
    language: str = "python"

    def __post_init__(self) -> None:
        if not self.argv:
            raise ValueError("a program needs a command line")
        for name in self.libraries:
            if not name.isidentifier():
                raise ValueError(f"{name!r} is no name for a library")
