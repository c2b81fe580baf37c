"""A round of the exchange form, turn by turn. Seats count from 0 here, seat 0 is forehand."""

import json

import pytest

from tests.thirtyone.stacking import all_cards, deal_exchange, play
from thirtyone.cards import DECKS
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
    next_round,
)
from thirtyone.rounds import Request
from thirtyone.rules import preset
from thirtyone.view import view

DUTCH = preset("dutch-a7")
HANDS = ("KH 8H 7C", "AS 9S 7D", "QD 8D JC")
TABLE = "9H TC 7S"
SWAPS = tuple(f"swap {own} for {other}" for own in HANDS[0].split() for other in TABLE.split())


def did(state):
    return [f"{happened.seat} {happened.kind}" for happened in state.events]


def begun(monkeypatch, rules=DUTCH, hands=HANDS, stock=TABLE):
    """Deal a round and let the dealer keep its hand."""
    return play(deal_exchange(monkeypatch, rules, hands, stock), "keep")


def test_the_dealer_chooses_before_anything_else_and_knows_only_its_own_cards(monkeypatch):
    state = deal_exchange(monkeypatch, DUTCH, HANDS, TABLE)

    assert actor(state) == 2
    assert legal_actions(state) == ("keep", "replace")
    seen = view(state, 2)
    assert seen.request is Request.CHOOSE
    assert (seen.hand, seen.table, seen.stock) == (("QD", "8D", "JC"), (), 32 - 9)
    assert view(state, 0).to_act == 2
    assert view(state, 0).legal == ()


def test_a_dealer_who_keeps_lays_three_cards_of_the_stock_on_the_table(monkeypatch):
    state = apply(deal_exchange(monkeypatch, DUTCH, HANDS, TABLE), "keep")

    assert state.hands[2] == ("QD", "8D", "JC")
    assert view(state, 0).table == ("9H", "TC", "7S")
    assert view(state, 0).stock == 32 - 9 - 3
    assert actor(state) == 0
    assert state.events == (Event(EventKind.KEEP, 2, cards=("9H", "TC", "7S")),)


def test_a_dealer_who_replaces_lays_its_cards_on_the_table_and_takes_three_unseen(monkeypatch):
    state = apply(deal_exchange(monkeypatch, DUTCH, HANDS, TABLE), "replace")

    assert state.hands[2] == ("9H", "TC", "7S")
    assert view(state, 0).table == ("QD", "8D", "JC")
    assert view(state, 0).stock == 32 - 9 - 3
    told = json.dumps(view(state, 0).to_json())
    assert not any(card in told for card in ("9H", "TC", "7S"))
    assert state.events == (Event(EventKind.REPLACE, 2, cards=("QD", "8D", "JC")),)


def test_without_the_dealers_choice_three_cards_lie_open_from_the_start(monkeypatch):
    state = deal_exchange(monkeypatch, preset("widow"), HANDS, TABLE)

    assert view(state, 0).table == ("9H", "TC", "7S")
    assert (actor(state), view(state, 0).request) == (0, Request.TURN)
    assert state.events == ()


def test_a_turn_is_a_swap_of_one_or_three_a_pass_or_a_knock(monkeypatch):
    assert legal_actions(begun(monkeypatch)) == (*SWAPS, "swap three", "pass", "knock")


@pytest.mark.parametrize(
    ("swap", "legal"),
    [
        ("one", (*SWAPS, "pass", "knock")),
        ("three", ("swap three", "pass", "knock")),
        ("one,three", (*SWAPS, "swap three", "pass", "knock")),
    ],
)
def test_the_rules_say_which_swaps_there_are(monkeypatch, swap, legal):
    state = begun(monkeypatch, preset("dutch-a7", swap=swap))

    assert legal_actions(state) == legal
    for action in {*SWAPS, "swap three"} - set(legal):
        with pytest.raises(IllegalAction):
            apply(state, action)


def test_a_swap_of_one_changes_places_with_a_table_card(monkeypatch):
    state = apply(begun(monkeypatch), "swap 7C for 9H")

    assert state.hands[0] == ("KH", "8H", "9H")
    assert view(state, None).table == ("7C", "TC", "7S")
    assert state.events[-1] == Event(EventKind.SWAP, 0, "7C", "9H")
    assert actor(state) == 1


