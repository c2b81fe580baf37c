"""What a seat and a spectator see, and what they never see."""

import json

import pytest

from tests.thirtyone.policies import at_random, states
from tests.thirtyone.stacking import SEED, deal, play, round_played_out
from thirtyone.cards import CARDS
from thirtyone.draw import Request
from thirtyone.events import Event, EventKind
from thirtyone.game import apply, forfeit, new_game, next_round
from thirtyone.rules import PRESETS, preset
from thirtyone.view import view

HANDS = ("KH 5H 2C", "AS 9S 3D", "QD 8D 4C")


def cards_in(seen):
    text = json.dumps(seen.to_json())
    return {card for card in CARDS if card in text}


def test_a_player_sees_its_hand_the_top_discard_and_how_much_stock_is_left(monkeypatch):
    state = deal(monkeypatch, preset("norwegian"), HANDS, first="7H", stock="9C")

    seen = view(state, 0)

    assert seen.hand == ("KH", "5H", "2C")
    assert (seen.discard, seen.stock) == ("7H", 42)
    assert (seen.request, seen.legal) == (Request.TURN, ("knock", "stock", "take"))
    assert (seen.seat, seen.players, seen.dealer, seen.to_act) == (0, 3, 2, 0)
    assert (seen.knocker, seen.lap, seen.round) == (None, 0, 0)
    assert (seen.lives, seen.active) == ((3, 3, 3), (0, 1, 2))
    assert (seen.result, seen.places) == (None, None)
    assert cards_in(seen) == {"KH", "5H", "2C", "7H"}


def test_who_is_not_asked_gets_no_request(monkeypatch):
    state = deal(monkeypatch, preset("norwegian"), HANDS)

    seen = view(state, 1)

    assert (seen.request, seen.legal, seen.to_act) == (None, (), 0)


def test_only_the_player_who_drew_from_the_stock_sees_the_card(monkeypatch):
    state = deal(monkeypatch, preset("norwegian"), HANDS, first="7H", stock="9C")
    state = apply(state, "stock")

    own, other, spectator = view(state, 0), view(state, 1), view(state, None)

    assert (own.drawn, own.drawn_from, own.hand[-1]) == ("9C", EventKind.STOCK, "9C")
    assert own.request is Request.DISCARD
    assert own.events == (Event(EventKind.STOCK, 0, "9C"),)
    for seen in (other, spectator):
        assert (seen.drawn, seen.drawn_from) == (None, None)
        assert seen.events == (Event(EventKind.STOCK, 0),)
        assert "9C" not in cards_in(seen)


def test_everybody_sees_which_card_is_taken_and_which_is_discarded(monkeypatch):
    state = play(deal(monkeypatch, preset("norwegian"), HANDS, first="7H"), "take", "discard 2C")

    for seat in (0, 1, 2, None):
        assert view(state, seat).events == (
            Event(EventKind.TAKE, 0, "7H"),
            Event(EventKind.DISCARD, 0, "2C"),
        )


def test_a_player_still_knows_what_it_drew_earlier(monkeypatch):
    state = deal(monkeypatch, preset("norwegian"), HANDS, first="7H", stock="9C 9H")
    state = play(state, "stock", "discard 2C", "stock")

    assert view(state, 0).events[0] == Event(EventKind.STOCK, 0, "9C")
    assert view(state, 0).events[-1] == Event(EventKind.STOCK, 1)


def test_nobody_sees_who_is_asked_about_a_dealt_special_or_what_was_answered(monkeypatch):
    hands = ("KH 5H 2C", "AS KS QS", "AC KC TC")
    state = deal(monkeypatch, preset("norwegian"), hands)
    answered = apply(state, "declare")

    assert view(state, 1).request is Request.DECLARE
    assert view(state, 1).legal == ("declare", "pass")
    for seat in (0, 2, None):
        assert view(state, seat).to_act is None
        assert view(state, seat).request is None
    for seat in (0, 1, None):
        seen = view(answered, seat)
        assert (seen.to_act, seen.request, seen.events) == (None, None, ())


def test_when_the_round_is_over_everybody_sees_all_hands(monkeypatch):
    state = apply(deal(monkeypatch, preset("norwegian"), HANDS), "knock")

    state = round_played_out(state)

    for seat in (0, 1, 2, None):
        result = view(state, seat).result
        assert result == state.round_result
        assert result.hands[1] == ("AS", "9S", "3D")
        assert result.lost == (2, 0, 0)


def test_the_view_of_a_game_that_never_began_shows_the_places():
    state = new_game(preset("norwegian"), 2, SEED, (0,))

    seen = view(state, 1)

    assert seen.places == (2, 1)
    assert (seen.hand, seen.discard, seen.stock, seen.active) == ((), None, 0, (1,))
    assert cards_in(seen) == set()


def test_a_forfeit_is_seen_by_all(monkeypatch):
    state = forfeit(deal(monkeypatch, preset("norwegian"), HANDS), 2)

    assert view(state, 0).forfeited == (2,)
    assert view(state, None).events == (Event(EventKind.FORFEIT, 2),)


@pytest.mark.parametrize("seat", [-1, 2, 9])
def test_there_is_no_view_for_a_seat_that_is_not_at_the_table(seat):
    with pytest.raises(ValueError, match="seat"):
        view(new_game(preset("norwegian"), 2, SEED), seat)


def test_a_player_who_is_out_sees_the_table_and_no_hand(monkeypatch):
    state = deal(monkeypatch, preset("swedish", lives=1, grace=False), HANDS, first="7H")
    state = next_round(round_played_out(state))
    assert state.active == (1, 2)

    seen = view(state, 0)

    assert (seen.hand, seen.request) == ((), None)
    assert cards_in(seen) == cards_in(view(state, None)) == {"7H"}


@pytest.mark.parametrize("name", PRESETS)
def test_no_view_speaks_of_the_seed(name):
    seed = bytes(range(100, 132))
    for state in states(PRESETS[name], 3, seed, at_random(name)):
        for seat in (0, 1, 2, None):
            text = json.dumps(view(state, seat).to_json())
            assert seed.hex() not in text
            assert "seed" not in text
