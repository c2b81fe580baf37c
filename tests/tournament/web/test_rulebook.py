"""Rule sets in words."""

import re

import pytest

from thirtyone.keys import KEYS
from thirtyone.rules import PRESETS
from tournament.web.rulebook import _KEYS, rows

_CODE = re.compile(r"^(a\d|[a-z]+[_,][a-z,_]+|None|True|False)$")


@pytest.mark.parametrize("name", PRESETS)
def test_every_value_is_said_in_words(name: str) -> None:
    for row in rows(PRESETS[name]):
        assert row.value
        assert not _CODE.match(row.value), row


def test_every_key_has_its_row() -> None:
    assert {key for key, _, _ in _KEYS} == {"players", *KEYS}


def test_what_only_the_other_form_has_is_left_out() -> None:
    draw = {row.key for row in rows(PRESETS["norwegian"])}
    dutch = {row.key for row in rows(PRESETS["dutch-a7"])}

    assert {"swap", "dealers_choice", "dealt_special", "fire_costs"} <= dutch - draw
    assert "return_taken_discard" in draw - dutch
