"""The pages of docs/ tell of what there is, and of nothing else."""

import re
from pathlib import Path

import pytest

from tests.settings import ROOT

SETTINGS_PAGE = ROOT / "docs" / "settings.md"
# Named by their own conventions: Django's, the system's, and other programs'.
NOT_SETTINGS = {"KNOCK_TESTS_DIR"}
ENVIRONMENT = re.compile(r"""["'{$](KNOCK_[A-Z_]+|DATABASE_URL|REDIS_URL|POSTGRES_PASSWORD)\b""")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def used_settings() -> set[str]:
    """Return the names that the program, compose and the tests read from the environment."""
    files = [ROOT / name for name in ("compose.yaml", "tests/parts.py", "tests/settings.py")]
    for package in ("tournament", "sandbox"):
        files += (ROOT / package).rglob("*.py")
    return {name for path in files for name in ENVIRONMENT.findall(path.read_text())} - NOT_SETTINGS


def documented_settings() -> dict[str, str]:
    """Return the default that the page gives for each setting."""
    rows = re.findall(r"^\| `([A-Z_]+)` \| ([^|]+) \|", SETTINGS_PAGE.read_text(), re.MULTILINE)
    return {name: default.strip("` ") for name, default in rows}


def test_every_setting_is_documented_and_every_documented_setting_exists() -> None:
    """Neither a forgotten setting nor one that is gone."""
    assert set(documented_settings()) - {"CI"} == used_settings()


def test_documented_defaults_are_those_of_the_program() -> None:
    """Each literal default in settings.py is the one that the page gives."""
    text = (ROOT / "tournament" / "settings.py").read_text()
    defaults = dict(re.findall(r'environ\.get\(\s*"([A-Z_]+)",\s*"([^"]+)"\)', text))
    defaults |= dict(re.findall(r'_env_list\("([A-Z_]+)", "([^"]+)"\)', text))
    defaults |= {
        name: str(int(value == "True"))
        for name, value in re.findall(r'_env_flag\("([A-Z_]+)", (True|False)\)', text)
    }
    assert len(defaults) >= 6

    told = documented_settings()
    assert {name: told[name] for name in defaults} == defaults


def pages() -> list[Path]:
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    """Every relative link names a file that is there."""
    missing = [link for link in LINK.findall(page.read_text()) if not (page.parent / link).exists()]

    assert missing == []


def test_the_index_names_every_page() -> None:
    """docs/README.md leads to all pages beside it."""
    docs = ROOT / "docs"
    index = {docs / link for link in LINK.findall((docs / "README.md").read_text())}

    assert index == set(docs.glob("*.md")) - {docs / "README.md"} | set(docs.glob("*/index.md"))


def test_the_readme_shows_the_bot_that_the_site_shows() -> None:
    """One first bot in both places, so that both are the one that a browser test uploads."""
    site = ROOT / "tournament/web/templates/web/first_bot.py"

    assert f"```python\n{site.read_text()}```" in (ROOT / "README.md").read_text()


def test_the_two_commands_stand_in_the_readme_and_in_the_makefile() -> None:
    """What people are told to type exists, and so does what CI types."""
    makefile = (ROOT / "Makefile").read_text()

    for target in ("run", "test"):
        assert f"\nmake {target} " in (ROOT / "README.md").read_text()
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
    assert "make test" in (ROOT / ".ci" / "run").read_text()
