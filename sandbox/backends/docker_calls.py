"""Call the Docker engine without ever waiting long for it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final, TypeVar

import docker
import requests

from sandbox.verdicts import SandboxUnavailable

CALL_S: Final = 5.0
_T = TypeVar("_T")


class Engine:
    """A Docker engine, as DOCKER_HOST names it or at its usual socket."""

    def __init__(self) -> None:
        """Reach for the engine; raises SandboxUnavailable where none answers."""
        # The client's own limit is for each read of a socket; an engine can be slower than that.
        self._client: Any = self._within(
            lambda: docker.from_env(timeout=CALL_S, version="auto"), "answer"
        )

    def call(self, doing: str, what: Callable[[Any], _T], limit_s: float = CALL_S) -> _T:
        """Return what a call of the low-level client returns.

        Raises docker.errors.NotFound for what does not exist, and SandboxUnavailable for all else
        that fails or takes longer than ``limit_s``.
        """
        return self._within(lambda: what(self._client.api), doing, limit_s)

    def close(self) -> None:
        """Give the connections back."""
        self._client.close()

    def _within(self, what: Callable[[], _T], doing: str, limit_s: float = CALL_S) -> _T:
        """Do something in a thread of its own, which is left behind when it takes too long."""
        results: list[_T] = []
        errors: list[Exception] = []

        def work() -> None:
            try:
                results.append(what())
            except (docker.errors.DockerException, requests.RequestException, OSError) as error:
                errors.append(error)

        thread = threading.Thread(target=work, name="sandbox-docker", daemon=True)
        thread.start()
        thread.join(limit_s)
        if results:
            return results[0]
        if not errors:
            raise SandboxUnavailable(
                f"the Docker engine did not {doing} within {limit_s:.0f} seconds"
            )
        error = errors[0]
        if isinstance(error, docker.errors.NotFound):
            raise error
        raise SandboxUnavailable(f"the Docker engine could not {doing}: {error}") from error
