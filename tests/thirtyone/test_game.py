"""A whole game: lives, grace, the bus, void rounds, places, forfeits. Seats count from 0."""

import json

import pytest

from tests.thirtyone.stacking import SEED, deal, play, round_played_out, stack, stacked
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
    returns,
)
from thirtyone.rules import RulesError, preset

LOSES_0 = ("4C 3D 2S", "AS 9S 3H", "QD 8D 5C")
"""Hands of which seat 0 has the lowest, with no card in another suit worth drawing for."""
LEVEL = ("KH 8H 2C", "QS 8S 3D")


def knocked(state):
    """Let the player in turn knock and the others draw and return."""
    return round_played_out(apply(state, "knock"))


def played_by_default(state):
    while not state.game_over:
        state = next_round(state) if state.round_over else apply(state, default_action(state))
    return state


def begin(monkeypatch, name, *decks, seats=None, out=(), **overrides):
    stack(monkeypatch, *[stacked(hands) for hands in decks])
    return new_game(preset(name, **overrides), seats or len(decks[0]), SEED, out)


def test_everybody_begins_with_the_lives_of_the_rules(monkeypatch):
    assert begin(monkeypatch, "norwegian", LOSES_0).lives == (3, 3, 3)
    assert begin(monkeypatch, "swedish-five-lives", LOSES_0).lives == (5, 5, 5)
    assert begin(monkeypatch, "ride-the-bus", LOSES_0).lives == (0, 0, 0)


def test_a_lost_life_is_taken_once(monkeypatch):
    state = knocked(begin(monkeypatch, "swedish", LOSES_0))

    assert state.round_result.lost == (1, 0, 0)
    assert state.round_result.lives == (2, 3, 3)
    assert state.lives == (2, 3, 3)


def test_with_no_lives_left_a_player_is_on_grace_and_out_at_the_next_loss(monkeypatch):
    state = begin(monkeypatch, "swedish", LOSES_0, lives=1)

    state = round_played_out(state)
    assert state.lives == (0, 1, 1)
    assert state.active == (0, 1, 2)
    state = round_played_out(next_round(state))

    assert state.round_result.out == (0,)
    assert state.active == (1, 2)
    assert not state.game_over


def test_without_grace_the_last_life_lost_is_the_end(monkeypatch):
    state = round_played_out(begin(monkeypatch, "swedish", LOSES_0, lives=1, grace=False))

    assert state.round_result.out == (0,)


def test_the_bus_shows_the_stop_reached_and_ends_at_its_length(monkeypatch):
    state = begin(monkeypatch, "ride-the-bus", LOSES_0)
    stops = []
    while 0 in state.active:
        state = next_round(state) if state.round_over else knocked(state)
        stops.append(state.lives[0])

    assert state.lives[0] >= 4
    assert stops[0] == 2
    assert state.active == (1, 2)


def test_the_dealer_moves_on_by_one_seat_a_round(monkeypatch):
    state = begin(monkeypatch, "swedish-five-lives", LOSES_0)
    dealers, forehands = [], []
    for _ in range(4):
        dealers.append(state.play.seating.dealer)
        forehands.append(actor(state))
        state = next_round(round_played_out(state))

    assert dealers == [2, 0, 1, 2]
    assert forehands == [0, 1, 2, 0]


def test_where_the_dealers_seat_is_out_the_next_player_deals(monkeypatch):
    stack(monkeypatch, stacked(("4C 3D 2S", "AS 9S 3H", "QD 8D 5C", "KH 5H 2C")), dealer=1)
    state = new_game(preset("swedish"), 4, SEED, out_from_start=(1, 2))

    assert state.play.seating.dealer == 3
    assert actor(state) == 0
    state = next_round(round_played_out(state))
    assert state.play.seating.dealer == 3
    state = next_round(round_played_out(state))
    assert state.play.seating.dealer == 3
    state = next_round(round_played_out(state))
    assert state.play.seating.dealer == 0