def test_a_swap_of_three_changes_the_whole_hand(monkeypatch):
    state = apply(begun(monkeypatch), "swap three")

    assert state.hands[0] == ("9H", "TC", "7S")
    assert view(state, None).table == ("KH", "8H", "7C")
    assert state.events[-1] == Event(EventKind.SWAP_THREE, 0, cards=("KH", "8H", "7C"))


@pytest.mark.parametrize(
    "action",
    [
        "swap KH 8H for 9H TC",
        "swap two",
        "swap",
        "swap KH for 8H",
        "swap 9H for KH",
        "swap AS for 9H",
        "swap KH for AS",
        "swap KH for KH",
        "stock",
        "take",
        "discard KH",
        "declare",
        "keep",
        "replace",
        "",
    ],
)
def test_whatever_else_is_said_is_refused_and_changes_nothing(monkeypatch, action):
    state = begun(monkeypatch)
    before = state.to_json()

    with pytest.raises(IllegalAction) as refusal:
        apply(state, action)

    assert refusal.value.allowed == legal_actions(state)
    assert state.to_json() == before


@pytest.mark.parametrize("action", ["pass", "knock", "swap three", "take", ""])
def test_a_dealer_who_chooses_can_do_nothing_else(monkeypatch, action):
    state = deal_exchange(monkeypatch, DUTCH, HANDS, TABLE)

    with pytest.raises(IllegalAction) as refusal:
        apply(state, action)

    assert refusal.value.allowed == ("keep", "replace")


# A knock and the last turns.


def test_after_a_knock_the_others_swap_or_pass_once_and_nobody_knocks_again(monkeypatch):
    state = apply(begun(monkeypatch), "knock")

    assert legal_actions(state)[-2:] == ("swap three", "pass")
    with pytest.raises(IllegalAction, match="pass"):
        apply(state, "knock")
    with pytest.raises(IllegalAction):
        apply(state, "swap two")
    state = apply(state, "pass")
    assert actor(state) == 2
    state = apply(state, "swap JC for 7S")
    assert state.round_result.reason is EndReason.SHOWDOWN
    assert state.round_result.knocker == 0


@pytest.mark.parametrize("knocker", [0, 1, 2])
@pytest.mark.parametrize("laps", [0, 2])
def test_whoever_knocks_every_other_player_has_one_more_turn(monkeypatch, knocker, laps):
    state = begun(monkeypatch)
    for _ in range(laps):
        for seat in range(3):
            state = apply(state, legal_actions(state)[seat])
    state = play(state, *["swap three"] * knocker, "knock")

    turns = []
    while not state.round_over:
        turns.append(actor(state))
        state = apply(state, "pass")
    assert turns == [(knocker + 1) % 3, (knocker + 2) % 3]
    assert state.round_result.knocker == knocker


def test_a_minimum_holds_for_knocks_here_too(monkeypatch):
    """The hand is worth 18: equal is enough."""
    assert "knock" in legal_actions(begun(monkeypatch, preset("dutch-a7", minimum_knock=18)))
    low = begun(monkeypatch, preset("dutch-a7", minimum_knock=19))

    assert "knock" not in legal_actions(low)
    with pytest.raises(IllegalAction):
        apply(low, "knock")


def test_a_knock_does_not_live_on_into_the_next_round(monkeypatch):
    state = play(begun(monkeypatch), "knock", "pass", "pass")

    state = play(next_round(state), "keep")

    assert state.play.knocker is None
    assert "knock" in legal_actions(state)


# Passes and new table cards.


def test_when_everybody_passes_three_new_cards_lie_on_the_table(monkeypatch):
    state = begun(monkeypatch, stock=f"{TABLE} AD QC 9D")
    before = view(state, None).stock

    state = play(state, "pass", "pass", "pass")

    assert view(state, None).table == ("AD", "QC", "9D")
    assert view(state, None).stock == before - 3
    assert state.play.gone == ("9H", "TC", "7S")
    assert actor(state) == 0
    assert state.events[-1] == Event(EventKind.REFRESH, 2, cards=("AD", "QC", "9D"))
    assert "knock" in legal_actions(state)
    assert sorted(all_cards(state)) == sorted(DECKS["a7"])


