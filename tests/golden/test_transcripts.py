"""Games that are played exactly as they always were."""

import pytest

from tests.golden.transcripts import FOLDER, transcript
from thirtyone.rules import PRESETS


def test_every_rule_set_has_a_transcript():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(PRESETS)


@pytest.mark.parametrize("name", PRESETS)
def test_a_game_is_played_as_its_transcript_says(name):
    assert transcript(name) == (FOLDER / f"{name}.txt").read_text()