def test_the_last_one_left_wins_and_later_out_is_better(monkeypatch):
    state = begin(monkeypatch, "swedish", LOSES_0, LOSES_0[::-1], lives=1, grace=False)

    state = round_played_out(state)
    assert state.active == (1, 2)
    state = round_played_out(next_round(state))

    assert state.game_over
    assert actor(state) is None
    assert returns(state) == (3, 1, 2)
    assert state.lives == (0, 1, 0)


def test_out_in_the_same_round_shares_the_place(monkeypatch):
    hands = ("KH 8H 2C", "QS 8S 3D", "AD 9D 4C")

    state = round_played_out(begin(monkeypatch, "norwegian", hands, lives=1, grace=False))

    assert returns(state) == (2, 2, 1)


class TestVoidRounds:
    def test_a_round_that_would_put_out_everybody_costs_nothing(self, monkeypatch):
        state = begin(monkeypatch, "swedish", LEVEL, LOSES_0[:2], lives=1, grace=False)

        state = round_played_out(state)

        assert state.round_result.void
        assert state.round_result.lost == (1, 1)
        assert state.round_result.out == ()
        assert state.lives == (1, 1)
        assert not state.game_over
        state = round_played_out(next_round(state))
        assert returns(state) == (2, 1)

    def test_three_in_a_row_share_the_win(self, monkeypatch):
        state = begin(monkeypatch, "swedish", LEVEL, lives=1, grace=False)
        rounds = 1
        state = round_played_out(state)
        while not state.game_over:
            state = round_played_out(next_round(state))
            rounds += 1

        assert rounds == 3
        assert returns(state) == (1, 1)
        assert state.lives == (1, 1)

    def test_a_round_that_costs_a_life_begins_the_count_anew(self, monkeypatch):
        third_loses = (*LEVEL, "4C 3H 2S")
        level = ("KH 8H 2C", "QS 8S 3D", "KD 8D 4C")
        state = begin(
            monkeypatch, "swedish", level, level, third_loses, level, level, LOSES_0,
            lives=1, grace=False,
        )  # fmt: skip
        state = round_played_out(state)
        for _ in range(4):
            state = round_played_out(next_round(state))

        assert state.standing.voids == 2
        assert not state.game_over
        assert returns(round_played_out(next_round(state))) == (2, 1, 3)

    def test_a_player_put_out_on_grace_ends_the_count_though_no_lives_changed(self, monkeypatch):
        third_loses = (*LEVEL, "4C 3H 2S")
        level = ("KH 8H 2C", "QS 8S 3D", "KD 8D 4C")
        state = begin(monkeypatch, "swedish", level, level, level, third_loses, level, lives=1)
        for _ in range(3):  # to grace, then two void rounds
            state = next_round(round_played_out(state))
        assert state.lives == (0, 0, 0)
        assert state.standing.voids == 2

        state = round_played_out(state)

        assert state.round_result.out == (2,)
        assert state.standing.voids == 0
        assert round_played_out(next_round(state)).standing.voids == 1

    def test_a_repeated_deal_is_no_void_round(self, monkeypatch):
        both = ("AS KS QS", "AC KC TC")
        state = begin(monkeypatch, "swedish", both, both, both, both, LOSES_0[:2])

        for _ in range(4):
            assert state.round_result.void
            assert state.standing.voids == 0
            state = next_round(state)

        assert not state.round_over
        assert state.round == 4


