"""A round of the draw form, turn by turn. Seats count from 0 here, seat 0 is forehand."""

import pytest

from tests.thirtyone.stacking import (
    SEED,
    all_cards,
    deal,
    draw_and_return,
    play,
    round_played_out,
    stack,
    stacked,
    turns_to_the_end,
)
from thirtyone.actions import DECLARE, PASS
from thirtyone.cards import CARDS
from thirtyone.events import Event, EventKind
from thirtyone.game import (
    EndReason,
    GameState,
    IllegalAction,
    actor,
    apply,
    default_action,
    forfeit,
    legal_actions,
    new_game,
    next_round,
)
from thirtyone.rules import preset

PLAIN = ("KH 5H 2C", "AS 9S 3D", "QD 8D 4C")
LOW = ("2H 3S 4D", "2S 3D 4C", "2D 3C 4H")


def did(state):
    return [
        " ".join(str(part) for part in (e.seat, e.kind, e.card) if part is not None)
        for e in state.events
    ]


def test_everybody_gets_three_cards_one_lies_open_and_the_forehand_begins(monkeypatch):
    state = deal(monkeypatch, preset("norwegian"), PLAIN, first="7H", stock="9C 2S")

    assert state.hands == (("KH", "5H", "2C"), ("AS", "9S", "3D"), ("QD", "8D", "4C"))
    assert state.play.pile == ("7H",)
    assert state.play.stock[-2:] == ("2S", "9C")
    assert len(state.play.stock) == 52 - 9 - 1
    assert actor(state) == 0


def test_a_turn_is_a_draw_and_a_discard(monkeypatch):
    state = deal(monkeypatch, preset("norwegian"), PLAIN, first="7H", stock="9H")

    assert legal_actions(state) == ("knock", "stock", "take")
    state = apply(state, "stock")
    assert actor(state) == 0
    assert legal_actions(state) == ("discard KH", "discard 5H", "discard 2C", "discard 9H")
    state = apply(state, "discard 2C")
    assert state.hands[0] == ("KH", "5H", "9H")
    assert state.play.pile == ("7H", "2C")
    assert actor(state) == 1
    assert did(state) == ["0 stock 9H", "0 discard 2C"]


@pytest.mark.parametrize("name", ["norwegian", "swedish"])
def test_a_card_taken_from_the_pile_may_not_go_straight_back(monkeypatch, name):
    state = deal(monkeypatch, preset(name), PLAIN, first="9H")
    taken = apply(state, "take")

    assert legal_actions(taken) == ("discard KH", "discard 5H", "discard 2C")
    with pytest.raises(IllegalAction) as refusal:
        apply(taken, "discard 9H")
    assert refusal.value.action == "discard 9H"
    assert refusal.value.allowed == legal_actions(taken)


def test_a_card_from_the_stock_may_always_be_discarded(monkeypatch):
    for name in ("norwegian", "swedish", "finnish"):
        state = deal(monkeypatch, preset(name), PLAIN, stock="9H", first="7H")

        state = play(state, "stock", "discard 9H")

        assert state.hands[0] == ("KH", "5H", "2C")


def test_under_finnish_rules_a_taken_card_may_go_straight_back(monkeypatch):
    state = deal(monkeypatch, preset("finnish"), PLAIN, first="9H")

    state = play(state, "take", "discard 9H")

    assert state.play.pile == ("9H",)
    assert actor(state) == 1


def test_knocking_on_the_first_turn_is_allowed_and_keeps_the_hand(monkeypatch):
    state = deal(monkeypatch, preset("norwegian"), PLAIN)

    state = apply(state, "knock")

    assert state.play.knocker == 0
    assert state.hands[0] == ("KH", "5H", "2C")
    assert actor(state) == 1


@pytest.mark.parametrize("draw", ["stock", "take"])
def test_nobody_knocks_after_drawing(monkeypatch, draw):
    state = deal(monkeypatch, preset("norwegian"), PLAIN)

    with pytest.raises(IllegalAction):
        play(state, draw, "knock")


