"""Pick the backend that plays uploads here, or say in plain words why there is none."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final

from sandbox.backends.base import Backend
from sandbox.backends.bubblewrap import Bubblewrap
from sandbox.backends.docker import Docker
from sandbox.seats import default_runtime_dir
from sandbox.verdicts import SandboxUnavailable

# A self-test that passed holds for the life of this process, one that failed for so long.
_TRY_AGAIN_S: Final = 60.0

BACKENDS: Final[dict[str, Callable[[Path], Backend]]] = {
    "docker": Docker,
    "bubblewrap": Bubblewrap,
}


@dataclass(frozen=True, slots=True)
class Choice:
    """Hold the chosen backend or None, and the reasons: what was chosen, missing or lapses."""

    backend: Backend | None
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Trial:
    backend: Backend | None
    why: str
    at: float


_TRIALS: Final[dict[tuple[int, str, Path], _Trial]] = {}
_LOCK: Final = threading.Lock()


def choose(preference: str = "auto", runtime_dir: Path | None = None) -> Choice:
    """Return a backend that passes its own self-test.

    ``auto`` tries Docker, then bubblewrap; ``docker`` and ``bubblewrap`` try that one alone, and
    ``none`` none. The self-test is made once a process. Raises ValueError for any other word.
    """
    if preference == "none":
        return Choice(None, ("The sandbox is switched off.",))
    if preference != "auto" and preference not in BACKENDS:
        known = ", ".join(("auto", *BACKENDS, "none"))
        raise ValueError(f"unknown sandbox {preference!r}: choose one of {known}")
    reasons: list[str] = []
    for name in BACKENDS if preference == "auto" else (preference,):
        trial = _try(name, runtime_dir or default_runtime_dir())
        if trial.backend is not None:
            lapses = tuple(f"{name}: {text}." for text in trial.backend.lapses())
            return Choice(trial.backend, (*reasons, f"{name} is used.", *lapses))
        reasons.append(f"{name} cannot be used: {trial.why}.")
    return Choice(None, tuple(reasons))


def forget_trials() -> None:
    """Make every self-test anew at the next choice."""
    with _LOCK:
        _TRIALS.clear()


def _try(name: str, runtime_dir: Path) -> _Trial:
    key = (os.getpid(), name, runtime_dir)
    with _LOCK:
        trial = _TRIALS.get(key)
        if trial is None or (trial.backend is None and monotonic() > trial.at + _TRY_AGAIN_S):
            trial = _TRIALS[key] = _make(name, runtime_dir)
        return trial


def _make(name: str, runtime_dir: Path) -> _Trial:
    try:
        backend = BACKENDS[name](runtime_dir)
        broken = [x for x in backend.selftest() if x.needed and not x.holds]
    except SandboxUnavailable as error:
        return _Trial(None, str(error), monotonic())
    if broken:
        why = "; ".join(f"{x.name}: no ({x.detail})" if x.detail else x.name for x in broken)
        return _Trial(None, f"its self-test failed: {why}", monotonic())
    return _Trial(backend, "", monotonic())
