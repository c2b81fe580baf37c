"""Say which sandbox plays uploaded bots, or what is missing and what to install."""

import os
import socket
import threading
from dataclasses import dataclass
from datetime import timedelta
from time import monotonic
from typing import Final

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext

from sandbox import Choice, choose
from sandbox.choose import forget_trials
from tournament.matches.folders import runtime_dir
from tournament.matches.models import WorkerHost

_CACHE_S: Final = 30.0
# A host that has not been heard of for so long plays no more.
_HEARD_OF: Final = timedelta(minutes=3)


@dataclass(frozen=True, slots=True)
class SandboxState:
    """The name of the backend that plays uploads, or None and the reasons, fit to be shown."""

    backend: str | None
    reasons: tuple[str, ...] = ()


class _Cache:
    """This process's choice of a backend, made anew after a while."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: tuple[float, tuple[object, ...], Choice] | None = None

    def choice(self) -> Choice:
        key = (settings.KNOCK_SANDBOX, runtime_dir(), os.getpid())
        with self._lock:
            if self._made is None or self._made[1] != key or monotonic() > self._made[0] + _CACHE_S:
                made = choose(settings.KNOCK_SANDBOX, runtime_dir())
                self._made = (monotonic(), key, made)
            return self._made[2]

    def forget(self) -> None:
        with self._lock:
            self._made = None


_CACHE: Final = _Cache()


def local_choice() -> Choice:
    """Return the backend that this machine would play with; looked up anew every 30 s."""
    return _CACHE.choice()


def forget_choice() -> None:
    """Look the backend up and test it anew next time, as after it has failed."""
    forget_trials()
    _CACHE.forget()


def local_state() -> SandboxState:
    """Return what this machine would play uploads with."""
    choice = local_choice()
    name = None if choice.backend is None else choice.backend.name
    return SandboxState(name, () if name else tuple(choice.reasons))


def sandbox_state() -> SandboxState:
    """Return what the workers play uploads with, wherever they run; cheap enough for each page.

    Where no worker has been heard of yet, this machine is looked at instead.
    """
    heard = WorkerHost.objects.filter(seen_at__gt=timezone.now() - _HEARD_OF).order_by("name")
    hosts = list(heard)
    for host in hosts:
        if host.backend:
            return SandboxState(host.backend)
    if hosts:
        reasons = dict.fromkeys(reason for host in hosts for reason in host.reasons)
        return SandboxState(None, tuple(reasons))
    return local_state()


def report_host() -> None:
    """Write down what this machine plays uploads with; called by its workers now and then."""
    state = local_state()
    WorkerHost.objects.update_or_create(
        name=socket.gethostname()[:120],
        defaults={
            "backend": state.backend or "",
            "reasons": list(state.reasons),
            "seen_at": timezone.now(),
        },
    )


def waiting_text(state: SandboxState) -> str:
    """Return the sentence that is written on a job which waits for a sandbox."""
    return " ".join([gettext("Uploaded bots wait: there is no sandbox here."), *state.reasons])
