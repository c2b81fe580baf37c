"""Blocks, passes and scores."""

import pytest

from thirtyone.deal import block_seed
from thirtyone.match import GameResult, MatchPlan, MatchResult, half_points
from thirtyone.rules import RulesError, preset

SEED = bytes(range(32))


def plan(entrants=3, blocks=2):
    return MatchPlan("m", preset("norwegian"), entrants, blocks, SEED)


def games(*places):
    """Return games of as many blocks as fit, in order of play."""
    entrants = len(places[0])
    blocks = len(places) // entrants
    order = [(block, turn) for turn in range(entrants) for block in range(blocks)]
    return tuple(
        GameResult(block, turn, each, (0,) * entrants)
        for (block, turn), each in zip(order, places, strict=True)
    )


def test_a_pass_plays_every_block_before_the_seats_rotate():
    assert plan().games == ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2))


@pytest.mark.parametrize("entrants", [2, 3, 5, 9])
def test_over_the_passes_everybody_sits_in_every_seat_once(entrants):
    match = plan(entrants)

    for entrant in range(entrants):
        seats = [match.seat_of(entrant, turn) for turn in match.rotations]
        assert sorted(seats) == list(range(entrants))
        assert [match.entrant_at(s, t) for t, s in enumerate(seats)] == [entrant] * entrants


def test_values_in_seat_order_are_put_into_the_order_of_the_entrants():
    assert plan().by_entrant("abc", 0) == ("a", "b", "c")
    assert plan().by_entrant("abc", 1) == ("b", "c", "a")


def test_all_games_of_a_block_deal_the_same_cards_to_the_same_seats():
    match = plan()
    first, second, third = (match.new_game(1, turn) for turn in match.rotations)

    assert first == second == third
    assert first.table.deals.seed == block_seed(SEED, "m", 1)
    assert match.new_game(0, 0).hands != first.hands


def test_an_entrant_that_forfeited_in_advance_is_out_in_the_seat_of_the_pass():
    assert plan().new_game(0, 2, absent=(1,)).active == (1, 2)


@pytest.mark.parametrize(
    ("places", "halves"),
    [
        ((1, 2), (2, 0)),
        ((1, 1), (1, 1)),
        ((3, 1, 2), (0, 4, 2)),
        ((1, 2, 2), (4, 1, 1)),
        ((1, 1, 3), (3, 3, 0)),
        ((1, 1, 1), (2, 2, 2)),
    ],
)
def test_half_points_count_those_left_behind_and_those_level(places, halves):
    assert half_points(places) == halves


def test_a_score_is_the_mean_share_of_opponents_left_behind():
    result = MatchResult(3, games((1, 2, 3), (1, 2, 2), (3, 1, 2)))

    assert result.scores == ((4 + 4 + 0) / 12, (2 + 1 + 4) / 12, (0 + 1 + 2) / 12)
    assert sum(result.scores) == pytest.approx(1.5)
    assert result.placings == (1, 2, 3)


def test_level_entrants_share_the_better_placing():
    assert MatchResult(2, games((1, 2), (2, 1))).placings == (1, 1)


def test_a_block_has_scores_of_its_own_when_all_its_games_are_played():
    result = MatchResult(2, games((1, 2), (2, 1), (1, 2), (2, 1)))

    assert result.complete_blocks == (0, 1)
    assert result.block_scores(0) == (1.0, 0.0)
    assert result.block_scores(1) == (0.0, 1.0)


def test_a_block_with_a_game_missing_has_no_scores_yet():
    result = MatchResult(2, games((1, 2), (2, 1), (1, 2), (2, 1))[:3])

    assert result.complete_blocks == (0,)
    with pytest.raises(ValueError, match="not complete"):
        result.block_scores(1)


def test_a_plan_that_cannot_be_played_is_refused():
    with pytest.raises(RulesError):
        MatchPlan("m", preset("norwegian"), 10, 1, SEED)
    with pytest.raises(ValueError, match="block"):
        MatchPlan("m", preset("norwegian"), 2, 0, SEED)
    with pytest.raises(ValueError, match="32 bytes"):
        MatchPlan("m", preset("norwegian"), 2, 1, b"short")