@pytest.mark.parametrize("between", ["swap 8H for TC", "swap three"])
def test_a_swap_starts_the_count_of_passes_anew(monkeypatch, between):
    state = play(begun(monkeypatch), "pass", "pass", "swap 8D for TC", "pass", "pass")

    assert "2 refresh" not in did(state)
    assert state.play.gone == ()
    state = apply(state, "pass")
    assert state.events[-1].kind is EventKind.REFRESH
    assert actor(state) == 0


def test_new_table_cards_start_the_count_of_passes_anew(monkeypatch):
    state = play(begun(monkeypatch), *["pass"] * 5)

    assert did(state).count("2 refresh") == 1
    assert did(apply(state, "pass")).count("2 refresh") == 2


def test_a_lap_of_passes_is_counted_by_the_players_still_in(monkeypatch):
    """A seat that is out owes no pass."""
    rules = preset("dutch-a7", lives=1, grace=False)
    state = play(begun(monkeypatch, rules), "knock", "pass", "pass")
    assert len(state.active) == 2

    state = play(next_round(state), "keep", "pass")
    assert state.play.gone == ()
    state = apply(state, "pass")

    assert state.events[-1].kind is EventKind.REFRESH


def test_passes_do_not_live_on_into_the_next_round(monkeypatch):
    state = play(begun(monkeypatch), "pass", "knock", "pass", "pass")

    state = play(next_round(state), "keep", "pass")

    assert state.play.passes == 1
    assert state.play.gone == ()


def test_nothing_is_laid_anew_after_a_knock(monkeypatch):
    state = play(begun(monkeypatch), "pass", "pass", "knock", "pass", "pass")

    assert state.round_result.reason is EndReason.SHOWDOWN
    assert state.play.gone == ()


def test_when_no_three_cards_are_left_for_the_table_the_round_is_settled(monkeypatch):
    """Six players leave 11 cards: three refreshes, then two cards."""
    hands = ("7C 8D 9H", "8C 9D TH", "9C TD JH", "TC JD QH", "JC QD KH", "QC KD AH")
    state = begun(monkeypatch, DUTCH, hands, stock="7D 7H 8S 7S 8H 9S")

    state = play(state, *["pass"] * 18)
    assert not state.round_over
    assert len(state.play.stock) == 2
    state = play(state, *["pass"] * 6)

    assert state.round_result.reason is EndReason.STOCK_OUT
    assert state.round_result.knocker is None
    assert sum(state.round_result.lost) == 1
    assert sorted(all_cards(state)) == sorted(DECKS["a7"])


def test_a_round_without_a_knock_ends_after_its_laps(monkeypatch):
    rules = preset("dutch-a7", max_laps=2)
    state = begun(monkeypatch, rules)

    state = play(state, *["swap three"] * 5)
    assert not state.round_over
    state = apply(state, "swap three")

    assert state.round_result.reason is EndReason.MAX_LAPS
    assert state.round_result.knocker is None


# Specials.


@pytest.mark.parametrize(
    ("hand", "action", "value"),
    [
        ("AH KH 7C", "swap 7C for QH", 31),
        ("AH AD 7C", "swap 7C for AC", "fire"),
        ("9H 8H 7C", "swap three", 31),
    ],
)
def test_a_special_made_by_a_swap_ends_the_round_at_once(monkeypatch, hand, action, value):
    table = "AC KC TC" if action == "swap three" else "QH AC 9D"
    state = begun(monkeypatch, DUTCH, (hand, "AS 9S 7D", "QD 8D JC"), table)

    state = apply(state, action)

    result = state.round_result
    assert result.reason is EndReason.SPECIAL
    assert (result.declared, result.values[0]) == ((0,), value)
    assert sum(result.lost) == 1
    assert result.lost[2] == 1
    assert state.events[-1] == Event(EventKind.DECLARE, 0, cards=state.hands[0])


