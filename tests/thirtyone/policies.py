"""Simple ways to play, for tests that need whole games."""

import random
from collections.abc import Callable, Iterator

from thirtyone.game import (
    GameState,
    actor,
    apply,
    legal_actions,
    new_game,
    next_round,
    returns,
)
from thirtyone.hands import hand_value
from thirtyone.match import GameResult, MatchPlan
from thirtyone.record import Decision, GameRecord, Record
from thirtyone.rules import Form, Rules
from thirtyone.view import View, view

Policy = Callable[[View], str]


def at_random(seed: object, knocks: float = 0.3) -> Policy:
    """Choose any legal action, knocking less often than the rest."""
    chance = random.Random(str(seed))

    def choose(seen: View) -> str:
        action = chance.choice(seen.legal)
        if action == "knock" and chance.random() > knocks:
            return "stock" if seen.rules.form is Form.DRAW else "pass"
        return action

    return choose


def at_threshold(threshold: int) -> Policy:
    """Knock from a value on, take a discard that helps, keep the best three cards."""

    def best_without(seen: View, cards: tuple[str, ...]) -> tuple[float, str]:
        return max(
            (hand_value(seen.rules, [c for c in cards if c != card]), card) for card in cards
        )

    def choose(seen: View) -> str:
        if seen.rules.form is Form.EXCHANGE:
            return _exchanging(seen, threshold)
        if seen.request == "declare":
            return "declare"
        if seen.request == "turn":
            value = hand_value(seen.rules, seen.hand)
            if "knock" in seen.legal and value >= threshold:
                return "knock"
            assert seen.discard is not None
            better = best_without(seen, (*seen.hand, seen.discard))[0]
            return "take" if better > value + 3 or "stock" not in seen.legal else "stock"
        declaring = [action for action in seen.legal if action.endswith("declare")]
        if declaring:
            return declaring[0]
        return max(seen.legal, key=lambda action: _left_by(seen, action.split()[1]))

    return choose


def _exchanging(seen: View, threshold: int) -> str:
    """Knock from a value on; else make the best hand, and pass where none is better."""
    if seen.request == "choose":
        return "keep" if hand_value(seen.rules, seen.hand) >= 15 else "replace"
    if "knock" in seen.legal and hand_value(seen.rules, seen.hand) >= threshold:
        return "knock"
    stay = [action for action in seen.legal if action != "knock"]
    best = max(stay, key=lambda action: hand_value(seen.rules, _hand_after(seen, action)))
    return best if hand_value(seen.rules, _hand_after(seen, best)) > _now(seen) else "pass"


def _now(seen: View) -> float:
    return hand_value(seen.rules, seen.hand)


def _hand_after(seen: View, action: str) -> tuple[str, ...]:
    if action == "pass":
        return seen.hand
    if action == "swap three":
        return seen.table
    _, given, _, taken = action.split()
    return tuple(taken if card == given else card for card in seen.hand)


def _left_by(seen: View, card: str) -> float:
    return hand_value(seen.rules, [held for held in seen.hand if held != card])


def states(rules: Rules, seats: int, seed: bytes, policy: Policy) -> Iterator[GameState]:
    """Yield every state of a game, from the first deal to the end."""
    state = new_game(rules, seats, seed)
    yield state
    while not state.game_over:
        if state.round_over:
            state = next_round(state)
        else:
            state = apply(state, policy(view(state, actor(state))))
        yield state


def played_match(plan: MatchPlan, policy: Policy, entrants: tuple[str, ...] = ()) -> Record:
    """Play a whole match and write it down; every bot plays alike."""
    games = []
    for block, rotation in plan.games:
        state = plan.new_game(block, rotation)
        decisions = []
        while not state.game_over:
            if state.round_over:
                state = next_round(state)
                continue
            action = policy(view(state, actor(state)))
            assert action in legal_actions(state)
            decisions.append(Decision(action, len(decisions) % 7))
            state = apply(state, action)
        places = plan.by_entrant(returns(state), rotation)
        lives = plan.by_entrant(state.lives, rotation)
        games.append(GameRecord(GameResult(block, rotation, places, lives), (), tuple(decisions)))
    names = entrants or tuple(f"bot {number}" for number in range(plan.entrants))
    return Record(plan.match_id, plan.rules, plan.seed.hex(), plan.blocks, names, tuple(games))
