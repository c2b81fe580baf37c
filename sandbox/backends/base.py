"""What every backend offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from sandbox.limits import Limits
from sandbox.process import Process
from sandbox.program import Program

IsLive = Callable[[Mapping[str, str]], bool]


@dataclass(frozen=True, slots=True)
class Promise:
    """Say whether one promise of a backend holds here, and what was seen.

    A promise that is not ``needed`` may lapse: the backend still runs, and ``detail`` says what
    that means.
    """

    name: str
    holds: bool
    detail: str = ""
    needed: bool = True


class Backend(Protocol):
    """Run programs within limits; every method raises SandboxUnavailable where it cannot."""

    @property
    def name(self) -> str:
        """Return the backend's name: docker or bubblewrap."""

    def start(self, program: Program, limits: Limits, labels: Mapping[str, str]) -> Process:
        """Start a program. Labels say whose it is: role, match, worker, deadline."""

    def selftest(self) -> list[Promise]:
        """Try each promise with a real program and return what was found."""

    def lapses(self) -> tuple[str, ...]:
        """Say in plain words what this backend cannot promise on this machine."""

    def sweep(self, is_live: IsLive | None = None) -> int:
        """Remove what dead workers left, or what ``is_live`` denies; return how many programs."""