def test_a_special_ends_the_round_in_the_last_lap_too(monkeypatch):
    state = begun(monkeypatch, DUTCH, (HANDS[0], "AH TH 7D", "QD 8D JC"), "QH TC 9D")
    state = play(state, "knock")

    state = apply(state, "swap 7D for QH")

    assert state.round_result.reason is EndReason.SPECIAL
    assert state.round_result.knocker == 0
    assert sum(state.round_result.lost) == 1


def test_schwimmen_lets_everybody_pay_for_fire_and_the_lowest_alone_for_31(monkeypatch):
    rules, rest = preset("schwimmen"), ("AS 9S 7D", "QD 8D JC")
    fire = apply(begun(monkeypatch, rules, ("AH AD 7C", *rest), "AC TC 9D"), "swap 7C for AC")
    best = apply(begun(monkeypatch, rules, ("AH KH 7C", *rest), "QH TC 9D"), "swap 7C for QH")

    assert fire.round_result.lost == (0, 1, 1)
    assert best.round_result.lost == (0, 0, 1)


def test_three_of_a_kind_ends_nothing(monkeypatch):
    state = begun(monkeypatch, DUTCH, ("KH KD 7C", "AS 9S 7D", "QD 8D JC"), "KC TC 9D")

    assert not apply(state, "swap 7C for KC").round_over


# Specials in the deal.

DEALT = ("KH 8H 7C", "AS KS QS", "QD 8D JC")


def test_after_a_dealt_special_every_other_player_has_one_exchange(monkeypatch):
    state = deal_exchange(monkeypatch, DUTCH, DEALT, TABLE)
    assert view(state, 0).events == ()
    state = apply(state, "keep")

    assert state.events[-1] == Event(EventKind.DECLARE, 1, cards=("AS", "KS", "QS"))
    assert (actor(state), view(state, 0).request) == (0, Request.EXCHANGE)
    assert legal_actions(state) == (*SWAPS, "swap three", "pass")
    with pytest.raises(IllegalAction):
        apply(state, "knock")
    state = apply(state, "swap 7C for 9H")
    assert actor(state) == 2
    state = apply(state, "pass")

    result = state.round_result
    assert result.reason is EndReason.DEALT_SPECIAL
    assert (result.declared, result.knocker) == ((1,), None)
    assert (result.values, result.lost) == ((27, 31, 18), (0, 0, 1))


def test_a_special_made_by_such_an_exchange_ends_nothing_early_and_counts(monkeypatch):
    hands = ("AH KH 7C", "AS KS QS", "QD 8D JC")
    state = play(deal_exchange(monkeypatch, DUTCH, hands, "QH TC 7S"), "keep", "swap 7C for QH")

    assert actor(state) == 2
    state = apply(state, "swap three")

    assert state.round_result.declared == (0, 1)
    assert state.round_result.values[:2] == (31, 31)


def test_all_passing_after_a_dealt_special_brings_no_new_table_cards(monkeypatch):
    state = play(deal_exchange(monkeypatch, DUTCH, DEALT, TABLE), "keep", "pass", "pass")

    assert state.round_over
    assert state.play.gone == ()


def test_what_the_dealer_takes_counts_as_dealt_and_what_it_puts_down_does_not(monkeypatch):
    hands = ("KH 8H 7C", "QD 8D JC", "AS KS QS")
    put_down = play(deal_exchange(monkeypatch, DUTCH, hands, TABLE), "replace")
    hands = ("KH 8H 7C", "QD 8D JC", "9S 8S 7D")
    taken = play(deal_exchange(monkeypatch, DUTCH, hands, "AS KS QS"), "replace")

    assert view(put_down, 0).request is Request.TURN
    assert view(taken, 0).request is Request.EXCHANGE
    taken = play(taken, "pass", "pass")
    assert taken.round_result.declared == (2,)


def test_where_all_hold_a_special_the_lowest_suit_pays(monkeypatch):
    hands = ("AS KS QS", "AC KC QC", "AD KD QD")
    state = play(deal_exchange(monkeypatch, DUTCH, hands), "keep")

    assert state.round_result.lost == (0, 0, 1)
    assert state.round_result.declared == (0, 1, 2)


