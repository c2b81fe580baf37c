"""Berger's tables."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.competitions.formats.round_robin import berger_round, berger_rounds

BERGER_8 = """
1-8 2-7 3-6 4-5
8-5 6-4 7-3 1-2
2-8 3-1 4-7 5-6
8-6 7-5 1-4 2-3
3-8 4-2 5-1 6-7
8-7 1-6 2-5 3-4
4-8 5-3 6-2 7-1
"""


def test_eight_are_paired_as_in_the_published_table() -> None:
    """The table of eight, round by round, first seat first."""
    rounds = berger_rounds(range(1, 9))

    lines = [" ".join(f"{first}-{second}" for first, second in r.pairs) for r in rounds]
    assert lines == BERGER_8.split("\n")[1:-1]


@given(st.integers(2, 24))
def test_everybody_meets_everybody_once(size: int) -> None:
    """A cycle holds each pair once, and nobody sits twice in a round."""
    rounds = berger_rounds(range(size))

    met = Counter(frozenset(pair) for r in rounds for pair in r.pairs)
    assert met == Counter(frozenset(pair) for pair in combinations(range(size), 2))
    for r in rounds:
        seated = [one for pair in r.pairs for one in pair]
        assert sorted([*seated, *([] if r.bye is None else [r.bye])]) == list(range(size))


@given(st.integers(1, 11).map(lambda n: 2 * n + 1))
def test_in_an_odd_field_everybody_sits_out_once(size: int) -> None:
    """Each entrant has the bye in one round of the cycle."""
    assert sorted(r.bye for r in berger_rounds(range(size))) == list(range(size))


def test_after_the_cycle_it_begins_anew() -> None:
    """Round 7 of eight is round 0 again."""
    field = "abcdefgh"

    assert berger_round(field, 7) == berger_round(field, 0)


def test_one_alone_cannot_be_paired() -> None:
    """A round needs two."""
    with pytest.raises(ValueError, match="two or more"):
        berger_round(["alone"], 0)
