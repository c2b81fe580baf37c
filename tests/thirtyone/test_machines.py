"""Whatever is played, move by move, by whoever sits there: what always holds.

Two machines, one for each form, play any legal actions and look at every state on the way.
"""

import json
import os
import re

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.thirtyone.stacking import all_cards
from tests.thirtyone.test_properties import SEEDS, rule_sets
from thirtyone.cards import DECKS
from thirtyone.draw import DrawRound
from thirtyone.events import EventKind
from thirtyone.game import (
    EndReason,
    GameState,
    actor,
    apply,
    default_action,
    forfeit,
    legal_actions,
    new_game,
    next_round,
    returns,
)
from thirtyone.hands import FIRE
from thirtyone.rules import PRESETS, Form
from thirtyone.view import view

EXAMPLES = 500 if os.environ.get("CI") else 30
TURNS = {EventKind.DISCARD, EventKind.SWAP, EventKind.SWAP_THREE, EventKind.PASS}


def rules_of(form: Form) -> st.SearchStrategy:
    """Draw a preset of a form, or any rules of it that can be played."""
    presets = [rules for rules in PRESETS.values() if rules.form is form]
    return st.sampled_from(presets) | rule_sets(form)


class Play(RuleBasedStateMachine):
    """Play one game; a form derives from this and says how it begins."""

    state: GameState

    def begin(self, rules, seats, seed):
        self.first = self.state = new_game(rules, min(seats, rules.players[1]), seed)
        self.done: list[tuple[str, object]] = []
        self.open_cards: set[str] = set()
        self.look()

    def do(self, kind, what, after):
        self.done.append((kind, what))
        self.before, self.state = self.state, after
        self.look()
        if after.round_result is not None and self.before.round_result is None:
            self.settled()

    @precondition(lambda self: not self.state.round_over)
    @rule(choice=st.integers(0, 99))
    def play_something(self, choice):
        legal = legal_actions(self.state)
        action = legal[choice % len(legal)]
        self.do("apply", action, apply(self.state, action))

    @precondition(lambda self: not self.state.round_over)
    @rule()
    def play_the_default(self):
        action = default_action(self.state)
        assert action in legal_actions(self.state)
        assert action != "knock"
        self.do("apply", action, apply(self.state, action))

    @precondition(lambda self: self.state.round_over and not self.state.game_over)
    @rule()
    def deal_the_next_round(self):
        self.open_cards = set()
        self.do("next", None, next_round(self.state))

    @precondition(lambda self: not self.state.game_over and len(self.done) % 7 == 3)
    @rule(seat=st.integers(0, 8))
    def forfeit_a_seat(self, seat):
        if seat < self.state.players:
            self.do("forfeit", seat, forfeit(self.state, seat))

    @precondition(lambda self: self.state.game_over)
    @rule()
    def read_the_places(self):
        assert legal_actions(self.state) == ()
        places = returns(self.state)
        for place in places:
            assert place == 1 + sum(other < place for other in places)

    @invariant()
    def no_card_is_lost_or_made_and_everybody_holds_three(self):
        play = self.state.play
        assert sorted(all_cards(self.state)) == sorted(DECKS[self.state.rules.deck])
        for seat, hand in enumerate(play.hands):
            discarding = seat == play.to_act and play.drawn is not None
            abandoned = play.ended is EndReason.FORFEIT
            if seat not in play.seating.seats:
                assert hand == ()
            elif not abandoned:
                assert len(hand) == 3 + discarding

    @invariant()
    def somebody_is_to_act_until_the_round_is_over(self):
        legal = legal_actions(self.state)
        assert bool(legal) == (actor(self.state) is not None) == (not self.state.round_over)

    def look(self):
        """See what each seat and a spectator see, and that they see no more than they may."""
        state, play = self.state, self.state.play
        self.open_cards |= set(play.pile if isinstance(play, DrawRound) else play.open_cards)
        for happened in state.events:
            self.open_cards |= {happened.public.card, happened.took, *happened.cards}
        if state.round_over:
            self.open_cards.update(*state.hands)
        for seat in (state.round % state.players, None):
            own = {happened.card for happened in state.events if happened.seat == seat}
            hand = state.hands[seat] if seat is not None else ()
            shown = re.findall(r"\b[2-9TJQKA][CDHS]\b", json.dumps(view(state, seat).to_json()))
            assert set(shown) <= {*self.open_cards, *own, *hand}

    def settled(self):
        """Hold a round that is over to what it may cost."""
        result, seats = self.state.round_result, self.state.play.seating.seats
        assert all(0 <= lost <= 2 for lost in result.lost)
        assert sum(lost == 2 for lost in result.lost) <= 1
        if result.reason is EndReason.FORFEIT:
            assert not any(result.lost)
            return
        self.everybody_had_the_last_turns(result, seats)
        self.costs(result, seats)

    def everybody_had_the_last_turns(self, result, seats):
        """After a knock the n - 1 others have one more turn each, unless a special ends it."""
        if result.knocker is None:
            return
        events = [
            happened for happened in self.state.events if happened.kind in TURNS or knocks(happened)
        ]
        place = next(number for number, happened in enumerate(events) if knocks(happened))
        turns = [happened.seat for happened in events[place + 1 :]]
        order = list(self.state.play.seating.clockwise)
        start = order.index(result.knocker)
        expected = order[start + 1 :] + order[:start]
        if result.reason is EndReason.SPECIAL:
            assert turns == expected[: len(turns)]
        else:
            assert turns == expected
            assert len(turns) == len(seats) - 1

    def costs(self, result, seats):
        """Say what the form's rounds cost."""

    def teardown(self):
        """Play the game to its end; then play it again, and store it."""
        if not hasattr(self, "first"):
            return
        stored = GameState.from_json(json.loads(json.dumps(self.state.to_json())))
        assert stored == self.state
        again = self.first
        for kind, what in self.done:
            if kind == "apply":
                again = apply(again, what)
            else:
                again = next_round(again) if kind == "next" else forfeit(again, what)
        assert again == self.state
        state = self.state
        while not state.game_over:
            if state.round_over:
                state = next_round(state)
                continue
            legal = legal_actions(state)
            state = apply(state, "knock" if "knock" in legal else default_action(state))
        assert state.round < state.rules.max_rounds
        assert min(returns(state)) == 1