def test_nobody_knocks_twice(monkeypatch):
    state = play(deal(monkeypatch, preset("norwegian"), PLAIN), "knock")

    assert legal_actions(state) == ("stock", "take")
    with pytest.raises(IllegalAction) as refusal:
        apply(state, "knock")
    assert refusal.value.allowed == ("stock", "take")


@pytest.mark.parametrize("seats", [2, 3, 5, 9])
@pytest.mark.parametrize("turns_before", [0, 1, 2, 4])
def test_after_a_knock_every_other_player_has_exactly_one_more_turn(
    monkeypatch, seats, turns_before
):
    stack(monkeypatch, CARDS[4:] + CARDS[:4])  # no special hand lies in this order
    state = new_game(preset("norwegian"), seats, SEED)
    state = draw_and_return(state, turns_before)
    knocker = actor(state)
    state = apply(state, "knock")

    state, followers = turns_to_the_end(state)

    assert followers == [(knocker + step) % seats for step in range(1, seats)]
    assert state.round_result.knocker == knocker
    assert state.round_result.reason is EndReason.SHOWDOWN


@pytest.mark.parametrize("knocker", [0, 1, 2])
def test_a_knock_ends_in_a_showdown_with_the_knocker_remembered(monkeypatch, knocker):
    """Seat 0 is a player like any other, not nobody."""
    hands = ["AS 9S 5D", "AH 9H 5C", "AC 9C 5S"]
    hands[knocker] = "2H 3S 4D"
    state = draw_and_return(deal(monkeypatch, preset("norwegian"), hands), knocker)

    state = round_played_out(apply(state, "knock"))

    assert state.round_result.lost == tuple(2 if seat == knocker else 0 for seat in range(3))


@pytest.mark.parametrize(
    ("name", "hands", "values", "lost"),
    [
        ("norwegian", PLAIN, (15, 20, 18), (2, 0, 0)),
        ("norwegian", ("KH 8H 2C", "QS 8S 3D", "AD 9D 4C"), (18, 18, 20), (0, 1, 0)),
        ("norwegian", ("AH KH 2C", "QS 7S 3D", "JD 7D 4C"), (21, 17, 17), (0, 1, 1)),
        ("norwegian-sets-30", ("KD QD JD", "7H 7S 7C"), (30, 30), (0, 1)),
        ("norwegian-sets-30-5", ("KD QD JD", "7H 7S 7C"), (30, 30.5), (2, 0)),
        ("finnish", ("9C 4D 2S", "KH 9H 2H", "QD 9D 2C"), (9, 21, 19), (2, 0, 0)),
        ("swedish", ("9C 4D 2S", "KH 9H 2H"), (9, 21), (1, 0)),
    ],
)
def test_a_round_knocked_by_the_forehand_costs_what_the_rules_say(
    monkeypatch, name, hands, values, lost
):
    state = apply(deal(monkeypatch, preset(name), hands), "knock")

    state = round_played_out(state)

    assert (state.round_result.values, state.round_result.lost) == (values, lost)
    assert state.lives == tuple(3 - paid for paid in lost)


def test_a_knock_with_a_special_passed_over_counts_30(monkeypatch):
    state = deal(monkeypatch, preset("norwegian"), ("AS KS QS", "AH KH 9H"))
    state = play(state, PASS, "knock", "stock")

    state = apply(state, f"discard {state.play.drawn}")

    assert state.round_result.values == (30, 30)
    assert state.round_result.lost == (0, 1)
    assert state.round_result.declared == ()


