"""The author's pages tell the truth: their programs play, and their names exist."""

import re
import shlex
from argparse import ArgumentParser
from pathlib import Path

import pytest

import thirtyone as thirtyone_package
from tests.thirtyone.kit.commands import thirtyone
from thirtyone.bot import Situation
from thirtyone.check import check
from thirtyone.kit import play
from thirtyone.kit.command_line import COMMANDS
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


def test_every_command_and_option_of_the_kit_is_documented() -> None:
    text = (PAGES / "kit.md").read_text()
    parser = ArgumentParser()
    play.add_arguments(parser)
    options = {option for action in parser._actions for option in action.option_strings}

    for command in COMMANDS:
        assert re.search(rf"^## .*\b{command}\b", text, flags=re.MULTILINE), command
    for option in options - {"-h", "--help"}:
        assert f"`{option}" in text, option


def test_the_commands_printed_in_the_documentation_print_what_it_says() -> None:
    text = (PAGES / "kit.md").read_text()
    examples = re.findall(r"^\$ python3 -m thirtyone (.*)\n(.*)$", text, flags=re.MULTILINE)

    assert len(examples) >= 6
    for line, printed in examples:
        assert thirtyone(*shlex.split(line)).out == printed + "\n"


def test_what_a_bot_may_import_is_documented() -> None:
    text = (PAGES / "kit.md").read_text()

    for name in thirtyone_package.__all__:
        assert re.search(rf"`{name}\b", text), name