def test_the_rules_may_leave_only_the_dealer_its_choice(monkeypatch):
    rules = preset("dutch-a7", dealt_special="dealer_only")
    state = deal_exchange(monkeypatch, rules, DEALT, TABLE)
    assert legal_actions(state) == ("keep", "replace")

    state = apply(state, "replace")

    assert state.round_result.reason is EndReason.DEALT_SPECIAL
    assert state.round_result.values == (18, 31, 10)
    assert state.round_result.lost == (0, 0, 1)


def test_the_rules_may_settle_a_dealt_special_at_once(monkeypatch):
    rules = preset("dutch-a7", dealt_special="none")
    state = deal_exchange(monkeypatch, rules, DEALT, TABLE)

    assert state.round_result.reason is EndReason.DEALT_SPECIAL
    assert state.round_result.values == (18, 31, 18)
    assert state.round_result.lost == (0, 0, 1)
    assert sorted(all_cards(state)) == sorted(DECKS["a7"])


def test_where_nothing_follows_a_dealt_special_one_that_the_dealer_takes_ends_the_round(
    monkeypatch,
):
    rules = preset("dutch-a7", dealt_special="none")
    state = deal_exchange(monkeypatch, rules, ("KH 8H 7C", "9S 8S 7D"), "AS KS QS")

    state = apply(state, "replace")

    assert state.round_result.reason is EndReason.DEALT_SPECIAL
    assert state.round_result.declared == (1,)


def test_under_widow_a_dealt_special_costs_all_others_at_once(monkeypatch):
    state = deal_exchange(monkeypatch, preset("widow"), DEALT, TABLE)

    assert state.round_result.lost == (1, 0, 1)


# Defaults, forfeits, storage.


def test_the_default_move_keeps_and_passes_and_never_knocks(monkeypatch):
    choosing = deal_exchange(monkeypatch, DUTCH, HANDS, TABLE)
    on_turn = apply(choosing, "keep")
    exchanging = apply(deal_exchange(monkeypatch, DUTCH, DEALT, TABLE), "keep")

    assert default_action(choosing) == "keep"
    assert default_action(on_turn) == "pass"
    assert default_action(exchanging) == "pass"


def test_nothing_is_played_after_the_round_is_over(monkeypatch):
    state = play(begun(monkeypatch), "knock", "pass", "pass")

    assert legal_actions(state) == ()
    for action in ("pass", "keep", "swap three"):
        with pytest.raises(IllegalAction, match="nothing"):
            apply(state, action)
    with pytest.raises(IllegalAction):
        default_action(state)


@pytest.mark.parametrize("moves", [(), ("keep",), ("keep", "pass")])
def test_when_one_player_is_left_by_forfeits_the_round_stops(monkeypatch, moves):
    state = play(deal_exchange(monkeypatch, DUTCH, HANDS[:2], TABLE), *moves)

    state = forfeit(state, 1)

    assert state.game_over
    assert state.round_result.reason is EndReason.FORFEIT
    assert state.round_result.values == (None, None)
    assert actor(state) is None


@pytest.mark.parametrize(
    "moves",
    [
        (),
        ("keep",),
        ("replace", "swap three", "pass"),
        ("keep", "pass", "pass", "pass", "knock"),
        ("keep", "knock", "pass", "pass"),
    ],
)
def test_every_moment_of_a_round_survives_json(monkeypatch, moves):
    state = play(deal_exchange(monkeypatch, DUTCH, HANDS, TABLE), *moves)

    assert GameState.from_json(json.loads(json.dumps(state.to_json()))) == state


def test_everybody_sees_the_same_events_and_table(monkeypatch):
    state = play(begun(monkeypatch), "swap 7C for 9H", "swap three", "pass")

    seen = [view(state, seat) for seat in (0, 1, 2, None)]
    assert {each.events for each in seen} == {state.events}
    assert {each.table for each in seen} == {("AS", "9S", "7D")}


def test_the_cards_of_a_seat_that_is_out_lie_under_the_stock(monkeypatch):
    rules = preset("dutch-a7", lives=1, grace=False)
    state = next_round(play(begun(monkeypatch, rules), "knock", "pass", "pass"))

    (out,) = set(range(3)) - set(state.active)
    assert set(state.play.stock[:3]) == set(HANDS[out].split())
    assert sorted(all_cards(state)) == sorted(DECKS["a7"])