class TestMinimumKnock:
    def test_a_hand_that_meets_the_minimum_may_knock(self, monkeypatch):
        state = deal(monkeypatch, preset("norwegian-min-17"), ("TH 7H 2C", "AS 9S 3D"))

        assert "knock" in legal_actions(state)
        assert apply(state, "knock").play.knocker == 0

    def test_a_hand_below_it_may_not(self, monkeypatch):
        state = deal(monkeypatch, preset("norwegian-min-17"), ("TH 6H 2C", "AS 9S 3D"))

        assert legal_actions(state) == ("stock", "take")
        with pytest.raises(IllegalAction):
            apply(state, "knock")

    def test_the_hand_counts_as_the_rules_score_it(self, monkeypatch):
        sets = preset("norwegian-sets-30", minimum_knock=30)
        plain = preset("norwegian", minimum_knock=30)

        for rules, allowed in ((sets, True), (plain, False)):
            state = deal(monkeypatch, rules, ("7H 7S 7C", "AS 9S 3D"))
            assert ("knock" in legal_actions(state)) is allowed


class TestDeclaring:
    def test_a_special_made_is_declared_with_the_discard_and_ends_the_round(self, monkeypatch):
        hands = ("KH 5H 2C", "AS KS 3D", "QD 8D 4C")
        state = deal(monkeypatch, preset("norwegian"), hands, first="7H", stock="9C QS")
        state = play(state, "stock", "discard 9C", "stock")

        assert "discard 3D declare" in legal_actions(state)
        state = apply(state, "discard 3D declare")

        assert state.round_over
        assert actor(state) is None
        assert state.round_result.reason is EndReason.SPECIAL
        assert state.round_result.declared == (1,)
        assert state.round_result.lost == (1, 0, 1)
        assert state.events[-1] == Event(EventKind.DECLARE, 1)

    def test_the_flag_is_offered_only_with_the_discard_that_leaves_a_special(self, monkeypatch):
        hands = ("AS KS 3D", "QD 8D 4C")
        state = apply(deal(monkeypatch, preset("norwegian"), hands, stock="QS"), "stock")

        assert [a for a in legal_actions(state) if a.endswith("declare")] == ["discard 3D declare"]
        with pytest.raises(IllegalAction):
            apply(state, "discard KS declare")

    def test_without_the_flag_the_round_goes_on(self, monkeypatch):
        hands = ("AS KS 3D", "QD 8D 4C")
        state = deal(monkeypatch, preset("norwegian"), hands, stock="QS")

        state = play(state, "stock", "discard 3D")

        assert not state.round_over
        assert actor(state) == 1

    def test_a_special_passed_over_may_be_declared_with_a_later_discard(self, monkeypatch):
        hands = ("AS KS 3D", "QD 8D 4C")
        state = deal(monkeypatch, preset("norwegian"), hands, first="7H", stock="QS 2C 9C")
        state = play(state, "stock", "discard 3D", "stock", "discard 2C", "stock")

        state = apply(state, "discard 9C declare")

        assert state.round_result.lost == (0, 1)

    def test_it_ends_the_round_in_the_last_lap_too_and_the_knocker_pays_one(self, monkeypatch):
        hands = ("2H 3S 4D", "AS KS 3D", "QD 8D 4C")
        state = deal(monkeypatch, preset("norwegian"), hands, first="7H", stock="QS")

        state = play(state, "knock", "stock", "discard 3D declare")

        assert state.round_over
        assert state.round_result.knocker == 0
        assert state.round_result.lost == (1, 0, 1)

    def test_where_specials_are_automatic_there_is_no_flag(self, monkeypatch):
        hands = ("AS KS 3D", "QD 8D 4C")
        for name in ("swedish", "finnish"):
            state = apply(deal(monkeypatch, preset(name), hands, stock="QS"), "stock")

            assert not [a for a in legal_actions(state) if a.endswith("declare")]
            with pytest.raises(IllegalAction):
                apply(state, "discard 3D declare")
            state = apply(state, "discard 3D")
            assert state.round_result.reason is EndReason.SPECIAL
            assert state.round_result.declared == (0,)
            assert state.round_result.lost == (0, 1)

    def test_three_aces_end_a_swedish_round_but_not_a_norwegian_one(self, monkeypatch):
        hands = ("AS AH 3D", "QD 8D 4C")
        for name, over in (("swedish", True), ("norwegian", False)):
            state = deal(monkeypatch, preset(name), hands, stock="AD")

            assert play(state, "stock", "discard 3D").round_over is over

    def test_three_aces_are_declared_for_33_where_they_count_so(self, monkeypatch):
        state = deal(monkeypatch, preset("cadillac"), ("AS AH 3D", "QD 8D 4C"), stock="AD")

        state = play(state, "stock", "discard 3D declare")

        assert state.round_result.values == (33, 18)


