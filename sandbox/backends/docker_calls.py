"""Call the Docker engine without ever waiting long for it."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import weakref
from collections.abc import Callable
from typing import Any, Final, TypeVar

import docker

from sandbox.verdicts import SandboxUnavailable

CALL_S: Final = 5.0
_USUAL_SOCKET: Final = "unix:///var/run/docker.sock"
_ANY_VERSION: Final = "1.44"  # asks for the version itself without naming one
_T = TypeVar("_T")


def connect(timeout_s: float) -> Any:
    """Return a client that speaks the engine's own version.

    Raises docker's and requests' errors, and OSError where nobody listens at the engine's socket:
    the client would find that out too, and the version as well, but leaves its own socket open.
    """
    scheme, _, path = os.environ.get("DOCKER_HOST", _USUAL_SOCKET).partition("://")
    if scheme == "unix":
        with socket.socket(socket.AF_UNIX) as probe:
            probe.settimeout(timeout_s)
            probe.connect(path)
    with contextlib.closing(docker.from_env(timeout=timeout_s, version=_ANY_VERSION)) as client:
        spoken = client.api.version(api_version=False)["ApiVersion"]
    return docker.from_env(timeout=timeout_s, version=spoken)


class Engine:
    """A Docker engine, as DOCKER_HOST names it or at its usual socket."""

    def __init__(self, call_s: float = CALL_S) -> None:
        """Reach for the engine, and give it so long for each call.

        Raises SandboxUnavailable where none answers.
        """
        self._call_s = call_s
        # The client's own limit is for each read of a socket; an engine can be slower than that.
        self._client: Any = self._within(lambda: connect(call_s), "answer", call_s)
        weakref.finalize(self, self._client.close)

    def call(self, doing: str, what: Callable[[Any], _T], limit_s: float | None = None) -> _T:
        """Return what a call of the low-level client returns.

        Raises docker.errors.NotFound for what does not exist, and SandboxUnavailable for all else
        that fails or takes longer than ``limit_s``, or else than what the engine was given.
        """
        return self._within(lambda: what(self._client.api), doing, limit_s or self._call_s)

    def _within(self, what: Callable[[], _T], doing: str, limit_s: float) -> _T:
        """Do something in a thread of its own, which is left behind when it takes too long."""
        results: list[_T] = []
        errors: list[Exception] = []

        def work() -> None:
            try:
                results.append(what())
            except (docker.errors.DockerException, OSError) as error:
                errors.append(error)

        thread = threading.Thread(target=work, name="sandbox-docker", daemon=True)
        thread.start()
        thread.join(limit_s)
        if results:
            return results[0]
        if not errors:
            raise SandboxUnavailable(
                f"the Docker engine did not {doing} within {limit_s:g} seconds"
            )
        error = errors[0]
        if isinstance(error, docker.errors.NotFound):
            raise error
        raise SandboxUnavailable(f"the Docker engine could not {doing}: {error}") from error
