"""The sandboxes that tests play in, each with what it needs."""

import pytest

from sandbox import Backend, choose
from tests.parts import require
from tournament.matches.folders import runtime_dir


def backend(name: str) -> Backend:
    """Return a real backend; skip where it cannot be had, and fail under CI."""
    if name == "docker":
        require("docker")
    choice = choose(name, runtime_dir())
    if choice.backend is None:
        pytest.fail(f"{name} does not run here: {' '.join(choice.reasons)}")
    return choice.backend
