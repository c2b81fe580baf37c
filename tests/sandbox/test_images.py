"""Images are built once a recipe, and from Debian's packages where there is no registry."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox import SandboxUnavailable, images
from sandbox.__main__ import main
from tests.parts import require


def test_a_changed_recipe_has_another_tag(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = images.image_tag("python")
    recipe = images.RECIPES / "python" / "Dockerfile"
    (tmp_path / "python").mkdir()
    (tmp_path / "python" / "Dockerfile").write_text(recipe.read_text() + "RUN true\n")
    monkeypatch.setattr(images, "RECIPES", tmp_path)

    assert before.startswith("knock-bot-python:")
    assert images.image_tag("python") != before


def test_an_image_that_is_there_is_not_built_again(capsys: pytest.CaptureFixture[str]) -> None:
    require("docker")
    images.build_image("python", print)
    capsys.readouterr()

    assert main(["build"]) == 0
    assert capsys.readouterr().out == f"{images.image_tag('python')} is there already\n"


def test_without_an_engine_the_build_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")

    assert main(["build"]) == 1
    assert "no Docker engine answers" in capsys.readouterr().err


def test_without_a_registry_and_debootstrap_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("shutil.which", lambda name, path=None: None)

    with pytest.raises(SandboxUnavailable, match="apt install debootstrap"):
        images._make_base(None, "debian:trixie-slim")
