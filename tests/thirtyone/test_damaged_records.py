"""A record is read and holds, or it is refused: whatever stands in it."""

import bz2
import copy
import json
import random
from typing import Any

import pytest

from tests.golden.test_records import RECORDS
from thirtyone.packing import UnreadableRecord
from thirtyone.record import RecordMismatch, decode, encode, verify

ODD = [None, True, 0, -1, 3, 10**30, 1.5, "", "x", "\ud800", [], {}, [1], [[]], {"a": 1}, "f" * 64]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the way to every value inside a value, a few of each list."""
    inside = value.items() if isinstance(value, dict) else ()
    if isinstance(value, list):
        inside = enumerate(value[:2])
    return [path, *(found for key, item in inside for found in places(item, (*path, key)))]


@pytest.mark.parametrize("seed", range(4))
def test_odd_values_anywhere_in_a_record_are_refused_or_harmless(seed: int) -> None:
    chance = random.Random(seed)
    data = json.loads(bz2.decompress(RECORDS[-1].read_bytes()))
    everywhere = [path for path in places(data) if path]
    for _ in range(150):
        changed = copy.deepcopy(data)
        *way, last = chance.choice(everywhere)
        inner = changed
        for key in way:
            inner = inner[key]
        if chance.random() < 0.2:
            del inner[last]
        else:
            inner[last] = chance.choice(ODD)
        try:
            record = decode(bz2.compress(json.dumps(changed).encode()))
            verify(record)
        except (UnreadableRecord, RecordMismatch):
            continue
        assert decode(encode(record)) == record
