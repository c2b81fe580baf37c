"""The whole numbers that ratings are made of."""

from tournament.ratings.counters import Tally, block_tallies, match_tallies

RESULT = {
    "games": [
        {"block": 0, "rotation": 0, "places": [1, 2]},
        {"block": 1, "rotation": 0, "places": [1, 1]},
        {"block": 0, "rotation": 1, "places": [2, 1]},
        {"block": 1, "rotation": 1, "places": [1, 2]},
    ]
}


def test_a_win_gives_two_half_points_and_a_tie_one() -> None:
    """Four games: two won, one tied, one lost."""
    assert match_tallies(RESULT, [7, 9]) == {(7, 9): Tally(5, 4, 1)}


def test_the_pair_is_in_order_whoever_sits_first() -> None:
    """The half-points are those of the smaller id."""
    assert match_tallies(RESULT, [9, 7]) == {(7, 9): Tally(3, 4, 1)}


def test_games_are_gathered_into_their_blocks() -> None:
    """Blocks come in number order, although passes play them alternately."""
    assert block_tallies(RESULT, [7, 9]) == [
        (0, {(7, 9): Tally(2, 2)}),
        (1, {(7, 9): Tally(3, 2)}),
    ]


def test_a_table_of_three_counts_every_pair() -> None:
    """Each pair of a table meets once a game."""
    result = {"games": [{"block": 0, "rotation": 0, "places": [2, 1, 2]}]}

    assert match_tallies(result, [3, 2, 1]) == {
        (1, 2): Tally(0, 1, 1),
        (1, 3): Tally(1, 1, 1),
        (2, 3): Tally(2, 1, 1),
    }


def test_a_version_does_not_meet_itself() -> None:
    """Two seats of one version say nothing about it."""
    assert match_tallies(RESULT, [7, 7]) == {}
