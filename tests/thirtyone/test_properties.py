"""What holds in every game, whatever is played."""

import json
import re
import string

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.thirtyone.policies import at_random, at_threshold, states
from tests.thirtyone.stacking import all_cards
from thirtyone.cards import CARDS, DECKS
from thirtyone.draw import DrawRound
from thirtyone.events import EventKind
from thirtyone.game import (
    EndReason,
    GameState,
    actor,
    apply,
    forfeit,
    legal_actions,
    new_game,
    next_round,
    returns,
)
from thirtyone.rules import PRESETS, Form, Rules, RulesError
from thirtyone.view import view

SEEDS = st.binary(min_size=32, max_size=32)
ENDS_OF_TURNS = {EventKind.DISCARD, EventKind.SWAP, EventKind.SWAP_THREE, EventKind.PASS}
COSTS = st.sampled_from(["others", "lowest"])


@st.composite
def rule_sets(draw: st.DrawFn, form: Form | None = None) -> Rules:
    """Draw any rules that can be played, of either form where none is given."""
    form = form or draw(st.sampled_from(Form))
    exchange = form is Form.EXCHANGE
    grace = draw(st.booleans())
    deck = draw(st.sampled_from(sorted(DECKS)))
    aces = draw(st.sampled_from(["as_set", 31, 33, "fire"]))
    suit_order = draw(st.booleans())
    choice = draw(st.booleans())
    dealt = ["opponents", "none", "dealer_only"] if choice else ["opponents", "none"]
    return Rules(
        name="norwegian",
        form=form,
        deck=deck,
        players=(2, 7 if deck == "a9" else 9),
        three_of_a_kind=draw(st.sampled_from(["plain", 30, 30.5])),
        three_aces=aces,
        declare="auto" if exchange else draw(st.sampled_from(["must", "auto"])),
        special_costs=draw(COSTS),
        fire_costs=draw(COSTS) if aces == "fire" else None,
        knocker_alone_lowest=draw(st.integers(1, 2)),
        knocker_tied_lowest=None if suit_order else draw(st.sampled_from(["free", "pays"])),
        return_taken_discard=None if exchange else draw(st.booleans()),
        minimum_knock=draw(st.none() | st.integers(2, 30)),
        swap=draw(st.sampled_from(["one", "three", "one,three"])) if exchange else None,
        dealers_choice=choice if exchange else None,
        dealt_special=draw(st.sampled_from(dealt)) if exchange else None,
        suit_order=suit_order,
        lives=draw(st.integers(1, 3)),
        grace=grace,
        overflow_kills=grace and draw(st.booleans()),
        bus_length=None if grace else draw(st.none() | st.integers(1, 5)),
        max_laps=draw(st.integers(1, 6)),
        max_rounds=draw(st.integers(1, 40)),
    )


@st.composite
def games(draw: st.DrawFn) -> list[GameState]:
    """Draw all states of one game between players who play at random or by a threshold."""
    rules = draw(st.sampled_from(list(PRESETS.values())) | rule_sets())
    seats = draw(st.integers(2, rules.players[1]))
    random = st.builds(at_random, st.integers(), st.sampled_from([0.02, 0.3]))
    policy = draw(random | st.builds(at_threshold, st.integers(10, 31)))
    return list(states(rules, seats, draw(SEEDS), policy))


whole_games = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@whole_games
@given(games())
def test_cards_are_neither_lost_nor_made(game):
    for state in game:
        assert sorted(all_cards(state)) == sorted(DECKS[state.rules.deck])


@whole_games
@given(games())
def test_between_turns_everybody_still_in_holds_three_cards(game):
    for state in game:
        in_round = state.play.seating.seats
        for seat, hand in enumerate(state.hands):
            discarding = seat == actor(state) and state.play.drawn is not None
            assert len(hand) == (0 if seat not in in_round else 4 if discarding else 3)