class TestDealtSpecials:
    HANDS = ("KH 5H 2C", "AS 9S 3D", "AC KC TC")

    def test_under_swedish_rules_the_round_is_over_before_anybody_plays(self, monkeypatch):
        state = deal(monkeypatch, preset("swedish"), self.HANDS)

        assert state.round_over
        assert actor(state) is None
        assert legal_actions(state) == ()
        assert state.round_result.reason is EndReason.DEALT_SPECIAL
        assert state.round_result.declared == (2,)
        assert state.round_result.lost == (1, 1, 0)

    def test_under_norwegian_rules_the_holder_is_asked_before_the_forehand_plays(self, monkeypatch):
        state = deal(monkeypatch, preset("norwegian"), self.HANDS)

        assert actor(state) == 2
        assert legal_actions(state) == (DECLARE, PASS)
        with pytest.raises(IllegalAction):
            apply(state, "stock")
        state = apply(state, DECLARE)
        assert state.round_result.lost == (1, 1, 0)
        assert did(state) == ["2 declare"]

    def test_a_holder_who_passes_lets_the_round_begin_with_the_forehand(self, monkeypatch):
        state = apply(deal(monkeypatch, preset("norwegian"), self.HANDS), PASS)

        assert actor(state) == 0
        assert state.events == ()

    def test_two_holders_are_both_asked_and_nobody_hears_the_first_answer(self, monkeypatch):
        hands = ("KH 5H 2C", "AS KS QS", "AC KC TC")
        state = deal(monkeypatch, preset("norwegian"), hands)

        assert actor(state) == 1
        state = apply(state, DECLARE)
        assert actor(state) == 2
        assert state.events == ()
        state = apply(state, PASS)
        assert state.round_result.declared == (1,)
        assert state.round_result.values == (15, 31, 30)
        assert state.round_result.lost == (1, 0, 1)

    def test_33_beats_31(self, monkeypatch):
        hands = ("AC KC TC", "AS AH AD", "KH 5H 2C")
        state = play(deal(monkeypatch, preset("cadillac"), hands), DECLARE, DECLARE)

        assert state.round_result.lost == (1, 0, 1)

    def test_holders_of_the_same_special_are_both_safe(self, monkeypatch):
        hands = ("KH 5H 2C", "AS KS QS", "AC KC TC")

        state = deal(monkeypatch, preset("swedish"), hands)

        assert state.round_result.lost == (1, 0, 0)

    def test_where_nobody_would_lose_the_deal_is_void_and_repeated(self, monkeypatch):
        both = stacked(("AS KS QS", "AC KC TC"))
        stack(monkeypatch, both, stacked(("KH 5H 2C", "AD 9D 3S")))
        state = new_game(preset("swedish"), 2, SEED)

        assert state.round_result.void
        assert state.round_result.lost == (0, 0)
        assert state.lives == (3, 3)
        state = next_round(state)
        assert (state.round, state.round_over) == (1, False)
        assert actor(state) == 1


