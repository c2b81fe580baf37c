"""Two rulings of the exchange form where the sources are silent, as worked cases.

Seats count from 0 here, seat 0 is forehand.
"""

import pytest

from tests.thirtyone.stacking import deal_exchange, play
from thirtyone.cards import parse_cards
from thirtyone.game import EndReason, legal_actions
from thirtyone.rules import preset
from thirtyone.settle import settle
from thirtyone.view import view

DEALT = ("KH 8H 7C", "AS KS QS", "QD 8D JC")


@pytest.mark.parametrize("dealers_choice", [False, True])
def test_widow_settles_a_dealt_special_on_the_cards_dealt_before_any_choice(
    monkeypatch, dealers_choice
):
    rules = preset("widow", dealers_choice=dealers_choice)

    state = deal_exchange(monkeypatch, rules, DEALT, "9H TC 7S")

    assert legal_actions(state) == ()
    assert view(state, 0).table == ()
    result = state.round_result
    assert result.reason is EndReason.DEALT_SPECIAL
    assert result.hands == tuple(parse_cards(hand) for hand in DEALT)
    assert (result.declared, result.values) == ((1,), (18, 31, 18))
    assert (result.lost, result.lives) == ((1, 0, 1), (2, 3, 2))


def test_widow_settles_before_the_dealers_choice_even_where_the_dealer_holds_the_special(
    monkeypatch,
):
    rules = preset("widow", dealers_choice=True)

    state = deal_exchange(monkeypatch, rules, (DEALT[0], DEALT[2], DEALT[1]), "9H TC 7S")

    assert (state.round_result.declared, state.round_result.lost) == ((2,), (1, 1, 0))


@pytest.mark.parametrize(
    ("hands", "values", "lost"),
    [
        ("AH AC AD / AS KS QS", ("fire", 31), (0, 1)),
        ("AC KC QC / AD KD QD", (31, 31), (0, 1)),
        ("AC JC TC / AS KS QS", (31, 31), (0, 1)),
        ("AH AC AD / AS KS QS / KD QD JD", ("fire", 31, 30), (0, 0, 1)),
    ],
)
def test_where_suits_are_ranked_the_lowest_hand_pays_though_it_is_a_special_too(
    hands, values, lost
):
    """Without the order of suits, hands of 31 are level and all who hold one are safe."""
    cards = [parse_cards(hand) for hand in hands.split(" / ")]

    ranked = settle(preset("dutch-a7"), cards)
    level = settle(preset("dutch-a7", suit_order=False, knocker_tied_lowest="free"), cards)

    assert (ranked.values, ranked.lost) == (values, lost)
    assert level.lost == ((0, 0) if values == (31, 31) else lost)


def test_the_only_other_hand_of_a_dealt_special_pays_though_it_was_dealt_one_as_well(monkeypatch):
    hands = ("AH AC AD", "AS KS QS")

    state = play(deal_exchange(monkeypatch, preset("dutch-a7"), hands), "keep")

    assert state.round_result.declared == (0, 1)
    assert state.round_result.values == ("fire", 31)
    assert (state.round_result.lost, state.round_result.void) == ((0, 1), False)