class TestTheLastRoundAllowed:
    def test_more_lives_place_better_and_grace_comes_after(self, monkeypatch):
        second = ("AS 9S 3H", "4C 3D 2S", "QD 8D 5C")
        state = begin(monkeypatch, "swedish", LOSES_0, LOSES_0, second, lives=2, max_rounds=3)
        for _ in range(2):
            state = next_round(round_played_out(state))

        state = round_played_out(state)

        assert state.game_over
        assert state.lives == (0, 1, 2)
        assert state.active == (0, 1, 2)
        assert returns(state) == (3, 2, 1)

    def test_equal_lives_share_and_those_out_come_last(self, monkeypatch):
        state = begin(monkeypatch, "swedish", LOSES_0, lives=1, grace=False, max_rounds=1)

        assert returns(round_played_out(state)) == (3, 1, 1)

    def test_on_the_bus_fewer_stops_place_better(self, monkeypatch):
        state = begin(monkeypatch, "ride-the-bus", LOSES_0, max_rounds=1)

        assert returns(round_played_out(state)) == (3, 1, 1)


class TestForfeits:
    def test_with_two_players_left_the_game_is_over_at_once(self, monkeypatch):
        state = play(begin(monkeypatch, "norwegian", LOSES_0[:2]), "stock")

        state = forfeit(state, 0)

        assert state.game_over
        assert state.round_over
        assert actor(state) is None
        assert legal_actions(state) == ()
        assert returns(state) == (2, 1)
        assert state.lives == (0, 3)
        assert state.round_result.reason is EndReason.FORFEIT
        assert state.round_result.lost == (0, 0)
        assert state.round_result.out == (0,)
        assert [len(hand) for hand in state.round_result.hands] == [3, 3]

    def test_the_seat_plays_on_to_the_end_of_the_round_pays_and_is_out(self, monkeypatch):
        state = forfeit(begin(monkeypatch, "swedish", LOSES_0), 1)

        assert state.forfeited == (1,)
        assert state.active == (0, 1, 2)
        state = round_played_out(state)

        assert state.round_result.lost == (1, 0, 0)
        assert state.round_result.out == (1,)
        assert state.active == (0, 2)
        assert state.lives == (2, 0, 3)

    def test_it_is_placed_as_out_in_that_round(self, monkeypatch):
        hands = ("4C 3D 2S", "AS 9S 3H", "QD 8D 5C", "KH 9H 6S")
        state = begin(monkeypatch, "swedish", hands, lives=1, grace=False)
        state = round_played_out(forfeit(state, 3))

        assert state.active == (1, 2)
        state = forfeit(next_round(state), 1)

        assert returns(state) == (3, 2, 1, 3)

    def test_the_last_who_has_not_forfeited_wins_at_once(self, monkeypatch):
        state = forfeit(forfeit(begin(monkeypatch, "norwegian", LOSES_0), 1), 0)

        assert state.game_over
        assert returns(state) == (2, 2, 1)

    def test_a_second_forfeit_of_a_seat_changes_nothing(self, monkeypatch):
        state = forfeit(begin(monkeypatch, "norwegian", LOSES_0), 1)

        assert forfeit(state, 1) == state

    def test_a_forfeit_between_rounds_puts_the_seat_out_of_the_round_just_ended(self, monkeypatch):
        state = round_played_out(begin(monkeypatch, "swedish", LOSES_0))

        state = forfeit(state, 1)

        assert state.active == (0, 2)
        assert not state.game_over
        state = next_round(state)
        assert state.hands[1] == ()
        assert returns(forfeit(state, 0)) == (2, 3, 1)

    def test_a_forfeit_between_rounds_may_end_the_game(self, monkeypatch):
        state = round_played_out(begin(monkeypatch, "swedish", LOSES_0[:2]))

        assert returns(forfeit(state, 1)) == (1, 2)

    def test_those_who_play_on_do_not_all_go_out_with_a_seat_that_forfeits(self, monkeypatch):
        """Seats 0 and 1 are lowest on their last life and seat 2 has forfeited."""
        hands = ("KH 8H 2C", "QS 8S 3D", "AD 9D 4C")
        state = begin(monkeypatch, "swedish", hands, lives=1, grace=False)

        state = round_played_out(forfeit(state, 2))

        assert state.round_result.void
        assert state.lives == (1, 1, 0)
        assert state.active == (0, 1)
        assert state.round_result.out == (2,)

    def test_while_a_seat_is_asked_about_its_special_another_may_forfeit(self, monkeypatch):
        hands = ("AH KH QH", "2C 3D 4S", "AS 9S 3H")
        state = forfeit(begin(monkeypatch, "norwegian", hands), 1)

        assert actor(state) == 0
        assert apply(state, "declare").round_result.lost == (0, 1, 1)

    def test_a_game_forfeited_in_advance_is_out_before_the_first_deal_and_last(self, monkeypatch):
        state = begin(monkeypatch, "swedish", LOSES_0, out=(1,))

        assert state.active == (0, 2)
        assert state.hands[1] == ()
        assert state.lives == (3, 0, 3)
        state = played_by_default(state)
        assert returns(state)[1] == 3

    @pytest.mark.parametrize(("out", "places"), [((0,), (2, 1)), ((1,), (1, 2)), ((0, 1), (1, 1))])
    def test_with_nobody_to_play_against_the_game_is_over_before_a_card_is_dealt(self, out, places):
        state = new_game(preset("norwegian"), 2, SEED, out)

        assert state.game_over
        assert state.round_over
        assert returns(state) == places
        assert state.hands == ((), ())
        assert state.events == ()
        assert (actor(state), legal_actions(state)) == (None, ())
        with pytest.raises(IllegalAction):
            apply(state, "stock")
        with pytest.raises(IllegalAction):
            default_action(state)
        assert forfeit(state, 0) == state
        assert GameState.from_json(json.loads(json.dumps(state.to_json()))) == state