class TestEmptyStock:
    def _until_empty(self, monkeypatch):
        rules = preset("norwegian", deck="a9", players=(2, 7))
        hands = ("AH 9S TD", "9H TS JC")
        state = deal(monkeypatch, rules, hands)
        return draw_and_return(state, 24 - 6 - 1)

    def test_the_discards_but_the_top_one_become_the_stock(self, monkeypatch):
        state = self._until_empty(monkeypatch)
        assert state.play.stock == ()
        pile = state.play.pile
        assert len(pile) == 18

        state = apply(state, "stock")

        assert state.play.pile == pile[-1:]
        assert len(state.play.stock) == 16
        assert sorted([*state.play.stock, state.play.drawn]) == sorted(pile[:-1])
        assert [e.kind for e in state.events[-2:]] == [EventKind.RESHUFFLE, EventKind.STOCK]
        assert sorted(set(all_cards(state))) == sorted(all_cards(state))

    def test_the_new_order_comes_from_the_seed(self, monkeypatch):
        state = self._until_empty(monkeypatch)
        expected = state.table.deals.reshuffle(0, 0, state.play.pile[:-1])

        state = apply(state, "stock")

        assert (state.play.drawn, *state.play.stock[::-1]) == expected

    def test_a_second_reshuffle_has_an_order_of_its_own(self, monkeypatch):
        state = self._until_empty(monkeypatch)
        state = draw_and_return(state, 17)
        assert state.play.stock == ()
        expected = state.table.deals.reshuffle(0, 1, state.play.pile[:-1])

        state = apply(state, "stock")

        assert state.play.reshuffles == 2
        assert (state.play.drawn, *state.play.stock[::-1]) == expected

    def test_taking_the_discard_needs_no_stock(self, monkeypatch):
        state = self._until_empty(monkeypatch)

        state = apply(state, "take")

        assert state.play.stock == ()
        assert state.play.reshuffles == 0

    def test_with_nothing_to_shuffle_the_stock_is_not_offered(self, monkeypatch):
        state = deal(monkeypatch, preset("norwegian"), PLAIN)
        data = state.to_json()
        data["play"]["stock"] = []
        bare = GameState.from_json(data)

        assert legal_actions(bare) == ("knock", "take")
        with pytest.raises(IllegalAction):
            apply(bare, "stock")
        assert default_action(bare) == "take"
        assert legal_actions(apply(bare, "knock")) == ("take",)


class TestLaps:
    def test_the_laps_end_a_round_in_which_nobody_dares_to_knock(self, monkeypatch):
        hands = ("QH 8H 5H", "AH TH 3H", "6H JH 9H", "4H 7H KH")
        state = deal(monkeypatch, preset("norwegian"), hands)

        state = round_played_out(state)

        assert state.round_result.reason is EndReason.MAX_LAPS
        assert state.round_result.knocker is None
        assert state.play.turns == 30 * 4
        assert state.round_result.values == (23, 24, 25, 21)
        assert state.round_result.lost == (0, 0, 0, 1)

    def test_a_knock_before_the_cap_is_played_to_its_end(self, monkeypatch):
        state = deal(monkeypatch, preset("norwegian", max_laps=2), PLAIN)
        state = apply(draw_and_return(state, 5), "knock")

        assert actor(state) == 0
        state = draw_and_return(state, 2)

        assert state.round_result.reason is EndReason.SHOWDOWN
        assert state.play.turns == 8

    def test_the_cap_counts_laps_of_those_still_in(self, monkeypatch):
        state = new_game_without_specials(monkeypatch, 4, out=(1,))

        state = round_played_out(state)

        assert state.play.turns == 30 * 3


def new_game_without_specials(monkeypatch, seats, out=()):
    stack(monkeypatch, CARDS[4:] + CARDS[:4])
    return new_game(preset("norwegian"), seats, SEED, out)


def test_a_player_who_is_out_is_owed_no_last_turn(monkeypatch):
    state = new_game_without_specials(monkeypatch, 4, out=(1,))
    assert actor(state) == 0
    state = apply(state, "knock")

    state, followers = turns_to_the_end(state)

    assert followers == [2, 3]


