"""The languages that programs may be written in: a registry, one entry each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from sandbox.verdicts import SandboxUnavailable

BASE_ENVIRONMENT: Final[Mapping[str, str]] = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
}


@dataclass(frozen=True, slots=True)
class Language:
    """Say what a language needs.

    ``image`` is the folder of its recipe in sandbox/images. ``command`` is the interpreter's name
    in a program's argv, which bubblewrap replaces by its path on the host (empty: none).
    ``memory_marks`` begin the last line of standard error when an allocation was refused, which is
    how a limit without a cgroup shows.
    """

    name: str
    image: str
    command: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)
    memory_marks: tuple[bytes, ...] = ()


LANGUAGES: Final[dict[str, Language]] = {
    language.name: language
    for language in (
        Language(
            name="python",
            image="python",
            command="python3",
            environment={
                "PYTHONPATH": "/opt/lib",
                "PYTHONDONTWRITEBYTECODE": "1",
                "PYTHONUNBUFFERED": "1",
            },
            memory_marks=(b"MemoryError",),
        ),
    )
}


def language_of(name: str) -> Language:
    """Return a language by its name; raises SandboxUnavailable for one that is not known."""
    try:
        return LANGUAGES[name]
    except KeyError:
        raise SandboxUnavailable(f"this sandbox cannot run programs in {name}") from None