class TestMisuse:
    def test_the_next_round_waits_for_the_end_of_this_one(self, monkeypatch):
        state = begin(monkeypatch, "norwegian", LOSES_0)

        with pytest.raises(ValueError, match="next round"):
            next_round(state)

    def test_there_is_no_round_after_the_game(self, monkeypatch):
        state = forfeit(begin(monkeypatch, "norwegian", LOSES_0[:2]), 0)

        with pytest.raises(ValueError, match="next round"):
            next_round(state)

    def test_there_are_no_places_before_the_end(self, monkeypatch):
        with pytest.raises(ValueError, match="places"):
            returns(begin(monkeypatch, "norwegian", LOSES_0))

    @pytest.mark.parametrize("seats", [0, 1, 10])
    def test_a_table_that_the_rules_do_not_serve_is_not_dealt(self, seats):
        with pytest.raises(RulesError):
            new_game(preset("norwegian"), seats, SEED)

    def test_a_short_deck_is_never_dealt_to_more_than_it_serves(self):
        rules = preset("norwegian", deck="a9", players=(2, 7))

        state = new_game(rules, 7, SEED)
        assert [len(hand) for hand in state.hands] == [3] * 7
        with pytest.raises(RulesError):
            new_game(rules, 8, SEED)

    @pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
    def test_a_seed_has_32_bytes(self, seed):
        with pytest.raises(ValueError, match="32 bytes"):
            new_game(preset("norwegian"), 2, seed)

    @pytest.mark.parametrize("out", [(2,), (-1,)])
    def test_only_seats_of_the_table_are_out(self, out):
        with pytest.raises(ValueError, match="seats"):
            new_game(preset("norwegian"), 2, SEED, out)


def test_a_state_cannot_be_changed(monkeypatch):
    state = deal(monkeypatch, preset("norwegian"), LOSES_0)

    with pytest.raises(AttributeError):
        state.play = None
    with pytest.raises(AttributeError):
        state.play.knocker = 1
    with pytest.raises(AttributeError):
        state.standing.round = 3


def test_equal_histories_give_equal_states_and_others_do_not():
    rules = preset("norwegian")

    first = apply(new_game(rules, 2, SEED), "stock")
    same = apply(new_game(rules, 2, SEED), "stock")

    assert first == same
    assert first != apply(new_game(rules, 2, SEED), "take")
    assert first != apply(new_game(rules, 2, bytes(32)), "stock")
