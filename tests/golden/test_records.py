"""Records of every version that was ever written are read and hold."""

from pathlib import Path

import pytest

from thirtyone.packing import VERSION
from thirtyone.record import decode, verify

RECORDS = sorted((Path(__file__).parent / "records").glob("*.record"))


def test_there_is_a_record_of_every_version():
    versions = {int(path.name.partition("-")[0]) for path in RECORDS}

    assert versions == set(range(1, VERSION + 1))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_that_was_written_long_ago_still_holds(path):
    record = decode(path.read_bytes())

    verify(record)
    assert record.rules.name == path.stem.partition("-")[2]
    assert sum(len(game.decisions) for game in record.games) > 100