def knocks(happened):
    return happened.kind is EventKind.KNOCK


class DrawPlay(Play):
    """Play the draw form."""

    @initialize(rules=rules_of(Form.DRAW), seats=st.integers(2, 9), seed=SEEDS)
    def deal(self, rules, seats, seed):
        self.begin(rules, seats, seed)

    def costs(self, result, seats):
        """Nobody who declared the highest value loses."""
        rules = self.state.rules
        if result.declared and not rules.suit_order:
            worth = {seat: rules.hands[result.hands[seat]] for seat in result.declared}
            for seat, value in worth.items():
                assert value < max(worth.values()) or result.lost[seat] == 0
        if rules.name == "swedish":
            assert max(result.lost) <= 1


class ExchangePlay(Play):
    """Play the exchange form."""

    @initialize(rules=rules_of(Form.EXCHANGE), seats=st.integers(2, 9), seed=SEEDS)
    def deal(self, rules, seats, seed):
        self.begin(rules, seats, seed)

    def costs(self, result, seats):
        """Dutch rounds cost one seat one life; Schwimmen's fire costs all but its holder one."""
        rules = self.state.rules
        if rules != PRESETS[rules.name] or rules.name == "widow":
            return
        fire = [seat for seat in seats if result.values[seat] == FIRE]
        if rules.name == "schwimmen" and fire:
            assert result.lost == tuple(
                int(seat in seats and seat not in fire) for seat in range(self.state.players)
            )
        else:
            assert sorted(result.lost)[-2:] == [0, 1]


@pytest.mark.parametrize("machine", [DrawPlay, ExchangePlay])
def test_whatever_is_played_the_rules_hold(machine):
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=60,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
