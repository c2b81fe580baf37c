"""The pages about rules and records say what the program does."""

import re
from pathlib import Path

from thirtyone.rules import KEYS, PRESETS

DOCS = Path(__file__).parents[2] / "docs"


def _rows(page):
    lines = (DOCS / page).read_text().splitlines()
    return [line for line in lines if line.startswith("| `")]


def test_every_key_is_explained_with_its_values():
    table = {row.split("`")[1]: row for row in _rows("rules.md") if row.count("|") == 4}

    for name, key in KEYS.items():
        _, _, values, meaning, _ = table[name].split("|")
        assert meaning.strip()
        words = set(re.findall(r"[\w.,]*\w", values))
        expected = {"none" if c is None else str(c).lower() for c in key.choices}
        if key.low <= key.high:
            expected |= {str(key.low), str(key.high)}
        assert words - {"to"} == expected


def test_every_preset_is_listed():
    page = (DOCS / "rules.md").read_text()

    for name in PRESETS:
        assert f"`{name}`" in page


def test_the_core_presets_are_as_the_page_says():
    columns = ("norwegian", "finnish", "swedish", "dutch-a7")
    rows = [row for row in _rows("rules.md") if row.count("|") == 6]
    assert len(rows) == 14

    for row in rows:
        _, key, *values, _ = (cell.strip(" `") for cell in row.split("|"))
        for preset, value in zip(columns, values, strict=True):
            assert str(PRESETS[preset].to_json()[key]).lower() == value.split()[0]
