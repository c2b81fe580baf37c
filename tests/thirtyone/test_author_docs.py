"""The author's pages tell the truth: their programs play, and their names exist."""

import re
from pathlib import Path

import pytest

from thirtyone.bot import Situation
from thirtyone.check import check
from thirtyone.programs import Program, house_bots

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs" / "authors"


@pytest.mark.parametrize("page", ["index.md", "other-languages.md"])
def test_the_bot_printed_in_the_documentation_passes_the_check(page: str, tmp_path: Path) -> None:
    program = re.search(r"```python\n(.*?)```", (PAGES / page).read_text(), flags=re.DOTALL)
    assert program is not None
    file = tmp_path / "bot.py"
    file.write_text(program[1])

    report = check(Program("printed", file).player)

    assert report.findings == ()


def test_every_name_of_a_situation_is_documented_and_no_other() -> None:
    text = (PAGES / "index.md").read_text()
    rows = re.findall(r"^\| (`view\..*?) \|", text, flags=re.MULTILINE)
    documented = {name for row in rows for name in re.findall(r"`view\.(\w+)", row)}
    there = {name for name in dir(Situation) if not name.startswith("_")}

    assert documented == there


def test_every_house_bot_is_named_and_has_a_page_with_its_strength() -> None:
    text = (PAGES / "index.md").read_text()
    for name in house_bots():
        assert f"`{name}`" in text
        page = (ROOT / "bots_examples" / name / "README.md").read_text()
        assert "python3 -m thirtyone play" in page
        assert re.search(r"\d blocks", page)
        assert re.search(r"\d% to \d+\.\d+%", page)