@whole_games
@given(games())
def test_after_a_knock_all_others_have_one_last_turn_unless_a_special_ends_it(game):
    for state in game:
        if not state.round_over or state.round_result.knocker is None:
            continue
        seats = state.play.seating.seats
        kinds = [(event.kind, event.seat) for event in state.events]
        knock = kinds.index((EventKind.KNOCK, state.round_result.knocker))
        turns = [seat for kind, seat in kinds[knock:] if kind in ENDS_OF_TURNS]
        expected = list(state.play.seating.clockwise)
        place = expected.index(state.round_result.knocker)
        expected = expected[place + 1 :] + expected[:place]
        if state.round_result.reason is EndReason.SPECIAL:
            assert turns == expected[: len(turns)]
        else:
            assert turns == expected
            assert len(turns) == len(seats) - 1


@whole_games
@given(games())
def test_a_round_costs_nobody_more_than_two_and_takes_what_it_says(game):
    before = game[0]
    for state in game:
        if not state.round_over:
            before = state
            continue
        result = state.round_result
        assert all(0 <= lost <= 2 for lost in result.lost)
        assert sum(lost == 2 for lost in result.lost) <= 1
        lives = zip(before.lives, result.lost, state.lives, strict=True)
        if before.play.seating == state.play.seating and not before.round_over:
            for seat, (had, lost, has) in enumerate(lives):
                if result.void:
                    assert has == had
                elif state.rules.bus_length is not None:
                    assert has == had + lost
                elif seat in state.active:
                    assert has == max(0, had - lost)
                else:
                    assert has == 0


@whole_games
@given(games())
def test_every_game_ends_within_its_rounds_and_places_everybody(game):
    end = game[-1]

    assert end.round < end.rules.max_rounds
    assert all(not state.game_over for state in game[:-1])
    places = returns(end)
    for place in places:
        assert place == 1 + sum(other < place for other in places)
    out = [places[seat] for seat in range(end.players) if seat not in end.active]
    assert max(places[seat] for seat in end.active) < min(out, default=end.players + 1)


@whole_games
@given(games())
def test_playing_the_same_actions_again_gives_the_same_states(game):
    state = new_game(game[0].rules, game[0].players, game[0].table.deals.seed)
    assert state == game[0]
    for after in game[1:]:
        if state.round_over:
            state = next_round(state)
        else:
            state = apply(state, _action_between(state, after))
        assert state == after


def _action_between(before, after):
    """Return the action that leads from one state to the other."""
    (action,) = [action for action in legal_actions(before) if apply(before, action) == after]
    return action


@whole_games
@given(games())
def test_no_view_holds_a_card_that_its_seat_may_not_know(game):
    open_cards, round_number = set(), -1
    for number, state in enumerate(game):
        if state.round != round_number:
            open_cards, round_number = set(), state.round
        open_cards |= _lying_open(state)
        if number % 3 and not state.round_over:
            continue
        for seat in (*range(state.players), None):
            own = {event.card for event in state.events if event.seat == seat}
            hand = state.hands[seat] if seat is not None else ()
            assert _cards_in(view(state, seat)) <= {*open_cards, *own, *hand}


def _lying_open(state):
    """Return the cards that everybody at the table sees or was shown."""
    play = state.play
    lying = set(play.pile if isinstance(play, DrawRound) else play.open_cards)
    for event in state.events:
        lying |= {event.public.card, event.took, *event.cards}
    return lying.union(*state.hands) if state.round_over else lying


def _cards_in(seen):
    return set(re.findall(r"\b[2-9TJQKA][CDHS]\b", json.dumps(seen.to_json())))


