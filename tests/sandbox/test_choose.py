"""The choice of a backend, and the words for why there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sandbox import Promise, SandboxUnavailable, choose
from sandbox.backends.bubblewrap import Bubblewrap
from sandbox.choose import BACKENDS, forget_trials


class Pretended:
    """A backend that says of itself what a test wants to hear."""

    def __init__(self, name: str, promises: list[Promise]) -> None:
        self.name = name
        self.tries = 0
        self._promises = promises

    def selftest(self) -> list[Promise]:
        self.tries += 1
        return self._promises

    def lapses(self) -> tuple[str, ...]:
        return ()


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    forget_trials()
    yield
    forget_trials()


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Any], None]:
    """Return a function that puts something in a backend's place."""

    def put(name: str, made: Any) -> None:
        def make(runtime_dir: Path) -> Any:
            if isinstance(made, Exception):
                raise made
            return made

        monkeypatch.setitem(BACKENDS, name, make)

    return put


HOLDS = [Promise("it is not root", True)]
BROKEN = [Promise("it is not root", False, "uid 0")]


def test_docker_is_taken_first(register: Callable[[str, Any], None], tmp_path: Path) -> None:
    register("docker", Pretended("docker", HOLDS))
    register("bubblewrap", Pretended("bubblewrap", HOLDS))

    assert choose("auto", tmp_path).backend is BACKENDS["docker"](tmp_path)


def test_a_backend_that_fails_its_selftest_is_not_used(
    register: Callable[[str, Any], None], tmp_path: Path
) -> None:
    register("docker", Pretended("docker", BROKEN))
    register("bubblewrap", Pretended("bubblewrap", HOLDS))
    choice = choose("auto", tmp_path)

    assert choice.backend is BACKENDS["bubblewrap"](tmp_path)
    assert "it is not root" in choice.reasons[0]
    assert "uid 0" in choice.reasons[0]


def test_without_any_backend_every_reason_is_given(
    register: Callable[[str, Any], None], tmp_path: Path
) -> None:
    register("docker", SandboxUnavailable("no engine answers; install docker.io"))
    register("bubblewrap", SandboxUnavailable("it is not installed; apt install bubblewrap"))
    choice = choose("auto", tmp_path)

    assert choice.backend is None
    assert choice.reasons == (
        "docker cannot be used: no engine answers; install docker.io.",
        "bubblewrap cannot be used: it is not installed; apt install bubblewrap.",
    )


def test_a_forced_backend_is_the_only_one_tried(
    register: Callable[[str, Any], None], tmp_path: Path
) -> None:
    register("docker", Pretended("docker", HOLDS))
    register("bubblewrap", SandboxUnavailable("it is not installed"))

    assert choose("bubblewrap", tmp_path).backend is None


def test_a_lapse_does_not_keep_a_backend_from_being_used(
    register: Callable[[str, Any], None], tmp_path: Path
) -> None:
    register("docker", Pretended("docker", [*HOLDS, Promise("a limit", False, needed=False)]))

    assert choose("docker", tmp_path).backend is not None


def test_a_selftest_is_made_once(register: Callable[[str, Any], None], tmp_path: Path) -> None:
    backend = Pretended("docker", HOLDS)
    register("docker", backend)
    for _ in range(3):
        choose("docker", tmp_path)

    assert backend.tries == 1


def test_none_means_none(tmp_path: Path) -> None:
    choice = choose("none", tmp_path)

    assert choice.backend is None
    assert choice.reasons


def test_an_unknown_name_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="bubblewrap"):
        choose("firejail", tmp_path)


def test_a_real_choice_can_be_forced(bubblewrap: Bubblewrap, runtime_dir: Path) -> None:
    choice = choose("bubblewrap", runtime_dir)

    assert isinstance(choice.backend, Bubblewrap), choice.reasons