def test_a_knock_does_not_live_on_into_the_next_round(monkeypatch):
    state = round_played_out(apply(deal(monkeypatch, preset("norwegian"), PLAIN), "knock"))

    state = next_round(state)

    assert state.play.knocker is None
    assert state.play.turns == 0
    assert state.events == ()
    assert "knock" in legal_actions(state)


class TestDefaultMoves:
    def test_the_default_draws_from_the_stock_and_discards_that_card(self, monkeypatch):
        state = deal(monkeypatch, preset("norwegian"), PLAIN, first="7H", stock="9H")

        assert default_action(state) == "stock"
        state = apply(state, "stock")
        assert default_action(state) == "discard 9H"

    def test_it_never_knocks_even_with_the_best_hand(self, monkeypatch):
        state = deal(monkeypatch, preset("norwegian"), ("KH QH JH", "2C 3D 4S"))

        assert default_action(state) == "stock"

    def test_a_dealt_special_is_declared(self, monkeypatch):
        state = deal(monkeypatch, preset("norwegian"), ("AH KH QH", "2C 3D 4S"))

        assert default_action(state) == DECLARE

    @pytest.mark.parametrize(
        ("hand", "drawn", "action"),
        [("AH KH 2C", "QH", "discard 2C declare"), ("AH KH QH", "2C", "discard 2C declare")],
    )
    def test_a_special_that_can_be_declared_is_declared(self, monkeypatch, hand, drawn, action):
        state = deal(monkeypatch, preset("norwegian"), (hand, "2D 3D 4S"), "7S", drawn)
        state = apply(apply(state, PASS) if hand == "AH KH QH" else state, "stock")

        assert default_action(state) == action

    def test_a_taken_card_that_may_not_go_back_costs_the_least_useful_card(self, monkeypatch):
        state = deal(monkeypatch, preset("norwegian"), ("KH 5H 2C", "AS 9S 3D"), first="9H")

        assert default_action(apply(state, "take")) == "discard 2C"

    def test_a_taken_card_that_may_go_back_goes_back(self, monkeypatch):
        state = deal(monkeypatch, preset("finnish"), ("KH 5H 2C", "AS 9S 3D"), first="9H")

        assert default_action(apply(state, "take")) == "discard 9H"

    def test_nothing_is_played_when_the_round_is_over(self, monkeypatch):
        state = deal(monkeypatch, preset("swedish"), TestDealtSpecials.HANDS)

        with pytest.raises(IllegalAction):
            default_action(state)


@pytest.mark.parametrize(
    "action",
    [
        "",
        "KNOCK",
        " stock",
        "stock ",
        "draw",
        "discard KH",
        "discard",
        "declare",
        "pass",
        "swap all",
    ],
)
def test_words_that_mean_nothing_now_are_refused_and_change_nothing(monkeypatch, action):
    state = deal(monkeypatch, preset("norwegian"), PLAIN)
    before = state.to_json()

    with pytest.raises(IllegalAction):
        apply(state, action)
    assert state.to_json() == before


@pytest.mark.parametrize("action", ["discard 3S", "discard AS", "discard", "stock", "take", "9H"])
def test_only_a_card_in_hand_is_discarded(monkeypatch, action):
    state = apply(deal(monkeypatch, preset("norwegian"), PLAIN, stock="9H", first="7H"), "stock")

    with pytest.raises(IllegalAction):
        apply(state, action)


def test_nothing_is_played_after_the_round_is_over(monkeypatch):
    state = deal(monkeypatch, preset("swedish"), TestDealtSpecials.HANDS)

    for action in ("stock", "take", "knock", "declare"):
        with pytest.raises(IllegalAction):
            apply(state, action)


def test_a_forfeit_is_told_at_the_table(monkeypatch):
    state = deal(monkeypatch, preset("norwegian"), PLAIN)

    assert did(forfeit(state, 2)) == ["2 forfeit"]
