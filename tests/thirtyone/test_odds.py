"""Odds: exact, and the same as counting by hand."""

import pytest

from thirtyone import after_draw, against_lowest, best_of, dealt, unseen
from thirtyone.odds import chance_of_at_least, mean
from thirtyone.rules import preset

NO = preset("norwegian")


def test_three_dealt_cards_have_the_mean_that_is_known() -> None:
    assert mean(dealt(NO, unseen(NO, ()))) == pytest.approx(13.088, abs=5e-4)
    assert mean(dealt(preset("dutch-a7"), unseen(preset("dutch-a7"), ()))) == pytest.approx(
        15.805, abs=5e-4
    )


def test_three_of_49_cards_make_31_of_ace_and_king() -> None:
    hand = ("AH", "KH", "2C")
    odds = after_draw(NO, hand, unseen(NO, hand))

    assert odds[31] == pytest.approx(3 / 49)  # QH, JH, TH
    assert odds[21] == pytest.approx(38 / 49)  # whatever is no heart
    assert sum(odds.values()) == pytest.approx(1)
    assert chance_of_at_least(odds, 23) == pytest.approx(11 / 49)


def test_the_best_three_of_four_are_found_with_their_value() -> None:
    value, kept = best_of(NO, ("AH", "2C", "KH", "9H"))

    assert (value, set(kept)) == (30, {"AH", "KH", "9H"})


def test_a_value_is_below_level_with_or_above_the_lowest_of_the_others() -> None:
    one = {10: 0.25, 20: 0.75}

    assert against_lowest(20, [one]) == pytest.approx((0, 0.75, 0.25))
    assert against_lowest(10, [one, one]) == pytest.approx((0.5625, 0.4375, 0))
    assert against_lowest(15, [one, one]) == pytest.approx((0.5625, 0, 0.4375))


@pytest.mark.parametrize(
    "ask",
    [
        lambda: best_of(NO, ("AH", "KH")),
        lambda: after_draw(NO, ("AH", "KH", "2C"), ()),
        lambda: dealt(NO, ("AH", "KH")),
        lambda: against_lowest(20, []),
    ],
)
def test_what_cannot_be_reckoned_is_refused(ask) -> None:
    with pytest.raises(ValueError, match=r"cards|nobody"):
        ask()