@whole_games
@given(games())
def test_a_view_depends_on_nothing_that_its_seat_may_not_know(game):
    """Change every hidden card for another one: the view stays the same."""
    for state in game[:: max(1, len(game) // 10)]:
        if state.round_over:
            continue
        for seat in (*state.active, None):
            assert view(_others_cards_turned_round(state, seat), seat) == view(state, seat)


def _others_cards_turned_round(state, seat):
    """Return the state with the cards that a seat cannot see in another order."""
    play = state.play
    places = [s for s in play.seating.seats if s != seat]
    hidden = [card for s in places for card in play.hands[s]] + list(play.stock)
    hidden.reverse()
    hands = list(play.hands)
    for s in places:
        count = len(hands[s])
        hands[s], hidden = tuple(hidden[:count]), hidden[count:]
    if not isinstance(play, DrawRound):
        return state._replace(play=play._replace(hands=tuple(hands), stock=tuple(hidden)))
    drawn = play.drawn if seat == play.to_act or play.drawn is None else hands[play.to_act][-1]
    events = tuple(
        event if event.kind is not EventKind.STOCK or event.seat == seat else event.public
        for event in play.events
    )
    other = play._replace(hands=tuple(hands), stock=tuple(hidden), drawn=drawn, events=events)
    return state._replace(play=other)


@whole_games
@given(games())
def test_every_state_survives_json(game):
    for state in game[:: max(1, len(game) // 25)]:
        text = json.dumps(state.to_json())

        assert GameState.from_json(json.loads(text)) == state


@whole_games
@given(games())
def test_what_is_legal_can_be_played_and_only_that(game):
    words = {"knock", "stock", "take", "declare", "pass", "keep", "replace", "swap three"}
    discards = {f"discard {card}{flag}" for card in CARDS for flag in ("", " declare")}
    for state in game[:: max(1, len(game) // 25)]:
        legal = legal_actions(state)
        assert len(set(legal)) == len(legal)
        assert bool(legal) == (actor(state) is not None) == (not state.round_over)
        for action in legal:
            apply(state, action)
        near = [*state.hands[0], *state.hands[1], *state.play.open_cards]
        swaps = {f"swap {own} for {other}" for own in near for other in near}
        for action in (words | discards | swaps) - set(legal):
            with pytest.raises(ValueError, match="not allowed"):
                apply(state, action)


@whole_games
@given(games(), st.data())
def test_after_forfeits_every_game_still_ends_with_all_cards_and_places(game, data):
    state = data.draw(st.sampled_from(game))
    for seat in data.draw(st.lists(st.integers(0, state.players - 1), max_size=3)):
        state = forfeit(state, seat)
    forfeited = state.forfeited
    while not state.game_over:
        state = next_round(state) if state.round_over else apply(state, legal_actions(state)[-1])
        assert sorted(all_cards(state)) == sorted(DECKS[state.rules.deck])

    places = returns(state)
    assert min(places) == 1
    stayed = [seat for seat in range(state.players) if seat not in forfeited]
    assert any(places[seat] == 1 for seat in stayed) or not forfeited


@given(rule_sets())
def test_any_rules_survive_json(rules):
    assert Rules.from_json(json.loads(json.dumps(rules.to_json()))) == rules


VALUES = (
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.floats()
    | st.text(string.ascii_lowercase, max_size=4)
    | st.lists(st.integers(0, 12), max_size=3)
)
KEY_NAMES = sorted(PRESETS["norwegian"].to_json())


@given(st.sampled_from(sorted(PRESETS)), st.sampled_from(KEY_NAMES), VALUES)
def test_a_value_is_refused_under_its_key_or_can_be_played(name, key, value):
    changed = {"name": name, key: value}
    try:
        rules = Rules.from_json(changed)
    except RulesError as error:
        refused = error.key
    else:
        refused = None
        assert new_game(rules, rules.players[0], bytes(32)).players == rules.players[0]

    # Where a value needs another key to change, that key is named.
    others = {"players", "grace", "overflow_kills", "fire_costs", "knocker_tied_lowest"}
    others |= {"return_taken_discard", "swap", "declare", "dealt_special"}
    assert refused in {None, key, *others}
